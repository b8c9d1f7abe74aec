import pg from 'pg';
import { row, type BenchRow } from './kit.js';
import { OrderClient } from './order-client.js';
import { BenchPlace, residentMb } from './server.js';

const CLIENTS = 32;
const SECONDS = 8;

/**
 * Spot orders over HTTP, each accepted and durable before it is answered, against one-row durable inserts by as many clients
 * on the same PostgreSQL in the same run. Both loads come from this process; all three share the machine.
 */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  try {
    const peer = await insertsPerSecond(await place.database('peer'));
    const { port, pid } = await place.server(await place.database('glassbook'));
    const { perSecond, accepted } = await ordersPerSecond(port);
    const again = await insertsPerSecond(await place.database('peer'));
    return [
      row({
        name: `spot orders over HTTP, ${CLIENTS} connections`,
        ours: perSecond,
        peer: (peer + again) / 2,
        unit: 'orders/s',
        atLeast: 0.5,
        aim: 1,
        note: 'peer: one-row durable inserts by as many clients, before and after',
      }),
      row({
        name: `memory of the server after ${accepted} orders`,
        ours: residentMb(pid),
        peer: 400,
        unit: 'MB',
        atMost: 1,
        note: 'peer: the limit',
      }),
    ];
  } finally {
    await place.close();
  }
}

async function insertsPerSecond(url: string): Promise<number> {
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]!.query('CREATE TABLE IF NOT EXISTS inserts (id bigserial PRIMARY KEY, payload text NOT NULL)');
  const payload = 'x'.repeat(400);
  const insert = { name: 'insert', text: 'INSERT INTO inserts (payload) VALUES ($1)', values: [payload] };
  const done = await forSeconds(clients, (client) => client.query(insert));
  await Promise.all(clients.map((client) => client.end()));
  return done / SECONDS;
}

async function ordersPerSecond(port: number): Promise<{ perSecond: number; accepted: number }> {
  const traders = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => OrderClient.open(port, n)));
  await forSeconds(traders, (trader) => trader.place(), 5);
  for (const trader of traders) trader.placed = 0;
  await forSeconds(traders, (trader) => trader.place());
  const placed = traders.reduce((sum, trader) => sum + trader.placed, 0);
  for (const trader of traders) trader.close();
  return { perSecond: placed / SECONDS, accepted: placed };
}

/** Every worker does one thing after the other until the time is over; answers how many were done. */
async function forSeconds<Worker>(
  workers: readonly Worker[],
  work: (worker: Worker) => Promise<unknown>,
  span = SECONDS,
) {
  let done = 0;
  const until = performance.now() + span * 1000;
  await Promise.all(
    workers.map(async (worker) => {
      while (performance.now() < until) {
        await work(worker);
        done += 1;
      }
    }),
  );
  return done;
}
