import pg from 'pg';

/** A prepared state as a fresh copy of it has it: what a used copy is brought back to. */
export interface PreparedState {
  /** Of everything but rows: another one after any change of tables, triggers or rights. */
  readonly shape: string;
  /** By table, as JSON; of the few tables that are not empty. */
  readonly rows: ReadonlyMap<string, string>;
  readonly sequences: ReadonlyMap<string, { readonly value: string; readonly called: boolean }>;
}

/** Every change of the schema writes a row of these anew. */
const SHAPES = ['class', 'attribute', 'trigger', 'constraint', 'index', 'proc', 'rewrite', 'type', 'namespace'];

/** What a copy that nobody has used yet consists of. */
export async function preparedState(url: string): Promise<PreparedState> {
  return withDatabase(url, async (database) => {
    const rows = new Map<string, string>();
    for (const table of await tablesInUse(database)) rows.set(table, await rowsOf(database, table));
    return { shape: await shapeOf(database), rows, sequences: await sequencesOf(database) };
  });
}

/**
 * Empties a used copy, so that it is as it was. Answers whether it is: one whose schema was changed is of no use any more.
 */
export async function restore(url: string, prepared: PreparedState): Promise<boolean> {
  return withDatabase(url, async (database) => {
    if ((await shapeOf(database)) !== prepared.shape) return false;
    // Rows that may never be deleted are, and in any order.
    await database.query('set session_replication_role = replica');
    const emptied: string[] = [];
    for (const table of await tablesInUse(database)) {
      const before = prepared.rows.get(table);
      if (before !== undefined && (await rowsOf(database, table)) === before) continue;
      await database.query(`delete from ${table}`);
      emptied.push(table);
    }
    for (const [table, before] of prepared.rows)
      if (emptied.includes(table))
        await database.query(
          `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
          [before],
        );
    for (const [sequence, { value, called }] of prepared.sequences)
      await database.query('select setval($1, $2, $3)', [sequence, value, called]);
    // What was deleted still lies in the way of whoever reads.
    if (emptied.length > 0) await database.query(`vacuum ${emptied.join(', ')}`);
    return true;
  });
}

async function shapeOf(database: pg.Client): Promise<string> {
  const of = SHAPES.map((name) => `(select count(*) || ' ' || sum(xmin::text::bigint) from pg_${name})`);
  const { rows } = await database.query<{ shape: string }>(`select concat_ws(', ', ${of.join(', ')}) as shape`);
  return rows[0]?.shape ?? '';
}

/** Tables with anything in their files. */
async function tablesInUse(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  );
  return rows.map(({ name }) => name);
}

async function rowsOf(database: pg.Client, table: string): Promise<string> {
  const { rows } = await database.query<{ found: string }>(
    `select coalesce(json_agg(row_to_json(t) order by t::text), '[]')::text as found from ${table} t`,
  );
  return rows[0]?.found ?? '[]';
}

async function sequencesOf(database: pg.Client): Promise<PreparedState['sequences']> {
  const { rows } = await database.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  );
  const sequences = new Map<string, { value: string; called: boolean }>();
  for (const { name } of rows) {
    const found = await database.query<{ value: string; called: boolean }>(
      `select last_value as value, is_called as called from ${name}`,
    );
    for (const state of found.rows) sequences.set(name, state);
  }
  return sequences;
}

async function withDatabase<T>(url: string, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString: url });
  database.on('error', () => undefined);
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
