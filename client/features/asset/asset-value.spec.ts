import { describe, expect, it } from '@jest/globals';
import type { CoinRow } from './asset-types';
import { allocation, converted } from './asset-value';

const coin = (currency: string, valueUsdt: string, share = 0): CoinRow => ({
  ...{ currency, available: '1', frozen: '0', total: '1', priceUsdt: valueUsdt },
  ...{ valueUsdt, share },
});

describe('the value of the assets', () => {
  it('is shown in another currency at what one USDT is worth in it, rounded down', () => {
    expect(converted('1000', '0.00002')).toBe('0.02');
    expect(converted('1234.5', '155.42')).toBe('191865.99');
    expect(converted('0.000000000000000001', '0.5')).toBe('0');
  });

  it('is shared out among the largest, the rest together', () => {
    const coins = [0.4, 0.2, 0.15, 0.1, 0.08, 0.04, 0.03].map((share, at) => coin(`C${at}`, '1', share));
    const slices = allocation(coins);
    expect(slices).toHaveLength(6);
    expect(slices.at(-1)?.currency).toBe('');
    expect(slices.at(-1)?.share).toBeCloseTo(0.07);
  });
});
