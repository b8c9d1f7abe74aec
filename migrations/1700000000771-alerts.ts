import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Price alerts, and how far the watcher of each realm has looked: a standstill is looked at afterwards. */
export class Alerts1700000000771 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
    await queries.query('CREATE TABLE alert_checkpoints (realm text PRIMARY KEY, looked_to bigint NOT NULL)');
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'alerts',
    columns: `realm text NOT NULL, alert_id text NOT NULL, user_id text NOT NULL, position bigint NOT NULL,
      symbol text NOT NULL, kind text NOT NULL, level text NOT NULL, repeat text NOT NULL,
      pause_minutes bigint NOT NULL, ends_at bigint NOT NULL, email boolean NOT NULL, sealed_note text NOT NULL,
      status text NOT NULL, created_at bigint NOT NULL, times bigint NOT NULL, reached_at bigint NOT NULL,
      reached_price text NOT NULL, rules_version bigint NOT NULL, round bigint NOT NULL, since bigint NOT NULL,
      armed boolean NOT NULL, side text NOT NULL, PRIMARY KEY (realm, alert_id)`,
    indexes: {
      newest: '(realm, user_id, position DESC)',
      created: '(created_at DESC, position DESC)',
      watched: `(realm, symbol) WHERE status = 'active'`,
    },
  },
];
