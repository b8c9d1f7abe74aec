import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Candle } from './candles.js';
import { PERIODS, periodEnd, periodStart, type Period } from './periods.js';
import { PREHISTORY_STARTS_AT, UnknownEpochError } from './price-model.js';
import { times } from '../../../test/kit/level.js';
import { aggregateCandles, referenceSeconds } from './reference-tree.js';
import { TEST_LAUNCH_AT, testModel } from './simulator.testkit.js';

const SYMBOLS = ['BTCUSDT', 'PEPEUSDT', 'EURUSDT', 'XAUUSDT', 'SPXUSDT', '7203USDT', 'CBAUSDT', 'USDCUSDT'];
const DAY = 86_400_000;
const anySymbol = fc.constantFrom(...SYMBOLS);
const anyInstant = fc.integer({ min: PREHISTORY_STARTS_AT + 100 * DAY, max: TEST_LAUNCH_AT + 200 * DAY });
/** A coarse period with a finer one whose candles tile it, and how much of it to look at. */
const COARSE_AND_FINE: readonly [Period, Period][] = [
  ...([
    ['1m', '1s'],
    ['5m', '1m'],
    ['15m', '5m'],
    ['30m', '15m'],
    ['1h', '30m'],
    ['4h', '1h'],
    ['1d', '4h'],
  ] as const),
  ...([
    ['1w', '1d'],
    ['1M', '1d'],
    ['1y', '1M'],
    ['1h', '1s'],
    ['1d', '5m'],
    ['1M', '1h'],
  ] as const),
].map(([coarse, fine]): [Period, Period] => [coarse, fine]);

