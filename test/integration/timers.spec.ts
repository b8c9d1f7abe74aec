import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { FakeClock } from '../../server/core/clock.js';
import {
  handle,
  HouseCommand,
  planned,
  type CommandClass,
  type Commands,
  type DataOf,
  type PlannedCommand,
} from '../../server/core/command.js';
import { commandOf } from '../../server/core/command.testkit.js';
import { HandlerError } from '../../server/core/decider.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { until } from '../kit/until.js';
import { Notebook } from './notebook.js';
import { openStore, silent } from './projection-support.js';

const toll = z.object({ times: z.int() });
class Toll extends HouseCommand<DataOf<typeof toll>, unknown> {
  static readonly type = 'Toll';
  static readonly schema = toll;
}

const known = <Data>(command: CommandClass<Data, unknown>) =>
  handle(command, {
    realms: ['demo', 'real'],
    scope: () => ({ streams: [] }),
    decide: () => ({ events: [], answer: null }),
  });
/** Timers only read by them. */
const handlers = new CommandHandlers().register(known(commandOf('Ring')), known(commandOf('Ring there')), known(Toll));
type Log = ConstructorParameters<typeof Timers>[0]['log'];
let opened: Awaited<ReturnType<typeof openStore>>;
const running: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  opened = await openStore();
});
afterEach(async () => {
  for (const part of running.splice(0)) await part.stop();
  await opened.close();
});

