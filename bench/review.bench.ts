import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { Connection } from './http-load.js';
import { row, type BenchRow } from './kit.js';
import { requestWithdrawals } from './review-requests.js';
import { BenchPlace } from './server.js';

const WAITING = 100_000;
const DECIDED = 100_000;
const ROUNDS = 60;
const LIST_MS_MAX = 100;
const KINDS = ['identity-primary', 'identity-advanced', 'identity-address', 'withdrawal-crypto', 'withdrawal-bank'];

/**
 * How long a reviewer waits for a page of a queue in which a hundred thousand wait, beside as many that are decided, and for a
 * decision on a withdrawal: durable, and shown by the list.
 */
export async function bench(): Promise<BenchRow[]> {
  process.env['PERSONAL_KEY'] = randomBytes(32).toString('base64');
  const place = await BenchPlace.open();
  try {
    const databaseUrl = await place.database('glassbook');
    const requests = await requestWithdrawals(databaseUrl, ROUNDS);
    const { port } = await place.server(databaseUrl);
    const token = await fill(databaseUrl);
    const connection = new Connection(port);
    const measure = (name: string, path: string) => timed(name, () => connection.get(path, token));
    return [
      await measure('queue of 100,000 waiting, the oldest page', list({ open: true }, ['openedAt', 'ASC'])),
      await measure(
        'queue of 100,000 waiting, one kind of five',
        list({ kind: 'identity-address', status: 'waiting' }),
      ),
      await measure('queue of 100,000 waiting, withdrawals', list({ kind: 'withdrawal-crypto', status: 'waiting' })),
      await measure('queue of 100,000 waiting, what the asker holds', list({ claimedBy: 's-bench' })),
      await measure('queue of 100,000 waiting, the newest page', list({ open: true }, ['openedAt', 'DESC'])),
      await measure('queues of the dashboard beside them', '/staff/queues'),
      ...(await decisions(connection, token, requests)),
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

/** Each request is taken up, opened and approved, one after another as a reviewer does it. */
async function decisions(connection: Connection, token: string, requests: readonly string[]): Promise<BenchRow[]> {
  const took = new Map<string, number[]>();
  const timing = async (what: string, ask: () => Promise<{ status: number; body: string }>): Promise<number> => {
    const from = performance.now();
    const { status, body } = await ask();
    const ms = performance.now() - from;
    if (status !== 200) throw new Error(`${what}: ${status} ${body.slice(0, 200)}`);
    took.set(what, [...(took.get(what) ?? []), ms]);
    return ms;
  };
  const both: number[] = [];
  for (const requestId of requests) {
    const of = new URLSearchParams({ requestId }).toString();
    const claimed = await timing('claim', () => connection.post('/staff/claimReview', of, token));
    await timing('open', () => connection.get(`/staff/reviews/${requestId}`, token));
    const approval = () => connection.post('/staff/decideReview', `${of}&verdict=approved`, token);
    both.push(claimed + (await timing('approve', approval)));
  }
  return [
    measured('a withdrawal among 100,000 waiting, claimed', took.get('claim') ?? []),
    measured('the same, opened with its signs of risk', took.get('open') ?? []),
    measured('the same, approved', took.get('approve') ?? []),
    measured('the decision: claimed and approved together', both),
  ];
}

async function timed(name: string, ask: () => Promise<{ status: number; body: string }>): Promise<BenchRow> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    const { status, body } = await ask();
    times.push(performance.now() - from);
    if (status !== 200 || !body.startsWith('[{')) throw new Error(`${name}: ${status} ${body.slice(0, 200)}`);
  }
  return measured(name, times);
}

function measured(name: string, times: number[]): BenchRow {
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return row({
    name,
    ours: at(0.95),
    peer: LIST_MS_MAX,
    unit: 'ms',
    atMost: 1,
    note: `p95 of ${times.length} askings over HTTP, p50 ${at(0.5).toFixed(1)} ms; peer: the limit`,
  });
}

/** Rows as the read model has them, and a reviewer in a session. Answers the session's token. */
async function fill(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(
    `INSERT INTO reviews__blue SELECT 'q-' || n,
        ($4::text[])[1 + n % 5], split_part(($4::text[])[1 + n % 5], '-', 1), 'real-' || (n % 70000), CASE WHEN n > $1 THEN 'approved' WHEN n % 500 = 0 THEN 'claimed' ELSE 'waiting' END,
        $3::bigint - n * 1000, CASE WHEN n <= $1 AND n % 500 = 0 THEN 's-bench' ELSE '' END,
        CASE WHEN n <= $1 AND n % 500 = 0 THEN $3::bigint + 900000 ELSE 0 END,
        CASE WHEN n > $1 THEN $3::bigint - n * 500 ELSE 0 END, CASE WHEN n > $1 THEN 's-bench' ELSE '' END, '', ''
      FROM generate_series(1, $2) AS n`,
    [WAITING, WAITING + DECIDED, Date.now(), KINDS],
  );
  await pool.query(
    `INSERT INTO withdrawals__blue SELECT 'q-' || n, n, 'real-' || (n % 70000), 'real-' || (n % 70000) || '.1', 'crypto', 'USDT',
        'ERC20', 1000, 50, 950, '0.05', 1000, 'payee-1', 'v1.sealed', 'f' || n, '', false, 1, $3::bigint - n * 1000,
        $3::bigint - n * 500, CASE WHEN n > $1 THEN 'paid' ELSE 'review' END, '', '', '', ''
      FROM generate_series(1, $2) AS n WHERE ($4::text[])[1 + n % 5] LIKE 'withdrawal-%'`,
    [WAITING, WAITING + DECIDED, Date.now(), KINDS],
  );
  await pool.query('ANALYZE reviews__blue, withdrawals__blue');
  await pool.query(
    `INSERT INTO staff_accounts (staff_id, name, password_hash, roles, queues, password_own, totp_secret, created_at)
      VALUES ('s-bench', 'bench', '', '{reviewer}', '{identity,credit,withdrawal}', true, 'none', 0)`,
  );
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at) VALUES ($1, 'bench', 's-bench', 0, $2)`,
    [createHash('sha256').update(`glassbook/staff/${token}`).digest(), Date.now() + 3_600_000],
  );
  await pool.end();
  return token;
}
