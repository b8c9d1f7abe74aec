import { describe, expect, it } from '@jest/globals';
import type { StreamKind } from '../../core/decider.js';
import type { RecordedEvent } from '../../core/event.js';
import { balanceKey, Cache } from './cache.js';
import { Journal } from './journal.js';
import { loadStream, Loader } from './loader.js';
import { MemoryStore } from './memory-store.testkit.js';

const kind: StreamKind<number> = {
  name: 'count',
  initial: () => 0,
  evolve: (state, event) => state + (event.data as { by: number }).by,
  snapshot: { schema: 2, everyEvents: 10, save: (state) => state, load: (saved) => saved as number },
};
const OWNER = 'user/demo-x.1/spot/available';

function counted(position: number, by: number): RecordedEvent {
  const postings = [{ account: OWNER, asset: 'USDT', amount: BigInt(by) }];
  const place = { realm: 'demo', position, version: position, at: position, actor: 'user:x' };
  const cause = { correlation: 'call-1', causation: 'call-1/Count' };
  return { ...place, ...cause, stream: 'count-a', type: 'Counted', schema: 1, data: { by }, postings };
}

function lab() {
  const store = new MemoryStore();
  const cache = new Cache();
  const journal = new Journal();
  const reads = { streams: 0 };
  let free = (): void => undefined;
  const held = { now: Promise.resolve() };
  const readStream = store.readStream.bind(store);
  store.readStream = async (...given: Parameters<typeof readStream>) => {
    reads.streams += 1;
    const found = await readStream(...given);
    await held.now;
    return found;
  };
  const hold = (): void => void (held.now = new Promise((resolve) => (free = resolve)));
  return { store, cache, journal, reads, hold, free: () => free(), loader: new Loader(store, 'demo', cache, journal) };
}

const scope = { streams: [[kind, 'a']] as [StreamKind<never>, string][] };

describe('loading a stream', () => {
  it('gives from snapshot and tail what the first event on gives', async () => {
    const { store } = lab();
    store.events.push(counted(1, 5), counted(2, 6), counted(3, 7));
    const genesis = await loadStream(store, 'demo', kind, 'a');
    await store.saveSnapshot({ realm: 'demo', stream: 'count-a', version: 2, position: 2, schema: 2, state: 11 });
    expect(await loadStream(store, 'demo', kind, 'a')).toEqual({ ...genesis, snapshotVersion: 2 });
    expect(genesis).toEqual({ state: 18, version: 3, snapshotVersion: 0, position: 3 });
  });

  it('takes a snapshot of another schema for none', async () => {
    const { store } = lab();
    store.events.push(counted(1, 5));
    await store.saveSnapshot({ realm: 'demo', stream: 'count-a', version: 1, position: 1, schema: 1, state: 99 });
    expect(await loadStream(store, 'demo', kind, 'a')).toMatchObject({ state: 5, snapshotVersion: 0 });
  });
});

describe('the loader of what commands touch', () => {
  it('reads what is missing once, however many lack it at the same time, and nothing that is there', async () => {
    const { store, cache, loader, reads } = lab();
    store.events.push(counted(1, 5));
    await Promise.all([loader.missing(scope), loader.missing(scope)]);
    expect(reads.streams).toBe(1);
    expect(cache.stream('count-a')).toMatchObject({ state: 5, version: 1 });
    expect(loader.missing(scope)).toBeUndefined();
  });

  it('reads many streams at once, and by itself what is long or is read already', async () => {
    const { store, cache, loader, reads, hold, free } = lab();
    const countIn = (id: string, events: number) => {
      for (let n = 1; n <= events; n += 1) store.events.push({ ...counted(n, 1), stream: `count-${id}` });
    };
    countIn('short', 3);
    countIn('long', 40);
    countIn('asked', 2);
    hold();
    const asked = loader.missing({ streams: [[kind, 'asked']] });
    const names = ['asked', 'short', 'long', ...Array.from({ length: 10 }, (_, n) => `new-${n}`)];
    const many = loader.missing({ streams: names.map((id) => [kind, id] as const) });
    free();
    await Promise.all([asked, many]);
    expect(reads.streams).toBe(2);
    const loaded = names.map((id) => cache.stream(`count-${id}`));
    expect(loaded.map((entry) => entry?.state)).toEqual([2, 3, 40, ...Array.from({ length: 10 }, () => 0)]);
    expect(loaded.map((entry) => entry?.version).slice(0, 4)).toEqual([2, 3, 40, 0]);
  });

  it('keeps nothing that it began to read before everything was forgotten', async () => {
    const { store, cache, loader, hold, free } = lab();
    store.events.push(counted(1, 5));
    hold();
    const reading = loader.missing(scope);
    cache.clear();
    free();
    await reading;
    expect(cache.stream('count-a')).toBeUndefined();
  });

  it('adds to a balance from the store what was decided since and is not durable', async () => {
    const { store, cache, journal, loader } = lab();
    store.events.push(counted(1, 5));
    journal.add({ ...counted(1, 5), position: 1 });
    journal.add({ ...counted(2, 7), position: 2 });
    await loader.missing({ streams: [], balances: [[OWNER, 'USDT']] });
    expect(cache.balance(balanceKey(OWNER, 'USDT'))).toBe(12n);
  });
});

describe('the journal', () => {
  it('keeps what is durable for as long as somebody reads, and no longer', async () => {
    const journal = new Journal();
    journal.add(counted(1, 5));
    await journal.during(() => {
      journal.durable(1);
      expect(journal.postedSince(0, OWNER, 'USDT')).toBe(5n);
      return Promise.resolve();
    });
    journal.durable(1);
    expect(journal.postedSince(0, OWNER, 'USDT')).toBe(0n);
  });
});
