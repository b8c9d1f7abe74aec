import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { times } from '../../../../test/kit/level';
import type { Bar } from '../bars';
import { CATALOGUE, IndicatorRun } from './catalogue';
import { takesSource } from './sources';
import { CATEGORIES, type IndicatorEntry, type Values } from './types';

const HOUR = 3_600_000;

/** A walk of whole cents with volumes that are sometimes nothing, as quiet markets have. */
const barsOf = (length: number) =>
  fc
    .array(
      fc.record({
        move: fc.integer({ min: -300, max: 300 }),
        up: fc.integer({ min: 0, max: 120 }),
        down: fc.integer({ min: 0, max: 120 }),
        volume: fc.oneof(
          { weight: 9, arbitrary: fc.integer({ min: 1, max: 9000 }) },
          { weight: 1, arbitrary: fc.constant(0) },
        ),
      }),
      { minLength: length, maxLength: length },
    )
    .map((steps) => {
      let last = 500;
      return steps.map(({ move, up, down, volume }, at): Bar => {
        const open = last;
        const close = Math.max(100, last + move / 100);
        last = close;
        return {
          at: at * HOUR,
          open,
          close,
          high: Math.max(open, close) + up / 100,
          low: Math.min(open, close) - down / 100,
          volume,
        };
      });
    });

const defaults = (entry: IndicatorEntry): number[] => entry.params.map((param) => param.value);

function valuesOver(entry: IndicatorEntry, bars: readonly Bar[]): Values[] {
  const run = new IndicatorRun(entry, defaults(entry));
  run.load(bars);
  return run.values;
}

const outputsOf = (entry: IndicatorEntry, rows: readonly Values[]): (number | null)[][] =>
  rows.map((values) => entry.outputs.map((_, at) => values[at] ?? null));

/** Percentages of a whole: what they read is never outside. */
const BOUNDED: Record<string, readonly [number, number]> = {
  rsi: [0, 100],
  stochastic: [0, 100],
  stochasticRsi: [0, 100],
  mfi: [0, 100],
  ultimate: [0, 100],
  aroon: [0, 100],
  dmi: [0, 100],
  schaff: [0, 100],
  williamsR: [-100, 0],
  cmo: [-100, 100],
  tsi: [-100, 100],
  smi: [-100, 100],
  balanceOfPower: [-1, 1],
  cmf: [-1, 1],
};

/** What measures shares and angles: prices ten times as high change nothing. */
const SCALE_FREE = [
  ...Object.keys(BOUNDED),
  ...['roc', 'trix', 'ppo', 'natr', 'bandWidth', 'percentB', 'historicalVolatility', 'chaikinVolatility', 'ulcer'],
  ...['cci', 'vortex', 'massIndex', 'kst', 'coppock', 'choppiness', 'vigor', 'waveTrend', 'nvi', 'pvi', 'pvt'],
  ...['obv', 'accumulation', 'chaikinOscillator', 'klinger', 'volumeRoc', 'fisher'],
];

