import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Funds: purchases and redemptions, and the net asset values that were struck. */
export class Funds1700000000845 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'fund_requests',
    columns: `realm text NOT NULL, request_id text NOT NULL, user_id text NOT NULL, owner_id text NOT NULL,
      position bigint NOT NULL, level text NOT NULL, side text NOT NULL, status text NOT NULL, amount numeric,
      units numeric, nav_date text NOT NULL, requested_at bigint NOT NULL, first_close_at bigint NOT NULL,
      strikes_at bigint NOT NULL, nav numeric, paid numeric, ended_at bigint NOT NULL, PRIMARY KEY (realm, request_id)`,
    indexes: {
      owned: '(realm, owner_id, position DESC)',
      requested: '(requested_at DESC, position DESC)',
      person: '(realm, user_id, position DESC)',
    },
  },
  {
    name: 'fund_navs',
    columns: `realm text NOT NULL, level text NOT NULL, date text NOT NULL, position bigint NOT NULL, at bigint NOT NULL,
      nav numeric NOT NULL, gross numeric NOT NULL, fee numeric NOT NULL, units numeric NOT NULL, cash numeric NOT NULL,
      closes text NOT NULL, trades text NOT NULL, rebalanced boolean NOT NULL, policy_version bigint NOT NULL,
      PRIMARY KEY (realm, level, date)`,
    indexes: { struck: '(at DESC, position DESC)' },
  },
];
