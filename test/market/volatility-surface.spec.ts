import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import type { PathRoot } from '../../server/market/simulator/path.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { VarianceForecast } from '../../server/market/simulator/variance-forecast.js';
import { ExpectedVariances } from '../../server/market/volatility/expected-variance.js';
import { optionKindOf, variancePremium } from '../../server/market/volatility/smiles.js';
import { times } from '../kit/level.js';
import { leastSquares } from './least-squares.js';

/**
 * Realised against implied variance. On average realised is implied less the published premium, and a forecaster with all public data
 * finds no instants at which variance is worth more than it costs.
 */

const LAUNCH_AT = Date.UTC(2026, 0, 5);
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const YEARS = 6;
const SYMBOLS = ['BTCUSDT', 'SPXUSDT', 'EURUSDT'];
const seedOf = (name: string) => (epoch: number) => createHash('sha256').update(`${name} ${epoch}`).digest('hex');
const drawn = (name: string) =>
  new PriceModel({ ...testCatalogue, launchAt: LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf: seedOf(name) });
const specOf = (symbol: string) => {
  const found = testCatalogue.specs.find((spec) => spec.symbol === symbol);
  if (found === undefined) throw new Error(`no ${symbol}`);
  return found;
};
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const error = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / values.length);
};

describe('implied variance from a day to half a year', () => {
  const DAYS = [1, 7, 30, 180];

  it.each(SYMBOLS)(
    'of %s is the realised one on average over redrawn epochs, but for the published premium',
    (symbol) => {
      const ratios = DAYS.map((): number[] => []);
      for (let n = 0; n < times(120, 1_000); n++) {
        const source = drawn(`surface ${n}`).variance(symbol);
        if (source === undefined) throw new Error(`${symbol} has no variance`);
        const start = LAUNCH_AT / 1_000;
        const forecast = new VarianceForecast(source, start);
        for (const [k, days] of DAYS.entries()) {
          const to = start + (days * DAY_MS) / 1_000;
          const expected = forecast.inside(start, forecast.root.to) + forecast.after(to, () => 1);
          const implied = expected * variancePremium(optionKindOf(specOf(symbol)), days * DAY_MS);
          ratios[k]?.push(realisedBetween(source, start, to) / implied);
        }
      }
      for (const [k, found] of ratios.entries()) {
        const fair = 1 / variancePremium(optionKindOf(specOf(symbol)), (DAYS[k] as number) * DAY_MS);
        expect(Math.abs(mean(found) - fair)).toBeLessThan(3.5 * error(found));
        expect(3.5 * error(found)).toBeLessThan(0.35);
      }
    },
  );

  /** The variance that the paths drew: what squared returns would sum to if they were infinitely short. */
  function realisedBetween(source: NonNullable<ReturnType<PriceModel['variance']>>, from: number, to: number): number {
    const root: PathRoot = { startLevel: 0, endLevel: 0, startVariance: 0, endVariance: 0 };
    return source.legs.reduce((sum, { path, weight }) => {
      path.read(source.rootAt(from).index, root);
      const before = root.startVariance;
      path.read(source.rootAt(to).index, root);
      return sum + weight * weight * (root.startVariance - before);
    }, 0);
  }
});

