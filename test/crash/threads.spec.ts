import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pdfText } from '../kit/pdf-text.js';
import { buildServer, startServer, type ServerProcess } from '../kit/server-process.js';

// What threads do exists only in a built server: sources do the same work where they are asked.
let folder: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  buildServer();
  folder = mkdtempSync(join(tmpdir(), 'glassbook-threads-'));
  server = await startServer(folder);
  const opened = (await (await fetch(`${server.url}/web/tempLogin`)).json()) as { data: { token: string } };
  token = opened.data.token;
}, 180_000);
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const get = (path: string): Promise<Response> =>
  fetch(`${server.url}/web/${path}`, { headers: { authorization: `Bearer ${token}` } });
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
    expect(text).toContain('closing,,spot/available,USDT,,100000');
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
});

interface CandlesAnswer {
  data: { candles: [number, string, string, string, string, string][] };
}
