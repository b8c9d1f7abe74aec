import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PERIODS, type CandleRow, type Period } from '../../../contracts/market.contract.js';
import { amount, format, fromSteps, type Amount } from '../../../shared/money.js';
import type { Candle } from '../simulator/candles.js';
import { periodStart } from '../simulator/periods.js';
import { withRunningSecond } from '../simulator/running-second.js';
import { TEST_LAUNCH_AT, testModel } from '../simulator/simulator.testkit.js';
import { LastTrades } from './last-trades.js';
import { realmCandles, type FlowCandle } from './realm-candles.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A quiet share, a round-the-clock coin, and a currency that pauses. */
const SYMBOLS = ['BTCUSDT', 'AAPLUSDT', 'EURUSDT'];
const model = testModel(SYMBOLS);

interface Trade {
  readonly at: number;
  readonly price: Amount;
  readonly volume: Amount;
}

const sizesOf = (symbol: string) => {
  const { tickSize, lotSize } = model.spec(symbol);
  return { tick: amount(tickSize), lot: amount(lotSize) };
};

/** The obvious fold of trades by a period. */
function flowOf(period: Period, trades: readonly Trade[]): FlowCandle[] {
  const found = new Map<number, FlowCandle>();
  for (const { at, price, volume } of trades) {
    const openAt = periodStart(period, Math.floor(at / 1000)) * 1000;
    const known = found.get(openAt) ?? {
      openAt,
      firstAt: at,
      open: price,
      high: price,
      low: price,
      lastAt: at,
      close: price,
      volume: 0n,
    };
    const high = price > known.high ? price : known.high;
    const low = price < known.low ? price : known.low;
    found.set(openAt, { ...known, high, low, lastAt: at, close: price, volume: known.volume + volume });
  }
  return [...found.values()];
}

const [FROM, TO] = [TEST_LAUNCH_AT, TEST_LAUNCH_AT + 2 * 24 * HOUR_MS];
/** A day before, so that candles of the seeds stand before every trade. */
const START = (periodStart('1d', FROM / 1000) - 86_400) * 1000;
const drawnOnce = new Map<string, Candle[]>();

/** Those of the seeds, from the period that holds the launch on. */
function seedsOf(symbol: string, period: Period, fromMs: number): Candle[] {
  const key = `${symbol} ${period} ${fromMs}`;
  const known = drawnOnce.get(key) ?? model.candles(symbol, period, { fromMs, toMs: TO });
  drawnOnce.set(key, known);
  return known;
}

function candlesOf(symbol: string, period: Period, trades: readonly Trade[], fromMs = START): CandleRow[] {
  const drawn = {
    source: model,
    lastTrades: new LastTrades(model),
    symbol,
    period,
    sizes: sizesOf(symbol),
    knownTo: TO,
  };
  return realmCandles(seedsOf(symbol, period, fromMs), flowOf(period, trades), drawn);
}

const price = (row: CandleRow, column: 1 | 2 | 3 | 4 | 5): Amount => amount(row[column]);

function folded(period: Period, minutes: readonly CandleRow[]): CandleRow[] {
  const byOpening = Map.groupBy(minutes, ([openAt]) => periodStart(period, openAt / 1000) * 1000);
  return [...byOpening].map(([openAt, rows]) => {
    const [first, last] = [rows[0] as CandleRow, rows.at(-1) as CandleRow];
    const high = rows.reduce((most, row) => (price(row, 2) > amount(most) ? row[2] : most), first[2]);
    const low = rows.reduce((least, row) => (price(row, 3) < amount(least) ? row[3] : least), first[3]);
    const volume = rows.reduce((sum, row) => sum + price(row, 5), 0n);
    return [openAt, first[1], high, low, last[4], format(volume)];
  });
}

/** Trades near the price, at instants of a day that has sessions and nights in it. */
const traded = (symbol: string, days: number) =>
  fc
    .array(
      fc.record({
        after: fc.integer({ min: 0, max: days * 24 * HOUR_MS - 1 }),
        away: fc.integer({ min: -30, max: 30 }),
        lots: fc.integer({ min: 0, max: 500 }),
      }),
      { maxLength: 25 },
    )
    .map((drawn) =>
      drawn
        .sort((a, b) => a.after - b.after)
        .map(({ after, away, lots }): Trade => {
          const { tick, lot } = sizesOf(symbol);
          const at = TEST_LAUNCH_AT + after;
          const ticks = Math.max(1, model.priceTicksAt(symbol, at) + away);
          return { at, price: fromSteps(ticks, tick), volume: fromSteps(lots, lot) };
        }),
    );

/** Parts that make up a period whole, and where to begin to count them. */
const PARTS: readonly (readonly [part: Period, wholes: readonly Period[], fromMs: number])[] = [
  ['1m', ['5m', '15m', '30m', '1h', '4h', '1d'], START],
  ['1d', ['1w'], periodStart('1w', FROM / 1000) * 1000],
  ['1d', ['1M', '1y'], periodStart('1y', FROM / 1000) * 1000],
];

