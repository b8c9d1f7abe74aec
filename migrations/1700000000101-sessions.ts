import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is logged in, who may log in, and who tried too often. None of it is history: it may change and go. */
export class Sessions1700000000101 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(TABLES);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE sessions, credentials, login_tries');
  }
}

const TABLES = `
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  id text NOT NULL UNIQUE,
  realm text NOT NULL,
  user_id text NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  ended_at bigint
) WITH (fillfactor = 80);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE credentials (
  login_hash bytea PRIMARY KEY,
  user_id text NOT NULL UNIQUE,
  login_masked text NOT NULL,
  lang text NOT NULL,
  password_hash text NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE login_tries (
  key text PRIMARY KEY,
  wrong integer NOT NULL,
  since bigint NOT NULL,
  locked_until bigint NOT NULL DEFAULT 0
);
`;
