import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Requests with who has read them under a claim; the table of openings, which knew of no claims, goes. Filled from the history. */
export class ReviewsRead1700000000711 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    for (const name of ['reviews', 'review_openings']) {
      await queries.query(`DROP VIEW ${name}`);
      for (const slot of ['blue', 'green']) await queries.query(`DROP TABLE ${name}__${slot}`);
    }
    await queries.query(`
      DELETE FROM projection_checkpoints WHERE projection IN ('reviews', 'openings');
      DELETE FROM projections WHERE name IN ('reviews', 'openings');
    `);
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'reviews',
    columns: `request_id text PRIMARY KEY, kind text NOT NULL, queue text NOT NULL, user_id text NOT NULL,
      status text NOT NULL, opened_at bigint NOT NULL, claimed_by text NOT NULL, claimed_until bigint NOT NULL,
      decided_at bigint NOT NULL, decided_by text NOT NULL, reasons text NOT NULL, approved_by text NOT NULL,
      read_by text NOT NULL, read_at bigint NOT NULL`,
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
