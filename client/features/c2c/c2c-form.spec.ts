import { describe, expect, it } from '@jest/globals';
import { clockOf, payAmountOf, wholeTime } from './c2c-form';

describe('what has to be wired', () => {
  it.each([
    ['250', '1.01', 2, '252.50'],
    ['100.01', '0.8721', 2, '87.22'],
    ['100.01', '156.9742', 0, '15699'],
    ['100.', '1.01', 2, '101.00'],
    ['', '1.01', 2, ''],
    ['.', '1.01', 2, ''],
  ])('for %s at %s is rounded up to the minor unit, as the server does it', (amount, price, decimals, expected) => {
    expect(payAmountOf(amount, price, decimals)).toBe(expected);
  });
});

describe('a time of the rules', () => {
  it('is said in hours where it is whole ones', () => {
    expect(wholeTime(180)).toEqual({ unit: 'rule.hours', n: 3 });
    expect(wholeTime(90)).toEqual({ unit: 'rule.minutes', n: 90 });
  });
});

describe('a time that runs', () => {
  it.each([
    [10_800_000, '3:00:00'],
    [10_799_001, '3:00:00'],
    [10_799_000, '2:59:59'],
    [61_000, '0:01:01'],
    [0, '0:00:00'],
  ])('of %d ms is written %s', (left, expected) => {
    expect(clockOf(left)).toBe(expected);
  });
});
