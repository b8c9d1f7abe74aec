import { describe, expect, it } from '@jest/globals';
import { BrokenDataError } from './catalogue.js';
import { relate } from './relations.js';
import { TEST_LAUNCH_AT, testCatalogue, testModel } from './simulator.testkit.js';

const HOUR_MS = 3_600_000;
const model = testModel();
const { specs } = testCatalogue;
const specOf = (base: string) => specs.find((spec) => spec.base === base)!;
const priceOf = (base: string, at: number): number =>
  model.priceTicksAt(`${base}USDT`, at) * Number(specOf(base).tickSize);

/** Sixty instants of a week after launch at which the market of an instrument is open. */
const instantsOf = (symbol: string): number[] =>
  Array.from({ length: 400 }, (_, i) => TEST_LAUNCH_AT + i * 0.9 * HOUR_MS + i * 1250)
    .filter((at) => model.sessionState(symbol, at).open)
    .slice(0, 60);

describe('an instrument that is a function of others', () => {
  const exact = specs.filter(({ relation }) => relation?.constant !== undefined && relation.noiseAnnual === 0);

  it('is what its formula gives, within one tick, at every instant', () => {
    expect(exact.length).toBeGreaterThan(10);
    for (const { base, symbol, tickSize, relation } of exact) {
      for (const at of instantsOf(symbol)) {
        const wanted = relation!.of.reduce((product, { base: of, power }) => product * priceOf(of, at) ** power, 1);
        const ticks = (relation!.constant! * wanted) / Number(tickSize);
        // What is rounded on both sides: half a tick of its own, and half a tick of each price that it is made of.
        const slack = relation!.of.reduce(
          (sum, { base: of, power }) => sum + (Math.abs(power) * Number(specOf(of).tickSize)) / priceOf(of, at) / 2,
          0,
        );
        const found = model.priceTicksAt(symbol, at);
        expect([base, Math.abs(found - ticks) <= 0.5 + ticks * slack + 1e-6]).toEqual([base, true]);
      }
    }
  });

  it('holds in opens and closes of candles', () => {
    const range = { beforeMs: TEST_LAUNCH_AT + 40 * HOUR_MS, limit: 30 };
    const [cross, euro, pound] = ['EURGBPUSDT', 'EURUSDT', 'GBPUSDT'].map((symbol) =>
      model.candles(symbol, '1h', range),
    );
    cross!.forEach((candle, i) => {
      const close = (euro![i]!.closeTicks / pound![i]!.closeTicks) * 100_000;
      const open = (euro![i]!.openTicks / pound![i]!.openTicks) * 100_000;
      expect(Math.abs(candle.closeTicks - close)).toBeLessThan(1.5);
      expect(Math.abs(candle.openTicks - open)).toBeLessThan(1.5);
    });
  });

  it('keeps the ratio of a fund to its index but for the fee', () => {
    const year = 365 * 24 * HOUR_MS;
    const open = TEST_LAUNCH_AT + 3 * HOUR_MS;
    const ratio = (at: number): number => model.exactTicksAt('SPYUSDT', at) / model.exactTicksAt('SPXUSDT', at);
    expect(ratio(open + year) / ratio(open)).toBeCloseTo(1 - 0.0009, 5);
  });

  it('never leaves its band', () => {
    const days = Array.from({ length: 5000 }, (_, i) => TEST_LAUNCH_AT - (i + 1) * 24 * HOUR_MS);
    const dollars = days.map((at) => priceOf('USDHKD', at));
    expect(Math.min(...dollars)).toBeGreaterThanOrEqual(7.75);
    expect(Math.max(...dollars)).toBeLessThanOrEqual(7.85);
    expect(Math.max(...dollars) - Math.min(...dollars)).toBeGreaterThan(0.03);
  });
});

describe('the table of relations', () => {
  const HEADER = 'base\tof\tconstant\tfeeAnnual\tnoiseAnnual\thalfLifeDays\tband';
  const problem = (...rows: string[]): string => {
    try {
      relate(specs, 'relations.tsv', [HEADER, ...rows].join('\n'));
    } catch (error) {
      if (error instanceof BrokenDataError) return `${error.problem.line}:${error.problem.column}`;
      throw error;
    }
    return 'none';
  };

  it('names line and column of what is broken', () => {
    expect(problem('SPY\tSPX\t\t0.0009\t0\t\t')).toBe('none');
    expect(problem('SPY\tSPX\t\t0.0009\t0\t\t', 'SPY\tNDX\t\t0\t0\t\t')).toBe('3:1');
    expect(problem('NOSUCH\tSPX\t\t0\t0\t\t')).toBe('2:1');
    expect(problem('SPY\tNOSUCH\t\t0\t0\t\t')).toBe('2:2');
    expect(problem('SPY\tSPX^x\t\t0\t0\t\t')).toBe('2:2');
    expect(problem('SPY\tSPX\tone\t0\t0\t\t')).toBe('2:3');
    expect(problem('SPY\tSPX\t\t2\t0\t\t')).toBe('2:4');
    expect(problem('USDC\t\t\t0\t-1\t\t')).toBe('2:5');
    expect(problem('USDC\t\t\t0\t0.01\t0\t')).toBe('2:6');
    expect(problem('USDC\t\t\t0\t0.01\t3\t0.9')).toBe('2:7');
    expect(problem('SPY\tSPX\t\t0')).toBe('2:1');
    expect(problem('SPY\tSPX\t\t0\t0\t\t', 'SPX\tSPY\t\t0\t0\t\t')).toBe('2:2');
  });
});
