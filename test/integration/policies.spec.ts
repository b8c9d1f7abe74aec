import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../server/core/clock.js';
import { Undecidable, type Command, type CommandPort, type CommandResult } from '../../server/core/decider.js';
import { refuse } from '../../server/core/refusal.js';
import type { Policy } from '../../server/policies/policy.js';
import { PolicyRunner } from '../../server/policies/runner.js';
import { ProjectionRunner } from '../../server/projections/runner.js';
import { Timers } from '../../server/writer/timers.js';
import { seededPolicies } from '../kit/policies.js';
import { until } from '../kit/until.js';
import { moves, note, openStore, silent } from './projection-support.js';

let opened: Awaited<ReturnType<typeof openStore>>;
let projections: ProjectionRunner;
const running: { stop(): Promise<void> }[] = [];

/** Takes every command and remembers it; a key that came before is a repeat. */
class Notebook implements CommandPort {
  readonly sent: { realm: string; type: string; data: unknown; key: string; at: number }[] = [];
  readonly keys = new Set<string>();
  fail: (type: string) => boolean = () => false;
  after: (type: string) => Promise<void> = () => Promise.resolve();

  async execute<Answer>(realm: string, { type, data, keys, at }: Command): Promise<CommandResult<Answer>> {
    if (this.fail(type)) return { ok: false, refusal: refuse('request.unavailable'), repeated: false };
    const key = keys?.[0] ?? '';
    const repeated = this.keys.has(key);
    this.keys.add(key);
    if (!repeated) this.sent.push({ realm, type, data, key, at });
    await this.after(type);
    return { ok: true, answer: null as Answer, position: 1, repeated };
  }
}

beforeEach(async () => {
  opened = await openStore();
  projections = new ProjectionRunner({ pool: opened.pool, source: opened.store, projections: [], log: silent });
  projections.feed('demo');
  await projections.start();
});
afterEach(async () => {
  for (const part of running.splice(0)) await part.stop();
  await projections.stop();
  await opened.close();
});

/** Takes every letter; the same key once, as the outbox does. */
const letters = new Map<string, { realm: string; template: string }>();
const post = {
  send: (realm: string, { template }: { template: string }, key: string) =>
    Promise.resolve(void letters.set(key, { realm, template })),
};

const noted: Policy = {
  name: 'when-noted-answer',
  realms: ['demo'],
  eventTypes: ['ThingNoted'],
  react: (event) => ({
    commands: [{ type: 'Answer', data: event.data }],
    due: [
      { id: `remind:${event.position}`, dueAt: 1000 + event.position, type: 'Remind', data: { n: event.position } },
    ],
  }),
};

function start(policies: readonly Policy[], commands: CommandPort) {
  const clock = new FakeClock(0);
  const runner = new PolicyRunner({
    policies,
    pool: opened.pool,
    projections,
    commands,
    rules: seededPolicies(),
    letters: post,
    sessions: { endAll: () => Promise.resolve() },
    factors: { forget: () => Promise.resolve() },
    clock,
    log: silent,
    onScheduled: () => undefined,
  });
  running.push(runner);
  runner.start();
  return runner;
}

