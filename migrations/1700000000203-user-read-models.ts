import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** The accounts, as the console lists them. */
export class UserReadModels1700000000203 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'users',
    columns: `realm text NOT NULL, user_id text NOT NULL, name text NOT NULL, lang text NOT NULL,
      opened_at bigint NOT NULL, position bigint NOT NULL, owner_id text NOT NULL, generation bigint NOT NULL,
      expires_at bigint, status text NOT NULL, PRIMARY KEY (realm, user_id)`,
    indexes: { time: '(opened_at, realm, position)' },
  },
];
