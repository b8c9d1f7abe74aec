import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Corporate actions: dividends, splits and days of earnings, from the proposal to the last payment. */
export class CorporateActions1700000000772 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'corporate_actions',
    columns: `action_id text PRIMARY KEY, symbol text NOT NULL, base text NOT NULL, quote text NOT NULL,
      kind text NOT NULL, date text NOT NULL, due_at bigint NOT NULL, session text NOT NULL, per_share text NOT NULL,
      new_shares bigint NOT NULL, old_shares bigint NOT NULL, reason text NOT NULL, proposed_at bigint NOT NULL, proposed_by text NOT NULL, status text NOT NULL,
      announced_at bigint NOT NULL, decided_at bigint NOT NULL, decided_by text NOT NULL, decision text NOT NULL,
      effective_at bigint NOT NULL, close_price text NOT NULL, open_price text NOT NULL, holders bigint NOT NULL, paid text NOT NULL,
      position bigint NOT NULL`,
    indexes: {
      due: '(due_at DESC, position DESC)',
      announced: '(symbol, due_at DESC) WHERE announced_at > 0',
    },
  },
];
