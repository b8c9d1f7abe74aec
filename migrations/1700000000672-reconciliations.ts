import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** Runs of the comparison of books, chain and bank. */
export class Reconciliations1700000000672 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, [
      {
        name: 'reconciliations',
        columns: `run_id text PRIMARY KEY, day text NOT NULL, asked_by text NOT NULL, asked_at bigint NOT NULL,
          done_at bigint NOT NULL, position bigint NOT NULL, differences bigint NOT NULL, lines text NOT NULL,
          items text NOT NULL`,
        indexes: { newest: '(asked_at DESC, run_id)' },
      },
    ]);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
