import { describe, expect, it } from '@jest/globals';
import { queryOf } from './filters';

describe('the filters of a list', () => {
  it('ask for nothing where nothing is wished', () => {
    expect(queryOf({ symbol: '', side: 'buy', from: '', to: '' })).toEqual({ side: 'buy' });
  });

  it('ask for whole days of the reader’s own time, the last one included', () => {
    const { from, to } = queryOf({ from: '2026-03-01', to: '2026-03-01' });
    expect(from).toBe(new Date(2026, 2, 1).getTime());
    expect(Number(to) - Number(from)).toBe(86_400_000 - 1);
  });

  it('leave out a day that is none', () => {
    expect(queryOf({ from: '2026-13-45' })).toEqual({ from: undefined });
  });
});
