import type { Pool, PoolClient } from 'pg';
import { REALMS } from '../../contracts/realm.contract.js';
import { HASHED_COLUMNS, type EventRow } from '../engine/history/codec.js';

const PAGE_EVENTS = 5_000;

const PAGE = `SELECT ${HASHED_COLUMNS}
  FROM events WHERE realm = $1 AND position > $2 AND position <= $3 ORDER BY position LIMIT ${PAGE_EVENTS}`;

/** Every event row of a realm in pages, in order; the next page is under way while one is worked on. */
export async function* pagesOf(
  client: Pool | PoolClient,
  realm: string,
  upTo = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<EventRow[]> {
  const fetch = async (after: number): Promise<EventRow[]> =>
    (await client.query<EventRow>({ name: 'audit-page', text: PAGE, values: [realm, after, upTo] })).rows;
  let page = await fetch(0);
  while (page.length > 0) {
    const last = page.at(-1) as EventRow;
    const next = page.length < PAGE_EVENTS ? Promise.resolve([]) : fetch(last.position);
    // A page that fails while another is worked on is heard when it is waited for.
    next.catch(() => undefined);
    yield page;
    page = await next;
  }
}

/** Every realm that there is, or that has a head or an event. */
export async function realmsOf(client: Pool | PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ realm: string }>(
    `WITH RECURSIVE found AS (
       (SELECT realm FROM events ORDER BY realm LIMIT 1)
       UNION ALL SELECT (SELECT realm FROM events e WHERE e.realm > f.realm ORDER BY realm LIMIT 1) FROM found f
         WHERE f.realm IS NOT NULL)
     SELECT realm FROM found WHERE realm IS NOT NULL UNION SELECT realm FROM realm_heads`,
  );
  return [...new Set([...REALMS, ...rows.map(({ realm }) => realm)])];
}

/** When the newest event was recorded; 0 in an empty history. */
export async function newestInstant(client: Pool | PoolClient): Promise<number> {
  const { rows } = await client.query<{ at: number | null }>(
    'SELECT max(e.at) AS at FROM realm_heads h JOIN events e USING (realm, position)',
  );
  return rows[0]?.at ?? 0;
}

/** Runs the work on one unmoving picture of the database. Nothing that it does stays. */
export async function onSnapshot<Answer>(pool: Pool, work: (client: PoolClient, id: string) => Promise<Answer>) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
    return await work(client, rows[0]?.id ?? '');
  } finally {
    // Closing the connection ends its transaction, in any state.
    client.release(true);
  }
}