describe('the candles of a realm', () => {
  it('are those of the seeds where nobody traded', () => {
    for (const symbol of SYMBOLS) {
      const { tick } = sizesOf(symbol);
      const seeds = seedsOf(symbol, '15m', START).map((candle) => [
        candle.openAt,
        ...[candle.openTicks, candle.highTicks, candle.lowTicks, candle.closeTicks].map((ticks) =>
          format(fromSteps(ticks, tick)),
        ),
      ]);
      expect(candlesOf(symbol, '15m', []).map((row) => row.slice(0, 5))).toEqual(seeds);
    }
  });

  it.each(SYMBOLS)('of every period are the fold of their minutes, and hold every trade: %s', (symbol) => {
    fc.assert(
      fc.property(traded(symbol, 2), (trades) => {
        for (const [part, wholes, fromMs] of PARTS) {
          const parts = candlesOf(symbol, part, trades, fromMs);
          for (const whole of wholes) expect(candlesOf(symbol, whole, trades, fromMs)).toEqual(folded(whole, parts));
        }
        for (const period of PERIODS.filter((each) => each !== '1s')) {
          const candles = new Map(candlesOf(symbol, period, trades).map((row) => [row[0], row]));
          for (const trade of trades) {
            const row = candles.get(periodStart(period, Math.floor(trade.at / 1000)) * 1000) as CandleRow;
            expect(price(row, 2) >= trade.price && price(row, 3) <= trade.price).toBe(true);
          }
        }
      }),
      { numRuns: 10 },
    );
  });

  it('close at a trade until the tape trades again, and the next opens there', () => {
    const at = FROM + 10 * MINUTE_MS;
    const quiet = quietMinute('AAPLUSDT', at);
    const trade = { at: quiet + MINUTE_MS - 1, price: amount('1234.5'), volume: amount('7') };
    const rows = candlesOf('AAPLUSDT', '1m', [trade]);
    const index = rows.findIndex(([openAt]) => openAt === quiet);
    expect([rows[index]?.[2], rows[index]?.[4], rows[index + 1]?.[1]]).toEqual(['1234.5', '1234.5', '1234.5']);
    expect(rows[index + 2]?.[1]).not.toBe('1234.5');
  });

  it('leave a session’s last trade in it: the next opens at its own price', () => {
    const close = Date.UTC(2026, 10, 23, 21);
    const rows = candlesOf('AAPLUSDT', '1m', [{ at: close - 1, price: amount('1'), volume: 0n }]);
    const index = rows.findIndex(([openAt]) => openAt === close - MINUTE_MS);
    expect(rows[index]?.[4]).toBe('1');
    expect(rows[index + 1]?.[1]).not.toBe('1');
  });

  it('show what late beats traded after the close, in a candle of trades alone', () => {
    const at = Date.UTC(2026, 10, 23, 21, 0, 3);
    const rows = candlesOf('AAPLUSDT', '1m', [{ at, price: amount('150'), volume: amount('2') }]);
    expect(rows).toContainEqual([at - 3_000, '150', '150', '150', '150', '2']);
  });

  it('show the beat that runs, as a ticker does', () => {
    for (const now of [FROM + 61_700, FROM + 120_000, FROM + 300_251]) {
      const candles = model.candles('BTCUSDT', '1m', { beforeMs: now, limit: 3 });
      const shown = withRunningSecond(model, 'BTCUSDT', '1m', candles, now);
      const { openAt, closeTicks } = shown.at(-1) as Candle;
      expect([openAt, closeTicks]).toEqual([now - (now % MINUTE_MS), model.priceTicksAt('BTCUSDT', now)]);
      // The beats that follow complete the same candle.
      const whole = model.candles('BTCUSDT', '1m', { fromMs: openAt, toMs: openAt + MINUTE_MS })[0] as Candle;
      const last = openAt + MINUTE_MS - 250;
      const before = model.candles('BTCUSDT', '1m', { beforeMs: last, limit: 1 });
      const { volumeLots, trades, ...prices } = withRunningSecond(model, 'BTCUSDT', '1m', before, last).at(
        -1,
      ) as Candle;
      expect(prices).toEqual({ ...prices, highTicks: whole.highTicks, closeTicks: whole.closeTicks });
      expect(volumeLots <= whole.volumeLots && trades <= whole.trades).toBe(true);
    }
  });
});

/** The first minute after an instant whose end and next beginning the tape leaves without a trade. */
function quietMinute(symbol: string, after: number): number {
  const open = model.candles(symbol, '1m', { fromMs: after, toMs: TO });
  const quiet = open.find(
    ({ openAt }) => model.trades(symbol, openAt + MINUTE_MS - 1, openAt + MINUTE_MS + 1).length === 0,
  );
  return quiet?.openAt ?? 0;
}
