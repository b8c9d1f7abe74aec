import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What proves that somebody is who he says: sealed, never in events. Which row is in force says the stream of the person, so a
 * row that no event names (a crash came between) is in force nowhere. Tries and unlocked sessions may change and go.
 */
export class SecurityFactors1700000000531 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(TABLES);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE factors, proof_tries, trade_unlocks');
  }
}

const TABLES = `
CREATE TABLE factors (
  id text PRIMARY KEY,
  user_id text NOT NULL,
  kind text NOT NULL,
  sealed text NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL
);
CREATE INDEX factors_user ON factors (user_id, kind);

CREATE TABLE proof_tries (
  user_id text PRIMARY KEY,
  wrong integer NOT NULL,
  since bigint NOT NULL,
  locked_until bigint NOT NULL
);

CREATE TABLE trade_unlocks (
  session_id text PRIMARY KEY,
  user_id text NOT NULL,
  unlocked_at bigint NOT NULL
);
CREATE INDEX trade_unlocks_user ON trade_unlocks (user_id);
`;
