import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** AI custody: orders, the daily rates that are revealed, and the treasury. */
export class Custody1700000000810 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'custody_orders',
    columns: `realm text NOT NULL, order_id text NOT NULL, user_id text NOT NULL, owner_id text NOT NULL,
      position bigint NOT NULL, product_id text NOT NULL, amount numeric NOT NULL, cycle_days bigint NOT NULL,
      first_date text NOT NULL, last_date text NOT NULL, rate_min text NOT NULL, rate_max text NOT NULL,
      penalty_kind text NOT NULL, penalty_rate text NOT NULL, bought_at bigint NOT NULL, matures_at bigint NOT NULL,
      policy_version bigint NOT NULL, status text NOT NULL, request_id text NOT NULL, requested_at bigint NOT NULL,
      penalty numeric, rejected_for text NOT NULL, ended_at bigint NOT NULL, rates text NOT NULL, interest numeric,
      penalty_paid numeric, returned numeric, PRIMARY KEY (realm, order_id)`,
    indexes: {
      owned: '(realm, owner_id, position DESC)',
      bought: '(bought_at DESC, position DESC)',
      person: '(realm, user_id, position DESC)',
    },
  },
  {
    name: 'custody_rates',
    columns: `realm text NOT NULL, product_id text NOT NULL, rate_min text NOT NULL, rate_max text NOT NULL,
      date text NOT NULL, epoch bigint NOT NULL, rate text NOT NULL,
      PRIMARY KEY (realm, product_id, rate_min, rate_max, date)`,
    indexes: { dated: '(realm, date)' },
  },
  {
    name: 'custody_house',
    columns: `realm text NOT NULL, granted_usdt numeric NOT NULL, free_usdt numeric NOT NULL, held_usdt numeric NOT NULL,
      open_count bigint NOT NULL, open_usdt numeric NOT NULL, count bigint NOT NULL, interest_usdt numeric NOT NULL,
      penalty_usdt numeric NOT NULL, PRIMARY KEY (realm)`,
    indexes: {},
  },
];
