import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { systemClock } from '../server/core/clock.js';
import { loginOf, LoginTable } from '../server/edge/auth/logins.js';
import { Passwords } from '../server/edge/auth/passwords.js';
import { PersonKeys } from '../server/personal/person-keys.js';
import { openRootKey } from '../server/personal/root-key.js';
import { PersonVault } from '../server/personal/vault.js';
import { Connection } from './http-load.js';
import { median, row, type BenchRow } from './kit.js';
import { BenchPlace } from './server.js';

const PEOPLE = 40;
const PASSWORD = 'blue4Whale';
const LOGINS_PER_SECOND = 20;
const ORDERS_PER_SECOND = 100;
const ROUNDS = 5;
const ROUND_SECONDS = 6;
const LOGIN_P95_MS_MAX = 150;

/**
 * People log in while others trade: both at a steady rate, whatever the answers take, in rounds that take turns with rounds of trading
 * alone. What a log-in costs the traders is the difference.
 */
export async function bench(): Promise<BenchRow[]> {
  process.env['PERSONAL_KEY'] = randomBytes(32).toString('base64');
  const place = await BenchPlace.open();
  try {
    const databaseUrl = await place.database('glassbook');
    const { port } = await place.server(databaseUrl);
    await makePeople(databaseUrl);
    const traders = await Promise.all(Array.from({ length: 8 }, (_, n) => trader(port, n)));
    const people = Array.from({ length: PEOPLE }, (_, n) => person(port, n));
    await Promise.all([atRate(ORDERS_PER_SECOND, traders), atRate(LOGINS_PER_SECOND, people)]);
    const alone: number[] = [];
    const beside: number[] = [];
    const logins: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(percentile(await atRate(ORDERS_PER_SECOND, traders), 0.99));
      const [orders, entered] = await Promise.all([
        atRate(ORDERS_PER_SECOND, traders),
        atRate(LOGINS_PER_SECOND, people),
      ]);
      beside.push(percentile(orders, 0.99));
      logins.push(...entered);
    }
    return [
      row({
        name: `log-in p95 at ${LOGINS_PER_SECOND} a second, beside ${ORDERS_PER_SECOND} orders a second`,
        ours: percentile(logins, 0.95),
        peer: LOGIN_P95_MS_MAX,
        unit: 'ms',
        atMost: 1,
        note: `peer: the limit; p50 ${percentile(logins, 0.5).toFixed(1)} ms over ${logins.length} log-ins`,
      }),
      row({
        name: 'order latency p99 beside the log-ins',
        ours: median(beside),
        peer: median(alone),
        unit: 'ms',
        atMost: 1.2,
        note: `peer: without log-ins, in turns; median of ${ROUNDS} rounds of ${ROUND_SECONDS} s`,
      }),
    ];
  } finally {
    await place.close();
  }
}

async function makePeople(databaseUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const root = await openRootKey(pool, { personalKey: process.env['PERSONAL_KEY'] ?? '', dataDir: '' });
  const vault = new PersonVault(root, new PersonKeys(pool, root, systemClock));
  const passwords = new Passwords();
  const logins = new LoginTable(pool, vault, passwords, systemClock);
  const passwordHash = await passwords.hash('bench', PASSWORD);
  for (let n = 0; n < PEOPLE; n += 1) {
    const login = loginOf({ kind: 'email', to: `bench${n}@example.com` });
    const userId = `real-bench${String(n).padStart(6, '0')}`;
    await logins.create({ userId, login, passwordHash, lang: 'en', opening: null });
  }
  await pool.end();
}

type Worker = () => Promise<void>;

function person(port: number, n: number): Worker {
  const connection = new Connection(port);
  let requests = 0;
  return async () => {
    requests += 1;
    const form = `account=bench${n}%40example.com&password=${PASSWORD}&requestToken=l-${n}-${requests}-00`;
    await expectDone(connection.post('/web/userLogin', form, ''));
  };
}

/** Places a limit order far below the market and cancels it the next time, so that the book stays as it is. */
async function trader(port: number, n: number): Promise<Worker> {
  const connection = new Connection(port);
  const opened = await connection.get(`/web/tempLogin?requestToken=bench-${1000 + n}`);
  const { token } = (JSON.parse(opened.body) as { data: { token: string } }).data;
  const tickers = await connection.get('/web/getTickers?symbols=BTCUSDT');
  const [ticker] = (JSON.parse(tickers.body) as { data: { last: string }[] }).data;
  const price = Math.floor(Number.parseFloat(ticker?.last ?? '0') * 0.8);
  let requests = 0;
  let orderId = '';
  return async () => {
    requests += 1;
    const token6 = `t-${n}-${requests}-000`;
    if (orderId !== '') {
      const cancelled = `symbol=BTCUSDT&orderId=${orderId}&requestToken=${token6}`;
      orderId = '';
      return void (await expectDone(connection.post('/web/cancelOrder', cancelled, token)));
    }
    const form = `symbol=BTCUSDT&side=buy&type=limit&price=${price}&quantity=0.01&requestToken=${token6}`;
    const body = await expectDone(connection.post('/web/placeOrder', form, token));
    orderId = (JSON.parse(body) as { data: { orders: { orderId: string }[] } }).data.orders[0]?.orderId ?? '';
  };
}

async function expectDone(answering: Promise<{ status: number; body: string }>): Promise<string> {
  const { status, body } = await answering;
  if (status !== 200 || !body.startsWith('{"code":0')) throw new Error(`not done: ${status} ${body}`);
  return body;
}

/**
 * Milliseconds that each request took from the moment that it was due: a server that is behind makes everybody after wait, and
 * that is counted.
 */
async function atRate(perSecond: number, workers: readonly Worker[]): Promise<number[]> {
  const times: number[] = [];
  const from = performance.now();
  const total = perSecond * ROUND_SECONDS;
  await Promise.all(
    workers.map(async (work, first) => {
      for (let n = first; n < total; n += workers.length) {
        const due = from + (n * 1000) / perSecond;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
        // A timer fires up to a millisecond late, which is not the server's time; a worker that is busy later than that is.
        const began = Math.min(performance.now(), due + 2);
        await work();
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
