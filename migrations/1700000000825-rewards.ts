import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Sign-in: what happened to points and fee vouchers, and what these have paid back. */
export class Rewards1700000000825 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'reward_records',
    columns: `realm text NOT NULL, position bigint NOT NULL, user_id text NOT NULL, at bigint NOT NULL, kind text NOT NULL,
      date text NOT NULL, points bigint NOT NULL, usdt numeric, fees numeric, PRIMARY KEY (realm, position)`,
    indexes: { owned: '(realm, user_id, position DESC)' },
  },
  {
    name: 'fee_vouchers',
    columns: `realm text NOT NULL, fee_voucher_id text NOT NULL, user_id text NOT NULL, owner_id text NOT NULL,
      position bigint NOT NULL, issued_at bigint NOT NULL, first_date text NOT NULL, last_date text NOT NULL,
      amount numeric NOT NULL, left_usdt numeric NOT NULL, status text NOT NULL, PRIMARY KEY (realm, fee_voucher_id)`,
    indexes: {
      issued: '(issued_at DESC, position DESC)',
      person: '(realm, user_id, position DESC)',
      ending: '(realm, status, last_date)',
    },
  },
  {
    name: 'fees_paid_back',
    columns: `realm text NOT NULL, user_id text NOT NULL, date text NOT NULL, usdt numeric NOT NULL,
      PRIMARY KEY (realm, user_id, date)`,
    indexes: { dated: '(realm, date)' },
  },
  {
    name: 'fee_voucher_chain',
    columns: `realm text NOT NULL, begun_on text NOT NULL, paid_date text NOT NULL, PRIMARY KEY (realm)`,
    indexes: {},
  },
];
