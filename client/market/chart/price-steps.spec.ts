import { describe, expect, it } from '@jest/globals';
import { steppedPrice } from './price-steps.js';

describe('a price that is read off the chart', () => {
  it.each([
    [64_123.456, '0.1', 1, '64123.5'],
    [0.123456, '0.0005', 4, '0.1235'],
    [181.237, '0.01', 2, '181.24'],
    [7.4, '5', 0, '5'],
  ])('%s comes to the nearest step of %s', (price, tickSize, priceDecimals, stepped) => {
    expect(steppedPrice(price, { tickSize, priceDecimals })).toBe(stepped);
  });

  it.each([-3, 0, 0.004, Number.NaN, Number.POSITIVE_INFINITY])('%s is no price', (price) => {
    expect(steppedPrice(price, { tickSize: '0.01', priceDecimals: 2 })).toBeUndefined();
  });
});
