import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import type { PathRoot } from '../../server/market/simulator/path.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { VarianceForecast, type VarianceSource } from '../../server/market/simulator/variance-forecast.js';
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
/** What is not asked about draws nothing, but reading its row for each new model takes longer than the draws. */
const catalogue = { ...testCatalogue, specs: testCatalogue.specs.filter(({ symbol }) => SYMBOLS.includes(symbol)) };
const seedOf = (name: string) => (epoch: number) => createHash('sha256').update(`${name} ${epoch}`).digest('hex');
const drawn = (name: string, launchAt = LAUNCH_AT, epochMs = DEFAULT_EPOCH_MS) =>
  new PriceModel({ ...catalogue, launchAt, epochMs, seedOf: seedOf(name) });
const specOf = (symbol: string) => {
  const found = catalogue.specs.find((spec) => spec.symbol === symbol);
  if (found === undefined) throw new Error(`no ${symbol}`);
  return found;
};
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const error = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / values.length);
};

describe('implied variance from a day to half a year', () => {
  /** Drawn from the first day on: no past before it costs time. */
  const FIRST_AT = Date.UTC(2010, 0, 5);
  const STRETCH_DAYS = 30 * 365;
  const DAY_SECONDS = DAY_MS / 1_000;

  /**
   * Horizons with the epochs that they are drawn in: the law is the same in both, and half a year has a sixth of the roots in days.
   * Spans do not overlap and each is forecast at its start, so their ratios are uncorrelated if the forecast is right.
   */
  const SHORT = { epochMs: DEFAULT_EPOCH_MS, everyDays: 7, days: [1, 7] };
  /** A path keeps its state at every 32nd root, so a span that begins at one draws nothing twice. */
  const LONG = { epochMs: DAY_MS, everyDays: 6 * 32, days: [30, 180] };

  // So many spans show half of the premium: wild prices need more for theirs, and the small one of currencies needs most.
  const cases = [
    { symbol: 'BTCUSDT', ...SHORT, spans: 700 },
    { symbol: 'BTCUSDT', ...LONG, spans: 850 },
    { symbol: 'SPXUSDT', ...SHORT, spans: 1_150 },
    { symbol: 'SPXUSDT', ...LONG, spans: 1_000 },
    { symbol: 'EURUSDT', ...SHORT, spans: 600 },
    { symbol: 'EURUSDT', ...LONG, spans: 1_450 },
  ];

  it.each(cases)(
    'of $symbol over $days days is the realised one on average, but for the published premium',
    ({ symbol, days, ...drawing }) => {
      const found = ratiosOf(symbol, days, { ...drawing, spans: drawing.spans * times(1, 4) });
      for (const [k, ratios] of found.entries()) {
        const premium = premiumOf(symbol, days[k] as number);
        const fair = 1 / premium;
        expect(Math.abs(mean(ratios) - fair)).toBeLessThan(3.5 * error(ratios));
        // A premium that is missing, or half of it, lies outside.
        expect(3.5 * error(ratios)).toBeLessThan((1 - fair) / 2);
        const free = ratios.map((ratio) => ratio * premium);
        expect(mean(free) - fair).toBeGreaterThan(3.5 * error(free));
      }
    },
  );

  function premiumOf(symbol: string, days: number): number {
    return variancePremium(optionKindOf(specOf(symbol)), days * DAY_MS);
  }

  /** Realised over implied variance: a list a horizon. */
  function ratiosOf(
    symbol: string,
    horizons: readonly number[],
    { epochMs, everyDays, spans }: { epochMs: number; everyDays: number; spans: number },
  ): number[][] {
    const ratios = horizons.map((): number[] => []);
    const perModel = Math.floor(STRETCH_DAYS / everyDays);
    for (let span = 0; span < spans; span++) {
      if (span % perModel === 0) source = sourceOf(symbol, `surface ${epochMs} ${span}`, epochMs);
      const start = FIRST_AT / 1_000 + (span % perModel) * everyDays * DAY_SECONDS;
      const forecast = new VarianceForecast(source, start);
      const before = drawnUntil(source, start);
      for (const [k, days] of horizons.entries()) {
        const to = start + days * DAY_SECONDS;
        const expected = forecast.inside(start, forecast.root.to) + forecast.after(to, () => 1);
        ratios[k]?.push((drawnUntil(source, to) - before) / (expected * premiumOf(symbol, days)));
      }
    }
    return ratios;
  }

  let source: VarianceSource;
  function sourceOf(symbol: string, name: string, epochMs: number): VarianceSource {
    const found = drawn(name, FIRST_AT, epochMs).variance(symbol);
    if (found === undefined) throw new Error(`${symbol} has no variance`);
    return found;
  }

  /** The variance that the paths drew so far: what squared returns would sum to if they were infinitely short. */
  function drawnUntil({ legs, rootAt }: VarianceSource, second: number): number {
    const root: PathRoot = { startLevel: 0, endLevel: 0, startVariance: 0, endVariance: 0 };
    return legs.reduce((sum, { path, weight }) => {
      path.read(rootAt(second).index, root);
      return sum + weight * weight * root.startVariance;
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

  /** Of each symbol, by minutes of the horizon. All horizons look back and ahead from the same instants. */
  const measured = new Map<string, ReadonlyMap<number, Row[]>>();

  function rows(symbol: string, minutes: number): Row[] {
    const found = measured.get(symbol) ?? measure(symbol);
    measured.set(symbol, found);
    return found.get(minutes) ?? [];
  }

  function measure(symbol: string): ReadonlyMap<number, Row[]> {
    const expected = new ExpectedVariances(model);
    const found = new Map(Object.values(HORIZONS).map(([minutes]) => [minutes as number, [] as Row[]]));
    // New York is open for a fifth of the week.
    const count = times(2_500, 12_000) * (symbol === 'SPXUSDT' ? 3 : 1);
    for (let n = 0; n < count; n++) {
      const at =
        LAUNCH_AT +
        20 * DAY_MS +
        Math.floor((n * YEARS * 365 * 1_440) / count) * MINUTE_MS +
        ((n * 37) % 240) * MINUTE_MS;
      if (!model.sessionState(symbol, at).open || !model.sessionState(symbol, at - 60 * MINUTE_MS).open) continue;
      const levels = new Levels(symbol);
      const seen = ([5, 10, 30, 60] as const).map((back) =>
        Math.log(levels.realised(at - back * MINUTE_MS, at, 1) / back + 1e-12),
      );
      for (const [minutes, step] of Object.values(HORIZONS)) {
        const spanMs = minutes * MINUTE_MS;
        const { variance = 0 } = expected.within(symbol, at, spanMs) ?? {};
        if (variance === 0) continue;
        const implied = variance * variancePremium(optionKindOf(specOf(symbol)), spanMs);
        const move = (levels.at(at) - levels.at(at - 60 * MINUTE_MS)) / Math.sqrt(variance);
        const features = [1, Math.log(implied / minutes), ...seen, move, Math.abs(move)];
        found.get(minutes)?.push({ ratio: levels.realised(at, at + spanMs, step) / implied, features });
      }
    }
    return found;
  }

  /** Log prices around an instant, each drawn once for all that look at it. */
  class Levels {
    private readonly known = new Map<number, number>();

    constructor(private readonly symbol: string) {}

    at(instant: number): number {
      let level = this.known.get(instant);
      if (level === undefined) {
        level = Math.log(model.exactTicksAt(this.symbol, instant));
        this.known.set(instant, level);
      }
      return level;
    }

    realised(from: number, to: number, stepMinutes: number): number {
      let sum = 0;
      for (let at = from + stepMinutes * MINUTE_MS; at <= to; at += stepMinutes * MINUTE_MS)
        sum += (this.at(at) - this.at(at - stepMinutes * MINUTE_MS)) ** 2;
      return sum;
    }
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
    for (const [minutes] of Object.values(HORIZONS)) {
      const found = rows(symbol, minutes).map(({ ratio }) => ratio);
      const fair = 1 / variancePremium(optionKindOf(specOf(symbol)), minutes * MINUTE_MS);
      expect(Math.abs(mean(found) - fair)).toBeLessThan(Math.max(0.04, 3.5 * error(found)));
    }
  });

  it.each(SYMBOLS)('of %s is beaten by no forecaster with all public data by more than the premium', (symbol) => {
    for (const [minutes] of Object.values(HORIZONS)) {
      const all = rows(symbol, minutes);
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
