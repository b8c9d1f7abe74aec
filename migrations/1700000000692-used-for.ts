import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * For which wish a code was used up, so that the repeat of that wish may show it again; and changes of contacts from their proof to
 * their end, so that a crash leaves none half done.
 */
export class UsedFor1700000000692 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE factors ADD last_wish text NOT NULL DEFAULT '';
      ALTER TABLE codes ADD used_for text NOT NULL DEFAULT '';
      CREATE TABLE contact_changes (
        change_id text PRIMARY KEY,
        user_id text NOT NULL,
        sealed text NOT NULL,
        proved_at bigint NOT NULL
      );
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP TABLE contact_changes;
      ALTER TABLE factors DROP last_wish;
      ALTER TABLE codes DROP used_for;
    `);
  }
}
