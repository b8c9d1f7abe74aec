import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DISPLACEMENT_HALF_LIFE_MS, impactAfter, impactAt, NO_IMPACT, type Impact } from '../simulator/impact.js';
import { averagedBasis, BASIS_HALF_LIFE_MS } from './basis.js';
import { markPrice, median } from './mark-price.js';

const INDEX = 100_000;
const SCALE = { midTicks: INDEX, offsetTicks: 0, spreadTicks: 4, lotsPerTick: 25, ppmPerLot: 0.001 };
const tenSeconds = (ticks: number) => ({ ticks, halfLifeMs: DISPLACEMENT_HALF_LIFE_MS });

/** The share of a push that its average has reached when the push has stood for so long. */
const shareAfter = (heldMs: number): number => 1 - 2 ** (-heldMs / BASIS_HALF_LIFE_MS);

describe('the averaged basis', () => {
  it('is what a sample every millisecond would average', () => {
    let sampled = 0;
    let ticks = 1_000;
    for (let ms = 0; ms < 30_000; ms += 1) {
      sampled += (ticks - sampled) * (Math.LN2 / BASIS_HALF_LIFE_MS);
      ticks *= 2 ** (-1 / DISPLACEMENT_HALF_LIFE_MS);
    }
    expect(averagedBasis(0, tenSeconds(1_000), 30_000)).toBeCloseTo(sampled, 1);
  });

  it('is the same in one step as in many', () => {
    const instants = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(instants, fc.integer({ min: -5_000, max: 5_000 }), (steps, ticks) => {
        const pushed: Impact = { ...NO_IMPACT, displacementTicks: ticks, basisTicks: ticks / 3 };
        let at = 0;
        let stepped = pushed;
        for (const step of steps) stepped = impactAt(stepped, (at += step));
        expect(stepped.basisTicks).toBeCloseTo(impactAt(pushed, at).basisTicks, 6);
      }),
    );
  });

  it('reaches less than 8% of one sweep, and fades to nothing', () => {
    const swept: Impact = { ...NO_IMPACT, displacementTicks: 1_000 };
    const seconds = Array.from({ length: 1_800 }, (_, second) => impactAt(swept, second * 1_000).basisTicks);
    expect(seconds[0]).toBe(0);
    expect(Math.max(...seconds)).toBeGreaterThan(76);
    expect(Math.max(...seconds)).toBeLessThan(78);
    expect(markPrice(INDEX, swept, INDEX + 1_000, 1_800_000).basisTicks).toBe(0);
  });
});

describe('the mark price', () => {
  it('is the index of a book that nobody pushed, whatever the last trade was', () => {
    for (const impact of [null, NO_IMPACT]) expect(markPrice(INDEX, impact, 3 * INDEX, 1_000).markTicks).toBe(INDEX);
  });

  it('is the median of index, index plus basis, and last trade', () => {
    const impact = { ...NO_IMPACT, basisTicks: 50, asOf: 1_000 };
    const marks = [-900, 20, 900].map((away) => markPrice(INDEX, impact, INDEX + away, 1_000).markTicks - INDEX);
    expect(marks).toEqual([0, 20, 50]);
    const sorted = (values: number[]): number => values.sort((one, other) => one - other)[1] as number;
    const any = fc.integer({ min: -9, max: 9 });
    fc.assert(fc.property(any, any, any, (a, b, c) => expect(median(a, b, c)).toBe(sorted([a, b, c]))));
  });

  it('moves by no sweep at the instant of the sweep', () => {
    const lots = fc.integer({ min: 1, max: 1_000_000_000 });
    const away = fc.integer({ min: 2, max: 50_000 });
    fc.assert(
      fc.property(lots, away, fc.constantFrom('buy' as const, 'sell' as const), (size, ticks, side) => {
        const priceTicks = side === 'buy' ? INDEX + ticks : INDEX - ticks;
        const swept = impactAfter(NO_IMPACT, { side, role: 'taker', priceTicks, lots: size }, 5_000, SCALE);
        expect(markPrice(INDEX, swept, priceTicks, 5_000).markTicks).toBe(INDEX);
      }),
    );
  });

  it('moves by sweeps of any size, kept up for k seconds, at most by 1 - 2^(-k/100) of the furthest push', () => {
    // One who sweeps again and again, at any instant, keeps the quotes pushed for as long as they pay for it.
    const sweep = fc.record({
      afterMs: fc.integer({ min: 0, max: 3_000 }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      lots: fc.integer({ min: 1, max: 10_000_000 }),
      away: fc.integer({ min: 2, max: 5_000 }),
    });
    fc.assert(
      fc.property(fc.array(sweep, { minLength: 1, maxLength: 40 }), (sweeps) => {
        const start = 10_000;
        let [at, furthest] = [start, 0];
        let impact: Impact = { ...NO_IMPACT, asOf: start };
        for (const { afterMs, side, lots, away } of sweeps) {
          at += afterMs;
          const priceTicks = side === 'buy' ? INDEX + away : INDEX - away;
          impact = impactAfter(impact, { side, role: 'taker', priceTicks, lots }, at, SCALE);
          furthest = Math.max(furthest, Math.abs(impact.displacementTicks));
          const moved = Math.abs(markPrice(INDEX, impact, priceTicks, at).markTicks - INDEX);
          // Recorded figures have six decimals.
          expect(moved).toBeLessThanOrEqual(furthest * shareAfter(at - start) + 1e-5);
        }
      }),
      { numRuns: 500 },
    );
  });
});
