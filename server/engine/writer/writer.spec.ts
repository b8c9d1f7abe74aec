import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { handle } from '../../core/command.js';
import { commandOf } from '../../core/command.testkit.js';
import type { CommandResult, StreamKind } from '../../core/decider.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { declareEventTypes } from '../history/event-types.js';
import { CommandHandlers } from './command-handlers.js';
import { counted, counter, counterHandlers, touching, type Script } from './counter.testkit.js';
import { ForgedState } from '../history/signed-snapshots.js';
import { MemoryStore } from './memory-store.testkit.js';
import { writerContract } from './writer-contract.testkit.js';
import { writerOn } from './writer-on-store.testkit.js';
import { Writers } from './writers.js';

writerContract('the writer on a store in memory', (realm, handlers) => writerOn(new MemoryStore(), realm, handlers));

declareEventTypes({ type: 'Noted', schema: 1 });

interface Notes {
  texts: string[];
}

const notes: StreamKind<Notes> = {
  name: 'notes',
  initial: () => ({ texts: [] }),
  evolve: (state, event) => ({ texts: [...state.texts, (event.data as { text: string }).text] }),
  snapshot: { schema: 1, everyEvents: 3, save: (state) => state, load: (saved) => saved as Notes },
};

const note = handle(commandOf<{ id: string; text: string }, number>('Note'), {
  realms: ['demo'],
  scope: ({ id }) => ({ streams: [[notes, id]] }),
  decide: (view, { id, text }) => {
    const count = view.state(notes, id).texts.length + 1;
    return { events: [{ stream: `notes-${id}`, type: 'Noted', schema: 1, data: { text } }], answer: count };
  },
});

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('the writer of a realm', () => {
  let store: MemoryStore;
  let writers: Writers;
  let logged: string[];

  const send = (text: string, more: { id?: string; at?: number } = {}): Promise<CommandResult<number>> => {
    const { id = 'a', at = 1_000 } = more;
    return writers.execute('demo', { type: 'Note', data: { id, text }, at, actor: 'user:x' });
  };
  const status = () => writers.status()[0]!;
  const until = async (state: string): Promise<void> => {
    for (let look = 0; status().state !== state; look += 1) {
      if (look > 400) throw new Error(`${status().state}, not ${state}`);
      await settled();
    }
  };
  const fail = (code: string): void => void (store.failure = Object.assign(new Error(`it says ${code}`), { code }));

  beforeEach(async () => {
    logged = [];
    store = new MemoryStore();
    const log = { warn: (text: string) => void logged.push(text), error: (text: string) => void logged.push(text) };
    writers = new Writers(store, new CommandHandlers().register(note), log, ['demo']);
    await writers.start();
  });
  afterEach(() => writers.close());

  it('goes on from the instant of the last event after the lease was lost', async () => {
    await send('later', { at: 5_000 });
    store.breakLease('demo');
    await until('running');
    await send('earlier', { at: 1_000 });
    expect(store.events.map(({ at }) => at)).toEqual([5_000, 5_000]);
  });

  describe('a command that is made on the way', () => {
    let made = 0;
    const named = (fingerprint = 'f') => ({ requestToken: { key: 'k', fingerprint } });
    const prepare = (answer: Refusal | 'command', fingerprint?: string) =>
      writers.prepare('demo', named(fingerprint), () => {
        made += 1;
        const command = { type: 'Note', data: { id: 'a', text: 'x' }, at: 1_000, actor: 'user:x', ...named() };
        return Promise.resolve(answer === 'command' ? command : answer);
      });
    beforeEach(() => void (made = 0));

    it('is made once for a request, at once, later and after a restart', async () => {
      const results = await Promise.all([prepare('command'), prepare('command')]);
      expect(results.map(({ ok, repeated }) => [ok, repeated])).toEqual([
        [true, false],
        [true, true],
      ]);
      store.breakLease('demo');
      await until('running');
      expect(await prepare('command')).toMatchObject({ answer: 1, repeated: true });
      expect(await prepare('command', 'other')).toMatchObject({ refusal: { refusal: 'request.token-reused' } });
      expect(made).toBe(1);
    });

    it('is not made after a refusal on the way, which stays the answer, but after one that holds for the moment', async () => {
      for (const code of ['request.too-many', 'security.trade-password-required'])
        expect(await prepare(refuse(code))).toMatchObject({ ok: false, repeated: false });
      expect(await prepare(refuse('test.wrong'))).toMatchObject({ ok: false, repeated: false });
      expect(await prepare('command')).toMatchObject({ refusal: { refusal: 'test.wrong' }, repeated: true });
      expect(made).toBe(3);
    });
  });

  it('halts before it decides from a state that was not signed', async () => {
    store.forged = new ForgedState('the snapshot is not what was signed');
    await expect(send('x')).rejects.toThrow('not what was signed');
    expect(status()).toMatchObject({ state: 'halted', problem: 'the snapshot is not what was signed' });
    expect(store.events).toEqual([]);
  });

  it('halts for good when the end of its history is not what was signed', async () => {
    store.tail = 'segment 2 is missing';
    store.breakLease('demo');
    await until('halted');
    expect(status().problem).toBe('its history cannot be gone on with: segment 2 is missing');
    expect(await send('x')).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
  });

  it('serves again after an append was fenced off, and does not stay halted', async () => {
    fail('GB004');
    expect(await send('lost')).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    await until('running');
    expect(await send('kept')).toMatchObject({ ok: true, answer: 1 });
    expect(store.events.map(({ data }) => data)).toEqual([{ text: 'kept' }]);
  });

  it('stands by while another server holds the realm, and writes again once that one has let go', async () => {
    const other = store.fence('demo', 'other/7');
    expect(await send('lost')).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    await until('standing-by');
    expect(status().problem).toBe('other/7 writes it');
    expect(await send('refused')).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    await expect(writers.read('demo', notes, 'a')).rejects.toThrow('request.unavailable');
    store.unlock(other);
    await until('running');
    expect(status().problem).toBeNull();
    expect(await send('kept')).toMatchObject({ ok: true });
  });

  it('takes a lease that it lost again at once, although nobody sends a command', async () => {
    const { leaseEpoch } = status();
    store.breakLease('demo');
    expect(status().state).toBe('recovering');
    await until('running');
    expect(status().leaseEpoch).toBe(leaseEpoch + 1);
  });

  it.each(['GB002', '22003', '23505', '54000'])(
    'halts for ever when the store refuses an append with %s',
    async (code) => {
      fail(code);
      await expect(send('wrong')).rejects.toThrow('not carried out');
      expect(status()).toMatchObject({ state: 'halted', problem: `the store refused an append: it says ${code}` });
      expect(await send('after')).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    },
  );

  it.each(['53100', '57P01', '08006', 'ECONNRESET'])(
    'does not halt when the database is away or full (%s)',
    async (code) => {
      fail(code);
      expect(await send('lost')).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
      await until('running');
      expect(await send('kept')).toMatchObject({ ok: true });
    },
  );

  it('appends commands of one turn together, and those that come while it is at the disk after that', async () => {
    await send('warm');
    let free = (): void => undefined;
    store.disk = new Promise((resolve) => (free = resolve));
    const first = [send('1'), send('2', { id: 'b' }), send('3')];
    await settled();
    const next = [send('4'), send('5', { id: 'b' })];
    await settled();
    expect(store.appends).toEqual([1]);
    free();
    const positions = (await Promise.all([...first, ...next])).map((result) => (result.ok ? result.position : 0));
    expect(store.appends).toEqual([1, 3, 2]);
    // `b` had to be loaded, so its command was decided after those that waited for nothing.
    expect(positions).toEqual([2, 4, 3, 5, 6]);
    expect(store.events.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('answers nobody before the append is durable', async () => {
    let free = (): void => undefined;
    store.disk = new Promise((resolve) => (free = resolve));
    let answered = false;
    const sent = send('x').then(() => (answered = true));
    await settled();
    expect(answered).toBe(false);
    free();
    await sent;
    expect(answered).toBe(true);
  });

  it('refuses what comes when ten thousand commands are in flight', async () => {
    let free = (): void => undefined;
    store.disk = new Promise((resolve) => (free = resolve));
    const sent = Array.from({ length: 10_001 }, (_, n) => send(String(n)));
    expect(await sent[10_000]).toMatchObject({ ok: false, refusal: { refusal: 'request.unavailable' } });
    free();
    expect((await Promise.all(sent.slice(0, 10_000))).every(({ ok }) => ok)).toBe(true);
  });

  it('saves a snapshot of a stream each time that it has grown enough, as it stood in that append', async () => {
    for (const text of ['1', '2', '3', '4', '5', '6', '7']) await send(text);
    expect(
      store.snapshots.map(({ version, position, state }) => [version, position, (state as Notes).texts.length]),
    ).toEqual([
      [3, 3, 3],
      [6, 6, 6],
    ]);
  });

  it('forgets what was decided on an append that failed, and reads the states anew', async () => {
    await send('kept');
    fail('57P01');
    const lost = await Promise.all([send('lost 1'), send('lost 2')]);
    expect(lost.map(({ ok }) => ok)).toEqual([false, false]);
    await until('running');
    expect((await writers.read('demo', notes, 'a')).texts).toEqual(['kept']);
    expect(await send('next')).toMatchObject({ ok: true, answer: 2, position: 2 });
  });

  it('asks what a decision reaches only while that is not loaded', async () => {
    let asked = 0;
    const script: Script = {
      moreScope: () => {
        asked += 1;
        return touching('b');
      },
      decide: (view) => ({ events: [counted('b', 1)], answer: view.state(counter, 'b').total }),
    };
    const handlers = new CommandHandlers().register(...counterHandlers('demo', 'user/demo-1.1/spot/available'));
    const counting = await writerOn(new MemoryStore(), 'demo', handlers);
    const reach = () => counting.execute({ type: 'Reaching', data: script, at: 1_000, actor: 'user:x' });
    expect(await reach()).toMatchObject({ ok: true, answer: 0 });
    const atFirst = asked;
    expect(await reach()).toMatchObject({ ok: true, answer: 1 });
    expect([atFirst > 0, asked]).toEqual([true, atFirst]);
    await counting.close();
  });

  it('ends while it stands by', async () => {
    store.fence('demo', 'other/7');
    await send('lost');
    await until('standing-by');
    await writers.close();
    expect(status().state).toBe('closed');
  });
});
