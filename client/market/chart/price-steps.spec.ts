import { describe, expect, it } from '@jest/globals';
import { steppedPrice, walkedPrice } from './price-steps.js';

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

describe('a price under the arrow keys', () => {
  const grid = { tickSize: '0.5', priceDecimals: 1 };

  it.each([
    ['ArrowUp', false, '100.5'],
    ['ArrowDown', false, '99.5'],
    ['ArrowUp', true, '105.0'],
    ['ArrowDown', true, '95.0'],
    ['PageUp', false, '101.0'],
    ['PageDown', false, '99.0'],
    ['Home', false, undefined],
  ])('goes by %s, with Shift: %s, from 100 to %s', (key, shiftKey, expected) => {
    expect(walkedPrice('100', { key, shiftKey }, grid)).toBe(expected);
  });

  it('moves by a tick where one per cent is less, and never to nothing', () => {
    expect(walkedPrice('2', { key: 'PageUp', shiftKey: false }, grid)).toBe('2.5');
    expect(walkedPrice('0.5', { key: 'ArrowDown', shiftKey: false }, grid)).toBeUndefined();
  });
});
