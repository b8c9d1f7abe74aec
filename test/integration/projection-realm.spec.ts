import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { RecordedEvent } from '../../server/core/event.js';
import { Checkpoints, switchLockKey } from '../../server/engine/projections/checkpoints.js';
import { historyProjection, streams } from '../../server/engine/projections/history.projection.js';
import type { Projection } from '../../server/engine/projections/projection.js';
import type { RowBatch } from '../../server/engine/projections/row-batch.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { ledgerProjection } from '../../server/features/asset/ledger.projection.js';
import { until } from '../kit/until.js';
import { moves, note, openStore, silent } from './projection-support.js';

let opened: Awaited<ReturnType<typeof openStore>>;
const runners: ProjectionRunner[] = [];
const warnings: string[] = [];
const errors: string[] = [];
const holders: pg.Client[] = [];

beforeEach(async () => {
  opened = await openStore();
  warnings.length = errors.length = 0;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(holders.splice(0).map((holder) => holder.end()));
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await opened.close();
});

async function run(projections: readonly Projection[], more: { batchEventsMax?: number } = {}) {
  const log = {
    ...silent,
    warn: (line: string) => void warnings.push(line),
    error: (line: string) => void errors.push(line),
  };
  const runner = new ProjectionRunner({ pool: opened.pool, source: opened.store, projections, log, ...more });
  runners.push(runner);
  await runner.start();
  return runner;
}

/** `[projection, position, error]` of every read model of the demo realm. */
async function checkpoints(): Promise<unknown[]> {
  const { rows } = await opened.pool.query<{ projection: string; position: number; error: string | null }>(
    `SELECT projection, position, error FROM projection_checkpoints WHERE realm = 'demo' ORDER BY projection`,
  );
  return rows.map(({ projection, position, error }) => [projection, position, error]);
}

const statusOf = (runner: ProjectionRunner, projection: string) =>
  runner.status().find((status) => status.projection === projection && status.realm === 'demo');

/** A session of another process; what it holds is free when it ends. */
async function holder(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: opened.url });
  holders.push(client);
  await client.connect();
  return client;
}

const count = async (table: string) =>
  (await opened.pool.query<{ n: number }>(`SELECT count(*)::bigint AS n FROM ${table}`)).rows[0]?.n;

const isMove = (statement: unknown): boolean => (statement as { name?: string }).name === 'projection-move';

/** The read models of each transaction, or single move, from now on. */
function transactions(): string[][] {
  const seen: string[][] = [];
  const { advance } = Checkpoints.prototype;
  jest.spyOn(Checkpoints.prototype, 'advance').mockImplementation(function (this: Checkpoints, realm, steps, mode) {
    seen.push(steps.map(({ projection }) => projection));
    return advance.call(this, realm, steps, mode);
  });
  return seen;
}