describe('implied variance of minutes and hours', () => {
  const model = drawn('surface');
  const HORIZONS = { '5 m': [5, 0.25], '30 m': [30, 1], '1 h': [60, 2], '4 h': [240, 5] } as const;

  interface Row {
    readonly ratio: number;
    readonly features: readonly number[];
  }

  const measured = new Map<string, Row[]>();

  function rows(symbol: string, minutes: number, stepMinutes: number): Row[] {
    const key = `${symbol} ${minutes}`;
    const found = measured.get(key) ?? measure(symbol, minutes, stepMinutes);
    measured.set(key, found);
    return found;
  }

  function measure(symbol: string, minutes: number, stepMinutes: number): Row[] {
    const expected = new ExpectedVariances(model);
    const spanMs = minutes * MINUTE_MS;
    const premium = variancePremium(optionKindOf(specOf(symbol)), spanMs);
    // New York is open for a fifth of the week.
    const count = times(2_500, 12_000) * (symbol === 'SPXUSDT' ? 3 : 1);
    const found: Row[] = [];
    for (let n = 0; n < count; n++) {
      const at =
        LAUNCH_AT +
        20 * DAY_MS +
        Math.floor((n * YEARS * 365 * 1_440) / count) * MINUTE_MS +
        ((n * 37) % 240) * MINUTE_MS;
      if (!model.sessionState(symbol, at).open || !model.sessionState(symbol, at - 60 * MINUTE_MS).open) continue;
      const { variance = 0 } = expected.within(symbol, at, spanMs) ?? {};
      if (variance === 0) continue;
      const implied = variance * premium;
      const seen = ([5, 10, 30, 60] as const).map((back) =>
        Math.log(realised(symbol, at - back * MINUTE_MS, at, 1) / back + 1e-12),
      );
      const move =
        Math.log(model.exactTicksAt(symbol, at) / model.exactTicksAt(symbol, at - 60 * MINUTE_MS)) /
        Math.sqrt(variance);
      const features = [1, Math.log(implied / minutes), ...seen, move, Math.abs(move)];
      found.push({ ratio: realised(symbol, at, at + spanMs, stepMinutes) / implied, features });
    }
    return found;
  }

  function realised(symbol: string, from: number, to: number, stepMinutes: number): number {
    let sum = 0;
    let before = Math.log(model.exactTicksAt(symbol, from));
    for (let at = from + stepMinutes * MINUTE_MS; at <= to; at += stepMinutes * MINUTE_MS) {
      const level = Math.log(model.exactTicksAt(symbol, at));
      sum += (level - before) ** 2;
      before = level;
    }
    return sum;
  }

  /** What one gains who buys variance for 1 in the fifth of instants that look best, fitted on the other half: mean and error. */
  function bestFifth(all: readonly Row[]): { mean: number; error: number } {
    const even = all.filter((_, n) => n % 2 === 0);
    const odd = all.filter((_, n) => n % 2 === 1);
    const picked = [[even, odd] as const, [odd, even] as const].flatMap(([fitted, judged]) => {
      const weights = leastSquares(fitted.map(({ features, ratio: wanted }) => ({ features, wanted })));
      const told = judged.map(({ features, ratio }) => ({
        ratio,
        forecast: features.reduce((sum, value, i) => sum + value * (weights[i] as number), 0),
      }));
      return told.toSorted((one, other) => other.forecast - one.forecast).slice(0, Math.ceil(told.length / 5));
    });
    const ratios = picked.map(({ ratio }) => ratio);
    return { mean: mean(ratios), error: error(ratios) };
  }

  it.each(SYMBOLS)('of %s is the realised one on average, but for the published premium', (symbol) => {
    for (const [minutes, step] of Object.values(HORIZONS)) {
      const found = rows(symbol, minutes, step).map(({ ratio }) => ratio);
      const fair = 1 / variancePremium(optionKindOf(specOf(symbol)), minutes * MINUTE_MS);
      expect(Math.abs(mean(found) - fair)).toBeLessThan(Math.max(0.04, 3.5 * error(found)));
    }
  });

  it.each(SYMBOLS)('of %s is beaten by no forecaster with all public data by more than the premium', (symbol) => {
    for (const [minutes, step] of Object.values(HORIZONS)) {
      const all = rows(symbol, minutes, step);
      const best = bestFifth(all);
      expect(best.mean - 2.5 * best.error).toBeLessThan(1);
      // Who hears of the coming variance in a rough voice gains, so the measure finds a leak.
      const told = bestFifth(
        all.map(({ ratio, features }, n) => ({ ratio, features: [...features, ratio + noise(n)] })),
      );
      expect(told.mean - 2.5 * told.error).toBeGreaterThan(1);
    }
  });
});

/** Between -1 and 1, always the same. */
function noise(n: number): number {
  return (createHash('sha256').update(`noise ${n}`).digest().readUInt32LE(0) / 0xffffffff) * 2 - 1;
}