describe('the price model', () => {
  const model = testModel(SYMBOLS);

  it('shows every coarser candle as exactly the aggregate of the finer ones, in ticks, lots and trades', () => {
    fc.assert(
      fc.property(anySymbol, anyInstant, fc.constantFrom(...COARSE_AND_FINE), (symbol, at, [coarse, fine]) => {
        const start = periodStart(coarse, Math.floor(at / 1000));
        const range = { fromMs: start * 1000, toMs: periodEnd(coarse, start) * 1000 };
        expect(model.candles(symbol, coarse, range)).toEqual(
          aggregateCandles(coarse, model.candles(symbol, fine, range)),
        );
      }),
      { numRuns: times(50, 150) },
    );
  });

  it('agrees with the obvious implementation, which goes down to every beat alone and looks at all of them', () => {
    const anyPeriod = fc.constantFrom<Period>('1s', '1m', '5m', '15m', '1h');
    fc.assert(
      fc.property(anySymbol, anyInstant, anyPeriod, fc.integer({ min: 1, max: 900 }), (symbol, at, period, length) => {
        const from = periodStart(period, Math.floor(at / 1000));
        const seconds = referenceSeconds(model.tree(symbol), from, from + length);
        const slow = aggregateCandles(
          period,
          seconds.map((second) => ({ ...second, volumeLots: 0, trades: 0 })),
        );
        const range = { fromMs: from * 1000, toMs: (from + length) * 1000 };
        const fast = model.candles(symbol, period, range);
        expect(fast.map((candle) => ({ ...candle, volumeLots: 0, trades: 0 }))).toEqual(slow);
      }),
      { numRuns: times(15, 40) },
    );
  });

  it('shows in a partial candle exactly what the finer ones give up to now', () => {
    fc.assert(
      fc.property(anySymbol, anyInstant, fc.constantFrom('5m', '1h', '1d', '1w' as const), (symbol, at, period) => {
        const start = periodStart(period, Math.floor(at / 1000));
        const range = { fromMs: start * 1000, toMs: at };
        const fine = period === '5m' ? '1s' : '1m';
        const whole = aggregateCandles(period, model.candles(symbol, fine, range));
        expect(model.candles(symbol, period, range)).toEqual(whole);
      }),
      { numRuns: times(20, 60) },
    );
  });

  it('gives the same candles whatever was asked for before', () => {
    fc.assert(
      fc.property(anySymbol, fc.array(anyInstant, { minLength: 2, maxLength: 4 }), (symbol, instants) => {
        const ask = (m: typeof model, at: number): unknown => [
          m.candles(symbol, '1m', { beforeMs: at, limit: 5 }),
          m.priceTicksAt(symbol, at),
        ];
        const forwards = instants.map((at) => ask(model, at));
        const fresh = testModel([symbol]);
        const backwards = [...instants].reverse().map((at) => ask(fresh, at));
        expect(backwards.reverse()).toEqual(forwards);
      }),
      { numRuns: times(10, 25) },
    );
  });

  it('starts from the catalogue price at launch, and crosses the launch without a step', () => {
    const all = testModel();
    for (const symbol of all.symbols()) {
      const spec = all.spec(symbol);
      // Companies with drawn figures are thousands of a kind.
      if (spec.drawn.length > 0) continue;
      if (!all.sessionState(symbol, TEST_LAUNCH_AT).open) continue;
      const reference = Math.round(+spec.referencePrice / +spec.tickSize);
      expect([symbol, all.priceTicksAt(symbol, TEST_LAUNCH_AT)]).toEqual([symbol, reference]);
    }
  });

  it('keeps every candle in order: low, open, close, high; and lots exactly where there are trades', () => {
    fc.assert(
      fc.property(anySymbol, anyInstant, fc.constantFrom(...PERIODS.slice(0, 8)), (symbol, at, period) => {
        for (const candle of model.candles(symbol, period, { beforeMs: at, limit: 20 })) {
          expect(candle.lowTicks).toBeLessThanOrEqual(Math.min(candle.openTicks, candle.closeTicks));
          expect(candle.highTicks).toBeGreaterThanOrEqual(Math.max(candle.openTicks, candle.closeTicks));
          expect(candle.lowTicks).toBeGreaterThan(0);
          expect(candle.volumeLots >= candle.trades && candle.volumeLots > 0 === candle.trades > 0).toBe(true);
          for (const value of Object.values(candle)) expect(Number.isSafeInteger(value)).toBe(true);
        }
      }),
      { numRuns: times(40, 100) },
    );
  });

  it('pages back without gap or overlap', () => {
    const all = model.candles('SPXUSDT', '5m', { beforeMs: TEST_LAUNCH_AT + 3 * DAY, limit: 300 });
    const late = model.candles('SPXUSDT', '5m', { beforeMs: TEST_LAUNCH_AT + 3 * DAY, limit: 120 });
    const early = model.candles('SPXUSDT', '5m', { beforeMs: late[0]?.openAt ?? 0, limit: 180 });
    expect([...early, ...late]).toEqual(all);
    expect(all).toHaveLength(300);
  });

  it('stands still while the market is shut, and has no candle there', () => {
    const saturday = Date.UTC(2026, 10, 21);
    const { closeTicks } = model.candles('SPXUSDT', '1s', { beforeMs: saturday, limit: 1 })[0] as Candle;
    expect(model.sessionState('SPXUSDT', saturday)).toEqual({
      open: false,
      phase: 'closed',
      nextChangeAt: Date.UTC(2026, 10, 23, 14, 30),
      callAt: Date.UTC(2026, 10, 23, 11, 30),
      closedAt: Date.UTC(2026, 10, 20, 21),
    });
    expect(model.priceTicksAt('SPXUSDT', saturday + 12 * 3_600_000)).toBe(closeTicks);
    expect(model.candles('SPXUSDT', '1h', { fromMs: saturday, toMs: saturday + DAY })).toEqual([]);
  });

  it('shows in the candle of a second what its four beats show', () => {
    for (let i = 0; i < 200; i++) {
      const at = TEST_LAUNCH_AT + i * 1000;
      const candle = model.candles('BTCUSDT', '1s', { fromMs: at, toMs: at + 1000 })[0] as Candle;
      const quarters = [0, 250, 500, 750].map((ms) => model.priceTicksAt('BTCUSDT', at + ms));
      expect([quarters[0], Math.max(...quarters), Math.min(...quarters), quarters[3]]).toEqual([
        candle.openTicks,
        candle.highTicks,
        candle.lowTicks,
        candle.closeTicks,
      ]);
    }
  });

  it('says a price that is not rounded, which lies within half a tick of the rounded one', () => {
    for (const symbol of ['BTCUSDT', 'PEPEUSDT']) {
      const exact = Array.from({ length: 200 }, (_, i) => model.exactTicksAt(symbol, TEST_LAUNCH_AT + i * 250));
      const rounded = exact.map((_, i) => model.priceTicksAt(symbol, TEST_LAUNCH_AT + i * 250));
      expect(exact.map(Math.round)).toEqual(rounded);
      expect(exact.some((ticks) => !Number.isInteger(ticks))).toBe(true);
    }
  });

  it('refuses to price an epoch whose seed is not known, and ends its candles there', () => {
    const end = TEST_LAUNCH_AT + 3 * 366 * DAY;
    expect(() => model.priceTicksAt('BTCUSDT', end)).toThrow(UnknownEpochError);
    expect(model.candles('BTCUSDT', '1d', { fromMs: end + DAY, toMs: end + 2 * DAY })).toEqual([]);
  });
});
