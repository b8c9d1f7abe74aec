import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a row is about to become, kept before the event that says so: a server that dies between event and row leaves a change that
 * the next look finishes.
 */
export class UnfinishedChanges1700000000762 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      -- No reference to the account: whoever changes it holds its row.
      CREATE TABLE staff_changes (staff_id text PRIMARY KEY, becomes text NOT NULL);
      ALTER TABLE credentials ADD COLUMN next_hash text;
      CREATE INDEX credentials_unfinished ON credentials (user_id) WHERE next_hash IS NOT NULL;
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE staff_changes; ALTER TABLE credentials DROP COLUMN next_hash');
  }
}
