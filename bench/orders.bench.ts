import pg from 'pg';
import { Connection } from './http-load.js';
import { row, type BenchRow } from './kit.js';
import { BenchPlace, residentMb } from './server.js';

const CLIENTS = 32;
const SECONDS = 8;
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT', 'XRPUSDT', 'ADAUSDT', 'DOGEUSDT', 'LTCUSDT'];
/** Below the limit of open orders for one owner in one book. */
const OPEN_MAX = 150;

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
  const traders = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => Trader.open(port, n)));
  await forSeconds(traders, (trader) => trader.place(), 5);
  for (const trader of traders) trader.placed = 0;
  await forSeconds(traders, (trader) => trader.place());
  const placed = traders.reduce((sum, trader) => sum + trader.placed, 0);
  for (const trader of traders) trader.close();
  return { perSecond: placed / SECONDS, accepted: placed };
}

/** A demo account that places limit orders below the market, and now and then cancels all of them. */
class Trader {
  placed = 0;
  private open = 0;
  private requests = 0;

  private constructor(
    private readonly connection: Connection,
    private readonly token: string,
    private readonly symbol: string,
    private readonly price: string,
    private readonly quantity: string,
  ) {}

  static async open(port: number, n: number): Promise<Trader> {
    const connection = new Connection(port);
    const symbol = SYMBOLS[n % SYMBOLS.length] ?? 'BTCUSDT';
    const login = JSON.parse((await connection.get(`/web/tempLogin?requestToken=bench-${1000 + n}`)).body);
    const ticker = JSON.parse((await connection.get(`/web/getTickers?symbols=${symbol}`)).body).data[0];
    const decimals = (ticker.last.split('.')[1] ?? '').length;
    const price = (Number(ticker.last) * 0.8).toFixed(decimals);
    const instrument = JSON.parse((await connection.get(`/web/getInstrument?symbol=${symbol}`)).body).data;
    const least = (2 * Number(instrument.minNotional)) / Number(price) + Number(instrument.lotSize);
    const quantity = least.toFixed(instrument.quantityDecimals);
    return new Trader(connection, login.data.token, symbol, price, quantity);
  }

  async place(): Promise<void> {
    if (this.open === OPEN_MAX) return this.cancelAll();
    this.requests += 1;
    const form = `symbol=${this.symbol}&side=buy&type=limit&price=${this.price}&quantity=${this.quantity}&requestToken=r-${this.requests}-${'0'.repeat(6)}`;
    const { status, body } = await this.connection.post('/web/placeOrder', form.slice(0, -1), this.token);
    if (status !== 200 || !body.startsWith('{"code":0'))
      throw new Error(`an order was not accepted: ${status} ${body}`);
    this.placed += 1;
    this.open += 1;
  }

  close(): void {
    this.connection.close();
  }

  private async cancelAll(): Promise<void> {
    this.requests += 1;
    const form = `symbol=${this.symbol}&requestToken=c-${this.requests}-00000`;
    const { status, body } = await this.connection.post('/web/cancelAllOrders', form, this.token);
    if (status !== 200) throw new Error(`not cancelled: ${body}`);
    this.open = 0;
  }
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
