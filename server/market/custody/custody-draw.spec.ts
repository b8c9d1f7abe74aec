import { describe, expect, it } from '@jest/globals';
import { keyOf } from '../simulator/chacha.js';
import { custodyStep } from './custody-draw.js';

const KEY = keyOf('07'.repeat(32));

describe('the daily rate that a seed draws', () => {
  it('follows from seed, product and date alone', () => {
    const drawn = (seed: string, product: string, day: number) => custodyStep(keyOf(seed.repeat(32)), product, day, 21);
    const days = Array.from({ length: 20 }, (_, n) => n);
    const of = (seed: string, product: string) => days.map((day) => drawn(seed, product, day));
    expect(of('07', 'flat')).toEqual(of('07', 'flat'));
    expect(of('07', 'flat')).not.toEqual(of('07', 'daily'));
    expect(of('07', 'flat')).not.toEqual(of('08', 'flat'));
  });

  it('draws each of the 21 steps about as often, and none beyond', () => {
    const counts = new Array<number>(21).fill(0);
    const draws = 21_000;
    for (let day = 0; day < draws; day += 1) {
      const step = custodyStep(KEY, 'flat', day, 21);
      counts[step] = (counts[step] ?? 0) + 1;
    }
    expect(counts).toHaveLength(21);
    // Chi-squared with 20 degrees of freedom: 99.9% lie below 45.3.
    const chi = counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0);
    expect(chi).toBeLessThan(45.3);
  });

  it('has one step where the band is one rate', () => {
    expect(custodyStep(KEY, 'flat', 1, 1)).toBe(0);
  });
});
