import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Rewards of invitations: fees by person and date, what inviters earned of them, and each date's totals. */
export class InvitationRewards1700000000820 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'invitation_fees',
    columns: `realm text NOT NULL, date text NOT NULL, user_id text NOT NULL, fees numeric NOT NULL,
      PRIMARY KEY (realm, date, user_id)`,
    indexes: {},
  },
  {
    name: 'invitation_rewards',
    columns: `realm text NOT NULL, user_id text NOT NULL, date text NOT NULL, position bigint NOT NULL,
      at bigint NOT NULL, status text NOT NULL, request_id text NOT NULL, people bigint NOT NULL,
      fees_usdt numeric NOT NULL, reward_usdt numeric NOT NULL, levels text NOT NULL, policy_version bigint NOT NULL,
      ended_at bigint NOT NULL, PRIMARY KEY (realm, user_id, date)`,
    indexes: { owned: '(realm, user_id, position DESC)', newest: '(at DESC, position DESC)' },
  },
  {
    name: 'invitation_profits',
    columns: `realm text NOT NULL, user_id text NOT NULL, level bigint NOT NULL, paid_usdt numeric NOT NULL,
      held_usdt numeric NOT NULL, PRIMARY KEY (realm, user_id, level)`,
    indexes: {},
  },
  {
    name: 'invitation_dates',
    columns: `realm text NOT NULL, date text NOT NULL, inviters bigint NOT NULL, people bigint NOT NULL,
      fees_usdt numeric NOT NULL, paid_usdt numeric NOT NULL, held_usdt numeric NOT NULL,
      rejected_usdt numeric NOT NULL, paid_at bigint NOT NULL, PRIMARY KEY (realm, date)`,
    indexes: {},
  },
];
