import { describe, expect, it } from '@jest/globals';
import { daysOf, instantsOf } from './period';

describe('the period of a statement', () => {
  it('ends last month where that month ends, leap days included', () => {
    expect(daysOf('lastMonth', new Date(2028, 2, 31))).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(daysOf('lastMonth', new Date(2027, 0, 5))).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(daysOf('last30', new Date(2026, 2, 1))).toEqual({ from: '2026-01-31', to: '2026-03-01' });
    expect(daysOf('thisYear', new Date(2026, 10, 21))).toEqual({ from: '2026-01-01', to: '2026-11-21' });
    expect(daysOf('thisMonth', new Date(2026, 10, 1))).toEqual({ from: '2026-11-01', to: '2026-11-01' });
  });

  it('is whole days, both of them included, and none where it ends before it begins', () => {
    const day = instantsOf({ from: '2026-03-01', to: '2026-03-01' });
    expect(day).toEqual({ from: new Date(2026, 2, 1).getTime(), to: new Date(2026, 2, 2).getTime() - 1 });
    expect(instantsOf({ from: '2026-03-02', to: '2026-03-01' })).toBeUndefined();
    expect(instantsOf({ from: '', to: '2026-03-01' })).toBeUndefined();
  });
});