describe('the catalogue of indicators', () => {
  it('lets choose what is read of a candle for exactly those that read nothing but its close', () => {
    const [bars] = fc.sample(barsOf(240), { numRuns: 1, seed: 3 });
    const others = bars!.map((bar) => ({
      ...bar,
      open: bar.open + 1,
      high: bar.high * 2,
      low: 1,
      volume: (bar.volume * 7919) % 9001,
    }));
    const blind = CATALOGUE.filter((entry) => isDeepStrictEqual(valuesOver(entry, bars!), valuesOver(entry, others)));
    expect(CATALOGUE.filter(takesSource).map(({ id }) => id)).toEqual(blind.map(({ id }) => id));
  });

  it('reads the chosen figure, live as in history', () => {
    const [bars] = fc.sample(barsOf(60), { numRuns: 1, seed: 5 });
    const sma = CATALOGUE.find(({ id }) => id === 'sma')!;
    const run = new IndicatorRun(sma, [2], 'hl2');
    run.load(bars!.slice(0, -1));
    const [before, last] = bars!.slice(-2);
    run.take({ ...last!, high: last!.high + 5 });
    run.take(last!);
    const middle = (bar: Bar) => (bar.high + bar.low) / 2;
    expect(run.values.at(-1)?.[0]).toBeCloseTo((middle(before!) + middle(last!)) / 2, 9);
  });

  it('names each once, in a known category, with sensible parameters', () => {
    expect(new Set(CATALOGUE.map((entry) => entry.id)).size).toBe(CATALOGUE.length);
    for (const entry of CATALOGUE) {
      expect(CATEGORIES).toContain(entry.category);
      expect(entry.outputs.length).toBeGreaterThan(0);
      for (const { value, min, max, step } of entry.params) {
        expect(value).toBeGreaterThanOrEqual(min);
        expect(value).toBeLessThanOrEqual(max);
        expect(step).toBeGreaterThan(0);
      }
    }
  });

  describe.each(CATALOGUE.map((entry) => [entry.id, entry] as const))('%s', (id, entry) => {
    const runs = { numRuns: times(3, 12) };

    it('answers every candle, with figures or with nothing, and has spoken by the end', () => {
      fc.assert(
        fc.property(barsOf(240), (bars) => {
          const rows = valuesOver(entry, bars);
          expect(rows).toHaveLength(bars.length);
          for (const value of rows.flat()) expect(value === null || Number.isFinite(value)).toBe(true);
          expect(rows.some((values) => values.some((value) => value !== null))).toBe(true);
        }),
        runs,
      );
    });

    it('reads a live candle that changed as if it had always been so', () => {
      fc.assert(
        fc.property(barsOf(160), barsOf(160), (bars, others) => {
          const run = new IndicatorRun(entry, defaults(entry));
          run.load(bars.slice(0, 150));
          for (const [at, bar] of bars.entries()) {
            if (at < 150) continue;
            for (const stir of [1, 2, 3]) {
              run.take({ ...others[at - stir]!, at: bar.at });
            }
            run.take(bar);
          }
          const straight = outputsOf(entry, valuesOver(entry, bars)).slice(150);
          const live = outputsOf(entry, run.values).slice(150);
          expect(differences(live, straight)).toEqual([]);
        }),
        runs,
      );
    });

    const bounds = BOUNDED[id];
    if (bounds !== undefined) {
      it(`stays between ${bounds[0]} and ${bounds[1]}`, () => {
        fc.assert(
          fc.property(barsOf(200), (bars) => {
            for (const value of valuesOver(entry, bars).flat()) {
              if (value === null) continue;
              expect(value).toBeGreaterThanOrEqual(bounds[0] - 1e-6);
              expect(value).toBeLessThanOrEqual(bounds[1] + 1e-6);
            }
          }),
          runs,
        );
      });
    }

    it(SCALE_FREE.includes(id) ? 'does not care for the unit of the price' : 'grows with the price', () => {
      fc.assert(
        fc.property(barsOf(200), (bars) => {
          const factor = SCALE_FREE.includes(id) ? 1 : powerOf(id);
          const before = outputsOf(entry, valuesOver(entry, bars));
          const after = outputsOf(entry, valuesOver(entry, bars.map(scaled)));
          expect(
            differences(
              after,
              before.map((row) => row.map((value) => (value === null ? null : value * factor))),
            ),
          ).toEqual([]);
        }),
        runs,
      );
    });
  });
});

const TIMES = 8;
/** A power of two loses nothing in a float. */
const scaled = (bar: Bar): Bar => ({
  ...bar,
  open: bar.open * TIMES,
  high: bar.high * TIMES,
  low: bar.low * TIMES,
  close: bar.close * TIMES,
});
const powerOf = (id: string): number => (id === 'easeOfMovement' ? TIMES ** 2 : TIMES);

function differences(ours: (number | null)[][], theirs: (number | null)[][]): string[] {
  return ours.flatMap((row, at) =>
    row.flatMap((value, output) => {
      const other = theirs[at]?.[output] ?? null;
      if (value === null || other === null) return value === other ? [] : [`${at}.${output}: ${value} for ${other}`];
      const near = Math.abs(value - other) <= 1e-6 * Math.max(1, Math.abs(value), Math.abs(other));
      return near ? [] : [`${at}.${output}: ${value} for ${other}`];
    }),
  );
}
