import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The event store and the ledger's second line. All value and all history stand in these tables, so they defend
 * themselves: nothing can be changed or removed, and an unbalanced or overdrawn posting is refused by the database
 * whoever sends it.
 */
export class EventStore1700000000001 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    for (const statement of [TABLES, GUARDS, LEDGER, APPEND]) await queries.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('the history is never dropped by a migration');
  }
}

const TABLES = `
CREATE TABLE realm_heads (
  realm text PRIMARY KEY,
  position bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL,
  lease_epoch bigint NOT NULL DEFAULT 0,
  lease_holder text NOT NULL DEFAULT ''
);

CREATE TABLE events (
  realm text NOT NULL,
  position bigint NOT NULL,
  stream text NOT NULL,
  version bigint NOT NULL,
  type text NOT NULL,
  schema smallint NOT NULL,
  at bigint NOT NULL,
  actor text NOT NULL,
  data text NOT NULL,
  postings text,
  hash bytea NOT NULL,
  PRIMARY KEY (realm, position)
);
CREATE UNIQUE INDEX events_stream ON events (realm, stream, version);

CREATE TABLE answers (
  realm text NOT NULL,
  key text NOT NULL,
  position bigint NOT NULL,
  answer text NOT NULL,
  PRIMARY KEY (realm, key)
);

CREATE TABLE snapshots (
  realm text NOT NULL,
  stream text NOT NULL,
  version bigint NOT NULL,
  position bigint NOT NULL,
  schema smallint NOT NULL,
  state text NOT NULL,
  PRIMARY KEY (realm, stream, version)
);

CREATE TABLE checkpoints (
  realm text NOT NULL,
  position bigint NOT NULL,
  hash bytea NOT NULL,
  at bigint NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (realm, position)
);

CREATE TABLE due_commands (
  realm text NOT NULL,
  id text NOT NULL,
  due_at bigint NOT NULL,
  type text NOT NULL,
  data text NOT NULL,
  actor text NOT NULL,
  PRIMARY KEY (realm, id)
);
CREATE INDEX due_commands_order ON due_commands (realm, due_at, id);
`;

const GUARDS = `
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'history is never changed: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'GB001';
END $$;

CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;

const LEDGER = `
CREATE TABLE ledger_house_accounts (
  account text PRIMARY KEY,
  may_go_negative boolean NOT NULL
);

CREATE TABLE ledger_postings (
  realm text NOT NULL,
  position bigint NOT NULL,
  line smallint NOT NULL,
  account text NOT NULL,
  asset text NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (realm, position, line)
);

CREATE TABLE ledger_balances (
  realm text NOT NULL,
  account text NOT NULL,
  asset text NOT NULL,
  amount numeric NOT NULL,
  may_go_negative boolean NOT NULL,
  PRIMARY KEY (realm, account, asset),
  CONSTRAINT never_overdrawn CHECK (may_go_negative OR amount >= 0)
) WITH (fillfactor = 70);

CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION post_to_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE bad record;
BEGIN
  SELECT realm, position, asset, sum(amount) AS total INTO bad FROM posted
    GROUP BY realm, position, asset HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'postings of % % do not sum to zero in %: %', bad.realm, bad.position, bad.asset, bad.total
      USING ERRCODE = 'GB002';
  END IF;
  SELECT p.realm, p.account INTO bad FROM posted p
    WHERE p.account NOT LIKE 'user/' || p.realm || '-%'
      AND NOT EXISTS (SELECT 1 FROM ledger_house_accounts h WHERE h.account = p.account) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'account % is not of realm %', bad.account, bad.realm USING ERRCODE = 'GB003';
  END IF;
  -- Not INSERT … ON CONFLICT: that checks the row it proposes, and a change may be negative where the balance is not.
  WITH change AS MATERIALIZED (
    SELECT p.realm, p.account, p.asset, sum(p.amount) AS amount, coalesce(bool_or(h.may_go_negative), false) AS negative
      FROM posted p LEFT JOIN ledger_house_accounts h ON h.account = p.account
      GROUP BY p.realm, p.account, p.asset
  ), updated AS (
    UPDATE ledger_balances b SET amount = b.amount + c.amount FROM change c
      WHERE b.realm = c.realm AND b.account = c.account AND b.asset = c.asset
      RETURNING b.realm, b.account, b.asset
  )
  INSERT INTO ledger_balances (realm, account, asset, amount, may_go_negative)
    SELECT c.realm, c.account, c.asset, c.amount, c.negative FROM change c
      WHERE NOT EXISTS (SELECT 1 FROM updated u WHERE u.realm = c.realm AND u.account = c.account AND u.asset = c.asset);
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_postings_post AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION post_to_balances();
`;

const APPEND = `
CREATE FUNCTION append_events(
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
    INSERT INTO answers (realm, key, position, answer)
      SELECT p_realm, a.key, a.position, a.answer FROM unnest(p_answer_keys, p_answer_positions, p_answers)
        AS a(key, position, answer);
  END IF;
END $$;
`;
