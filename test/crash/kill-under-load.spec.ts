import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { Connection } from '../../bench/http-load.js';
import { isClusterRunning, openCluster } from '../../scripts/postgres/cluster.js';
import { until } from '../kit/until.js';
import { isRunning, waitUntil } from '../../scripts/postgres/processes.js';
import { Rng } from '../../server/core/rng.js';
import '../../server/features.js';
import { openPool } from '../../server/engine/history/database.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { spotKind } from '../../server/features/spot/spot.state.js';
import { jsonHash } from '../../server/engine/writer/memory-realm.js';
import { loadStream } from '../../server/engine/writer/loader.js';
import { times } from '../kit/level.js';
import { buildServer, postgresPid, startServer, type ServerProcess } from '../kit/server-process.js';

const ROUNDS = times(6, 12);
const TRADERS = 6;
const SEED = 20_261_121;

interface SentOrder {
  readonly path: string;
  readonly form: string;
  readonly token: string;
}

/** What was sent and answered, and what was sent and is not known: the server died first. */
interface Tally {
  acknowledged: Map<string, { orderId: string; position: number }>;
  unknown: SentOrder[];
}

describe('killing the server, and PostgreSQL with it, under load', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'glassbook-crash-'));
  const rng = new Rng(SEED);
  const tally: Tally = { acknowledged: new Map(), unknown: [] };
  let server: ServerProcess;
  let tokens: string[] = [];

  beforeAll(async () => {
    buildServer();
    server = await startServer(dataDir);
    tokens = await logIn(server, TRADERS);
  }, 120_000);

  afterAll(async () => {
    await server.end('SIGTERM').catch(() => undefined);
    if (isClusterRunning(dataDir)) await (await openCluster({ directory: dataDir })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, 60_000);

  it(`loses and doubles no acknowledged order, round after round (seed ${SEED})`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const loads = tokens.map((token, n) => trade(server, token, `${round}-${n}`, new Rng(rng.uint32()), tally));
      const enough = tally.acknowledged.size + 60 + rng.below(120);
      await waitUntil(() => tally.acknowledged.size >= enough, 60_000);
      await kill(server, dataDir, round % 2 === 1);
      await Promise.all(loads);
      server = await startServer(dataDir);
      await repeatUnknown(server, tally);
    }
    await withStore(dataDir, (store) => checkOrders(store, tally));
  }, 600_000);

  it('finds the same books and the same ledger live, from genesis and from snapshot plus tail', async () => {
    await withStore(dataDir, async (store) => {
      for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
        // A late beat is an event too: what is read and what is live are compared once none came in between.
        await until(async () => {
          const stored = await storedHashes(store, symbol);
          return (
            stored.fromSnapshot === stored.fromGenesis &&
            (await liveHash(server, symbol, tokens[0] as string)) === stored.fromGenesis
          );
        });
      }
      await checkLedger(store.pool);
    });
  }, 60_000);
});

async function logIn(server: ServerProcess, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const answer = await fetch(`${server.url}/web/tempLogin?requestToken=crash-${100 + n}`);
    tokens.push(((await answer.json()) as { data: { token: string } }).data.token);
  }
  return tokens;
}

/** One trader sends one order after the other until the server is gone. */
async function trade(server: ServerProcess, token: string, name: string, rng: Rng, tally: Tally): Promise<void> {
  const connection = new Connection(Number(new URL(server.url).port));
  for (let n = 0; ; n += 1) {
    const request = { path: '/web/placeOrder', form: orderForm(rng, `${name}-${n}`), token };
    try {
      const { body } = await connection.post(request.path, request.form, token);
      note(request, body, tally);
    } catch {
      tally.unknown.push(request);
      connection.close();
      return;
    }
  }
}

function orderForm(rng: Rng, id: string): string {
  const symbol = rng.pick(['BTCUSDT', 'ETHUSDT']);
  const quantity = symbol === 'BTCUSDT' ? '0.001' : '0.02';
  const clientOrderId = `crash-${id}`;
  const common = `symbol=${symbol}&quantity=${quantity}&clientOrderId=${clientOrderId}`;
  if (rng.chance(0.5)) return `${common}&side=buy&type=market`;
  const price = symbol === 'BTCUSDT' ? `${rng.between(50_000, 60_000)}` : `${rng.between(1500, 2000)}`;
  return `${common}&side=buy&type=limit&price=${price}&timeInForce=${rng.pick(['GTC', 'IOC'])}`;
}

