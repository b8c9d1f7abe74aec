import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages on their way out, and codes that somebody must type in again. None of it is history: it is swept. */
export class Messaging1700000000521 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(TABLES);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE outbox, codes, code_counts');
  }
}

const TABLES = `
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text UNIQUE,
  kind text NOT NULL CHECK (kind IN ('email', 'sms')),
  user_id text,
  address_mark text NOT NULL,
  template text NOT NULL,
  lang text NOT NULL,
  sealed_address text NOT NULL,
  sealed_letter text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  next_try_at bigint NOT NULL,
  sent_at bigint
);
CREATE INDEX outbox_waiting ON outbox (next_try_at) WHERE status = 'waiting';
CREATE INDEX outbox_user ON outbox (user_id);
CREATE INDEX outbox_address ON outbox (address_mark, id);

CREATE TABLE codes (
  mark text PRIMARY KEY,
  code_mark text NOT NULL,
  sent_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  wrong integer NOT NULL DEFAULT 0,
  used_at bigint
);

CREATE TABLE code_counts (
  key text PRIMARY KEY,
  since bigint NOT NULL,
  count integer NOT NULL
);
`;
