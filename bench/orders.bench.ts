import pg from 'pg';
import { CostMeter, type Cost } from './cost.js';
import { row, type BenchRow } from './kit.js';
import { OrderClient } from './order-client.js';
import { BenchPlace, residentMb } from './server.js';

const CLIENTS = 32;
const SECONDS = 8;
/** By count, not by time: a slower machine must not measure the compiler instead. */
const WARM_UP_ORDERS = 10_000;

/** What was done in the measured time, and what each of it cost. */
interface Measured {
  readonly done: number;
  readonly perSecond: number;
  readonly cost: Cost;
}

/**
 * Spot orders over HTTP, each accepted and durable before it is answered, against one-row durable inserts by as many clients
 * on the same PostgreSQL in the same run. Both loads come from this process; all three share the machine. Processor and log per
 * order tell more than orders a second where others work on the machine too.
 */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  try {
    const inserted = [await inserts(place)];
    const orders = await spotOrders(place);
    inserted.push(await inserts(place));
    const mean = (of: (measured: Measured) => number): number =>
      inserted.reduce((sum, each) => sum + of(each), 0) / inserted.length;
    return [
      row({
        name: `spot orders over HTTP, ${CLIENTS} connections`,
        ours: orders.perSecond,
        peer: mean(({ perSecond }) => perSecond),
        unit: 'orders/s',
        atLeast: 0.5,
        aim: 1,
        note: 'peer: one-row durable inserts by as many clients, before and after',
      }),
      ...costRows(orders.cost, (of) => mean(({ cost }) => of(cost))),
      row({
        name: `memory of the server after ${orders.done} orders`,
        ours: orders.residentMb,
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

function costRows(order: Cost, insert: (of: (cost: Cost) => number) => number): BenchRow[] {
  const note = 'of an order; peer: of an insert';
  const all = ({ server, database, client }: Cost): number => server + database + client;
  const processor = (who: string, of: (cost: Cost) => number, more = note): BenchRow =>
    row({ name: `processor of ${who}`, ours: of(order), peer: insert(of), unit: 'µs', note: more });
  return [
    row({
      ...processor('the server', ({ server }) => server, 'of an order; peer: PostgreSQL and load of an insert'),
      peer: insert(all),
    }),
    processor('PostgreSQL', ({ database }) => database),
    processor('the load', ({ client }) => client),
    processor('all three', all),
    row({ name: 'log of PostgreSQL', ours: order.wal, peer: insert(({ wal }) => wal), unit: 'bytes', note }),
  ];
}

async function inserts(place: BenchPlace): Promise<Measured> {
  const url = await place.database('peer');
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]!.query('CREATE TABLE IF NOT EXISTS inserts (id bigserial PRIMARY KEY, payload text NOT NULL)');
  const payload = 'x'.repeat(400);
  const insert = { name: 'insert', text: 'INSERT INTO inserts (payload) VALUES ($1)', values: [payload] };
  const meter = await CostMeter.open(place, url);
  const done = await forSeconds(clients, (client) => client.query(insert));
  const cost = await meter.each(done);
  await Promise.all(clients.map((client) => client.end()));
  return { done, perSecond: done / SECONDS, cost };
}

async function spotOrders(place: BenchPlace): Promise<Measured & { readonly residentMb: number }> {
  const url = await place.database('glassbook');
  const { port, pid } = await place.server(url);
  const traders = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => OrderClient.open(port, n)));
  const placed = (): number => traders.reduce((sum, trader) => sum + trader.placed, 0);
  await whileTrue(
    traders,
    (trader) => trader.place(),
    () => placed() < WARM_UP_ORDERS,
  );
  for (const trader of traders) trader.placed = 0;
  const meter = await CostMeter.open(place, url, pid);
  await forSeconds(traders, (trader) => trader.place());
  const done = placed();
  const cost = await meter.each(done);
  for (const trader of traders) trader.close();
  return { done, perSecond: done / SECONDS, cost, residentMb: residentMb(pid) };
}

/** Every worker does one thing after the other until the time is over; answers how many were done. */
async function forSeconds<Worker>(workers: readonly Worker[], work: (worker: Worker) => Promise<unknown>) {
  const until = performance.now() + SECONDS * 1000;
  return whileTrue(workers, work, () => performance.now() < until);
}

async function whileTrue<Worker>(
  workers: readonly Worker[],
  work: (worker: Worker) => Promise<unknown>,
  more: () => boolean,
) {
  let done = 0;
  await Promise.all(
    workers.map(async (worker) => {
      while (more()) {
        await work(worker);
        done += 1;
      }
    }),
  );
  return done;
}
