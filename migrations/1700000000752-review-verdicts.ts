import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** Every decision of a reviewer, the first of two approvals too; filled from the history. */
export class ReviewVerdicts1700000000752 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DELETE FROM projection_checkpoints WHERE projection = 'reviews';
      DELETE FROM projections WHERE name = 'reviews';
      TRUNCATE reviews__blue, reviews__green;
      CREATE OR REPLACE VIEW reviews AS SELECT * FROM reviews__blue;
    `);
    await createSlotted(queries, [
      {
        name: 'review_verdicts',
        columns: `position bigint PRIMARY KEY, request_id text NOT NULL, staff_id text NOT NULL, outcome text NOT NULL,
          settles boolean NOT NULL, at bigint NOT NULL`,
        indexes: { at: '(at)' },
      },
    ]);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
