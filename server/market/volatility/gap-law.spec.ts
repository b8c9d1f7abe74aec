import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gapBeyond } from './gap-law.js';

describe('how far a price gaps', () => {
  it('is 3.29 deviations once in a thousand times where the variance is known', () => {
    expect(gapBeyond(0.0001, 0, 0.001) / 0.01).toBeCloseTo(3.2905, 3);
    expect(gapBeyond(0.0001, 0, 0.05) / 0.01).toBeCloseTo(1.96, 3);
  });

  it('is further the less is known of the variance, and in proportion to its root', () => {
    const spread = fc.double({ min: 0.05, max: 2, noNaN: true });
    fc.assert(
      fc.property(spread, fc.double({ min: 1e-8, max: 0.01, noNaN: true }), (much, variance) => {
        const far = gapBeyond(variance, much, 0.001);
        expect(far).toBeGreaterThan(gapBeyond(variance, much - 0.05, 0.001));
        expect(gapBeyond(4 * variance, much, 0.001) / far).toBeCloseTo(2, 6);
      }),
    );
  });

  it('is what so many drawn returns say', () => {
    // A chance of 5% is quickly counted: log variances a deviation of 0.8 apart.
    const gap = gapBeyond(1, 0.64, 0.05);
    let state = 12_345;
    const uniform = (): number => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) / 2_147_483_647;
    const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const draws = 40_000;
    let beyond = 0;
    for (let n = 0; n < draws; n += 1)
      if (Math.abs(Math.exp((0.8 * normal() - 0.32) / 2) * normal()) > gap) beyond += 1;
    expect(Math.abs(beyond / draws - 0.05)).toBeLessThan(3.5 * Math.sqrt((0.05 * 0.95) / draws));
  });
});
