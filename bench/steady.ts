import pg from 'pg';
import { systemClock } from '../server/core/clock.js';
import { loginOf, LoginTable } from '../server/edge/auth/logins.js';
import { Passwords } from '../server/edge/auth/passwords.js';
import { openVault } from '../server/engine/vault/vault.js';
import { Connection } from './http-load.js';

/** Work that is done again and again at a steady rate. */
export type Worker = () => Promise<void>;

/**
 * Milliseconds that each request took from the moment that it was due: a server that is behind makes everybody after wait, and
 * that is counted.
 */
export async function atRate(perSecond: number, seconds: number, workers: readonly Worker[]): Promise<number[]> {
  const times: number[] = [];
  const from = performance.now();
  const total = perSecond * seconds;
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

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A demo account that places a limit order far below the market and cancels it the next time, so that the book stays as it is. */
export async function trader(port: number, n: number, address = '127.0.0.1'): Promise<Worker> {
  const connection = new Connection(port, address);
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

/** A person who logs in with the right password, again and again. */
export function person(port: number, n: number, address = '127.0.0.1'): Worker {
  const connection = new Connection(port, address);
  let requests = 0;
  return async () => {
    requests += 1;
    const form = `${loginForm(n)}&requestToken=l-${n}-${requests}-00`;
    await expectDone(connection.post('/web/userLogin', form, ''));
  };
}

const PASSWORD = 'blue4Whale';

/** What person number `n` of `makePeople` types at the log-in. */
export const loginForm = (n: number): string => `account=bench${n}%40example.com&password=${PASSWORD}`;

/** People who are registered and can log in; their accounts open with the first log-in. `PERSONAL_KEY` must be set. */
export async function makePeople(databaseUrl: string, count: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const vault = await openVault(pool, { personalKey: process.env['PERSONAL_KEY'] ?? '', dataDir: '' });
  const passwords = new Passwords();
  const logins = new LoginTable(pool, vault, passwords, systemClock);
  const passwordHash = await passwords.hash('bench', PASSWORD);
  for (let n = 0; n < count; n += 1) {
    const login = loginOf({ kind: 'email', to: `bench${n}@example.com` });
    const userId = `real-bench${String(n).padStart(6, '0')}`;
    await logins.create({ userId, login, passwordHash, lang: 'en', opening: null });
  }
  await passwords.onApplicationShutdown();
  await pool.end();
}

async function expectDone(answering: Promise<{ status: number; body: string }>): Promise<string> {
  const { status, body } = await answering;
  if (status !== 200 || !body.startsWith('{"code":0')) throw new Error(`not done: ${status} ${body}`);
  return body;
}
