import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Personal messages as their readers list them. */
export class Messages1700000000561 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'messages',
    columns: `realm text NOT NULL, user_id text NOT NULL, message_id text NOT NULL, position bigint NOT NULL,
      sent_at bigint NOT NULL, template text NOT NULL, given text NOT NULL, link text NOT NULL,
      note_context text NOT NULL, sealed_note text NOT NULL, unread boolean NOT NULL,
      PRIMARY KEY (realm, user_id, message_id)`,
    indexes: { newest: '(realm, user_id, position DESC)', unread: '(realm, user_id) WHERE unread' },
  },
];
