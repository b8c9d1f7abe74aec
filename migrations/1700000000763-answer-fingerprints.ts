import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which request an answer belongs to, by a hash of what was asked: a token that is used for another request is refused, after a
 * restart too.
 */
export class AnswerFingerprints1700000000763 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE answers ADD COLUMN fingerprint text;
      DROP FUNCTION append_events(text, bigint, bigint, bytea, text[], bigint[], text[], smallint[], bigint[], text[],
        text[], text[], bytea[], bigint[], smallint[], text[], text[], numeric[], text[], bigint[], text[]);
    `);
    await queries.query(APPEND);
  }

  async down(): Promise<void> {
    throw new Error('answers are kept as long as the history');
  }
}

const APPEND = `
CREATE FUNCTION append_events(
  p_realm text, p_lease_epoch bigint, p_after bigint, p_head bytea,
  p_streams text[], p_versions bigint[], p_types text[], p_schemas smallint[], p_ats bigint[], p_actors text[],
  p_datas text[], p_postings text[], p_hashes bytea[],
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
  INSERT INTO events (realm, position, stream, version, type, schema, at, actor, data, postings, hash)
    SELECT p_realm, p_after + e.n, e.stream, e.version, e.type, e.schema, e.at, e.actor, e.data, e.postings, e.hash
      FROM unnest(p_streams, p_versions, p_types, p_schemas, p_ats, p_actors, p_datas, p_postings, p_hashes)
        WITH ORDINALITY AS e(stream, version, type, schema, at, actor, data, postings, hash, n);
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
