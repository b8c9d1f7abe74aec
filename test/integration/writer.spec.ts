import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Pool } from 'pg';
import type { Command, CommandResult } from '../../server/core/decider.js';
import { amount, format } from '../../shared/money.js';
import { openPool } from '../../server/engine/history/database.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import { counted, counter, counterHandlers, decides, moved } from '../../server/engine/writer/counter.testkit.js';
import { loadStream } from '../../server/engine/writer/loader.js';
import { writerContract } from '../../server/engine/writer/writer-contract.testkit.js';
import { writerOn } from '../../server/engine/writer/writer-on-store.testkit.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { migratedDatabase } from '../kit/migrated.js';
import type { FreshDatabase } from '../kit/postgres.js';
import { until } from '../kit/until.js';
import { signedStore, testSigner } from '../../server/engine/history/signed-store.testkit.js';

const OWNER = 'user/demo-x.1/spot/available';
const REAL_OWNER = 'user/real-x.1/spot/available';

/** A store whose answers come when the test lets them, and that can lose the word of an append that was durable. */
class Unsteady extends EventStore {
  answering: Promise<void> = Promise.resolve();
  losesAppend = false;

  override async findAnswers(realm: string, keys: readonly string[]) {
    await this.answering;
    return super.findAnswers(realm, keys);
  }

  override async append(...given: Parameters<EventStore['append']>) {
    const head = await super.append(...given);
    if (this.losesAppend) throw new Error('Connection terminated unexpectedly');
    return head;
  }
}

const quiet = { warn: () => undefined, error: () => undefined };

let database: FreshDatabase;
let pool: Pool;
let store: EventStore;

