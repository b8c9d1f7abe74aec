import { loadavg } from 'node:os';
import { row, type BenchRow } from './kit.js';
import { OrderClient, type Product } from './order-client.js';
import { BenchPlace, cpuSeconds, databaseCpuSeconds } from './server.js';

const CLIENTS = 16;
const ROUND_MS = 4_000;
const ROUNDS = 4;
const PRODUCTS = ['spot', 'contract'] as const;

/** What an order of each costs, in a round. */
interface Cost {
  readonly perSecond: number;
  /** Processor of the server, and of the server and its PostgreSQL, in microseconds an order. */
  readonly server: number;
  readonly both: number;
}

/**
 * Orders of contracts over HTTP beside those of spot, by as many clients on one server: each accepted and durable before it is
 * answered. They take turns, so that what else a shared machine does falls on both; the least of the rounds counts.
 */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  try {
    const { port, pid } = await place.server(await place.database('glassbook'));
    const clients: Record<Product, OrderClient[]> = { spot: [], contract: [] };
    for (const product of PRODUCTS)
      for (let n = 0; n < CLIENTS; n += 1) clients[product].push(await OrderClient.open(port, n, product));
    const measured = (orders: readonly OrderClient[], work: (client: OrderClient) => Promise<void>) =>
      costOf(orders, work, { server: () => cpuSeconds(pid), database: () => databaseCpuSeconds(place.cluster.pid) });
    const resting = await compared(clients, measured, (client) => client.place());
    for (const product of PRODUCTS) for (const client of clients[product]) await client.cancelAll();
    const filled = await compared(clients, measured, (client) => client.trade());
    for (const product of PRODUCTS) for (const client of clients[product]) client.close();
    return [...rowsOf('resting', resting), ...rowsOf('filled by agents', filled)];
  } finally {
    await place.close();
  }
}

type Clients = Record<Product, readonly OrderClient[]>;
type Work = (client: OrderClient) => Promise<void>;

/** In turns, after one round of each that counts for nothing. */
async function compared(
  clients: Clients,
  measured: (orders: readonly OrderClient[], work: Work) => Promise<Cost>,
  work: Work,
): Promise<Record<Product, Cost>> {
  const costs: Record<Product, Cost[]> = { spot: [], contract: [] };
  for (let round = -1; round < ROUNDS; round += 1)
    for (const product of PRODUCTS) {
      const cost = await measured(clients[product], work);
      if (round >= 0) costs[product].push(cost);
    }
  return { spot: leastOf(costs.spot), contract: leastOf(costs.contract) };
}

const leastOf = (costs: readonly Cost[]): Cost => ({
  perSecond: Math.max(...costs.map(({ perSecond }) => perSecond)),
  server: Math.min(...costs.map(({ server }) => server)),
  both: Math.min(...costs.map(({ both }) => both)),
});

/** Every client does one thing after the other until the time is over. */
async function costOf(
  clients: readonly OrderClient[],
  work: Work,
  used: { server(): number; database(): number },
): Promise<Cost> {
  const placed = (): number => clients.reduce((sum, client) => sum + client.placed, 0);
  const before = { placed: placed(), server: used.server(), database: used.database(), at: performance.now() };
  const until = before.at + ROUND_MS;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) await work(client);
    }),
  );
  const orders = placed() - before.placed;
  const server = used.server() - before.server;
  const both = server + used.database() - before.database;
  return {
    perSecond: (orders * 1000) / (performance.now() - before.at),
    server: (server * 1e6) / orders,
    both: (both * 1e6) / orders,
  };
}

function rowsOf(what: string, { spot, contract }: Record<Product, Cost>): BenchRow[] {
  const [load = 0] = loadavg();
  const costs = { unit: 'µs CPU', atMost: 1.2, aim: 1.2 };
  return [
    row({
      name: `orders of a contract over HTTP, ${what}`,
      ours: contract.perSecond,
      peer: spot.perSecond,
      unit: 'orders/s',
      atLeast: 0.8,
      note: `${CLIENTS} connections; peer: the same of spot, in turns, the best of ${ROUNDS} rounds; load ${load.toFixed(1)}`,
    }),
    row({
      ...costs,
      name: `an order of a contract, ${what}`,
      ours: contract.server,
      peer: spot.server,
      note: 'of the server process, its market included; peer: spot',
    }),
    row({
      ...costs,
      name: `the same with PostgreSQL, ${what}`,
      ours: contract.both,
      peer: spot.both,
      note: 'of the server and its database; peer: spot',
    }),
  ];
}
