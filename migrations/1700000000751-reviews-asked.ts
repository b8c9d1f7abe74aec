import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was asked of the person of a request, who brought it before risk, and what the rules warn of; filled from the history. */
export class ReviewsAsked1700000000751 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP VIEW reviews;
      DELETE FROM projection_checkpoints WHERE projection = 'reviews';
      DELETE FROM projections WHERE name = 'reviews';
    `);
    for (const slot of ['blue', 'green'])
      await queries.query(`
        TRUNCATE reviews__${slot};
        ALTER TABLE reviews__${slot} ADD asked_until bigint NOT NULL, ADD answered_at bigint NOT NULL,
          ADD escalated_at bigint NOT NULL, ADD escalated_by text NOT NULL, ADD escalated_reason text NOT NULL,
          ADD warned text NOT NULL;
      `);
    await queries.query('CREATE VIEW reviews AS SELECT * FROM reviews__blue');
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