describe('the timers', () => {
  const ring = planned(commandOf('Ring'), {});
  const schedule = (rows: [string, number][], realm = 'demo', command: PlannedCommand = ring) =>
    opened.store.schedule(realm, ...rows.map(([id, dueAt]) => ({ id, dueAt, command })));
  const timersFor = (commands: Commands, clock: FakeClock, log: Log = silent) => {
    const { pool, store } = opened;
    const isSealed: typeof store.isSealed = (realm, due) => store.isSealed(realm, due);
    const timers = new Timers({ pool, isSealed, handlers, commands, clock, realms: ['demo', 'real'], log });
    running.push(timers);
    return timers;
  };

  it('fire what is due in several realms in order of due time', async () => {
    const book = new Notebook();
    await schedule([
      ['second', 2000],
      ['fourth', 4000],
    ]);
    await schedule(
      [
        ['first', 1000],
        ['third', 3000],
      ],
      'real',
    );
    expect(await timersFor(book, new FakeClock(5000)).runDue(5000)).toBe(4);
    expect(book.sent.map(({ realm, key }) => `${realm}/${key}`)).toEqual([
      'real/due:first',
      'demo/due:second',
      'real/due:third',
      'demo/due:fourth',
    ]);
  });

  it('fire what is due in order of due time, then id, on the clock they are given', async () => {
    const book = new Notebook();
    const clock = new FakeClock(0);
    await schedule([
      ['c', 300],
      ['b', 100],
      ['a', 100],
      ['later', 1000],
    ]);
    const fired = await timersFor(book, clock).runDue(500, (dueAt) => clock.setTo(dueAt));
    expect(fired).toBe(3);
    expect(book.sent.map(({ key, at }) => [key, at])).toEqual([
      ['due:a', 100],
      ['due:b', 100],
      ['due:c', 300],
    ]);
    const { rows } = await opened.pool.query('SELECT id FROM due_commands');
    expect(rows).toEqual([{ id: 'later' }]);
  });

  it('fire what a fired command schedules before the rest, when it is due before', async () => {
    const book = new Notebook();
    await schedule([
      ['a', 100],
      ['z', 900],
    ]);
    book.after = async () => {
      if (book.sent.length === 1) await schedule([['between', 500]]);
    };
    await timersFor(book, new FakeClock(0)).runDue(1000);
    expect(book.sent.map(({ key }) => key)).toEqual(['due:a', 'due:between', 'due:z']);
  });

  it('keep a command until it is answered', async () => {
    const book = new Notebook();
    await schedule([['a', 100]]);
    book.fail = () => true;
    const timers = timersFor(book, new FakeClock(0));
    await expect(timers.runDue(200)).rejects.toThrow('request.unavailable');
    book.fail = () => false;
    expect(await timers.runDue(200)).toBe(1);
  });

  it('fire what is due in one realm while the writer of another is away', async () => {
    const book = new Notebook();
    await schedule([['a', 100]]);
    await schedule([['r', 200]], 'real', planned(commandOf('Ring there'), {}));
    book.fail = (type) => type === 'Ring';
    await expect(timersFor(book, new FakeClock(0)).runDue(300)).rejects.toThrow('request.unavailable');
    expect(book.sent.map(({ realm, key }) => [realm, key])).toEqual([['real', 'due:r']]);
    const { rows } = await opened.pool.query('SELECT id FROM due_commands');
    expect(rows).toEqual([{ id: 'a' }]);
  });

  it('go on in a realm without a command that nobody can decide, and try that one again later', async () => {
    const book = new Notebook();
    const clock = new FakeClock(1000);
    const errors: string[] = [];
    let broken = true;
    const failing: Commands = {
      execute: (command) =>
        broken && command.requestToken?.key === 'due:a'
          ? Promise.reject(new HandlerError('Ring: no bell'))
          : book.execute(command),
      prepare: (context, make) => book.prepare(context, make),
    };
    const log = { ...silent, error: (text: string) => void errors.push(text) };
    const timers = timersFor(failing, clock, log);
    await schedule([
      ['a', 100],
      ['b', 200],
    ]);
    for (let tries = 1; tries < 10; tries += 1) await expect(timers.runDue(1000)).rejects.toThrow('no bell');
    expect([book.sent.length, timers.parked('demo'), errors]).toEqual([0, 0, []]);
    expect(await timers.runDue(1000)).toBe(1);
    expect(book.sent.map(({ key }) => key)).toEqual(['due:b']);
    expect([timers.parked('demo'), timers.parked('real')]).toEqual([1, 0]);
    expect(errors).toEqual(['due a of demo is parked after 10 tries: Ring: no bell']);
    clock.advance(600_000);
    expect(await timers.runDue(1000)).toBe(0);
    expect([timers.parked('demo'), errors.length]).toEqual([1, 2]);
    broken = false;
    expect(await timers.runDue(1000)).toBe(0);
    clock.advance(600_000);
    expect(await timers.runDue(1000)).toBe(1);
    expect(timers.parked('demo')).toBe(0);
    expect((await opened.pool.query('SELECT FROM due_commands')).rowCount).toBe(0);
  });

  it('park a command whose data are none of its, loudly, and go on without it', async () => {
    const book = new Notebook();
    const errors: string[] = [];
    const log = { ...silent, error: (text: string) => void errors.push(text) };
    const clock = new FakeClock(1000);
    const timers = timersFor(book, clock, log);
    await schedule([['a', 100]], 'demo', { ...planned(Toll, { times: 3 }), data: { times: 'often' } });
    await schedule([['b', 200]], 'demo', planned(Toll, { times: 3 }));
    for (let tries = 1; tries < 10; tries += 1) await expect(timers.runDue(1000)).rejects.toThrow('Toll: ');
    expect(await timers.runDue(1000)).toBe(1);
    expect(book.sent.map(({ key, data }) => [key, data])).toEqual([['due:b', { times: 3 }]]);
    expect(timers.parked('demo')).toBe(1);
    expect(errors).toEqual([expect.stringMatching(/^due a of demo is parked after 10 tries: Toll: .*times/s)]);
  });

  it.each([
    [
      'that nobody stored',
      `INSERT INTO due_commands SELECT realm, 'x', due_at, type, data, actor, NULL, NULL, seal FROM due_commands`,
      'x',
    ],
    ['of another time', `UPDATE due_commands SET due_at = 50`, 'a'],
    ['of another realm', `UPDATE due_commands SET realm = 'real'`, 'a'],
    ['with other data', `UPDATE due_commands SET data = '{"to":"me"}'`, 'a'],
    ['of another cause', `UPDATE due_commands SET correlation = 'demo:1', causation = 'demo:1/X'`, 'a'],
  ])('never send a command %s, and say so', async (_, forgery, id) => {
    const book = new Notebook();
    const errors: string[] = [];
    await schedule([['a', 100]]);
    await opened.pool.query(forgery);
    const timers = timersFor(book, new FakeClock(1000), { ...silent, error: (text: string) => void errors.push(text) });
    await timers.runDue(1000);
    await timers.runDue(10 ** 12);
    expect(book.sent.filter(({ key }) => key === `due:${id}`)).toEqual([]);
    expect(errors).toEqual([expect.stringMatching(new RegExp(`^due ${id} of \\w+ is not what was stored`))]);
    expect(timers.parked('demo') + timers.parked('real')).toBe(1);
  });

  it('wait for ever for a writer that is away: nothing of its realm is left out', async () => {
    const book = new Notebook();
    await schedule([
      ['a', 100],
      ['b', 200],
    ]);
    book.fail = () => true;
    const timers = timersFor(book, new FakeClock(1000));
    for (let tries = 0; tries < 12; tries += 1)
      await expect(timers.runDue(1000)).rejects.toThrow('request.unavailable');
    expect(timers.parked('demo')).toBe(0);
    book.fail = () => false;
    await timers.runDue(1000);
    expect(book.sent.map(({ key }) => key)).toEqual(['due:a', 'due:b']);
  });

  it('wake up by themselves when the next one is due', async () => {
    const book = new Notebook();
    const clock = new FakeClock(1000);
    const timers = timersFor(book, clock);
    timers.start();
    await schedule([['a', 900]]);
    timers.look();
    await until(() => book.sent.length === 1);
    expect(book.sent.map(({ key }) => key)).toEqual(['due:a']);
  });
});
