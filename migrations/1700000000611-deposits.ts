import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** Deposits as people and staff read them, and how far the networks' news were turned into facts. */
export class Deposits1700000000611 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, [
      {
        name: 'deposits',
        columns: `deposit_id text PRIMARY KEY, key text NOT NULL, user_id text NOT NULL, position bigint NOT NULL,
          network text NOT NULL, hash text NOT NULL, currency text NOT NULL, status text NOT NULL, amount text NOT NULL,
          declared text NOT NULL, declared_currency text NOT NULL, confirmations bigint NOT NULL,
          confirmations_needed bigint NOT NULL, reorganised bigint NOT NULL, minimum text NOT NULL,
          policy_version bigint NOT NULL, created_at bigint NOT NULL, decided_at bigint NOT NULL`,
        indexes: { newest: '(user_id, position)', waiting: `(user_id) WHERE decided_at = 0` },
      },
    ]);
    // One row, locked by whoever turns news into facts: on several servers one of them does.
    await queries.query(
      'CREATE TABLE deposit_checkpoint (single boolean PRIMARY KEY DEFAULT true CHECK (single), sequence bigint NOT NULL)',
    );
    await queries.query('INSERT INTO deposit_checkpoint (sequence) VALUES (0)');
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
