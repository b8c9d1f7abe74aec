import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Fundings of contracts, for staff. */
export class FundingRuns1700000000796 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'funding_runs',
    columns: `realm text NOT NULL, symbol text NOT NULL, due_at bigint NOT NULL, position bigint NOT NULL,
      charged_at bigint NOT NULL, rate numeric NOT NULL, premium numeric NOT NULL, mark_price numeric NOT NULL,
      charge numeric NOT NULL, index numeric NOT NULL, positions bigint NOT NULL, paid numeric NOT NULL,
      received numeric NOT NULL, shortfall numeric NOT NULL, rounding numeric NOT NULL, posted_at bigint NOT NULL,
      PRIMARY KEY (realm, symbol, due_at)`,
    indexes: { newest: '(due_at DESC)' },
  },
];