beforeAll(async () => {
  database = await migratedDatabase();
  pool = openPool(database.url);
  store = signedStore(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

writerContract('the writer on PostgreSQL', (realm, handlers) => writerOn(store, realm, handlers));

describe('the writer on a real PostgreSQL', () => {
  let writers: Writers;
  const handlers = new CommandHandlers().register(...counterHandlers('demo', OWNER));
  const realHandlers = new CommandHandlers().register(...counterHandlers('real', REAL_OWNER));
  const open = (): Writers => new Writers(store, handlers, quiet, ['demo']);
  const counting = (id: string, by: number, key?: string): Command => {
    return {
      type: 'Count',
      data: { ids: [id], by },
      at: 1,
      actor: 'user:x',
      requestToken: key === undefined ? undefined : { key },
    };
  };
  const send = (id: string, by: number, key?: string): Promise<CommandResult<number>> =>
    writers.execute<number>('demo', counting(id, by, key));
  const balance = async (): Promise<string> => {
    const { balances } = await store.readBalances('demo', [[OWNER, 'USDT']]);
    return balances[0] === undefined ? '0' : format(amount(balances[0].amount));
  };

  beforeAll(async () => {
    writers = open();
    await writers.start();
  });
  afterAll(() => writers.close());

  it('loads a long stream from its snapshot and its tail, and gets what genesis gives', async () => {
    for (let n = 0; n < 25; n++) await send('long', 2);
    const snapshots = async (): Promise<number[]> => {
      const { rows } = await pool.query(`SELECT version FROM snapshots WHERE stream = 'counter-long' ORDER BY 1`);
      return rows.map((row) => row.version as number);
    };
    await until(async () => (await snapshots()).includes(24));
    await until(async () => (await snapshots()).length === 2);
    expect(await snapshots()).toEqual([21, 24]);
    const quick = await loadStream(store, 'demo', counter, 'long');
    const slow = await loadStream(
      store,
      'demo',
      { ...counter, snapshot: { ...counter.snapshot!, schema: 99 } },
      'long',
    );
    expect(quick).toMatchObject({ state: slow.state, version: slow.version, snapshotVersion: 24 });
  });

  it('reads many streams at once, and a long one by itself', async () => {
    await send('known', 7);
    for (let n = 0; n < 40; n++) await send('longer', 1);
    await writers.close();
    writers = open();
    await writers.start();
    const reads = jest.spyOn(store, 'readStream');
    const ids = ['known', 'longer', ...Array.from({ length: 20 }, (_, n) => `new-${n}`)];
    const counted = await writers.execute('demo', { ...counting('known', 1), data: { ids, by: 1 } });
    expect(counted.ok).toBe(true);
    expect(reads.mock.calls.map(([, stream]) => stream)).toEqual(['counter-longer']);
    const totals = ids.map(async (id) => (await loadStream(store, 'demo', counter, id)).state.total);
    expect(await Promise.all(totals)).toEqual([8, 41, ...ids.slice(2).map(() => 1)]);
  });

  it('knows the balance that a new reader finds while an append is under way', async () => {
    const reader = open();
    const sends = Array.from({ length: 300 }, (_, n) => send(`many-${n % 40}`, 1));
    const results = await Promise.all(sends);
    expect(results.every((result) => result.ok)).toBe(true);
    expect(reader.status()[0]?.state).toBe('starting');
    const sum = await pool.query(`SELECT sum(amount) AS s FROM ledger_postings WHERE account = $1`, [OWNER]);
    expect(format(amount(sum.rows[0].s))).toBe(await balance());
  });

  it('takes the lease again after the connection broke, and a zombie is fenced off', async () => {
    const before = await store.head('demo');
    const holders = await pool.query(`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    for (const { pid } of holders.rows) await pool.query('SELECT pg_terminate_backend($1)', [pid]);
    // A slow machine may have the lease again before the first command comes.
    let answer = await send('a', 1);
    while (!answer.ok) {
      expect(answer.refusal.refusal).toBe('request.unavailable');
      await until(() => writers.status()[0]?.state === 'running');
      answer = await send('a', 1);
    }
    expect(answer.position).toBe(before.position + 1);
    const zombie = { ...before, leaseEpoch: before.leaseEpoch };
    const late = store.append(pool, {
      realm: 'demo',
      leaseEpoch: before.leaseEpoch,
      after: zombie,
      events: [],
      answers: [],
    });
    await expect(late).rejects.toMatchObject({ code: 'GB004' });
  });

  it('hands the realm to the next writer with the whole history', async () => {
    expect(await send('b', 5, 'key-1')).toMatchObject({ ok: true, answer: 5, repeated: false });
    const next = open();
    const waiting = next.start();
    const head = await store.head('demo');
    await writers.close();
    await waiting;
    writers = next;
    // What stood in a command is not known any more; under its key nothing is done again, and its answer is the first one.
    expect(await send('a', 9, 'key-1')).toMatchObject({ ok: true, answer: 5, repeated: true });
    expect(await send('a', 7)).toMatchObject({ ok: true, position: head.position + 1 });
  });

  it('decides nothing more once it has halted, also what was on its way and finds its states loaded', async () => {
    const unsteady = new Unsteady(pool, testSigner);
    let answer = (): void => undefined;
    unsteady.answering = new Promise((resolve) => (answer = resolve));
    const halting = new Writers(unsteady, realHandlers, quiet, ['real']);
    await halting.start();
    const late = halting.execute('real', counting('a', 1, 'late'));
    // The owner's balance is not loaded, so only the store itself can refuse this.
    const overdraw = decides(counted('a', 1, moved(REAL_OWNER, -1n)));
    const refused = halting.execute('real', { type: 'Scripted', data: overdraw, at: 1, actor: 'user:x' });
    await expect(refused).rejects.toThrow('not carried out');
    await halting.read('real', counter, 'a');
    answer();
    expect(await late).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    expect((await store.head('real')).position).toBe(0);
    expect(halting.status()[0]?.state).toBe('halted');
    await halting.close();
  });

  it('tells everybody of events that were durable although their answer was lost', async () => {
    const unsteady = new Unsteady(pool, testSigner);
    const losing = new Writers(unsteady, realHandlers, quiet, ['real']);
    await losing.start();
    const positions: number[] = [];
    unsteady.subscribe((_, events) => positions.push(...events.map(({ position }) => position)));
    unsteady.losesAppend = true;
    const lost = await losing.execute('real', counting('l', 1));
    expect(lost).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    unsteady.losesAppend = false;
    await until(() => losing.status()[0]?.state === 'running');
    expect(positions).toEqual([1]);
    expect(await losing.execute('real', counting('l', 1))).toMatchObject({ ok: true, position: 2 });
    expect(positions).toEqual([1, 2]);
    await losing.close();
  });

  it.each([
    ['an event changed', `UPDATE events SET data = '{}' WHERE position = 1`, 'GB001'],
    ['an event removed', `DELETE FROM events WHERE position = 1`, 'GB001'],
    ['the history emptied', `TRUNCATE events`, 'GB001'],
    ['a posting changed', `UPDATE ledger_postings SET amount = 0`, 'GB001'],
    [
      'a posting without its other half',
      `INSERT INTO ledger_postings VALUES ('demo', 1, 90, '${OWNER}', 'USDT', 5)`,
      'GB002',
    ],
    [
      'an account of another realm',
      `INSERT INTO ledger_postings VALUES ('demo', 1, 90, 'user/real-x.1/spot/available', 'USDT', 5),
        ('demo', 1, 91, 'house/demo-grants', 'USDT', -5)`,
      'GB003',
    ],
    [
      'an overdrawn account',
      `INSERT INTO ledger_postings VALUES ('demo', 1, 90, '${OWNER}', 'USDT', -999999),
        ('demo', 1, 91, 'house/demo-grants', 'USDT', 999999)`,
      '23514',
    ],
  ])('lets the database itself refuse %s', async (_, sql, code) => {
    await expect(pool.query(sql)).rejects.toMatchObject({ code });
  });
});