describe('the policy runner', () => {
  it('sends one command for each event, in order, under a key of policy, realm and position', async () => {
    const book = new Notebook();
    start([noted], book);
    await opened.append('demo', [note('a'), ...moves(3), note('b')]);
    await until(() => book.sent.length === 2);
    expect(book.sent.map(({ type, data, key }) => [type, data, key])).toEqual([
      ['Answer', { text: 'a' }, 'policy:when-noted-answer:demo:1'],
      ['Answer', { text: 'b' }, 'policy:when-noted-answer:demo:5'],
    ]);
  });

  it('sends a letter for an event once, under the key of its reaction', async () => {
    letters.clear();
    const letter = { userId: 'u1', template: 'request-approved', values: {} };
    const book = new Notebook();
    start(
      [{ ...noted, name: 'when-noted-write', react: () => ({ commands: [{ type: 'Answer', data: 1 }], letter }) }],
      book,
    );
    await opened.append('demo', [note('a')]);
    await until(() => letters.size === 1);
    expect([...letters]).toEqual([['policy:when-noted-write:demo:1', { realm: 'demo', template: 'request-approved' }]]);
    expect(book.sent).toHaveLength(1);
  });

  it('goes on where it stopped, and what it does again after a crash the writer knows by its key', async () => {
    const book = new Notebook();
    const first = start([noted], book);
    await opened.append('demo', [note('a'), note('b')]);
    await until(() => book.sent.length === 2);
    await first.stop();
    await opened.pool.query(`UPDATE policy_checkpoints SET position = 1`);
    await opened.append('demo', [note('c')]);
    start([noted], book);
    await until(() => book.sent.length === 3);
    expect(book.sent.map(({ data }) => data)).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
    // What is due is written after the command is answered.
    const due = async () => (await opened.pool.query('SELECT id FROM due_commands ORDER BY 1')).rows;
    await until(async () => (await due()).length === 3);
    expect(await due()).toEqual([{ id: 'remind:1' }, { id: 'remind:2' }, { id: 'remind:3' }]);
  });

  it('waits for a writer that is away, and loses nothing', async () => {
    const book = new Notebook();
    let away = true;
    book.fail = () => away;
    start([noted], book);
    await opened.append('demo', [note('a')]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    away = false;
    await until(() => book.sent.length === 1);
    expect(book.sent).toHaveLength(1);
  });

  it('sends its command again when the database was lost while it was at the disk', async () => {
    const book = new Notebook();
    book.after = async () => {
      book.after = () => Promise.resolve();
      throw new Error('not carried out', { cause: new Error('Connection terminated unexpectedly') });
    };
    const runner = start([noted], book);
    await opened.append('demo', [note('a'), note('b')]);
    await until(() => book.sent.length === 2);
    expect(runner.problems()).toEqual([]);
    expect(book.sent.map(({ data }) => data)).toEqual([{ text: 'a' }, { text: 'b' }]);
  });

  it('stands still at an event that breaks it, and says so', async () => {
    const book = new Notebook();
    const broken: Policy = {
      ...noted,
      react: () => {
        throw new Error('no idea');
      },
    };
    const runner = start([broken], book);
    await opened.append('demo', [...moves(2), note('a')]);
    await until(() => runner.problems().length > 0);
    expect(runner.problems()).toEqual(['policy when-noted-answer of demo halted after position 2: no idea']);
  });
});

describe('the timers', () => {
  const schedule = (rows: [string, number][]): Promise<unknown> =>
    opened.pool.query(
      `INSERT INTO due_commands (realm, id, due_at, type, data, actor)
         SELECT 'demo', id, due_at, 'Ring', '{}', 'timer' FROM unnest($1::text[], $2::bigint[]) AS u(id, due_at)`,
      [rows.map(([id]) => id), rows.map(([, at]) => at)],
    );
  const timersFor = (commands: CommandPort, clock: FakeClock) => {
    const timers = new Timers({ pool: opened.pool, commands, clock, realms: ['demo', 'real'], log: silent });
    running.push(timers);
    return timers;
  };

  it('fire what is due in several realms in order of due time', async () => {
    const book = new Notebook();
    await opened.pool.query(
      `INSERT INTO due_commands (realm, id, due_at, type, data, actor) VALUES
         ('demo', 'second', 2000, 'Ring', '{}', 'timer'), ('real', 'first', 1000, 'Ring', '{}', 'timer'),
         ('demo', 'fourth', 4000, 'Ring', '{}', 'timer'), ('real', 'third', 3000, 'Ring', '{}', 'timer')`,
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
    await expect(timers.runDue(200)).rejects.toThrow('not available');
    book.fail = () => false;
    expect(await timers.runDue(200)).toBe(1);
  });

  it('fire what is due in one realm while the writer of another is away', async () => {
    const book = new Notebook();
    await schedule([['a', 100]]);
    await opened.pool.query(`INSERT INTO due_commands (realm, id, due_at, type, data, actor)
      VALUES ('real', 'r', 200, 'Ring there', '{}', 'timer')`);
    book.fail = (type) => type === 'Ring';
    await expect(timersFor(book, new FakeClock(0)).runDue(300)).rejects.toThrow('not available');
    expect(book.sent.map(({ realm, key }) => [realm, key])).toEqual([['real', 'due:r']]);
    const { rows } = await opened.pool.query('SELECT id FROM due_commands');
    expect(rows).toEqual([{ id: 'a' }]);
  });

  it('go on in a realm without a command that nobody can decide, and try that one again later', async () => {
    const book = new Notebook();
    const clock = new FakeClock(1000);
    const said: string[] = [];
    let broken = true;
    const failing: CommandPort = {
      execute: (realm, command) =>
        broken && command.keys?.[0] === 'due:a'
          ? Promise.reject(new Undecidable('Ring: no bell'))
          : book.execute(realm, command),
    };
    const log = { ...silent, error: (text: string) => void said.push(text) };
    const timers = new Timers({ pool: opened.pool, commands: failing, clock, realms: ['demo', 'real'], log });
    running.push(timers);
    await schedule([
      ['a', 100],
      ['b', 200],
    ]);
    for (let tries = 1; tries < 10; tries += 1) await expect(timers.runDue(1000)).rejects.toThrow('no bell');
    expect([book.sent.length, timers.parked('demo'), said]).toEqual([0, 0, []]);
    expect(await timers.runDue(1000)).toBe(1);
    expect(book.sent.map(({ key }) => key)).toEqual(['due:b']);
    expect([timers.parked('demo'), timers.parked('real')]).toEqual([1, 0]);
    expect(said).toEqual(['due a of demo is parked after 10 tries: Ring: no bell']);
    clock.advance(600_000);
    expect(await timers.runDue(1000)).toBe(0);
    expect([timers.parked('demo'), said.length]).toEqual([1, 2]);
    broken = false;
    expect(await timers.runDue(1000)).toBe(0);
    clock.advance(600_000);
    expect(await timers.runDue(1000)).toBe(1);
    expect(timers.parked('demo')).toBe(0);
    expect((await opened.pool.query('SELECT FROM due_commands')).rowCount).toBe(0);
  });

  it('wait for ever for a writer that is away: nothing of its realm is left out', async () => {
    const book = new Notebook();
    await schedule([
      ['a', 100],
      ['b', 200],
    ]);
    book.fail = () => true;
    const timers = timersFor(book, new FakeClock(1000));
    for (let tries = 0; tries < 12; tries += 1) await expect(timers.runDue(1000)).rejects.toThrow('not available');
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
