import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { RecordedEvent } from '../../server/core/event.js';
import { historyProjection } from '../../server/engine/projections/history.projection.js';
import { ledgerProjection } from '../../server/features/asset/ledger.projection.js';
import { Checkpoints } from '../../server/engine/projections/checkpoints.js';
import type { Projection } from '../../server/engine/projections/projection.js';
import { RowBatch } from '../../server/engine/projections/row-batch.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { until } from '../kit/until.js';
import { moves, note, openStore, silent } from './projection-support.js';

let opened: Awaited<ReturnType<typeof openStore>>;
const runners: ProjectionRunner[] = [];

beforeEach(async () => {
  opened = await openStore();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await opened.close();
});

async function run(projections: readonly Projection[], more: { headPollMs?: number; batchEventsMax?: number } = {}) {
  const runner = new ProjectionRunner({ pool: opened.pool, source: opened.store, projections, log: silent, ...more });
  runners.push(runner);
  await runner.start();
  return runner;
}

const count = async (table: string) =>
  (await opened.pool.query<{ n: number }>(`SELECT count(*)::bigint AS n FROM ${table}`)).rows[0]?.n;

describe('the projection runner', () => {
  it('reads what was there before it started, then what comes, and lets a reader wait for his own write', async () => {
    await opened.append('demo', moves(250));
    const runner = await run([ledgerProjection, historyProjection], { batchEventsMax: 100 });
    expect(await runner.waitFor('ledger', 'demo', 250)).toBe(true);
    const written = await opened.append('demo', moves(30, 250));
    expect(await runner.waitFor('ledger', 'demo', (written.at(-1) as RecordedEvent).position)).toBe(true);
    expect(await count('account_records')).toBe(280);
    const { rows } = await opened.pool.query(
      `SELECT b.account FROM ledger_balances b LEFT JOIN
         (SELECT owner_id, asset, sum(amount) AS total FROM account_records WHERE realm = 'demo' GROUP BY 1, 2) r
         ON b.account = 'user/' || r.owner_id || '/spot/available' AND b.asset = r.asset
        WHERE b.account LIKE 'user/%' AND b.amount IS DISTINCT FROM r.total`,
    );
    expect(rows).toEqual([]);
  });

  it('writes a row that many events of a batch touch once, with the newest values and the whole sum', async () => {
    const runner = await run([historyProjection, ledgerProjection]);
    await opened.append('demo', moves(100));
    await runner.waitFor('history', 'demo', 100);
    await runner.waitFor('ledger', 'demo', 100);
    const { rows } = await opened.pool.query(`SELECT stream, version, last_position FROM streams ORDER BY 1`);
    expect(rows).toEqual([0, 1, 2, 3, 4].map((n) => ({ stream: `thing-${n}`, version: 20, last_position: 96 + n })));
    const activity = await opened.pool.query(`SELECT postings FROM ledger_activity WHERE account LIKE 'house/%'`);
    expect(activity.rows).toEqual([{ postings: 100 }]);
  });

  it('keeps text as it is, whatever signs stand in it', async () => {
    const runner = await run([ledgerProjection]);
    const reference = 'a"b\\c{d,e}\'; NULL \n é 中';
    const [move] = moves(1) as [ReturnType<typeof moves>[number]];
    await opened.append('demo', [{ ...move, data: { orderId: reference } }]);
    await runner.waitFor('ledger', 'demo', 1);
    const { rows } = await opened.pool.query('SELECT reference FROM account_records');
    expect(rows).toEqual([{ reference }]);
  });

  it('moves past events that are not its own by one statement, unless another runner was there first', async () => {
    await opened.append('demo', [note('one'), note('two')]);
    const checkpoints = new Checkpoints(opened.pool);
    await checkpoints.open('demo', ['ledger', 'history']);
    const step = { slot: 'blue', from: 0, rows: new RowBatch() } as const;
    const both = (to: number) => [
      { ...step, projection: 'ledger', to },
      { ...step, projection: 'history', to: 2 },
    ];
    const mode = { live: true, waits: false };
    const statements = jest.spyOn(pg.Client.prototype, 'query');
    expect(await checkpoints.advance('demo', both(2).slice(0, 1), mode)).toEqual(['moved']);
    expect(await checkpoints.advance('demo', both(1), mode)).toEqual(['stale', 'moved']);
    expect(statements).toHaveBeenCalledTimes(2);
    const at = { slot: 'blue', position: 2 };
    expect(await checkpoints.open('demo', ['ledger', 'history'])).toEqual(
      new Map([
        ['history', at],
        ['ledger', at],
      ]),
    );
  });

  it('moves past events that are not its own in strides, so that a hundred appends cost a few statements', async () => {
    const advance = jest.spyOn(Checkpoints.prototype, 'advance');
    const runner = await run([ledgerProjection]);
    for (let n = 1; n <= 100; n += 1) {
      const [{ position }] = (await opened.append('demo', [note(`${n}`)])) as [RecordedEvent];
      expect(await runner.waitFor('ledger', 'demo', position)).toBe(true);
    }
    // The first, and one every other second.
    expect(advance.mock.calls.length).toBeLessThan(20);
    const shown = async () => (await new Checkpoints(opened.pool).open('demo', ['ledger'])).get('ledger')?.position;
    await until(async () => (await shown()) === 100);
    await opened.append('demo', [note('last'), ...moves(1)]);
    expect(await runner.waitFor('ledger', 'demo', 102)).toBe(true);
    expect([await shown(), await count('account_records')]).toEqual([102, 1]);
    await opened.append('demo', [note('after it')]);
    expect(await runner.waitFor('ledger', 'demo', 103)).toBe(true);
    await runner.stop();
    expect(await shown()).toBe(103);
  });

  it('keeps its place over a stop: no event twice, none skipped', async () => {
    const first = await run([ledgerProjection], { batchEventsMax: 7 });
    await opened.append('demo', moves(40));
    await first.waitFor('ledger', 'demo', 14);
    await first.stop();
    await opened.append('demo', moves(10, 40));
    const second = await run([ledgerProjection], { batchEventsMax: 7 });
    expect(await second.waitFor('ledger', 'demo', 50)).toBe(true);
    expect(await count('account_records')).toBe(50);
  });

  it('finds what was appended without being announced', async () => {
    const runner = await run([ledgerProjection], { headPollMs: 20 });
    await opened.append('demo', moves(5));
    await opened.append('demo', moves(5, 5), false);
    await opened.append('demo', moves(5, 10));
    expect(await runner.waitFor('ledger', 'demo', 15)).toBe(true);
    await opened.append('demo', moves(5, 15), false);
    expect(await runner.waitFor('ledger', 'demo', 20)).toBe(true);
    expect(await count('account_records')).toBe(20);
  });

  it('lets two runners on one database write every row once', async () => {
    const [a, b] = [await run([ledgerProjection]), await run([ledgerProjection])];
    for (let n = 0; n < 20; n += 1) await opened.append('demo', moves(10, n * 10));
    expect(await a.waitFor('ledger', 'demo', 200)).toBe(true);
    expect(await b.waitFor('ledger', 'demo', 200)).toBe(true);
    expect(await count('account_records')).toBe(200);
  });

  it('goes on when the database throws everybody out, and loses and doubles nothing', async () => {
    const runner = await run([ledgerProjection, historyProjection], { batchEventsMax: 16 });
    for (let n = 0; n < 10; n += 1) {
      await opened.append('demo', moves(40, n * 40));
      await opened.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    }
    expect(await runner.waitFor('ledger', 'demo', 400, 30_000)).toBe(true);
    expect(await runner.waitFor('history', 'demo', 400, 30_000)).toBe(true);
    expect(await count('account_records')).toBe(400);
    expect(runner.problems()).toEqual([]);
  });

  it('halts a read model that throws, says where and why, and skips nothing; the others go on', async () => {
    const broken: Projection = { name: 'broken', realms: ['demo'], tables: [], apply: throwAtNotes };
    const runner = await run([ledgerProjection, broken]);
    await opened.append('demo', moves(3));
    expect(await runner.waitFor('broken', 'demo', 3)).toBe(true);
    await opened.append('demo', [note('x'), ...moves(1)]);
    expect(await runner.waitFor('broken', 'demo', 5)).toBe(false);
    expect(await runner.waitFor('ledger', 'demo', 5)).toBe(true);
    expect(runner.problems()).toEqual(['projection broken of demo halted after position 3: cannot read this']);
    const { rows } = await opened.pool.query(
      `SELECT position, error FROM projection_checkpoints WHERE projection = 'broken'`,
    );
    expect(rows).toEqual([{ position: 3, error: 'after position 3: cannot read this' }]);
  });

  it('gives up waiting when the time is over', async () => {
    const runner = await run([ledgerProjection]);
    expect(await runner.waitFor('ledger', 'demo', 99, 30)).toBe(false);
  });
});

function throwAtNotes(_rows: RowBatch, event: RecordedEvent): void {
  if (event.type === 'ThingNoted') throw new Error('cannot read this');
}
