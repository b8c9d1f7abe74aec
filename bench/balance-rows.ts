import type { StatementResults } from '../server/features/asset/statement/statement-result.js';
import type pg from 'pg';
import { migrate } from '../server/engine/history/migrate.js';
import { openPool } from '../server/engine/history/database.js';
import type { ProjectionRunner } from '../server/engine/projections/runner.js';

export const OWNER = 'real-bench.1';
export const REALM = 'real';
const SPACING_MS = 63_000;
const STARTS_AT = Date.UTC(2025, 0, 1);

/** The read models are filled by hand and therefore always complete. */
export const complete = { upToDate: () => Promise.resolve(true) } as unknown as ProjectionRunner;

/** The instant in the middle of so many events. */
export const middleOf = (events: number): number => STARTS_AT + (events / 2) * SPACING_MS;
export const endOf = (events: number): number => STARTS_AT + events * SPACING_MS;

/**
 * An account of `events` trades with two postings each, spread evenly over time: the rows of events and read models as the server
 * writes them, and the sums of its projection.
 */
export async function fill(databaseUrl: string, events: number): Promise<pg.Pool> {
  await migrate(databaseUrl);
  const pool = openPool(databaseUrl, 4);
  await pool.query(
    `INSERT INTO events SELECT $1, n, 'spot-BTCUSDT', n, 'SpotOrderMatched', 1, $2::bigint + n * $3::bigint, 'user:bench',
        repeat('x', 600), repeat('y', 200), sha256(n::text::bytea), 'call-' || n, 'call-' || n || '/PlaceSpotOrder', sha256('command') FROM generate_series(1::bigint, $4::bigint) AS n`,
    [REALM, STARTS_AT, SPACING_MS, events],
  );
  await pool.query(
    `INSERT INTO realm_heads VALUES ($1, $2, sha256('head'), 1, '') ON CONFLICT (realm) DO UPDATE SET position = $2`,
    [REALM, events],
  );
  await pool.query(
    `INSERT INTO account_records__blue SELECT $1, $2, n, line, 'spot', 'available', (ARRAY['USDT', 'BTC'])[1 + line],
        (ARRAY[92.5, 0.001])[1 + line] + n % 7, $3::bigint + n * $4::bigint, 'SpotOrderMatched', 't-' || n
      FROM generate_series(1::bigint, $5::bigint) AS n, generate_series(0, 1) AS line`,
    [REALM, OWNER, STARTS_AT, SPACING_MS, events],
  );
  for (const minutes of [1440, 15])
    await pool.query(
      `INSERT INTO account_sums__blue SELECT realm, owner_id, $1, at - at % ($1::bigint * 60000), space, bucket, asset, event_type,
          sum(amount), count(*), min(position), max(position)
         FROM account_records__blue GROUP BY 1, 2, 4, 5, 6, 7, 8`,
      [minutes],
    );
  await pool.query(
    `INSERT INTO ledger_balances SELECT realm, 'user/' || owner_id || '/spot/available', asset, sum(amount), false
       FROM account_records__blue GROUP BY realm, owner_id, asset`,
  );
  await pool.query('VACUUM ANALYZE events, account_records__blue, account_sums__blue, ledger_balances');
  return pool;
}

/** Results are not measured here: the rows belong to no events that could be priced. */
export const unpriced = {
  of: () => Promise.resolve({ result: {}, holdings: [], fees: new Map() }),
} as unknown as StatementResults;
