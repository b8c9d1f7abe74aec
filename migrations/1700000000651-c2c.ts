import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** C2C orders, what was written on them, and the sellers' accounts, as lists show them. */
export class C2c1700000000651 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'c2c_orders',
    columns: `order_id text PRIMARY KEY, user_id text NOT NULL, reference text NOT NULL, position bigint NOT NULL,
      status text NOT NULL, label text NOT NULL, amount numeric NOT NULL, currency text NOT NULL, pay_amount numeric NOT NULL,
      price numeric NOT NULL, seller_id text NOT NULL, created_at bigint NOT NULL, expires_at bigint NOT NULL,
      changed_at bigint NOT NULL`,
    indexes: {
      person: '(user_id, position DESC)',
      newest: '(created_at DESC, order_id)',
      status: '(status, created_at DESC)',
      reference: '(reference)',
    },
  },
  {
    name: 'c2c_messages',
    columns: `message_id text PRIMARY KEY, order_id text NOT NULL, user_id text NOT NULL, position bigint NOT NULL,
      sender text NOT NULL, sent_at bigint NOT NULL, sealed_text text NOT NULL, unread boolean NOT NULL`,
    indexes: { talk: '(order_id, position)', person: '(user_id)', unread: '(order_id, sender) WHERE unread' },
  },
  {
    name: 'c2c_sellers',
    columns: `seller_id text PRIMARY KEY, label text NOT NULL, currency text NOT NULL, enabled boolean NOT NULL,
      version bigint NOT NULL, min numeric NOT NULL, max numeric NOT NULL, day_max numeric NOT NULL,
      changed_at bigint NOT NULL, changed_by text NOT NULL`,
  },
];
