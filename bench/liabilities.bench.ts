import { hash } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../server/engine/history/migrate.js';
import { openPool } from '../server/engine/history/database.js';
import { isRefusal } from '../server/core/refusal.js';
import { LiabilityQuery } from '../server/features/liability/liability.query.js';
import { TreeMaker } from '../server/features/liability/tree-maker.js';
import { row, seconds, secondsOf, type BenchRow } from './kit.js';
import { BenchPlace } from './server.js';

const ACCOUNTS = 1_000_000;
const EPOCH = 1_800_000_000_000;
const POSITION = 1;
const PROOFS = 400;
const TREE_SECONDS_MAX = 10;
const PROOF_MS_MAX = 5;
/** What a leaf or a node of this tree has to hash, roughly. */
const NODE_BYTES = 160;

const vault = { fingerprint: () => Buffer.alloc(32, 7).toString('base64url') };

/** What users are owed, a million accounts of them in one and a half million balances: tree, root and one proof. */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  const maker = new TreeMaker();
  try {
    const databaseUrl = await place.database('glassbook');
    await migrate(databaseUrl);
    await fill(databaseUrl);
    let leaves = 0;
    const key = Buffer.from(vault.fingerprint(), 'base64url').toString('hex');
    let stalledMs = 0;
    const watch = stalls((ms) => (stalledMs = Math.max(stalledMs, ms)));
    const took = await secondsOf(async () => {
      const made = await maker.make({ databaseUrl, realm: 'real', epoch: EPOCH, position: POSITION, key });
      leaves = made.leaves;
      await committed(databaseUrl, made);
    });
    clearInterval(watch);
    const plain = seconds(() => hashes(2 * leaves));
    const proofs = await proofTimes(databaseUrl);
    const note = `${leaves.toLocaleString('en-US')} leaves, 1,500,000 balances read, every node kept`;
    return [
      row({
        name: 'tree of 1,000,000 accounts, from the ledger to kept nodes',
        ours: took,
        peer: TREE_SECONDS_MAX,
        unit: 's',
        atMost: 1,
        note: `${note}; peer: the limit`,
      }),
      row({
        name: 'the same',
        ours: took,
        peer: plain,
        unit: 's',
        note: `peer: plain SHA-256 of as many nodes of ${NODE_BYTES} bytes; ours makes two more hashes a leaf for its nonce`,
      }),
      row({
        name: 'longest stall of the main thread meanwhile',
        ours: stalledMs,
        peer: 50,
        unit: 'ms',
        atMost: 1,
        note: 'peer: the limit; the tree is made in a thread of its own',
      }),
      row({
        name: 'one proof of a tree of 1,000,000',
        ours: proofs[Math.floor(proofs.length * 0.95)] ?? 0,
        peer: PROOF_MS_MAX,
        unit: 'ms',
        atMost: 1,
        note: `p95 of ${PROOFS}, p50 ${(proofs[proofs.length >> 1] ?? 0).toFixed(2)} ms, three rows read; peer: the limit`,
      }),
    ];
  } finally {
    await maker.close();
    await place.close();
  }
}

async function fill(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO events (realm, position, stream, version, type, schema, at, actor, data, hash, command, correlation, causation)
       VALUES ('real', $1, 'liabilities-epochs', 1, 'LiabilitiesDue', 1, $2, 'timer', '{}', $3, $3, 'real:1', 'real:1/FallDueLiabilities')`,
    [POSITION, EPOCH, Buffer.alloc(32, 1)],
  );
  await client.query(
    `INSERT INTO ledger_balances (realm, account, asset, amount, may_go_negative)
       SELECT 'real', 'user/' || owner(n) || '/spot/available', 'USDT', 100 + n * 0.37, false
         FROM generate_series(1, $1) AS n
       UNION ALL
       SELECT 'real', 'user/' || owner(n) || '/spot/' || (ARRAY['available', 'frozen'])[1 + n % 4 / 2],
              (ARRAY['BTC', 'ETH', 'USDT', 'TRX'])[1 + n % 4], 0.00000001 * n, false
         FROM generate_series(2, $1, 2) AS n`.replaceAll('owner(n)', `'real-' || md5(n::text) || '.1'`),
    [ACCOUNTS],
  );
  await client.query('ANALYZE ledger_balances');
  await client.end();
}

/** As the writer stores it. */
async function committed(databaseUrl: string, made: object): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const data = JSON.stringify({ epoch: EPOCH, position: POSITION, ...made });
  await client.query(
    `INSERT INTO events (realm, position, stream, version, type, schema, at, actor, data, hash, command, correlation, causation)
       VALUES ('real', 2, 'liabilities-epochs', 2, 'LiabilitiesCommitted', 1, $1, 'timer', $2, $3, $3, 'real:1', 'real:1/CommitLiabilities')`,
    [EPOCH, data, Buffer.alloc(32, 2)],
  );
  await client.end();
}

async function proofTimes(databaseUrl: string): Promise<number[]> {
  const pool = openPool(databaseUrl, 1);
  const policies = { inForce: () => ({ name: 'liabilities.rules', version: 1, values: { hours: 4, keptEpochs: 1 } }) };
  const query = new LiabilityQuery(pool, policies as never, vault as never, { now: () => EPOCH });
  const { rows } = await pool.query<{ owner: string }>(
    `SELECT 'real-' || md5((n * 2371)::text) || '.1' AS owner FROM generate_series(1, $1) AS n`,
    [PROOFS],
  );
  const times: number[] = [];
  for (const { owner } of rows) {
    const from = performance.now();
    const proof = await query.proof('real', owner);
    times.push(performance.now() - from);
    if (isRefusal(proof)) throw new Error(`${owner}: ${proof.refusal}`);
  }
  await pool.end();
  return times.sort((one, other) => one - other);
}

function stalls(report: (ms: number) => void): NodeJS.Timeout {
  let before = performance.now();
  return setInterval(() => {
    const now = performance.now();
    report(now - before - 1);
    before = now;
  }, 1);
}

function hashes(nodes: number): void {
  const bytes = Buffer.alloc(NODE_BYTES);
  for (let node = 0; node < nodes; node += 1) {
    bytes.writeUInt32BE(node, 0);
    hash('sha256', bytes, 'binary');
  }
}
