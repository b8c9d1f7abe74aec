import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Positions of contracts. */
export class Positions1700000000779 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'positions',
    columns: `realm text NOT NULL, owner_id text NOT NULL, symbol text NOT NULL, side text NOT NULL, number bigint NOT NULL,
      user_id text NOT NULL, opened_at bigint NOT NULL, opened_quantity numeric NOT NULL, opened_notional numeric NOT NULL,
      closed_quantity numeric NOT NULL, closed_notional numeric NOT NULL, lots bigint NOT NULL,
      entry_notional numeric NOT NULL, margin numeric NOT NULL, funding_index numeric NOT NULL, realised numeric NOT NULL,
      fees numeric NOT NULL, funding numeric NOT NULL, label text NOT NULL, closed_at bigint NOT NULL,
      end_position bigint NOT NULL, PRIMARY KEY (realm, owner_id, symbol, side, number)`,
    indexes: {
      ended: '(realm, owner_id, end_position DESC)',
      open: '(realm, symbol, side) WHERE lots > 0',
      opened: '(opened_at DESC)',
      person: '(realm, user_id)',
    },
  },
];
