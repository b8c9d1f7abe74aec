import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import {
  Undecidable,
  type Command,
  type CommandHandler,
  type CommandResult,
  type StreamKind,
} from '../../server/core/decider.js';
import { amount, format } from '../../shared/money.js';
import { refuse } from '../../server/core/refusal.js';
import { openPool } from '../../server/event-store/database.js';
import { EventStore } from '../../server/event-store/event-store.js';
import { declareEventTypes } from '../../server/event-store/event-types.js';
import { CommandHandlers } from '../../server/writer/command-handlers.js';
import { loadStream } from '../../server/writer/loader.js';
import { Writers } from '../../server/writer/writers.js';
import { migratedDatabase } from '../kit/migrated.js';
import type { FreshDatabase } from '../kit/postgres.js';

declareEventTypes({ type: 'Counted', schema: 1 });

interface Count {
  total: number;
}

const counter: StreamKind<Count> = {
  name: 'counter',
  initial: () => ({ total: 0 }),
  evolve: (state, event) => ({ total: state.total + (event.data as { by: number }).by }),
  snapshot: { schema: 1, everyEvents: 10, save: (state) => state, load: (saved) => saved as Count },
};

const OWNER = 'user/demo-x.1/spot/available';

/** Adds to a counter and moves as many USDT from the grants to one owner; a negative step takes them back. */
const count: CommandHandler<{ id: string; by: number; unbalanced?: boolean; realm?: string }, number> = {
  type: 'Count',
  realms: ['demo', 'real'],
  touches: ({ id }) => ({ streams: [[counter, id]], balances: [[OWNER, 'USDT']] }),
  decide: (view, { id, by, unbalanced, realm }) => {
    const { total } = view.state(counter, id);
    if (by === 0) return refuse('test.nothing-to-count');
    const value = amount(String(by));
    const account = realm === undefined ? OWNER : `user/${realm}-x.1/spot/available`;
    const postings = [
      { account: 'house/demo-grants', asset: 'USDT', amount: unbalanced ? -value - 1n : -value },
      { account, asset: 'USDT', amount: value },
    ];
    return {
      events: [{ stream: `counter-${id}`, type: 'Counted', schema: 1, data: { by }, postings }],
      answer: total + by,
    };
  },
};

/** Takes from an owner whose balance nobody loaded: only the store itself can refuse it. */
const overdraw: CommandHandler<{ id: string }, null> = {
  type: 'Overdraw',
  realms: ['real'],
  touches: ({ id }) => ({ streams: [[counter, id]] }),
  decide: (_, { id }) => {
    const postings = [
      { account: 'house/demo-grants', asset: 'USDT', amount: 1n },
      { account: 'user/real-x.1/spot/available', asset: 'USDT', amount: -1n },
    ];
    const event = { stream: `counter-${id}`, type: 'Counted', schema: 1, data: { by: 1 }, postings };
    return { events: [event], answer: null };
  },
};

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

