import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Withdrawals for their owners and for staff, what turnover rules count, who opened what, and how far the feeds are read. */
export class Withdrawals1700000000621 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
    await queries.query(
      'CREATE TABLE withdrawal_feeds (feed text PRIMARY KEY, sequence bigint NOT NULL) WITH (fillfactor = 50)',
    );
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'withdrawals',
    columns: `withdrawal_id text PRIMARY KEY, position bigint NOT NULL, user_id text NOT NULL, owner_id text NOT NULL,
      kind text NOT NULL, currency text NOT NULL, network text NOT NULL, amount numeric NOT NULL, fee numeric NOT NULL,
      credited numeric NOT NULL, fee_rate text NOT NULL, value_usdt numeric NOT NULL, payee_id text NOT NULL,
      sealed_payee text NOT NULL, payee_fingerprint text NOT NULL, device_fingerprint text NOT NULL,
      four_eyes boolean NOT NULL, policy_version bigint NOT NULL, requested_at bigint NOT NULL, updated_at bigint NOT NULL,
      status text NOT NULL, hash text NOT NULL, reference text NOT NULL, reasons text NOT NULL, sealed_note text NOT NULL`,
    indexes: {
      person: '(user_id, position)',
      time: '(requested_at, position)',
      moving: `(position) WHERE status IN ('approved', 'sent')`,
      hash: `(hash) WHERE hash <> ''`,
      payee: '(payee_fingerprint)',
      device: `(device_fingerprint) WHERE device_fingerprint <> ''`,
    },
  },
  {
    name: 'withdrawal_steps',
    columns: `withdrawal_id text NOT NULL, position bigint NOT NULL, status text NOT NULL, at bigint NOT NULL,
      PRIMARY KEY (withdrawal_id, position)`,
  },
  {
    name: 'turnover_deposits',
    columns: 'owner_id text NOT NULL, asset text NOT NULL, amount numeric NOT NULL, PRIMARY KEY (owner_id, asset)',
  },
  {
    name: 'turnover_trades',
    columns: 'owner_id text NOT NULL, symbol text NOT NULL, notional numeric NOT NULL, PRIMARY KEY (owner_id, symbol)',
  },
  {
    name: 'review_openings',
    columns: `request_id text NOT NULL, staff_id text NOT NULL, opened_at bigint NOT NULL,
      PRIMARY KEY (request_id, staff_id)`,
  },
];
