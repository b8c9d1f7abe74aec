import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { INSTRUMENT_CLASSES } from '../../../contracts/market.contract.js';
import { optionKindOf, variancePremium } from './smiles.js';
import { modelFreeVariance, outOfTheMoney, quarterDelta, thetaOf, totalVariance, type Smile } from './ssvi.js';

const SECTORS = [null, 'bonds', 'commodities', 'crypto', 'volatility', 'currencies', 'coins'];
const KINDS = INSTRUMENT_CLASSES.flatMap((name) => SECTORS.map((sector) => optionKindOf({ class: name, sector })));
const kind = fc.constantFrom(...KINDS);
/** From five minutes of a calm currency to half a year of a wild coin. */
const theta = fc.double({ min: -18, max: 1, noNaN: true }).map((logarithm) => Math.exp(logarithm));
/** In deviations. */
const place = fc.double({ min: -8, max: 8, noNaN: true });

/** The density of the price that a slice implies, but for a positive factor: g of Gatheral and Jacquier, their eq. 2.1. */
function butterfly(level: number, smile: Smile, k: number): number {
  const step = 1e-3 * Math.sqrt(level);
  const [low, w, high] = [k - step, k, k + step].map((each) => totalVariance(level, smile, each)) as [
    number,
    number,
    number,
  ];
  const [slope, curve] = [(high - low) / (2 * step), (high - 2 * w + low) / (step * step)];
  return (1 - (k * slope) / (2 * w)) ** 2 - (slope * slope * (1 / w + 1 / 4)) / 4 + curve / 2;
}

describe('the implied-volatility surface', () => {
  it('keeps to the condition that rules out arbitrage, in every group', () => {
    for (const { rho, eta } of KINDS) expect(eta * (1 + Math.abs(rho))).toBeLessThanOrEqual(2);
  });

  it('has no butterfly arbitrage: every strike has a density that is not negative', () => {
    fc.assert(
      fc.property(kind, theta, place, (smile, level, far) => {
        expect(butterfly(level, smile, far * Math.sqrt(level))).toBeGreaterThan(-1e-5);
      }),
      { numRuns: 3_000 },
    );
  });

  it('has no calendar arbitrage: total variance of no strike falls with the horizon', () => {
    fc.assert(
      fc.property(kind, theta, theta, place, (smile, one, other, far) => {
        const [near, later] = [Math.min(one, other), Math.max(one, other)];
        for (const level of [near, later]) {
          const k = far * Math.sqrt(level);
          expect(totalVariance(later, smile, k)).toBeGreaterThanOrEqual(totalVariance(near, smile, k) * (1 - 1e-12));
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('finds arbitrage where the condition is broken', () => {
    const wild = { rho: -0.7, eta: 6 };
    const found = Array.from({ length: 161 }, (_, n) => butterfly(0.04, wild, (n / 10 - 8) * 0.2));
    expect(Math.min(...found)).toBeLessThan(-1e-3);
  });

  it('gives the variance that options on all strikes cost together, as VIX adds them up', () => {
    for (const { rho, eta } of [...new Set(KINDS)])
      for (const level of [1e-5, 0.002, 0.03]) {
        // Twice the sum of out-of-the-money prices over the strike squared; the forward is 1.
        const step = 0.01 * Math.sqrt(level);
        let strip = 0;
        for (let k = -40 * Math.sqrt(level); k <= 40 * Math.sqrt(level); k += step)
          strip += 2 * outOfTheMoney(totalVariance(level, { rho, eta }, k), k) * Math.exp(-k) * step;
        expect(strip / modelFreeVariance(level, { rho, eta })).toBeCloseTo(1, 2);
      }
  });

  it('has the level at the money with which it gives a variance, and that level rises with the variance', () => {
    fc.assert(
      fc.property(kind, theta, fc.double({ min: 1e-6, max: 3, noNaN: true }), (smile, level, more) => {
        expect(modelFreeVariance(thetaOf(level, smile), smile) / level).toBeCloseTo(1, 6);
        expect(thetaOf(level * (1 + more), smile)).toBeGreaterThan(thetaOf(level, smile));
      }),
    );
  });

  it('leans to puts in equity indices, to calls in volatility notes, and smiles to both sides in coins', () => {
    const lean = (name: 'indices' | 'crypto' | 'forex' | 'etf', sector: string | null = null) => {
      const smile = optionKindOf({ class: name, sector });
      const [put, call] = (['put', 'call'] as const).map((option) =>
        Math.sqrt(quarterDelta(0.0025, smile, option) / 0.0025),
      );
      return { put: put as number, call: call as number };
    };
    expect(lean('indices').put).toBeGreaterThan(1.1);
    expect(lean('indices').call).toBeLessThan(1);
    expect(lean('etf', 'volatility').call).toBeGreaterThan(lean('etf', 'volatility').put);
    const { put, call } = lean('crypto');
    expect([put > 1, call > 1, put > call]).toEqual([true, true, true]);
    expect(Math.abs(lean('forex').put - lean('forex').call)).toBeLessThan(0.02);
  });

  it('finds the strike whose delta is a quarter', () => {
    // By the formula: N(d1) of the call is 0.25 where d1 = -0.6745.
    for (const smile of KINDS) {
      const w = quarterDelta(0.01, smile, 'call');
      const k = 0.6744897501960817 * Math.sqrt(w) + w / 2;
      expect(totalVariance(0.01, smile, k)).toBeCloseTo(w, 9);
    }
  });

  it('asks a premium that never falls with the horizon: the published one from thirty days on', () => {
    const day = 86_400_000;
    for (const each of KINDS) {
      const premiums = [1 / 288, 1 / 24, 1, 7, 30, 90].map((days) => variancePremium(each, days * day));
      expect(premiums.toSorted((one, other) => one - other)).toEqual(premiums);
      expect(premiums.at(-1)).toBeCloseTo(each.premium, 12);
    }
  });
});
