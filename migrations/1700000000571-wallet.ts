import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that wait to be signed by a wallet. They live for minutes and go with the signature. */
export class Wallet1700000000571 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE wallet_challenges (
        nonce text PRIMARY KEY,
        purpose text NOT NULL,
        user_id text,
        sealed text NOT NULL,
        expires_at bigint NOT NULL,
        taken_by text
      );
      CREATE INDEX wallet_challenges_end ON wallet_challenges (expires_at);
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE wallet_challenges');
  }
}
