import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** The queues of requests that staff review, and who may work in which. */
export class ReviewRoom1700000000551 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
    await queries.query(RIGHTS);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

// What is open is a small part of what there ever was, and is looked at all day: its indexes hold nothing else. The columns
// that a claim changes are in none of them but that of the claims, so that claiming is cheap.
const TABLES: readonly SlottedTable[] = [
  {
    name: 'reviews',
    columns: `request_id text PRIMARY KEY, kind text NOT NULL, queue text NOT NULL, user_id text NOT NULL,
      status text NOT NULL, opened_at bigint NOT NULL, claimed_by text NOT NULL, claimed_until bigint NOT NULL,
      decided_at bigint NOT NULL, decided_by text NOT NULL, reasons text NOT NULL, approved_by text NOT NULL`,
    indexes: {
      open: '(opened_at, request_id) WHERE decided_at = 0',
      open_kind: '(kind, opened_at, request_id) WHERE decided_at = 0',
      claimed: `(claimed_by) WHERE decided_at = 0 AND claimed_by <> ''`,
      decided: '(decided_at) WHERE decided_at > 0',
      opened: '(opened_at, request_id)',
      person: '(user_id, opened_at)',
    },
  },
];

const RIGHTS = `
ALTER TABLE staff_accounts
  ADD COLUMN queues text[] NOT NULL DEFAULT '{}',
  ADD COLUMN own_users text[] NOT NULL DEFAULT '{}';
-- Who could review before there were queues goes on reviewing what there was.
UPDATE staff_accounts SET queues = '{identity,credit}' WHERE 'reviewer' = ANY (roles);
`;
