import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What calls answered that change something without a command: their repeats get it again, after a restart too. */
export class CallAnswers1700000000765 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      `CREATE TABLE call_answers (key text PRIMARY KEY, fingerprint text NOT NULL, answer text NOT NULL DEFAULT '')`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE call_answers');
  }
}
