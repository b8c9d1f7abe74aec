import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who works here, who is signed in, and who tried too often. The history tells what they did. */
export class Staff1700000000205 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(TABLES);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE staff_sessions, staff_login_tries, staff_accounts');
  }
}

const TABLES = `
CREATE TABLE staff_accounts (
  staff_id text PRIMARY KEY,
  name text NOT NULL,
  password_hash text NOT NULL,
  roles text[] NOT NULL,
  totp_secret text,
  created_at bigint NOT NULL,
  disabled_at bigint
);
CREATE UNIQUE INDEX staff_accounts_name ON staff_accounts (lower(name));

CREATE TABLE staff_sessions (
  token_hash bytea PRIMARY KEY,
  id text NOT NULL UNIQUE,
  staff_id text NOT NULL REFERENCES staff_accounts (staff_id),
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  ended_at bigint
);

CREATE TABLE staff_login_tries (
  key text PRIMARY KEY,
  wrong integer NOT NULL,
  since bigint NOT NULL,
  locked_until bigint NOT NULL
);
`;
