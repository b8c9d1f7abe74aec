import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often the holder of a realm has said that it is alive: one that hangs says nothing and loses the realm. */
export class LeaseBeats1700000000721 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE realm_heads ADD lease_beat bigint NOT NULL DEFAULT 0');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE realm_heads DROP lease_beat');
  }
}
