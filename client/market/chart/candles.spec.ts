import { describe, expect, it } from '@jest/globals';
import type { CandleRow } from '../../../contracts/market.contract';
import { mergeCandles, takeLive } from './candles';

const candle = (openAt: number, close = '1'): CandleRow => [openAt, '1', '1', '1', close, '0'];

describe('the run of candles', () => {
  it('puts older history in front', () => {
    expect(mergeCandles([candle(1), candle(2)], [candle(3)]).map((each) => each[0])).toEqual([1, 2, 3]);
  });

  it('keeps the newer version of a candle that is in both', () => {
    const merged = mergeCandles([candle(1), candle(2, '5')], [candle(2, '6'), candle(3)]);
    expect(merged.map((each) => each[4])).toEqual(['1', '6', '1']);
  });

  it('knows whether a live candle changes the last one, follows it, or comes too late', () => {
    const run = [candle(10), candle(20)];
    expect(takeLive(run, candle(20))).toBe('change');
    expect(takeLive(run, candle(30))).toBe('append');
    expect(takeLive(run, candle(10))).toBe('late');
    expect(takeLive([], candle(10))).toBe('append');
  });
});
