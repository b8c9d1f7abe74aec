import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../server/core/clock.js';
import { planned, type Commands } from '../../server/core/command.js';
import { commandOf } from '../../server/core/command.testkit.js';
import type { Reaction } from '../../server/engine/reactions/reaction.js';
import { ReactionRunner } from '../../server/engine/reactions/runner.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { until } from '../kit/until.js';
import { Notebook } from './notebook.js';
import { moves, note, openStore, silent } from './projection-support.js';

let opened: Awaited<ReturnType<typeof openStore>>;
let projections: ProjectionRunner;
const running: { stop(): Promise<void> }[] = [];

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

const Answer = commandOf<unknown>('Answer');
const noted: Reaction = {
  name: 'when-noted-answer',
  realms: ['demo'],
  on: { ThingNoted: (event) => ({ commands: [planned(Answer, event.data)] }) },
};

function start(reactions: readonly Reaction[], commands: Commands) {
  const clock = new FakeClock(0);
  const parts = { pool: opened.pool, commands, letters: post, clock, log: silent };
  const runner = new ReactionRunner(parts, projections).register(...reactions);
  running.push(runner);
  runner.start();
  return runner;
}

describe('the runner of reactions', () => {
  it('sends one command for each event, in order, under a key of reaction, realm and position', async () => {
    const book = new Notebook();
    start([noted], book);
    await opened.append('demo', [note('a'), ...moves(3), note('b')]);
    await until(() => book.sent.length === 2);
    expect(book.sent.map(({ type, data, key }) => [type, data, key])).toEqual([
      ['Answer', { text: 'a' }, 'reaction:when-noted-answer:demo:1'],
      ['Answer', { text: 'b' }, 'reaction:when-noted-answer:demo:5'],
    ]);
  });

  it('sends a letter for an event once, under the key of its reaction', async () => {
    letters.clear();
    const letter = { userId: 'u1', template: 'request-approved', values: {} };
    const book = new Notebook();
    start(
      [{ ...noted, name: 'when-noted-write', on: { ThingNoted: () => ({ commands: [planned(Answer, 1)], letter }) } }],
      book,
    );
    await opened.append('demo', [note('a')]);
    await until(() => letters.size === 1);
    expect([...letters]).toEqual([
      ['reaction:when-noted-write:demo:1', { realm: 'demo', template: 'request-approved' }],
    ]);
    expect(book.sent).toHaveLength(1);
  });

  it('goes on where it stopped, and what it does again after a crash the writer knows by its key', async () => {
    const book = new Notebook();
    const first = start([noted], book);
    await opened.append('demo', [note('a'), note('b')]);
    await until(() => book.sent.length === 2);
    await first.stop();
    await opened.pool.query(`UPDATE reaction_checkpoints SET position = 1`);
    await opened.append('demo', [note('c')]);
    start([noted], book);
    await until(() => book.sent.length === 3);
    expect(book.sent.map(({ data }) => data)).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }]);
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
    const broken: Reaction = {
      ...noted,
      on: {
        ThingNoted: () => {
          throw new Error('no idea');
        },
      },
    };
    const runner = start([broken], book);
    await opened.append('demo', [...moves(2), note('a')]);
    await until(() => runner.problems().length > 0);
    expect(runner.problems()).toEqual(['reaction when-noted-answer of demo halted after position 2: no idea']);
  });
});
