import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a request is worth, whether two must approve it, and what its first reader was warned of; filled from the history. */
export class ReviewsRisk1700000000741 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP VIEW reviews;
      DELETE FROM projection_checkpoints WHERE projection = 'reviews';
      DELETE FROM projections WHERE name = 'reviews';
    `);
    for (const slot of ['blue', 'green'])
      await queries.query(`
        TRUNCATE reviews__${slot};
        ALTER TABLE reviews__${slot}
          ADD amount text NOT NULL, ADD asset text NOT NULL, ADD value_usdt numeric NOT NULL,
          ADD four_eyes boolean NOT NULL, ADD warnings bigint NOT NULL, ADD alone boolean NOT NULL;
        CREATE INDEX reviews__${slot}_value ON reviews__${slot} (value_usdt, request_id) WHERE decided_at = 0;
      `);
    await queries.query('CREATE VIEW reviews AS SELECT * FROM reviews__blue');
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
