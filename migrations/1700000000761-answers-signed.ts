import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A command that changes nothing is answered at a position that a checkpoint may have signed already. `signed_from` is the first
 * position whose checkpoint can know the answer: behind everything that was there before its append.
 */
export class AnswersSigned1700000000761 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE answers ADD COLUMN signed_from bigint;
      UPDATE answers SET signed_from = position;
      ALTER TABLE answers ALTER COLUMN signed_from SET NOT NULL;
      DROP INDEX answers_position;
      CREATE INDEX answers_signed_from ON answers USING brin (signed_from) WITH (autosummarize = on);
    `);
    await queries.query(APPEND);
  }

  async down(): Promise<void> {
    throw new Error('answers are kept as long as the history');
  }
}

const APPEND = `
CREATE OR REPLACE FUNCTION append_events(
  p_realm text, p_lease_epoch bigint, p_after bigint, p_head bytea,
  p_streams text[], p_versions bigint[], p_types text[], p_schemas smallint[], p_ats bigint[], p_actors text[],
  p_datas text[], p_postings text[], p_hashes bytea[],
  p_posting_positions bigint[], p_posting_lines smallint[], p_posting_accounts text[], p_posting_assets text[],
  p_posting_amounts numeric[],
  p_answer_keys text[], p_answer_positions bigint[], p_answers text[]
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
    INSERT INTO answers (realm, key, position, answer, signed_from)
      SELECT p_realm, a.key, a.position, a.answer, greatest(a.position, p_after + 1)
        FROM unnest(p_answer_keys, p_answer_positions, p_answers) AS a(key, position, answer);
  END IF;
END $$;
`;
