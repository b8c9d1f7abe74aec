import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which codes of an authenticator are used up is in the history now. */
export class CodesUsedByEvents1700000000764 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE factors DROP last_step, DROP last_wish');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(
      `ALTER TABLE factors ADD last_step bigint NOT NULL DEFAULT 0, ADD last_wish text NOT NULL DEFAULT ''`,
    );
  }
}
