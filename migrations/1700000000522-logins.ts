import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Logins apart from passwords: a person has several, and each is known by a fingerprint that nobody can try candidates
 * against. Those from before keep their guessable hash until their owner logs in again, because only he knows the text.
 */
export class Logins1700000000522 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(TABLES);
  }

  async down(): Promise<void> {
    throw new Error('addresses are sealed now and cannot be hashed as before');
  }
}

const TABLES = `
CREATE TABLE logins (
  fingerprint text PRIMARY KEY,
  user_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'phone', 'wallet')),
  sealed_address text NOT NULL,
  bound_at bigint NOT NULL,
  UNIQUE (user_id, kind)
);
INSERT INTO logins (fingerprint, user_id, kind, sealed_address, bound_at)
  SELECT 'sha256:' || encode(login_hash, 'hex'), user_id,
    CASE WHEN login_masked LIKE '%@%' THEN 'email' ELSE 'phone' END, '', created_at FROM credentials;

ALTER TABLE credentials RENAME TO credentials_before;
CREATE TABLE credentials (
  user_id text PRIMARY KEY,
  password_hash text,
  lang text NOT NULL,
  created_at bigint NOT NULL,
  password_changed_at bigint,
  opening text,
  request_mark text UNIQUE
);
INSERT INTO credentials (user_id, password_hash, lang, created_at, password_changed_at)
  SELECT user_id, password_hash, lang, created_at, created_at FROM credentials_before;
DROP TABLE credentials_before;

ALTER TABLE sessions ADD COLUMN device text, ADD COLUMN sealed_place text;

CREATE TABLE known_devices (
  user_id text NOT NULL,
  mark text NOT NULL,
  first_at bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (user_id, mark)
);

CREATE TABLE login_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL,
  at bigint NOT NULL,
  sealed_entry text NOT NULL
);
CREATE INDEX login_history_user ON login_history (user_id, id);
CREATE INDEX login_history_at ON login_history (at);
`;
