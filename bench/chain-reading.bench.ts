import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { Connection } from './http-load.js';
import { row, type BenchRow } from './kit.js';
import { OrderClient } from './order-client.js';
import { BenchPlace } from './server.js';

const EVENTS = 60_000;
const FILLERS = 16;
const ORDERS = 600;
const PAUSE_MS = 10;

/**
 * The latency of an order while staff read the whole chain again and again, against the latency without that load: one person who
 * orders at a human pace on a server with a long history.
 */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  try {
    const databaseUrl = await place.database('glassbook');
    const { port } = await place.server(databaseUrl);
    const token = await auditor(databaseUrl);
    const events = await filled(port, token);
    const trader = await OrderClient.open(port, FILLERS);
    await orders(trader);
    const before = await orders(trader);
    const reading = readAgain(port, token);
    const during = await orders(trader);
    const readings = await reading.stop();
    const after = await orders(trader);
    trader.close();
    return [
      row({
        name: `an order (p95) while the chain of ${events} events is read again and again`,
        ours: during,
        peer: (before + after) / 2,
        unit: 'ms',
        atMost: 3,
        note: `peer: the same, before and after; ${readings} full readings`,
      }),
    ];
  } finally {
    await place.close();
  }
}

/** Milliseconds in which 95 of 100 orders are answered. */
async function orders(trader: OrderClient): Promise<number> {
  const took: number[] = [];
  for (let order = 0; order < ORDERS; order += 1) {
    const from = performance.now();
    await trader.place();
    took.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return took.sort((one, other) => one - other)[Math.floor(ORDERS * 0.95)] ?? 0;
}

/** A history of that many events at least; answers how many. */
async function filled(port: number, token: string): Promise<number> {
  const traders = await Promise.all(Array.from({ length: FILLERS }, (_, n) => OrderClient.open(port, n)));
  const connection = new Connection(port);
  let position = 0;
  while (position < EVENTS) {
    await Promise.all(traders.map((trader) => placeMany(trader)));
    position = (await chain(connection, token, false)).position;
  }
  connection.close();
  for (const trader of traders) trader.close();
  return position;
}

async function placeMany(trader: OrderClient): Promise<void> {
  for (let order = 0; order < 100; order += 1) await trader.place();
}

async function chain(connection: Connection, token: string, again: boolean) {
  const { status, body } = await connection.get(`/staff/chain?realm=demo${again ? '&again=true' : ''}`, token);
  if (status !== 200) throw new Error(body);
  return JSON.parse(body) as { position: number; checkedAt: number | null; problem: string | null };
}

/** One reading begins as soon as the one before is over. */
function readAgain(port: number, token: string): { stop(): Promise<number> } {
  const connection = new Connection(port);
  let stopped = false;
  const ends = new Set<number | null>();
  const running = (async () => {
    while (!stopped) {
      const { checkedAt, problem } = await chain(connection, token, true);
      if (problem !== null) throw new Error(problem);
      ends.add(checkedAt);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    connection.close();
  })();
  const stop = async (): Promise<number> => {
    stopped = true;
    await running;
    // The first one seen ended before.
    return ends.size - 1;
  };
  return { stop };
}

/** A member of the staff in a session, as the tables have it. */
async function auditor(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(
    `INSERT INTO staff_accounts (staff_id, name, password_hash, roles, password_own, totp_secret, created_at)
      VALUES ('s-bench', 'bench', '', '{auditor}', true, 'none', 0)`,
  );
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at) VALUES ($1, 'bench', 's-bench', 0, $2)`,
    [createHash('sha256').update(`glassbook/staff/${token}`).digest(), Date.now() + 3_600_000],
  );
  await pool.end();
  return token;
}
