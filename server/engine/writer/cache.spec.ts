import { describe, expect, it } from '@jest/globals';
import type { StreamKind } from '../../core/decider.js';
import type { RecordedEvent } from '../../core/event.js';
import { balanceKey, Cache, type StreamEntry } from './cache.js';
import { dueSnapshots } from './snapshots.js';

const kind: StreamKind<unknown> = {
  name: 'count',
  initial: () => 0,
  evolve: (state, event) => (state as number) + (event.data as { by: number }).by,
  snapshot: { schema: 4, everyEvents: 10, save: (state) => ({ total: state }), load: (saved) => saved },
};
const entry = (position: number, more: Partial<StreamEntry> = {}): StreamEntry => ({
  kind,
  state: 0,
  version: position,
  snapshotVersion: 0,
  position,
  ...more,
});
const event = (stream: string, position: number, by = 1): RecordedEvent => ({
  realm: 'demo',
  stream,
  type: 'Counted',
  schema: 1,
  position,
  version: position,
  at: position,
  actor: 'user:x',
  correlation: 'call-1',
  causation: 'call-1/Count',
  data: { by },
  postings: [
    { account: 'user/demo-x.1/spot/available', asset: 'USDT', amount: BigInt(by) },
    { account: 'house/demo-grants', asset: 'USDT', amount: BigInt(-by) },
  ],
});
const OWNER = balanceKey('user/demo-x.1/spot/available', 'USDT');

describe('the cache of loaded states', () => {
  it('runs an event into the state and the balances that are loaded, and into no others', () => {
    const cache = new Cache();
    cache.putStream('count-a', entry(0));
    cache.putBalance(OWNER, 5n);
    cache.evolve(event('count-a', 1, 3));
    cache.evolve(event('count-b', 2, 3));
    expect(cache.stream('count-a')).toMatchObject({ state: 3, version: 1, position: 1 });
    expect(cache.stream('count-b')).toBeUndefined();
    expect(cache.balance(OWNER)).toBe(11n);
    expect(cache.balance(balanceKey('house/demo-grants', 'USDT'))).toBeUndefined();
  });

  it('forgets what was used longest ago, and keeps what was looked at since', () => {
    const cache = new Cache({ streams: 2, balances: 2 });
    for (const name of ['a', 'b', 'c']) cache.putStream(name, entry(1));
    for (const name of ['a', 'b', 'c']) cache.putBalance(name, 1n);
    cache.stream('a');
    cache.balance('a');
    cache.trim(1);
    expect(['a', 'b', 'c'].filter((name) => cache.stream(name) !== undefined)).toEqual(['a', 'c']);
    expect(['a', 'b', 'c'].filter((name) => cache.balance(name) !== undefined)).toEqual(['a', 'c']);
  });

  it('never forgets a state that holds what is not durable yet', () => {
    const cache = new Cache({ streams: 1, balances: 1 });
    cache.putStream('decided', entry(8));
    cache.putStream('durable', entry(7));
    cache.trim(7);
    expect(cache.stream('decided')).toBeDefined();
    expect(cache.stream('durable')).toBeUndefined();
  });

  it('counts how often everything was forgotten', () => {
    const cache = new Cache();
    cache.putStream('a', entry(1));
    cache.putBalance('a', 1n);
    const { generation } = cache;
    cache.clear();
    expect(cache.size).toEqual({ streams: 0, balances: 0 });
    expect(cache.generation).toBe(generation + 1);
  });
});

describe('snapshots that are due', () => {
  it('are those of streams that grew enough since their last one, once', () => {
    const cache = new Cache();
    cache.putStream('grown', entry(20, { state: 7, snapshotVersion: 10 }));
    cache.putStream('young', entry(19, { snapshotVersion: 10 }));
    cache.putStream('plain', entry(99, { kind: { name: 'plain', initial: () => 0, evolve: (state) => state } }));
    const appended = ['grown', 'young', 'plain', 'grown', 'unknown'].map((stream) => event(stream, 1));
    const snapshot = { realm: 'demo', stream: 'grown', version: 20, position: 20, schema: 4, state: { total: 7 } };
    expect(dueSnapshots(cache, 'demo', appended)).toEqual([snapshot]);
    expect(dueSnapshots(cache, 'demo', appended)).toEqual([]);
  });
});
