import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** New coins: issues and subscriptions. */
export class Subscriptions1700000000850 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'new_coins',
    columns: `realm text NOT NULL, issue_id text NOT NULL, coin text NOT NULL, name text NOT NULL,
      issue_price numeric NOT NULL, volume bigint NOT NULL, minimum bigint NOT NULL, closes_at bigint NOT NULL,
      lists_on text NOT NULL, lists_at bigint NOT NULL, lockup_days bigint NOT NULL, fee_rate text NOT NULL,
      minimum_usdt text NOT NULL, maximum_usdt text NOT NULL, open_min text NOT NULL, open_max text NOT NULL,
      call_minutes bigint NOT NULL, float_share text NOT NULL, policy_version bigint NOT NULL, reason text NOT NULL,
      proposed_by text NOT NULL, proposed_at bigint NOT NULL, position bigint NOT NULL, status text NOT NULL,
      failure text NOT NULL, approved_at bigint NOT NULL, decided_by text NOT NULL, decided_at bigint NOT NULL,
      decision text NOT NULL, cancel_by text NOT NULL, cancel_reason text NOT NULL, subscribed bigint NOT NULL,
      subscribers bigint NOT NULL, trades_at bigint NOT NULL, unlocks_at bigint NOT NULL, open_price text NOT NULL,
      open_epoch bigint NOT NULL, allotted bigint NOT NULL, total bigint NOT NULL, leftover bigint NOT NULL,
      epoch bigint NOT NULL, seed text NOT NULL, PRIMARY KEY (realm, issue_id)`,
    indexes: { listed: '(lists_at DESC, position DESC)' },
  },
  {
    name: 'subscriptions',
    columns: `realm text NOT NULL, subscription_id text NOT NULL, user_id text NOT NULL, owner_id text NOT NULL,
      issue_id text NOT NULL, coin text NOT NULL, request_id text NOT NULL, coins bigint NOT NULL,
      issue_price numeric NOT NULL, margin numeric NOT NULL, fee numeric NOT NULL, policy_version bigint NOT NULL,
      subscribed_at bigint NOT NULL, position bigint NOT NULL, status text NOT NULL, checked boolean NOT NULL,
      reasons text NOT NULL, passed bigint, passed_usdt numeric, fee_paid numeric, refunded numeric, remainder numeric,
      tie text NOT NULL, unlocks_at bigint NOT NULL, unlocked_at bigint NOT NULL, ended_at bigint NOT NULL,
      PRIMARY KEY (realm, subscription_id)`,
    indexes: {
      owned: '(realm, owner_id, position DESC)',
      subscribed: '(subscribed_at DESC, position DESC)',
      person: '(realm, user_id, position DESC)',
      ranked: '(realm, issue_id, remainder DESC, tie)',
    },
  },
];
