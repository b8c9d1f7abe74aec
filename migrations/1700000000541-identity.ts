import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** Requests of identity levels, for staff: whose document number came before, and what was just sent. */
export class Identity1700000000541 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, [
      {
        name: 'identity_requests',
        columns: `request_id text PRIMARY KEY, user_id text NOT NULL, level text NOT NULL, status text NOT NULL,
          submitted_at bigint NOT NULL, number_fingerprint text NOT NULL`,
        indexes: {
          number: `(number_fingerprint) WHERE number_fingerprint <> ''`,
          newest: '(submitted_at)',
        },
      },
    ]);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
