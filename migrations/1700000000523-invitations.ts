import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Who invites by which code, and who came by whom. */
export class Invitations1700000000523 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'invitations',
    columns: `realm text NOT NULL, user_id text NOT NULL, code text NOT NULL, invited_by text, opened_at bigint NOT NULL,
      PRIMARY KEY (realm, user_id)`,
    indexes: { code: '(code, opened_at)', invited_by: '(invited_by)' },
  },
];
