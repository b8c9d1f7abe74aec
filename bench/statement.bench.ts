import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { isRefusal } from '../server/core/refusal.js';
import { BalanceHistory } from '../server/features/asset/balance-history.js';
import { csvPieces } from '../server/features/asset/statement/statement-csv.js';
import { movementsOf, StatementQuery, type Statement } from '../server/features/asset/statement/statement.query.js';
import { complete, endOf, fill, OWNER, REALM, unpriced } from './balance-rows.js';
import { median, row, secondsOf, type BenchRow } from './kit.js';
import { BenchPlace } from './server.js';

const EVENTS = 500_000;
const MOVEMENTS = 100_000;
const ROUNDS = 5;
const ROWS_PER_SECOND = 50_000;
const GROWTH_MB_MAX = 48;

/** How fast a statement streams as CSV over HTTP, beside the same rows read and thrown away, and what memory it takes. */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  try {
    const pool = await fill(await place.database('statement'), EVENTS);
    const rows = await measured(pool);
    await pool.end();
    return rows;
  } finally {
    await place.close();
  }
}

async function measured(pool: Pool): Promise<BenchRow[]> {
  const statements = new StatementQuery(new BalanceHistory(pool, complete), unpriced, { now: () => endOf(EVENTS) });
  const over = async (events: number): Promise<Statement> => {
    const period = { from: endOf(EVENTS - events) + 1, to: endOf(EVENTS), timeZone: 'UTC' };
    const found = await statements.statement(REALM, OWNER, period);
    if (isRefusal(found)) throw new Error('no statement');
    return found;
  };
  const hundredThousand = await over(MOVEMENTS / 2);
  if (hundredThousand.view.movements !== MOVEMENTS) throw new Error(`${hundredThousand.view.movements} movements`);
  const raw: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    raw.push(MOVEMENTS / (await secondsOf(() => readOnly(pool, hundredThousand))));
    ours.push(MOVEMENTS / (await secondsOf(() => streamed(pool, hundredThousand))));
  }
  const growth = await growthMb(
    () => streamed(pool, hundredThousand),
    async () => {
      await streamed(pool, await over(EVENTS));
    },
  );
  const speed = median(ours);
  const note = `${MOVEMENTS.toLocaleString('en-US')} movements over HTTP, median of ${ROUNDS} rounds`;
  return [
    row({
      name: 'statement as CSV',
      ours: speed,
      peer: ROWS_PER_SECOND,
      unit: 'rows/s',
      atLeast: 1,
      note: `${note}; peer: the limit`,
    }),
    row({
      name: 'statement as CSV beside reading alone',
      ours: speed,
      peer: median(raw),
      unit: 'rows/s',
      atLeast: 0.4,
      note: 'peer: the same pages from the database, read and thrown away',
    }),
    row({
      name: 'memory of a statement of 1,000,000 movements',
      ours: growth,
      peer: GROWTH_MB_MAX,
      unit: 'MB',
      atMost: 1,
      note: 'highest resident memory above that of 100,000 movements; peer: the limit',
    }),
  ];
}

async function readOnly(pool: Pool, { span }: Statement): Promise<void> {
  let rows = 0;
  for await (const page of movementsOf(pool, span)) rows += page.length;
  if (rows !== MOVEMENTS) throw new Error(`${rows} rows`);
}

/** As the edge sends it, to a reader without delay. */
async function streamed(pool: Pool, statement: Statement): Promise<void> {
  const server = createServer((_, answer) => {
    Readable.from(csvPieces(statement, movementsOf(pool, statement.span))).pipe(answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const lines = await new Promise<number>((resolve, reject) => {
    let count = 0;
    request({ port, host: '127.0.0.1' }, (answer) => {
      answer.on('data', (piece: Buffer) => {
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) count += 1;
      });
      answer.on('end', () => resolve(count));
      answer.on('error', reject);
    }).end();
  });
  server.close();
  // A line of names, and for each bucket of each currency its beginning and its end.
  const wanted = 1 + 4 * statement.view.rows.length + statement.view.movements;
  if (lines !== wanted) throw new Error(`${lines} lines instead of ${wanted}`);
}

async function growthMb(small: () => Promise<void>, large: () => Promise<void>): Promise<number> {
  const peakOf = async (work: () => Promise<void>): Promise<number> => {
    globalThis.gc?.();
    let peak = 0;
    const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
    await work();
    clearInterval(look);
    return peak / 2 ** 20;
  };
  const before = await peakOf(small);
  return Math.max(0, (await peakOf(large)) - before);
}
