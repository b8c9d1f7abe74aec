import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every event says what it comes from, and so does every timer that follows from an event. Their hashes cover it. */
export class Causes1700000000766 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(NEEDS_EMPTY);
    await queries.query(`
      ALTER TABLE events ADD COLUMN correlation text NOT NULL, ADD COLUMN causation text NOT NULL;
      ALTER TABLE due_commands ADD COLUMN correlation text, ADD COLUMN causation text;
      DROP FUNCTION append_events(text, bigint, bigint, bytea, text[], bigint[], text[], smallint[], bigint[], text[],
        text[], text[], bytea[], bigint[], smallint[], text[], text[], numeric[], text[], bigint[], text[], text[]);
    `);
    await queries.query(APPEND);
  }

  async down(): Promise<void> {
    throw new Error('the history is never dropped by a migration');
  }
}

/** What stored events come from is not known, and their hashes cannot change. */
const NEEDS_EMPTY = `
DO $$ BEGIN
  IF EXISTS (SELECT 1 FROM events) THEN
    RAISE EXCEPTION 'This version cannot read the history of an earlier one. Start it with an empty database.';
  END IF;
END $$;
`;

const APPEND = `
CREATE FUNCTION append_events(
  p_realm text, p_lease_epoch bigint, p_after bigint, p_head bytea,
  p_streams text[], p_versions bigint[], p_types text[], p_schemas smallint[], p_ats bigint[], p_actors text[],
  p_correlations text[], p_causations text[], p_datas text[], p_postings text[], p_hashes bytea[],
  p_posting_positions bigint[], p_posting_lines smallint[], p_posting_accounts text[], p_posting_assets text[],
  p_posting_amounts numeric[],
  p_answer_keys text[], p_answer_positions bigint[], p_answers text[], p_fingerprints text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE realm_heads SET position = p_after + cardinality(p_streams), hash = p_head
    WHERE realm = p_realm AND position = p_after AND lease_epoch = p_lease_epoch;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'append to % after % with lease epoch % is fenced off', p_realm, p_after, p_lease_epoch
      USING ERRCODE = 'GB004';
  END IF;
  INSERT INTO events (realm, position, stream, version, type, schema, at, actor, correlation, causation, data, postings, hash)
    SELECT p_realm, p_after + e.n, e.stream, e.version, e.type, e.schema, e.at, e.actor, e.correlation, e.causation, e.data,
           e.postings, e.hash
      FROM unnest(p_streams, p_versions, p_types, p_schemas, p_ats, p_actors, p_correlations, p_causations, p_datas,
                  p_postings, p_hashes)
        WITH ORDINALITY AS e(stream, version, type, schema, at, actor, correlation, causation, data, postings, hash, n);
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
