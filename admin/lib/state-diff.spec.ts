import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffStates } from './state-diff.js';

describe('the difference of two states', () => {
  it('finds nothing between equal states', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (state) => {
        expect(diffStates(state, structuredClone(state))).toEqual([]);
      }),
    );
  });
  it('names what was added, removed and changed by its path', () => {
    const before = { status: 'unfilled', orders: { 'o-1': { lots: 5 } }, levels: [1, 2] };
    const after = { status: 'trading', orders: { 'o-2': { lots: 7 } }, levels: [1] };
    expect(diffStates(before, after)).toEqual([
      { kind: 'changed', path: 'status', before: 'unfilled', after: 'trading' },
      { kind: 'removed', path: 'orders.o-1', before: { lots: 5 } },
      { kind: 'added', path: 'orders.o-2', after: { lots: 7 } },
      { kind: 'removed', path: 'levels[1]', before: 2 },
    ]);
  });
  it('quotes keys that are not plain words', () => {
    expect(diffStates({}, { 'BTC/USDT': 1 })).toEqual([{ kind: 'added', path: '["BTC/USDT"]', after: 1 }]);
  });
  it('tells a missing value from null', () => {
    expect(diffStates({ fee: null }, {})).toEqual([{ kind: 'removed', path: 'fee', before: null }]);
    expect(diffStates(null, { fee: 1 })).toEqual([{ kind: 'changed', path: '', before: null, after: { fee: 1 } }]);
  });
  it('finds as many differences forward as backward', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        expect(diffStates(before, after)).toHaveLength(diffStates(after, before).length);
      }),
    );
  });
});
