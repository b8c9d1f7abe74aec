import { describe, expect, it } from '@jest/globals';
import type { DashboardView } from '../../contracts/staff.contract.js';
import { CONCERN_LIMITS, findConcerns, levelOf } from './health.js';

const realm = {
  realm: 'demo',
  position: 10,
  headHash: 'ab',
  leaseEpoch: 1,
  leaseHeld: true,
  queueDepth: 0,
  lastAppendMs: 1,
  streams: 2,
};
const projection = { name: 'orders', realm: 'demo', position: 10, lagEvents: 0, error: null, state: 'live' as const };
const view = (change: Partial<DashboardView> = {}): DashboardView => ({
  at: 0,
  uptimeSeconds: 1,
  realms: [realm],
  projections: [projection],
  counts: { usersDemo: 0, usersReal: 0, ordersOpen: 0, ordersTotal: 0, trades: 0, events: 10 },
  memoryMb: 100,
  ...change,
});

describe('health at a glance', () => {
  it('is healthy while every lease is held and every read model keeps up', () => {
    expect(findConcerns(view(), 0)).toEqual([]);
    expect(levelOf([])).toBe('healthy');
  });
  it('is unhealthy when a writer lost its lease or a read model halted', () => {
    const concerns = findConcerns(
      view({ realms: [{ ...realm, leaseHeld: false }], projections: [{ ...projection, state: 'halted' }] }),
      0,
    );
    expect(concerns.map(({ code }) => code)).toEqual(['lease-lost', 'projection-halted']);
    expect(levelOf(concerns)).toBe('unhealthy');
  });
  it.each(['chains-broken', 'read-models'])('is unhealthy while the queue %s has something in it', (name) => {
    const queue = { name, count: 1, oldestAt: null, resource: 'chain', filter: {} };
    const other = { ...queue, name: 'timers-overdue' };
    const concerns = findConcerns(view(), 0, [other, queue]);
    expect(concerns).toEqual([{ level: 'unhealthy', code: 'queue', subject: name }]);
    expect(findConcerns(view(), 0, [{ ...queue, count: 0 }])).toEqual([]);
  });
  it('is degraded while something is slow, behind or rebuilding', () => {
    const concerns = findConcerns(
      view({
        realms: [{ ...realm, queueDepth: CONCERN_LIMITS.queueDepth + 1, lastAppendMs: CONCERN_LIMITS.appendMs + 1 }],
        projections: [
          { ...projection, lagEvents: CONCERN_LIMITS.lagEvents + 1 },
          { ...projection, state: 'rebuilding' },
        ],
      }),
      0,
    );
    expect(concerns.map(({ code }) => code)).toEqual([
      'queue-long',
      'append-slow',
      'projection-behind',
      'projection-rebuilding',
    ]);
    expect(levelOf(concerns)).toBe('degraded');
  });
  it('names the worst first', () => {
    const concerns = findConcerns(
      view({ realms: [{ ...realm, queueDepth: 9999 }], projections: [{ ...projection, state: 'halted' }] }),
      CONCERN_LIMITS.silentMs + 1,
    );
    expect(concerns.map(({ code }) => code)).toEqual(['unreachable', 'projection-halted', 'queue-long']);
  });
});
