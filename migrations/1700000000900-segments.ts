import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each append leaves a segment: the commands that it carries and a header which the writer's key has signed. Every event has its command's
 * digest under its hash. Events of before have neither, so no history of before is carried over.
 */
export class Segments1700000000900 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    for (const statement of [
      EMPTY,
      TABLES,
      `DROP FUNCTION append_events(text, bigint, bigint, bytea, text[], bigint[], text[], smallint[], bigint[], text[],
         text[], text[], text[], text[], bytea[], bigint[], smallint[], text[], text[], numeric[], text[], bigint[],
         text[], text[])`,
      APPEND,
    ])
      await queries.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('the history is never dropped by a migration');
  }
}

const EMPTY = `
DO $$ BEGIN
  IF EXISTS (SELECT FROM events) THEN
    RAISE EXCEPTION 'This version cannot read the history of an earlier one. Start it with an empty database.';
  END IF;
END $$;
`;

const TABLES = `
CREATE TABLE installation (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  instance text NOT NULL
);
ALTER TABLE events ADD COLUMN command bytea NOT NULL;
ALTER TABLE realm_heads ADD COLUMN segment bigint NOT NULL DEFAULT 0,
  ADD COLUMN header bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex');
TRUNCATE due_commands;
ALTER TABLE due_commands ADD COLUMN seal text NOT NULL;
CREATE TABLE segments (
  realm text NOT NULL,
  number bigint NOT NULL,
  instance text NOT NULL,
  first bigint NOT NULL,
  count bigint NOT NULL,
  lease_epoch bigint NOT NULL,
  rules bigint NOT NULL,
  house_position bigint NOT NULL,
  house_hash bytea NOT NULL,
  previous bytea NOT NULL,
  commands bytea NOT NULL,
  head bytea NOT NULL,
  at bigint NOT NULL,
  restored text NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (realm, number)
);
ALTER TABLE segments ALTER COLUMN commands SET STORAGE EXTERNAL;
CREATE TRIGGER segments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON segments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

const APPEND = `
CREATE FUNCTION append_events(
  p_realm text, p_lease_epoch bigint, p_after bigint, p_head bytea,
  p_streams text[], p_versions bigint[], p_types text[], p_schemas smallint[], p_ats bigint[], p_actors text[],
  p_correlations text[], p_causations text[], p_datas text[], p_postings text[], p_commands bytea[], p_hashes bytea[],
  p_posting_positions bigint[], p_posting_lines smallint[], p_posting_accounts text[], p_posting_assets text[],
  p_posting_amounts numeric[],
  p_answer_keys text[], p_answer_positions bigint[], p_answers text[], p_fingerprints text[],
  p_segment segments, p_header bytea
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE realm_heads SET position = p_after + cardinality(p_streams), hash = p_head, header = p_header,
      segment = CASE WHEN cardinality(p_streams) > 0 THEN segment + 1 ELSE segment END
    WHERE realm = p_realm AND position = p_after AND lease_epoch = p_lease_epoch;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'append to % after % with lease epoch % is fenced off', p_realm, p_after, p_lease_epoch
      USING ERRCODE = 'GB004';
  END IF;
  IF cardinality(p_streams) > 0 THEN
    INSERT INTO segments SELECT (p_segment).*;
    INSERT INTO events
        (realm, position, stream, version, type, schema, at, actor, correlation, causation, data, postings, command, hash)
      SELECT p_realm, p_after + e.n, e.stream, e.version, e.type, e.schema, e.at, e.actor, e.correlation, e.causation,
             e.data, e.postings, e.command, e.hash
        FROM unnest(p_streams, p_versions, p_types, p_schemas, p_ats, p_actors, p_correlations, p_causations, p_datas,
                    p_postings, p_commands, p_hashes)
          WITH ORDINALITY AS e(stream, version, type, schema, at, actor, correlation, causation, data, postings, command,
                               hash, n);
  END IF;
  IF cardinality(p_posting_lines) > 0 THEN
    INSERT INTO ledger_postings (realm, position, line, account, asset, amount)
      SELECT p_realm, p.position, p.line, p.account, p.asset, p.amount
        FROM unnest(p_posting_positions, p_posting_lines, p_posting_accounts, p_posting_assets, p_posting_amounts)
          AS p(position, line, account, asset, amount);
  END IF;
  IF cardinality(p_answer_keys) > 0 THEN
    INSERT INTO answers (realm, key, position, answer, fingerprint, signed_from)
      SELECT p_realm, a.key, a.position, a.answer, a.fingerprint, greatest(a.position, p_after + 1)
        FROM unnest(p_answer_keys, p_answer_positions, p_answers, p_fingerprints) AS a(key, position, answer, fingerprint);
  END IF;
END $$;
`;
