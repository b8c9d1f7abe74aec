import { describe, expect, it } from '@jest/globals';
import type { StreamKind } from '../../core/decider.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { REPLAY_EVENTS_MAX, tooLong } from './replay-limit.js';

const kind = { name: 'long', snapshot: { schema: 1 } } as unknown as StreamKind<unknown>;

/** A store whose newest fitting snapshot of the one stream has this version. */
const withSnapshot = (version?: number): EventStore => {
  const rows = version === undefined ? [] : [{ version }];
  return { pool: { query: () => Promise.resolve({ rows }) } } as unknown as EventStore;
};

const limitOf = (store: EventStore, version: number, more = 0) =>
  tooLong(store, 'demo', [{ kind, stream: 'long-1', version }], more);

describe('the limit of a replay', () => {
  it('refuses more events than one question may read, and says both figures', async () => {
    expect(await limitOf(withSnapshot(), REPLAY_EVENTS_MAX)).toBeUndefined();
    expect(await limitOf(withSnapshot(), REPLAY_EVENTS_MAX, 1)).toEqual({
      refusal: 'staff.replay-too-long',
      params: { field: 'at', events: REPLAY_EVENTS_MAX + 1, eventsMax: REPLAY_EVENTS_MAX },
    });
  });

  it('does not count what lies before a snapshot', async () => {
    expect(await limitOf(withSnapshot(5_000), REPLAY_EVENTS_MAX + 5_000)).toBeUndefined();
    expect(await limitOf(withSnapshot(5_000), REPLAY_EVENTS_MAX + 5_001)).toMatchObject({
      params: { events: REPLAY_EVENTS_MAX + 1 },
    });
  });
});
