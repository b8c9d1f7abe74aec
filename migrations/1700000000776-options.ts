import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Options on a rise or a fall, what is open by minute of settlement, and the account that pays them. */
export class Options1700000000776 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'options',
    columns: `realm text NOT NULL, option_id text NOT NULL, user_id text NOT NULL, owner_id text NOT NULL,
      position bigint NOT NULL, symbol text NOT NULL, direction text NOT NULL, delivery text NOT NULL,
      stake numeric NOT NULL, payout_rate text NOT NULL, wins numeric NOT NULL, cost numeric NOT NULL,
      chances text NOT NULL, variance text NOT NULL, instrument_version bigint NOT NULL, bought_at bigint NOT NULL,
      placed_beat bigint NOT NULL, entry_beat bigint NOT NULL, last_beat bigint NOT NULL, beats bigint NOT NULL,
      settles_at bigint NOT NULL, policy_version bigint NOT NULL, status text NOT NULL, entry_steps text NOT NULL,
      entry_price text NOT NULL, sum_steps text NOT NULL, settlement_price text NOT NULL, settled_at bigint NOT NULL,
      returned numeric, return_reason text NOT NULL, end_position bigint NOT NULL, PRIMARY KEY (realm, option_id)`,
    indexes: {
      ended: '(realm, owner_id, end_position DESC)',
      bought: '(bought_at DESC, position DESC)',
      person: '(realm, user_id, position DESC)',
    },
  },
  {
    name: 'option_exposures',
    columns: `realm text NOT NULL, symbol text NOT NULL, settles_at bigint NOT NULL, position bigint NOT NULL,
      open_count bigint NOT NULL, rise_usdt numeric NOT NULL, fall_usdt numeric NOT NULL, payout_usdt numeric NOT NULL,
      staked_usdt numeric NOT NULL, returned_usdt numeric NOT NULL, PRIMARY KEY (realm, symbol, settles_at)`,
    indexes: { open: '(settles_at DESC) WHERE open_count > 0' },
  },
  {
    name: 'option_house',
    columns: `realm text NOT NULL, granted_usdt numeric NOT NULL, available_usdt numeric NOT NULL, held_usdt numeric NOT NULL,
      open_count bigint NOT NULL, open_usdt numeric NOT NULL, count bigint NOT NULL, staked_usdt numeric NOT NULL,
      returned_usdt numeric NOT NULL, expected_usdt numeric NOT NULL, PRIMARY KEY (realm)`,
    indexes: {},
  },
];
