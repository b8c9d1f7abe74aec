import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Steps of liquidations, for staff. */
export class Liquidations1700000000785 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'liquidations',
    columns: `realm text NOT NULL, position bigint NOT NULL, at bigint NOT NULL, user_id text NOT NULL, symbol text NOT NULL,
      side text NOT NULL, step text NOT NULL, mark_price numeric NOT NULL, price text NOT NULL, lots bigint NOT NULL,
      notional text NOT NULL, margin_balance text NOT NULL, maintenance_margin text NOT NULL, filled_lots text NOT NULL,
      insured_lots text NOT NULL, agent_lots text NOT NULL, deleveraged_lots text NOT NULL, fund_gain text NOT NULL,
      place bigint NOT NULL, PRIMARY KEY (realm, position)`,
    indexes: { newest: '(at DESC)', person: '(realm, user_id)' },
  },
];
