import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A writer decides from snapshots, so it signs them. Those of before are made again from events. */
export class SignedSnapshots1700000000901 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      TRUNCATE snapshots;
      ALTER TABLE snapshots ADD COLUMN key_id text NOT NULL, ADD COLUMN signature bytea NOT NULL;
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE snapshots DROP COLUMN key_id, DROP COLUMN signature');
  }
}