describe('the writer on a real PostgreSQL', () => {
  let database: FreshDatabase;
  let pool: Pool;
  let store: EventStore;
  let writers: Writers;

  const open = (): Writers => new Writers(store, new CommandHandlers().register(count), quiet, ['demo']);
  const send = (id: string, by: number, more: object = {}, keys?: string[]): Promise<CommandResult<number>> => {
    const command: Command = {
      type: 'Count',
      data: { id, by, ...more },
      at: 1,
      actor: 'user:x',
      ...(keys && { keys }),
    };
    return writers.execute<number>('demo', command);
  };
  const balance = async (): Promise<string> => {
    const { balances } = await store.readBalances('demo', [[OWNER, 'USDT']]);
    return balances[0] === undefined ? '0' : format(amount(balances[0].amount));
  };

  beforeAll(async () => {
    database = await migratedDatabase();
    pool = openPool(database.url);
    store = new EventStore(pool);
    writers = open();
    await writers.start();
  });

  afterAll(async () => {
    await writers.close();
    await pool.end();
    await database.drop();
  });

  it('answers when the event is durable, at gapless positions, however many wish at once', async () => {
    const results = await Promise.all(Array.from({ length: 200 }, () => send('a', 1)));
    const positions = results.map((result) => (result.ok ? result.position : 0)).sort((a, b) => a - b);
    expect(positions).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    expect(await balance()).toBe('200');
  });

  it('takes from a balance what is there, down to nothing', async () => {
    expect(await send('a', -200)).toMatchObject({ ok: true });
    expect(await balance()).toBe('0');
    await send('a', 200);
  });

  it('gives a repeated command the first answer and does nothing twice, in a row and at once', async () => {
    const first = await send('b', 5, {}, ['key-1']);
    const again = await send('b', 5, {}, ['key-1']);
    expect(first).toMatchObject({ ok: true, answer: 5, repeated: false });
    expect(again).toMatchObject({ ok: true, answer: 5, repeated: true });
    const many = await Promise.all(Array.from({ length: 50 }, () => send('b', 5, {}, ['key-2'])));
    expect(many.filter((result) => !result.repeated)).toHaveLength(1);
    expect(new Set(many.map((result) => (result.ok ? result.answer : 0)))).toEqual(new Set([10]));
    expect((await loadStream(store, 'demo', counter, 'b')).state.total).toBe(10);
  });

  it('answers a refusal without an event', async () => {
    const head = await store.head('demo');
    expect(await send('a', 0)).toMatchObject({ ok: false, refusal: { refusal: 'test.nothing-to-count' } });
    expect(await store.head('demo')).toEqual(head);
  });

  it('refuses a command of another realm at the wall', async () => {
    const other = new Writers(store, new CommandHandlers().register({ ...count, realms: ['real'] }), quiet, ['demo']);
    const result = await other.execute('demo', { type: 'Count', data: { id: 'a', by: 1 }, at: 1, actor: 'user:x' });
    expect(result).toMatchObject({ ok: false, refusal: { refusal: 'demo.real-only' } });
  });

  it('carries out nothing that does not sum to zero, crosses realms or overdraws', async () => {
    const head = await store.head('demo');
    await expect(send('a', 1, { unbalanced: true })).rejects.toThrow('does not sum to zero');
    await expect(send('a', 1, { realm: 'real' })).rejects.toThrow('another realm');
    await expect(send('a', -100_000)).rejects.toThrow('overdrawn');
    await expect(send('a', -100_000)).rejects.toBeInstanceOf(Undecidable);
    expect(await store.head('demo')).toEqual(head);
  });

  it('loads a long stream from its snapshot and its tail, and gets what genesis gives', async () => {
    for (let n = 0; n < 25; n++) await send('long', 2);
    const snapshots = await pool.query(`SELECT version FROM snapshots WHERE stream = 'counter-long' ORDER BY 1`);
    expect(snapshots.rows.map((row) => row.version)).toEqual([10, 20]);
    const quick = await loadStream(store, 'demo', counter, 'long');
    const slow = await loadStream(
      store,
      'demo',
      { ...counter, snapshot: { ...counter.snapshot!, schema: 99 } },
      'long',
    );
    expect(quick).toMatchObject({ state: slow.state, version: slow.version, snapshotVersion: 20 });
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
    expect(await send('a', 1)).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    await until(() => writers.status()[0]?.state === 'running');
    expect(await send('a', 1)).toMatchObject({ ok: true, position: before.position + 1 });
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
    const next = open();
    const waiting = next.start();
    const head = await store.head('demo');
    await writers.close();
    await waiting;
    writers = next;
    // What stood in a wish is not known any more; under its key nothing is done again, and the answer is the one it had.
    expect(await send('a', 9, {}, ['key-1'])).toMatchObject({ ok: true, answer: 5, repeated: true });
    expect(await send('a', 7)).toMatchObject({ ok: true, position: head.position + 1 });
  });

  it('decides nothing more once it has halted, also what was on its way and finds its states loaded', async () => {
    const unsteady = new Unsteady(pool);
    let answer = (): void => undefined;
    unsteady.answering = new Promise((resolve) => (answer = resolve));
    const halting = new Writers(unsteady, new CommandHandlers().register(count, overdraw), quiet, ['real']);
    await halting.start();
    const wish = { data: { id: 'h', by: 1, realm: 'real' }, at: 1, actor: 'user:x' };
    const late = halting.execute('real', { ...wish, type: 'Count', keys: ['late'] });
    await expect(halting.execute('real', { ...wish, type: 'Overdraw' })).rejects.toThrow('not carried out');
    await halting.read('real', counter, 'h');
    answer();
    expect(await late).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    expect((await store.head('real')).position).toBe(0);
    expect(halting.status()[0]?.state).toBe('halted');
    await halting.close();
  });

  it('tells everybody of events that were durable although their answer was lost', async () => {
    const unsteady = new Unsteady(pool);
    const losing = new Writers(unsteady, new CommandHandlers().register(count), quiet, ['real']);
    await losing.start();
    const told: number[] = [];
    unsteady.subscribe((_, events) => told.push(...events.map(({ position }) => position)));
    unsteady.losesAppend = true;
    const wish = { type: 'Count', data: { id: 'l', by: 1, realm: 'real' }, at: 1, actor: 'user:x' };
    const lost = await losing.execute('real', wish);
    expect(lost).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    unsteady.losesAppend = false;
    await until(() => losing.status()[0]?.state === 'running');
    expect(told).toEqual([1]);
    expect(await losing.execute('real', wish)).toMatchObject({ ok: true, position: 2 });
    expect(told).toEqual([1, 2]);
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

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
