import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Orders and trades as their owners and the console ask for them: by owner, by time, and what is open. */
export class SpotReadModels1700000000202 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'orders',
    columns: `realm text NOT NULL, order_id text NOT NULL, owner_id text NOT NULL, position bigint NOT NULL,
      symbol text NOT NULL, client_order_id text, side text NOT NULL, type text NOT NULL, time_in_force text NOT NULL,
      post_only boolean NOT NULL, oco_id text, placed_at bigint NOT NULL, price numeric, stop_price numeric, trigger text,
      remaining_quantity numeric NOT NULL, filled_quantity numeric NOT NULL, filled_notional numeric NOT NULL,
      fee numeric NOT NULL, status text NOT NULL, cancel_reason text, untriggered boolean NOT NULL, open boolean NOT NULL,
      updated_at bigint NOT NULL, PRIMARY KEY (realm, order_id)`,
    indexes: {
      owner: '(realm, owner_id, position)',
      open: '(realm, owner_id, position) WHERE open',
      time: '(placed_at, realm, position)',
    },
  },
  {
    name: 'trades',
    columns: `realm text NOT NULL, position bigint NOT NULL, trade_id text NOT NULL, symbol text NOT NULL,
      price numeric NOT NULL, quantity numeric NOT NULL, notional numeric NOT NULL, taker_side text NOT NULL,
      maker_owner_id text NOT NULL, maker_order_id text, maker_fee numeric NOT NULL, taker_owner_id text NOT NULL,
      taker_order_id text, taker_fee numeric NOT NULL, at bigint NOT NULL, PRIMARY KEY (realm, position)`,
    indexes: {
      maker: `(realm, maker_owner_id, position) WHERE maker_order_id IS NOT NULL`,
      taker: `(realm, taker_owner_id, position) WHERE taker_order_id IS NOT NULL`,
      time: '(at, realm, position)',
    },
  },
  {
    name: 'owner_activity',
    columns: `realm text NOT NULL, owner_id text NOT NULL, orders_open bigint NOT NULL, orders_total bigint NOT NULL,
      trades bigint NOT NULL, PRIMARY KEY (realm, owner_id)`,
  },
  {
    name: 'spot_books',
    columns: `realm text NOT NULL, symbol text NOT NULL, base text NOT NULL, quote text NOT NULL,
      PRIMARY KEY (realm, symbol)`,
  },
  {
    name: 'spot_activity',
    columns: `realm text NOT NULL, symbol text NOT NULL, orders_open bigint NOT NULL, orders_total bigint NOT NULL,
      trades bigint NOT NULL, PRIMARY KEY (realm, symbol)`,
  },
];
