import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Content as everybody reads it and as its editors do, and which notices a user has read. */
export class Content1700000000402 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
    await queries.query(NOTICE_READS);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'content_public',
    columns: `slug text PRIMARY KEY, kind text NOT NULL, number bigint NOT NULL, category text NOT NULL,
      sort_order bigint NOT NULL, link text NOT NULL, version bigint NOT NULL, published_at bigint NOT NULL,
      updated_at bigint NOT NULL, shown boolean NOT NULL`,
    indexes: { kind: '(kind)', number: '(number) WHERE number > 0' },
  },
  {
    name: 'content_texts',
    columns: `slug text, lang text, title text NOT NULL, summary text NOT NULL, body text NOT NULL,
      search text NOT NULL, PRIMARY KEY (slug, lang)`,
  },
  {
    name: 'content_entries',
    columns: `slug text PRIMARY KEY, kind text NOT NULL, number bigint NOT NULL, category text NOT NULL,
      sort_order bigint NOT NULL, link text NOT NULL, state text NOT NULL, draft_newer boolean NOT NULL,
      stream_version bigint NOT NULL, published_version bigint NOT NULL, published_at bigint NOT NULL,
      changed_at bigint NOT NULL, changed_by text NOT NULL`,
    indexes: { kind: '(kind)' },
  },
  {
    name: 'content_drafts',
    columns: `slug text, lang text, title text NOT NULL, summary text NOT NULL, body text NOT NULL,
      PRIMARY KEY (slug, lang)`,
  },
  {
    name: 'content_steps',
    columns: `slug text, stream_version bigint, step text NOT NULL, version bigint NOT NULL, at bigint NOT NULL,
      actor text NOT NULL, languages text NOT NULL, PRIMARY KEY (slug, stream_version)`,
    indexes: { time: '(at)' },
  },
];

const NOTICE_READS = `
CREATE TABLE notice_reads (
  realm text NOT NULL,
  user_id text NOT NULL,
  slug text NOT NULL,
  read_at bigint NOT NULL,
  PRIMARY KEY (realm, user_id, slug)
);
`;
