import type { Pool, PoolClient } from 'pg';
import { migrationsOf } from '../../engine/history/migrate.js';
import type { Findings } from '../findings.js';

/** Where the migrations are run once more, in a transaction that is taken back. */
const SCRATCH = 'glassbook_expected';

interface Guard {
  readonly place: string;
  readonly name: string;
  /** What it does, without the schema's name. */
  readonly text: string;
}

/** Triggers, functions, constraints and unique indexes of a schema: what the database itself refuses. */
const ALL_GUARDS = `
SELECT 'pg_trigger'::regclass AS classid, t.oid, 'trigger' AS place, r.relname || '.' || t.tgname AS name,
    t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid) AS text
  FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid WHERE r.relnamespace = $1::regnamespace AND NOT t.tgisinternal
UNION ALL
SELECT 'pg_proc'::regclass, p.oid, 'function', p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
    concat_ws(' ', p.prosecdef, p.provolatile, p.prorettype::regtype, p.proconfig, p.prosrc)
  FROM pg_proc p WHERE p.pronamespace = $1::regnamespace
UNION ALL
SELECT 'pg_constraint'::regclass, c.oid, 'constraint', r.relname || '.' || c.conname,
    concat_ws(' ', c.convalidated, pg_get_constraintdef(c.oid))
  FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
 WHERE r.relnamespace = $1::regnamespace AND c.contype IN ('c', 'p', 'u', 'f', 'x')
UNION ALL
SELECT 'pg_class'::regclass, i.oid, 'unique index', i.relname, concat_ws(' ', x.indisvalid, pg_get_indexdef(i.oid))
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class r ON r.oid = x.indrelid
 WHERE r.relname <> 'migrations' AND i.relnamespace = $1::regnamespace AND x.indisunique`;

/** What belongs to an extension, such as those for statistics, is none of ours: it comes and goes with it. */
const GUARDS = `SELECT place, name, text FROM (${ALL_GUARDS}) g
 WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = g.classid AND d.objid = g.oid AND d.deptype = 'e')`;

/** What weakens the guards without touching them. Reading may be granted to anybody; writing is the owner's alone. */
const WEAKENED = `
SELECT format('%s may %s %s, and only its owner may', CASE a.grantee WHEN 0 THEN 'everybody' ELSE a.grantee::regrole::text END,
    a.privilege_type, r.relname) AS what
  FROM pg_class r CROSS JOIN LATERAL aclexplode(r.relacl) a
 WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'v', 'p', 'S')
   AND a.grantee <> r.relowner AND a.privilege_type NOT IN ('SELECT', 'USAGE')
UNION ALL
SELECT format('the internal trigger %s of %s is switched off', t.tgname, r.relname)
  FROM pg_trigger t JOIN pg_class r ON r.oid = t.tgrelid
 WHERE r.relnamespace = 'public'::regnamespace AND t.tgisinternal AND t.tgenabled <> 'O'
UNION ALL
SELECT format('%s has a rule %s', r.relname, w.rulename)
  FROM pg_rewrite w JOIN pg_class r ON r.oid = w.ev_class
 WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'p')
UNION ALL
SELECT format('rows of %s are hidden by row security', r.relname)
  FROM pg_class r WHERE r.relnamespace = 'public'::regnamespace AND r.relrowsecurity
UNION ALL
SELECT format('the event trigger %s runs at every change of the database''s shape', e.evtname) FROM pg_event_trigger e
UNION ALL
SELECT format('the setting %s is made for every connection', s)
  FROM pg_db_role_setting CROSS JOIN LATERAL unnest(setconfig) s
 WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
   AND s ~ '^(session_replication_role|search_path|row_security)=' AND s NOT IN ('search_path="$user", public', 'search_path=public')
ORDER BY 1`;

/** PostgreSQL's errors for a role that may not create a schema, and on a read-only copy. */
const MAY_NOT: Readonly<Record<string, string>> = {
  42501: 'this database role may not create a schema',
  25006: 'this database only reads',
};

/**
 * Whether the database still defends itself as the migrations made it: they are run once more in a schema of their own, compared, and
 * taken back. Answers why that was left out where the role may not make a schema.
 */
export async function checkGuards(pool: Pool, findings: Findings, head: number): Promise<string | undefined> {
  const client = await pool.connect();
  const find = (what: string): void => findings.add('guards', 'house', Math.max(1, head), what);
  try {
    await client.query('BEGIN');
    for (const { what } of (await client.query<{ what: string }>(WEAKENED)).rows) find(what);
    const found = await guardsOf(client, 'public');
    const refused = await createScratch(client);
    if (refused !== undefined) return refused;
    const wanted = await expectedGuards(client);
    for (const [key, text] of wanted)
      if (found.get(key) === undefined) find(`the ${key} is gone`);
      else if (found.get(key) !== text) find(`the ${key} was changed`);
    for (const key of found.keys()) if (!wanted.has(key)) find(`the ${key} is none that the program makes`);
    return undefined;
  } finally {
    // Closing the connection rolls everything back, in any state.
    client.release(true);
  }
}

async function createScratch(client: PoolClient): Promise<string | undefined> {
  try {
    await client.query(`CREATE SCHEMA ${SCRATCH}`);
    return undefined;
  } catch (error) {
    const why = MAY_NOT[(error as { code?: string }).code ?? ''];
    if (why === undefined) throw error;
    return why;
  }
}

async function expectedGuards(client: PoolClient): Promise<Map<string, string>> {
  await client.query(`SET LOCAL search_path = ${SCRATCH}`);
  const query = (text: string, values?: unknown[]) => client.query(text, values);
  for (const migration of await migrationsOf()) await migration.up({ query });
  return guardsOf(client, SCRATCH);
}

async function guardsOf(client: PoolClient, schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<Guard>(GUARDS, [schema]);
  const plain = (text: string): string => text.replaceAll(`${schema}.`, '');
  const ours = rows.filter(({ name }) => !name.startsWith('migrations'));
  return new Map(ours.map(({ place, name, text }) => [`${place} ${plain(name)}`, plain(text)]));
}