function note(request: SentOrder, body: string, tally: Tally): void {
  const { code, data } = JSON.parse(body) as {
    code: number;
    data: { orders?: { orderId: string }[]; position?: number; refusal?: string };
  };
  if (code === 0 && data.orders?.[0] !== undefined) {
    const clientOrderId = new URLSearchParams(request.form).get('clientOrderId') ?? '';
    tally.acknowledged.set(clientOrderId, { orderId: data.orders[0].orderId, position: data.position ?? 0 });
  } else if (data.refusal === 'request.unavailable' || data.refusal === 'request.error') {
    tally.unknown.push(request);
  }
}

/** Requests whose answer was lost are sent again under the same client order id, as a careful bot would. */
async function repeatUnknown(server: ServerProcess, tally: Tally): Promise<void> {
  const connection = new Connection(Number(new URL(server.url).port));
  const { unknown } = tally;
  tally.unknown = [];
  for (const request of unknown)
    note(request, (await connection.post(request.path, request.form, request.token)).body, tally);
  connection.close();
}

async function kill(server: ServerProcess, dataDir: string, withPostgres: boolean): Promise<void> {
  const postgres = postgresPid(dataDir);
  if (withPostgres) process.kill(postgres, 'SIGKILL');
  await server.end('SIGKILL');
  if (withPostgres) await waitUntil(() => !isRunning(postgres), 30_000);
}

async function withStore(dataDir: string, check: (store: EventStore) => Promise<void>): Promise<void> {
  const cluster = await openCluster({ directory: dataDir });
  const pool = openPool(cluster.url('glassbook'));
  try {
    await check(new EventStore(pool));
  } finally {
    await pool.end();
  }
}

async function checkOrders({ pool }: EventStore, tally: Tally): Promise<void> {
  const { rows } = await pool.query<{ id: string; tag: string; position: number }>(
    `SELECT data::json -> 'order' ->> 'orderId' AS id, data::json -> 'order' ->> 'tag' AS tag, position
       FROM events WHERE realm = 'demo' AND type = 'SpotOrderAccepted'`,
  );
  const byTag = new Map<string, string[]>();
  for (const { id, tag } of rows) byTag.set(tag, [...(byTag.get(tag) ?? []), id]);
  expect(tally.acknowledged.size).toBeGreaterThan(ROUNDS * 50);
  for (const [clientOrderId, { orderId }] of tally.acknowledged) expect(byTag.get(clientOrderId)).toEqual([orderId]);
  const doubled = [...byTag].filter(([, ids]) => ids.length > 1);
  expect(doubled).toEqual([]);
  const gaps = await pool.query(
    `SELECT realm FROM events GROUP BY realm HAVING count(*) <> max(position) OR min(position) <> 1`,
  );
  expect(gaps.rows).toEqual([]);
}

async function checkLedger(pool: Pool): Promise<void> {
  const wrong = await pool.query(
    `SELECT coalesce(b.account, p.account) AS account FROM ledger_balances b
       FULL JOIN (SELECT realm, account, asset, sum(amount) AS amount FROM ledger_postings GROUP BY 1, 2, 3) p
         USING (realm, account, asset) WHERE b.amount IS DISTINCT FROM p.amount`,
  );
  expect(wrong.rows).toEqual([]);
  const sums = await pool.query('SELECT asset FROM ledger_balances GROUP BY realm, asset HAVING sum(amount) <> 0');
  expect(sums.rows).toEqual([]);
}

async function storedHashes(store: EventStore, symbol: string) {
  const snapshot = spotKind.snapshot!;
  // Snapshots of another schema are as good as none, so this one reads from the first event.
  const genesis = { ...spotKind, snapshot: { ...snapshot, schema: -1 } };
  const hashOf = async (kind: typeof spotKind): Promise<string> =>
    jsonHash(snapshot.save((await loadStream(store, 'demo', kind, symbol)).state));
  return { fromGenesis: await hashOf(genesis), fromSnapshot: await hashOf(spotKind) };
}

/** Of the realm in which the traders trade: visitors see the real one. */
async function liveHash(server: ServerProcess, symbol: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/web/getBookHash?symbol=${symbol}`, { headers });
  return ((await answer.json()) as { data: { hash: string } }).data.hash;
}
