import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Conversations with support and their messages. */
export class Support1700000000815 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'support_conversations',
    columns: `realm text NOT NULL, conversation_id text NOT NULL, user_id text NOT NULL, position bigint NOT NULL,
      topic text NOT NULL, status text NOT NULL, place bigint NOT NULL, staff_id text NOT NULL,
      opened_at bigint NOT NULL, since bigint NOT NULL, changed_at bigint NOT NULL, closed_at bigint NOT NULL,
      closed_by text NOT NULL, rating bigint NOT NULL, sealed_comment text NOT NULL,
      PRIMARY KEY (realm, conversation_id)`,
    indexes: {
      person: '(realm, user_id, position DESC)',
      queue: '(place, since)',
    },
  },
  {
    name: 'support_messages',
    columns: `realm text NOT NULL, message_id text NOT NULL, conversation_id text NOT NULL, user_id text NOT NULL,
      position bigint NOT NULL, sender text NOT NULL, staff_id text NOT NULL, sent_at bigint NOT NULL,
      sealed_text text NOT NULL, image_id text NOT NULL, unread boolean NOT NULL, PRIMARY KEY (realm, message_id)`,
    indexes: {
      conversation: '(realm, conversation_id, position)',
      images: `(sent_at) WHERE image_id <> ''`,
    },
  },
];