describe('the read models of a realm', () => {
  it('share one transaction a page, with one move of their checkpoints', async () => {
    const runner = await run([historyProjection, ledgerProjection]);
    await opened.append('demo', moves(3));
    expect(await runner.waitFor('ledger', 'demo', 3)).toBe(true);
    const statements = jest.spyOn(pg.Client.prototype, 'query');
    const shared = transactions();
    await opened.append('demo', moves(2, 3), false);
    // Both are awaited before the page comes.
    const reached = [runner.waitFor('ledger', 'demo', 5), runner.waitFor('history', 'demo', 5)];
    expect(await Promise.all(reached)).toEqual([true, true]);
    expect(shared).toEqual([['history', 'ledger']]);
    expect(statements.mock.calls.filter(([statement]) => isMove(statement))).toHaveLength(1);
    expect(await checkpoints()).toEqual([
      ['history', 5, null],
      ['ledger', 5, null],
    ]);
  });

  const places = { kind: '', version: 1, firstAt: 0, lastAt: 0, lastPosition: 0 };
  const keep = (rows: RowBatch, event: RecordedEvent, stream: string) =>
    rows.insert(streams, { realm: event.realm, stream, ...places });
  const breaks: Record<string, [(rows: RowBatch, event: RecordedEvent) => void, string]> = {
    'throws at an event': [
      () => {
        throw new Error('cannot read this');
      },
      'cannot read this',
    ],
    'adds a row that is there': [
      (rows, event) => keep(rows, event, 'at 1'),
      'duplicate key value violates unique constraint "streams__blue_pkey"',
    ],
    'changes a row that is not there': [
      (rows, { realm }) => rows.update(streams, { realm, stream: 'none', version: 2 }),
      '1 changed rows of streams do not exist',
    ],
  };
  it.each(Object.entries(breaks))('go on at once without one that %s', async (_, [breakAt, why]) => {
    const clerk: Projection = {
      name: 'clerk',
      realms: ['demo'],
      tables: [streams],
      apply: (rows, event) =>
        event.type === 'ThingNoted' ? breakAt(rows, event) : keep(rows, event, `at ${event.position}`),
    };
    const runner = await run([clerk, ledgerProjection]);
    await opened.append('demo', moves(3));
    expect(await runner.waitFor('clerk', 'demo', 3)).toBe(true);
    await opened.append('demo', [...moves(2, 3), note('breaks the clerk'), ...moves(1, 5)]);
    expect(await runner.waitFor('ledger', 'demo', 7)).toBe(true);
    expect(await runner.waitFor('clerk', 'demo', 7)).toBe(false);
    await opened.append('demo', moves(1, 6));
    expect(await runner.waitFor('ledger', 'demo', 8)).toBe(true);
    const problem = `after position 3: ${why}`;
    expect(runner.problems()).toEqual([`projection clerk of demo halted ${problem}`]);
    expect(errors).toEqual([`projection clerk of demo halted ${problem}`]);
    const halted = { state: 'halted', position: 3, lagEvents: 5, error: problem, eventsApplied: 3 };
    expect(statusOf(runner, 'clerk')).toMatchObject(halted);
    const live = { state: 'live', position: 8, lagEvents: 0, error: null, eventsApplied: 8 };
    expect(statusOf(runner, 'ledger')).toMatchObject(live);
    expect(await checkpoints()).toEqual([
      ['clerk', 3, problem],
      ['ledger', 8, null],
    ]);
    // The page that broke it left no row of it.
    expect([await count('streams'), await count('account_records')]).toEqual([3, 7]);
  });

  it('do not wait for one that is behind, and share with it again once it has caught up', async () => {
    await opened.append('demo', moves(100));
    const first = await run([ledgerProjection]);
    await first.waitFor('ledger', 'demo', 100);
    await first.stop();
    const shared = transactions();
    await new Checkpoints(opened.pool).open('demo', ['history']);
    const held = await holder();
    await held.query('BEGIN');
    await held.query(`SELECT 1 FROM projection_checkpoints WHERE projection = 'history' FOR UPDATE`);
    const runner = await run([historyProjection, ledgerProjection], { batchEventsMax: 20 });
    await opened.append('demo', moves(10, 100));
    expect(await runner.waitFor('ledger', 'demo', 110)).toBe(true);
    expect(statusOf(runner, 'history')).toMatchObject({ position: 0, lagEvents: 110, state: 'live' });
    await held.end();
    expect(await runner.waitFor('history', 'demo', 110)).toBe(true);
    expect(shared.filter((names) => names.length > 1)).toEqual([]);
    let moved = 110;
    await until(async () => {
      await opened.append('demo', moves(1, moved++));
      await runner.waitFor('ledger', 'demo', moved);
      return shared.at(-1)?.length === 2;
    });
    expect(await runner.waitFor('history', 'demo', moved)).toBe(true);
    const { rows } = await opened.pool.query('SELECT events, last_position AS last FROM event_type_counts');
    expect(rows).toEqual([{ events: moved, last: moved }]);
    expect(await count('account_records')).toBe(moved);
  });

  it('do not wait while the slots of one are being switched', async () => {
    const runner = await run([historyProjection, ledgerProjection]);
    await opened.append('demo', moves(5));
    expect(await runner.waitFor('history', 'demo', 5)).toBe(true);
    const held = await holder();
    await held.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [switchLockKey('history')]);
    await opened.append('demo', moves(5, 5));
    expect(await runner.waitFor('ledger', 'demo', 10)).toBe(true);
    expect(statusOf(runner, 'history')).toMatchObject({ position: 5, state: 'live' });
    await held.end();
    expect(await runner.waitFor('history', 'demo', 10)).toBe(true);
    const { rows } = await opened.pool.query('SELECT events FROM event_type_counts');
    expect(rows).toEqual([{ events: 10 }]);
    expect(errors).toEqual([]);
  });

  it('keep nothing of a page whose transaction dies before its commit, and write it once afterwards', async () => {
    const runner = await run([historyProjection, ledgerProjection]);
    await opened.append('demo', moves(4));
    expect(await runner.waitFor('ledger', 'demo', 4)).toBe(true);
    const page4 = [
      4,
      4,
      [
        ['history', 4, null],
        ['ledger', 4, null],
      ],
    ];
    const held = await holder();
    await held.query('BEGIN');
    // The last statement of the transaction waits for this.
    await held.query('LOCK TABLE ledger_activity__blue IN EXCLUSIVE MODE');
    await opened.append('demo', moves(6, 4));
    const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'ledger_activity__blue'::regclass`;
    await until(async () => (await opened.pool.query(waiting)).rowCount === 1);
    const seen = async () => [await count('account_records'), await count('streams'), await checkpoints()];
    const before = await seen();
    await opened.pool.query(`SELECT pg_terminate_backend(pid, 5000) FROM (${waiting}) AS waiting`);
    expect([before, await seen()]).toEqual([page4, page4]);
    await held.end();
    expect(await runner.waitFor('ledger', 'demo', 10)).toBe(true);
    expect(await runner.waitFor('history', 'demo', 10)).toBe(true);
    const { rows } = await opened.pool.query('SELECT events FROM event_type_counts');
    expect([await count('account_records'), rows]).toEqual([10, [{ events: 10 }]]);
  });

  it('say once a realm that the database is away, until they have succeeded', async () => {
    const runner = await run([historyProjection, ledgerProjection]);
    await opened.append('demo', moves(1));
    expect(await runner.waitFor('ledger', 'demo', 1)).toBe(true);
    for (const outage of [1, 2]) {
      let tries = 0;
      const refuse = (): Promise<never> => {
        tries += 1;
        return Promise.reject(Object.assign(new Error(`refused, try ${tries}`), { code: 'ECONNREFUSED' }));
      };
      const spies = [
        jest.spyOn(Checkpoints.prototype, 'advance').mockImplementation(refuse),
        jest.spyOn(Checkpoints.prototype, 'open').mockImplementation(refuse),
      ];
      const [{ position }] = (await opened.append('demo', moves(1, outage))) as [RecordedEvent];
      await until(() => tries > 6);
      spies.forEach((spy) => spy.mockRestore());
      expect(await runner.waitFor('ledger', 'demo', position)).toBe(true);
      expect(await runner.waitFor('history', 'demo', position)).toBe(true);
      expect(warnings).toHaveLength(outage);
    }
    expect(warnings[0]).toMatch(/^read models of demo .*refused/);
    expect(await count('account_records')).toBe(3);
  });
});
