import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_EPOCH_MS } from '../simulator/epochs.js';
import { PriceModel } from '../simulator/price-model.js';
import { TEST_LAUNCH_AT, testCatalogue, testModel, testSeedOf } from '../simulator/simulator.testkit.js';
import { ExpectedVariances } from './expected-variance.js';
import { rootSurprise, runningRatio, type RunningRoot } from './running-variance.js';
import { surfaceAt } from './surface.js';

const at = (text: string): number => Date.parse(`${text}Z`);
const specOf = (symbol: string) => {
  const found = testCatalogue.specs.find((spec) => spec.symbol === symbol);
  if (found === undefined) throw new Error(`no ${symbol}`);
  return found;
};
const model = testModel();
const expected = new ExpectedVariances(model);
const horizonsAt = (symbol: string, when: string): string[] =>
  (surfaceAt(expected, specOf(symbol), at(when))?.slices ?? []).map(({ horizon }) => horizon);
const ALL = ['5m', '15m', '1h', '4h', '1d', '7d', '30d', '90d', '180d'];

describe('the variance of the running root', () => {
  const root = (seen: RunningRoot['seen']): RunningRoot => ({ minutes: 240, deviation: 0.7, stormy: 1, seen });
  const coming = { from: 100, to: 105 };

  it('is the expected one while nothing was seen of it', () => {
    expect(runningRatio(root([]), coming)).toBeCloseTo(1, 12);
    expect(rootSurprise(root([]))).toEqual({ mean: 0.35 - 0.35, left: 1 });
  });

  it('follows what public prices showed, and the newest most', () => {
    const seen = (five: number, all: number) =>
      runningRatio(
        root([
          { from: 95, to: 100, ratio: five, returns: 5 },
          { from: 0, to: 100, ratio: all, returns: 44 },
        ]),
        coming,
      );
    expect(seen(4, 4)).toBeGreaterThan(2);
    expect(seen(0.25, 0.25)).toBeLessThan(0.5);
    expect(seen(4, 1)).toBeGreaterThan(seen(1, 1));
    expect(seen(1, 4)).toBeGreaterThan(seen(1, 1));
  });

  it('is finite and positive whatever was seen', () => {
    const stretch = fc
      .record({ length: fc.integer({ min: 1, max: 200 }), logarithm: fc.double({ min: -6, max: 6, noNaN: true }) })
      .map(({ length, logarithm }) => ({ from: 200 - length, to: 200, ratio: Math.exp(logarithm), returns: length }));
    const part = fc.integer({ min: 1, max: 40 }).map((length) => ({ from: 200, to: 200 + length }));
    fc.assert(
      fc.property(fc.uniqueArray(stretch, { maxLength: 3, selector: ({ from }) => from }), part, (seen, place) => {
        const ratio = runningRatio(root(seen), place);
        expect(Number.isFinite(ratio) && ratio > 0).toBe(true);
        expect(rootSurprise(root(seen)).left).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});

describe('the surface of an instrument', () => {
  it('has every horizon where the market never closes, and total variance rises with it', () => {
    for (const symbol of ['BTCUSDT', 'ETHUSDT', 'EURGBPUSDT', 'GCIUSDT'])
      for (const when of ['2026-11-24T12:00', '2026-11-26T15:37']) {
        const { slices = [] } = surfaceAt(expected, specOf(symbol), at(when)) ?? {};
        expect(slices.map(({ horizon }) => horizon)).toEqual(ALL);
        for (const [n, slice] of slices.entries()) {
          expect(slice.theta).toBeGreaterThan(slices[n - 1]?.theta ?? 0);
          expect(slice.volatility / specOf(symbol).volatilityAnnual).toBeGreaterThan(0.1);
          expect(slice.volatility / specOf(symbol).volatilityAnnual).toBeLessThan(6);
        }
      }
  });

  it('leaves out horizons that end before the market opens again', () => {
    expect(horizonsAt('AAPLUSDT', '2026-11-24T18:00')).toEqual(ALL);
    expect(horizonsAt('AAPLUSDT', '2026-11-28T12:00')).toEqual(['7d', '30d', '90d', '180d']);
    expect(horizonsAt('AAPLUSDT', '2026-11-27T18:00')).toEqual(['7d', '30d', '90d', '180d']);
    // Twelve minutes before the open: the gap is on its way, and nobody has seen it.
    expect(horizonsAt('AAPLUSDT', '2026-11-30T14:18')).toEqual(['15m', '1h', '4h', '1d', '7d', '30d', '90d', '180d']);
  });

  it('is none of a peg, which cannot leave its band', () => {
    expect(surfaceAt(expected, specOf('USDCUSDT'), at('2026-11-24T12:00'))).toBeUndefined();
  });

  it('reads no seed of the running epoch: only its public prices', () => {
    const until = at('2026-12-02T08:00');
    const known = (epoch: number) => (epoch < until / DEFAULT_EPOCH_MS ? testSeedOf(epoch) : undefined);
    const past = new PriceModel({
      ...testCatalogue,
      launchAt: TEST_LAUNCH_AT,
      epochMs: DEFAULT_EPOCH_MS,
      seedOf: known,
    });
    for (const symbol of ['BTCUSDT', 'SPXUSDT', 'EURUSDT'])
      for (const minutes of [0, 1, 97, 239]) {
        const when = until + minutes * 60_000;
        const surface = surfaceAt(new ExpectedVariances(model, past), specOf(symbol), when);
        expect(surface).toEqual(surfaceAt(new ExpectedVariances(model), specOf(symbol), when));
      }
  });

  it('is the same within a minute, and alike whatever was asked before', () => {
    const spec = specOf('SOLUSDT');
    const warm = new ExpectedVariances(model);
    const when = at('2026-12-01T10:41');
    for (const earlier of ['2026-11-21T01:00', '2026-12-01T10:40', '2026-12-03T00:00'])
      surfaceAt(warm, spec, at(earlier));
    expect(surfaceAt(warm, spec, when)).toEqual(surfaceAt(new ExpectedVariances(model), spec, when));
    expect(surfaceAt(warm, spec, when + 59_999)).toEqual(surfaceAt(warm, spec, when));
  });
});
