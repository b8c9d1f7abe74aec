import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get as httpGet, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrlOf, inDatabase } from '../kit/fault-lab.js';
import { pdfText } from '../kit/pdf-text.js';
import { buildServer, startServer, type ServerProcess } from '../kit/server-process.js';
import { ROOT } from '../kit/sources.js';
import { until } from '../kit/until.js';
import { unzip } from '../kit/unzip.js';

// What threads do exists only in a built server: sources do the same work in the main thread.
let folder: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  buildServer();
  folder = mkdtempSync(join(tmpdir(), 'glassbook-threads-'));
  server = await startServer(folder);
  const opened = (await (await fetch(`${server.url}/web/tempLogin`)).json()) as { data: { token: string } };
  token = opened.data.token;
  for (const side of ['buy', 'sell'])
    await post('placeOrder', { symbol: 'BTCUSDT', side, type: 'market', quantity: '0.01' }, token);
}, 180_000);
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const get = (path: string, of = token): Promise<Response> =>
  fetch(`${server.url}/web/${path}`, { headers: { authorization: `Bearer ${of}` } });
const post = async <Data>(path: string, form: Record<string, string>, of = ''): Promise<Data> => {
  const headers = { authorization: `Bearer ${of}` };
  const answer = await fetch(`${server.url}/web/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  return ((await answer.json()) as { data: Data }).data;
};

/** A real account, made by the operator's command. */
async function person(): Promise<{ token: string; password: string }> {
  const account = 'thread@example.com';
  const args = ['dist/server/cli/account.js', 'create', '--account', account];
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: await databaseUrlOf(folder) };
  const made = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
  const password = /password {2}(\S+)/.exec(made.stdout)?.[1] ?? '';
  return { ...(await post<{ token: string }>('userLogin', { account, password })), password };
}
/** Orders of a demo account beyond what both ends of a connection keep for a reader who stops. */
async function manyOrders(userId: string): Promise<void> {
  const text = `INSERT INTO orders__blue SELECT big.* FROM (SELECT o AS kept FROM orders__blue o LIMIT 1) one, generate_series(1, 12000) n,
    jsonb_populate_record(one.kept, jsonb_build_object('order_id', 'big-' || $1::text || n, 'owner_id', $1::text || '.1', 'position', n,
      'client_order_id', repeat('x', 2000))) big`;
  await inDatabase(folder, (client) => client.query(text, [userId]));
}

/** Requests a file and reads only its beginning. */
function stopReading(path: string, of: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${of}` };
    const request = httpGet(`${server.url}/web/${path}`, { headers, agent: false }, (answer) => {
      answer.pause();
      resolve(request);
    });
    request.once('error', reject);
  });
}

const period = (): string => `from=0&to=${Date.now()}&timeZone=UTC`;

describe('a thread of its own', () => {
  it('sets a statement as a document, in Japanese too', async () => {
    for (const lang of ['en', 'jp']) {
      const answer = await get(`exportStatementPdf?${period()}&lang=${lang}`);
      expect(answer.status).toBe(200);
      expect(pdfText(Buffer.from(await answer.arrayBuffer()))).toContain('100,000.00');
    }
  }, 60_000);

  it('writes a statement as CSV', async () => {
    const text = await (await get(`exportStatement?${period()}`)).text();
    expect(text).toMatch(/^position,time,event/);
    expect(text).toMatch(/,closing,,spot\/available,USDT,,99\d{3}\./);
  }, 60_000);

  it.each(['exportOrders', 'exportTrades', 'exportAccountRecords', 'exportDisposals'])(
    'writes %s',
    async (call) => {
      const text = await (await get(`${call}?from=0&to=${Date.now()}`)).text();
      expect(text).toMatch(/^[\w ]+,.+\r\n/);
      expect(text).toContain(call === 'exportDisposals' ? 'USDT' : 'BTC');
    },
    60_000,
  );

  it('writes lists of a real account, and everything that is held of a person', async () => {
    const { token: own, password } = await person();
    for (const [call, column] of [
      ['exportDeposits', 'depositId'],
      ['exportWithdrawals', 'withdrawalId'],
      ['exportC2cOrders', 'order'],
    ] as const)
      expect(await (await get(call, own)).text()).toMatch(new RegExp(`^${column},`));
    const body = new URLSearchParams({ password });
    const headers = { authorization: `Bearer ${own}` };
    const zip = await fetch(`${server.url}/web/exportMe`, { method: 'POST', headers, body });
    const data = JSON.parse(
      unzip(Buffer.from(await zip.arrayBuffer()))
        .get('data.json')
        ?.toString() ?? '',
    ) as object;
    expect(data).toMatchObject({ logins: { email: 'thread@example.com' }, ledger: { orders: [], postings: [] } });
  }, 60_000);

  it('writes on for the others when four people stop reading theirs', async () => {
    const slow: ClientRequest[] = [];
    for (let person = 0; person < 4; person += 1) {
      const { data } = (await (await fetch(`${server.url}/web/tempLogin`)).json()) as DemoOpened;
      await manyOrders(data.userId);
      slow.push(await stopReading('exportOrders', data.token));
    }
    try {
      // They give their turns back after ten seconds, and their open tasks in the thread delay no one.
      const text = await (await get('exportTrades')).text();
      expect(text).toContain('BTCUSDT');
    } finally {
      for (const one of slow) one.destroy();
    }
  }, 60_000);

  it('draws candles, the same as those of an hour and of its minutes', async () => {
    const before = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const candles = async (query: string) =>
      ((await (await get(`getCandles?symbol=BTCUSDT&before=${before}&${query}`)).json()) as CandlesAnswer).data.candles;
    const [[, open, , , close] = []] = await candles('period=1h&limit=1');
    const minutes = await candles('period=1m&limit=60');
    expect(minutes).toHaveLength(60);
    expect([minutes[0]?.[1], minutes.at(-1)?.[4]]).toEqual([open, close]);
  }, 60_000);

  it('draws candles with the trades of the realm, and without those of the other', async () => {
    await post('placeOrder', { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' }, token);
    const { data: tape } = (await (await get('getTrades?symbol=BTCUSDT&limit=200')).json()) as TradesAnswer;
    const traded = tape.filter(({ id }) => !id.startsWith('a-'));
    const second = Math.floor((traded.at(-1)?.at ?? 0) / 1_000) * 1_000;
    await until(() => Date.now() >= second + 1_000);
    const candleOf = async (of: string) => {
      const answer = await get(`getCandles?symbol=BTCUSDT&before=${second + 1_000}&period=1s&limit=1`, of);
      return ((await answer.json()) as CandlesAnswer).data.candles[0] ?? [0, '', '', '', '', ''];
    };
    const [own, visitors] = [await candleOf(token), await candleOf('')];
    const inIt = traded.filter(({ at }) => at >= second && at < second + 1_000);
    expect([own[0], visitors[0]]).toEqual([second, second]);
    expect(inIt.length).toBeGreaterThan(0);
    expect(Number(own[5]) - Number(visitors[5])).toBeCloseTo(0.01, 6);
    for (const { price } of inIt) expect(Number(own[2]) >= Number(price) && Number(own[3]) <= Number(price)).toBe(true);
  }, 60_000);
});

interface DemoOpened {
  data: { token: string; userId: string };
}

interface CandlesAnswer {
  data: { candles: [number, string, string, string, string, string][] };
}

interface TradesAnswer {
  data: { id: string; at: number; price: string }[];
}
