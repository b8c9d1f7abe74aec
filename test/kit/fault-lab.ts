import { createServer } from 'node:net';
import pg from 'pg';
import { openCluster } from '../../scripts/postgres/cluster.js';

export interface Answer {
  status: number;
  refusal: string | undefined;
  orderId: string | undefined;
}

export interface Readiness {
  status: number;
  /** Its whole output, as text. */
  text: string;
}

/** Reads until the condition holds; a timeout fails with the last answer. */
export async function comesTo<Seen>(
  look: () => Promise<Seen>,
  isThere: (seen: Seen) => boolean,
  timeoutMs: number,
): Promise<Seen> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (performance.now() > deadline) throw new Error(`not within ${timeoutMs} ms; last seen: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A refused connection is an answer too. */
export async function readiness(url: string): Promise<Readiness> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

export const isReady = ({ status }: Readiness): boolean => status === 200;

/** A trader with a demo account. */
export async function demoTrader(url: string): Promise<string> {
  const answer = await fetch(`${url}/web/tempLogin`);
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** Buys a little at the market. */
export function buy(url: string, token: string, clientOrderId: string): Promise<Answer> {
  const form = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.001', clientOrderId };
  return send(`${url}/web/placeOrder`, { method: 'POST', body: new URLSearchParams(form) }, token);
}

export function findOrder(url: string, token: string, clientOrderId: string): Promise<Answer> {
  return send(`${url}/web/getOrder?symbol=BTCUSDT&clientOrderId=${clientOrderId}`, {}, token);
}

async function send(url: string, init: RequestInit, token: string): Promise<Answer> {
  const answer = await fetch(url, { ...init, headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as {
    data: { refusal?: string; orderId?: string; orders?: { orderId: string }[] };
  };
  return { status: answer.status, refusal: data?.refusal, orderId: data?.orderId ?? data?.orders?.[0]?.orderId };
}

/** Does something in the database of a running server. */
export async function inDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await databaseUrlOf(dataDir) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function databaseUrlOf(dataDir: string): Promise<string> {
  return (await openCluster({ directory: dataDir })).url('glassbook');
}

/** The sessions that hold a realm. */
export const LEASE_SESSIONS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
