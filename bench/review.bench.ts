import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { Connection } from './http-load.js';
import { row, type BenchRow } from './kit.js';
import { BenchPlace } from './server.js';

const WAITING = 100_000;
const DECIDED = 100_000;
const ROUNDS = 60;
const LIST_MS_MAX = 100;

/** How long a reviewer waits for a page of a queue in which a hundred thousand wait, beside as many that are decided. */
export async function bench(): Promise<BenchRow[]> {
  process.env['PERSONAL_KEY'] = randomBytes(32).toString('base64');
  const place = await BenchPlace.open();
  try {
    const databaseUrl = await place.database('glassbook');
    const { port } = await place.server(databaseUrl);
    const token = await fill(databaseUrl);
    const connection = new Connection(port);
    const asked = (name: string, path: string) => timed(name, () => connection.get(path, token));
    return [
      await asked('queue of 100,000 waiting, the oldest page', list({ open: true }, ['openedAt', 'ASC'])),
      await asked('queue of 100,000 waiting, one kind of three', list({ kind: 'identity-address', status: 'waiting' })),
      await asked('queue of 100,000 waiting, what the asker holds', list({ claimedBy: 's-bench' })),
      await asked('queue of 100,000 waiting, the newest page', list({ open: true }, ['openedAt', 'DESC'])),
      await asked('queues of the dashboard beside them', '/staff/queues'),
    ];
  } finally {
    await place.close();
  }
}

function list(filter: object, sort: readonly string[] = ['openedAt', 'ASC']): string {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify(sort),
    range: JSON.stringify([0, 24]),
  });
  return `/staff/reviews?${query}`;
}

async function timed(name: string, ask: () => Promise<{ status: number; body: string }>): Promise<BenchRow> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    const { status, body } = await ask();
    times.push(performance.now() - from);
    if (status !== 200 || !body.startsWith('[{')) throw new Error(`${name}: ${status} ${body.slice(0, 200)}`);
  }
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return row({
    name,
    ours: at(0.95),
    peer: LIST_MS_MAX,
    unit: 'ms',
    atMost: 1,
    note: `p95 of ${ROUNDS} askings over HTTP, p50 ${at(0.5).toFixed(1)} ms; peer: the limit`,
  });
}

/** Rows as the read model has them, and a reviewer in a session. Answers his token. */
async function fill(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(
    `INSERT INTO reviews__blue SELECT 'q-' || n,
        (ARRAY['identity-primary', 'identity-advanced', 'identity-address'])[1 + n % 3], 'identity',
        'real-' || (n % 70000), CASE WHEN n > $1 THEN 'approved' WHEN n % 500 = 0 THEN 'claimed' ELSE 'waiting' END,
        $3::bigint - n * 1000, CASE WHEN n <= $1 AND n % 500 = 0 THEN 's-bench' ELSE '' END,
        CASE WHEN n <= $1 AND n % 500 = 0 THEN $3::bigint + 900000 ELSE 0 END,
        CASE WHEN n > $1 THEN $3::bigint - n * 500 ELSE 0 END, CASE WHEN n > $1 THEN 's-bench' ELSE '' END, '', ''
      FROM generate_series(1, $2) AS n`,
    [WAITING, WAITING + DECIDED, Date.now()],
  );
  await pool.query('ANALYZE reviews__blue');
  await pool.query(
    `INSERT INTO staff_accounts (staff_id, name, password_hash, roles, queues, password_own, totp_secret, created_at)
      VALUES ('s-bench', 'bench', '', '{reviewer}', '{identity,credit}', true, 'none', 0)`,
  );
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at) VALUES ($1, 'bench', 's-bench', 0, $2)`,
    [createHash('sha256').update(`glassbook/staff/${token}`).digest(), Date.now() + 3_600_000],
  );
  await pool.end();
  return token;
}
