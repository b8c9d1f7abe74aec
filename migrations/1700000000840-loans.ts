import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Loans and applications, and the lending book. */
export class Loans1700000000840 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'loans',
    columns: `realm text NOT NULL, loan_id text NOT NULL, user_id text NOT NULL, owner_id text NOT NULL,
      position bigint NOT NULL, principal numeric NOT NULL, period_days bigint NOT NULL, daily_rate text NOT NULL,
      free_days bigint NOT NULL, late_rate text NOT NULL, time_zone text NOT NULL, set_off_days bigint NOT NULL,
      write_off_days bigint NOT NULL, policy_version bigint NOT NULL, score bigint NOT NULL,
      credit_limit numeric NOT NULL, requested_at bigint NOT NULL, images text NOT NULL,
      sealed_applicant text NOT NULL, status text NOT NULL, disbursed_at bigint NOT NULL, date text NOT NULL,
      due_date text NOT NULL, overdue_days bigint NOT NULL, rejected_for text NOT NULL, set_off numeric NOT NULL,
      ended_at bigint NOT NULL, interest numeric, late_fee numeric, paid_by text NOT NULL, written_off numeric,
      PRIMARY KEY (realm, loan_id)`,
    indexes: {
      owned: '(realm, owner_id, position DESC)',
      requested: '(requested_at DESC, position DESC)',
      person: '(realm, user_id, position DESC)',
    },
  },
  {
    name: 'lending',
    columns: `realm text NOT NULL, granted_usdt numeric NOT NULL, free_usdt numeric NOT NULL, open_count bigint NOT NULL,
      open_usdt numeric NOT NULL, overdue_count bigint NOT NULL, overdue_usdt numeric NOT NULL, count bigint NOT NULL,
      income_usdt numeric NOT NULL, loss_usdt numeric NOT NULL, PRIMARY KEY (realm)`,
    indexes: {},
  },
];
