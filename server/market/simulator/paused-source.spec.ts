import { describe, expect, it } from '@jest/globals';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { settlementSeconds } from '../mark-price/settlement.js';
import { ExpectedVariances } from '../volatility/expected-variance.js';
import { BEAT_MS } from './beats.js';
import type { Candle } from './candles.js';
import { DEFAULT_EPOCH_MS } from './epochs.js';
import { NO_IMPACT } from './impact.js';
import type { PriceLimitRule } from './market-calendar.js';
import type { MarketSource } from './market-source.js';
import { limitsAfter } from './pause-rules.js';
import { PauseFinder } from './pause-finder.js';
import { PausedSource } from './paused-source.js';
import { periodStart, type Period } from './periods.js';
import { PriceModel } from './price-model.js';
import { TEST_LAUNCH_AT, testCatalogue, testSeedOf } from './simulator.testkit.js';
import type { Pause } from './pauses.js';
import type { TapeTrade } from './tape.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const terms = { calendars: testCatalogue.calendars, launchAt: TEST_LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS };

/** A stock that moves as none does, so that its path crosses band and limits every day. */
function wild(symbol: string, volatilityAnnual: number) {
  const specs = testCatalogue.specs
    .filter((spec) => spec.symbol === symbol)
    .map((spec): InstrumentSpec => ({ ...spec, volatilityAnnual, driftAnnual: 0 }));
  const model = new PriceModel({ ...terms, specs, seedOf: testSeedOf });
  return { model, source: new PausedSource(model, terms), finder: new PauseFinder(model, terms) };
}

function pausesIn(finder: PauseFinder, symbol: string, days: number): Pause[] {
  return finder.between(symbol, TEST_LAUNCH_AT, TEST_LAUNCH_AT + days * DAY_MS);
}

const american = wild('AAPLUSDT', 3.5);
const japanese = wild('7203USDT', 2.5);
const cases = [
  ['AAPLUSDT', american, pausesIn(american.finder, 'AAPLUSDT', 20)],
  ['7203USDT', japanese, pausesIn(japanese.finder, '7203USDT', 40)],
] as const;

describe('a market whose trading pauses', () => {
  it.each(cases)('pauses at all in this test: %s', (_, __, pauses) => {
    expect(pauses.length).toBeGreaterThan(5);
    expect(pauses.every(({ from, until }) => from < until && from % BEAT_MS === 0)).toBe(true);
  });

  it.each(cases)('shows nothing of a pause: the last beat stands in %s', (symbol, { model, source }, pauses) => {
    for (const { from, until, reason } of pauses.slice(0, 12)) {
      const before = source.exactTicksAt(symbol, from - BEAT_MS);
      expect(source.pauseAt(symbol, from - 1)?.from).not.toBe(from);
      for (const at of [from, Math.floor((from + until) / 2), until - 1]) {
        expect(source.exactTicksAt(symbol, at)).toBe(before);
        const { open, phase, closedAt = 0, nextChangeAt = 0 } = source.sessionState(symbol, at);
        expect([open, phase]).toEqual([false, 'call']);
        expect(closedAt).toBeLessThanOrEqual(from);
        expect(source.exactTicksAt(symbol, closedAt - BEAT_MS)).toBe(before);
        expect(nextChangeAt).toBeGreaterThan(at);
        expect(source.pauseAt(symbol, at)).toMatchObject({ reason, from, until: nextChangeAt });
        expect(source.ladder(symbol, at, NO_IMPACT)).toEqual({ bids: [], asks: [] });
        expect(source.touch(symbol, at)).toBeUndefined();
      }
      expect(source.trades(symbol, from, until)).toEqual([]);
      expect(source.candles(symbol, '1m', { fromMs: from + MINUTE_MS, toMs: until })).toEqual([]);
      if (model.sessionState(symbol, until).open) expect(source.sessionState(symbol, until).open).toBe(true);
    }
  });

  it.each(cases)('has candles that are the fold of the beats and the tape in %s', (symbol, { source }, pauses) => {
    for (const { from } of [0, 3, 5].map((n) => pauses[n] as Pause)) {
      const start = periodStart('1h', from / 1000) * 1000;
      const folded = foldOf(source, symbol, start, start + 60 * MINUTE_MS);
      for (const period of ['1m', '15m', '1h'] as const)
        expect(drawn(source, symbol, period, start)).toEqual(regrouped(folded, period));
      const [hour] = source.candles(symbol, '1h', { fromMs: start, toMs: start + 60 * MINUTE_MS });
      const extremes = source.extremes(symbol, start, start + 60 * MINUTE_MS);
      expect([extremes?.highTicks, extremes?.lowTicks]).toEqual([hour?.highTicks, hour?.lowTicks]);
      const [outline] = source.outlines(symbol, '1h', { fromMs: start, toMs: start + 60 * MINUTE_MS });
      expect([outline?.openTicks, outline?.closeTicks, outline?.volumeLots]).toEqual([
        hour?.openTicks,
        hour?.closeTicks,
        hour?.volumeLots,
      ]);
    }
  });

  it.each(cases)(
    'answers the last candles before an instant, however many pauses took in %s',
    (symbol, { source }, pauses) => {
      const { until } = pauses[4] as Pause;
      const last = source.candles(symbol, '1m', { beforeMs: until + 5 * MINUTE_MS, limit: 40 });
      expect(last).toHaveLength(40);
      expect(new Set(last.map(({ openAt }) => openAt)).size).toBe(40);
    },
  );

  it('answers the same in whatever order somebody asks', () => {
    const { model, finder } = american;
    const [, , pauses] = cases[0];
    const backwards = new PauseFinder(model, terms);
    for (const pause of [...pauses].reverse()) expect(backwards.at('AAPLUSDT', pause.from)).toEqual(pause);
    for (let at = TEST_LAUNCH_AT; at < TEST_LAUNCH_AT + 5 * DAY_MS; at += 7 * MINUTE_MS + 250)
      expect(backwards.at('AAPLUSDT', at)).toEqual(finder.at('AAPLUSDT', at));
  });

  it('trades at no price outside the limits of the day', () => {
    const [symbol, { source }] = cases[1];
    let days = 0;
    for (let at = TEST_LAUNCH_AT; at < TEST_LAUNCH_AT + 40 * DAY_MS; at += DAY_MS / 24) {
      const { open, nextChangeAt = at } = source.sessionState(symbol, at);
      if (!open) continue;
      const limits = source.limitsAt(symbol, at);
      const range = source.extremes(symbol, at, Math.min(nextChangeAt, at + DAY_MS / 24));
      expect(range?.highTicks).toBeLessThanOrEqual(limits?.highTicks ?? 0);
      expect(range?.lowTicks).toBeGreaterThanOrEqual(limits?.lowTicks ?? Infinity);
      days += 1;
    }
    expect(days).toBeGreaterThan(50);
  });

  it('has no taker who goes beyond the limits of the day', () => {
    const [symbol, { model, source }, pauses] = cases[1];
    const isTraded = (at: number) => source.sessionState(symbol, at).open;
    const outside = ({ at, limitTicks }: TapeTrade) => {
      const { lowTicks = 0, highTicks = 0 } = source.limitsAt(symbol, at) ?? {};
      return limitTicks < lowTicks || limitTicks > highTicks;
    };
    const before = (of: MarketSource) =>
      pauses.flatMap(({ from }) => of.trades(symbol, from - MINUTE_MS, from).filter(({ at }) => isTraded(at)));
    expect(before(model).some(outside)).toBe(true);
    expect(before(source).filter(outside)).toEqual([]);
    expect(before(source).map(({ lots }) => lots)).toEqual(before(model).map(({ lots }) => lots));
  });

  it('counts the limits of a day from the last public price of the day before', () => {
    const [symbol, { model, source }, pauses] = cases[1];
    const tokyo = testCatalogue.calendars.find(({ id }) => id === 'tse');
    const isOpen = (at: number) => model.sessionState(symbol, at).open;
    // Trading stopped on the day itself, and the afternoon ended without it.
    const evening = (at: number) => (model.sessionState(symbol, at).nextChangeAt ?? 0) > at + 4 * 60 * MINUTE_MS;
    const untilClose = pauses.filter(({ from, until }) => isOpen(from - BEAT_MS) && !isOpen(until) && evening(until));
    expect(untilClose.length).toBeGreaterThan(0);
    for (const { from, until } of untilClose) {
      const last = source.priceTicksAt(symbol, from);
      expect(source.priceTicksAt(symbol, until + MINUTE_MS)).toBe(last);
      expect(last).not.toBe(model.priceTicksAt(symbol, until));
      const expected = limitsAfter(last, +model.spec(symbol).tickSize, tokyo?.priceLimits as PriceLimitRule);
      expect(source.limitsAt(symbol, until)).toEqual(expected);
    }
  });

  it.each(cases)(
    'tells nothing of a pause that is to come by horizons and settlements of %s',
    (symbol, all, pauses) => {
      const { model, source } = all;
      const [seen, plain] = [new ExpectedVariances(source), new ExpectedVariances(model)];
      for (const { from, until } of pauses.slice(0, 5)) {
        const [at, within] = [from - (from % MINUTE_MS), until - MINUTE_MS];
        expect(source.calendarHours(symbol, within)).toEqual(model.sessionState(symbol, within));
        const years = (expected: ExpectedVariances) => expected.within(symbol, at - MINUTE_MS, within - at)?.years;
        if (source.sessionState(symbol, at - 2 * MINUTE_MS).open) expect(years(seen)).toBe(years(plain));
        const seconds = settlementSeconds(source, symbol, within, 30) ?? [];
        expect(seconds).toEqual(settlementSeconds(model, symbol, within, 30));
        expect(source.priceTicksAt(symbol, seconds[0] ?? 0)).toBe(source.priceTicksAt(symbol, from - BEAT_MS));
      }
    },
  );

  it('counts the limits of a day once, however often quotes and orders are held to them', () => {
    const { model } = japanese;
    let searches = 0;
    const counting: MarketSource = Object.assign(Object.create(model), {
      extremes: (...range: Parameters<MarketSource['extremes']>) => {
        searches += 1;
        return model.extremes(...range);
      },
    });
    const finder = new PauseFinder(counting, terms);
    for (const at of [TEST_LAUNCH_AT + 30 * DAY_MS, TEST_LAUNCH_AT + 30 * DAY_MS - 12 * 60 * MINUTE_MS]) {
      const limits = finder.limitsAt('7203USDT', at);
      const first = searches;
      expect(first).toBeGreaterThan(0);
      expect(finder.limitsAt('7203USDT', at + MINUTE_MS)).toEqual(limits);
      expect(searches).toBe(first);
    }
  });

  it('pauses nothing before the launch, no index, no coin and no currency', () => {
    const before = american.finder.between('AAPLUSDT', TEST_LAUNCH_AT - 20 * DAY_MS, TEST_LAUNCH_AT);
    expect(before).toEqual([]);
    const model = new PriceModel({ ...terms, specs: testCatalogue.specs, seedOf: testSeedOf });
    const finder = new PauseFinder(model, terms);
    const may = (symbol: string) => finder.mayPause(symbol);
    expect(['SPXUSDT', 'NI225USDT', 'BTCUSDT', 'EURUSDT'].map(may)).toEqual([false, false, false, false]);
    expect(['AAPLUSDT', 'SPYUSDT', '7203USDT', '0700USDT', 'XAUUSDT'].map(may)).toEqual([true, true, true, true, true]);
    expect(['CBAUSDT'].map(may)).toEqual([false]);
  });
});

/** Minutes from the beats and the tape of open market alone. */
function foldOf(source: PausedSource, symbol: string, fromMs: number, toMs: number): Omit<Candle, 'trades'>[] {
  const minutes: Omit<Candle, 'trades'>[] = [];
  for (let openAt = fromMs; openAt < toMs; openAt += MINUTE_MS) {
    const ticks: number[] = [];
    for (let at = openAt; at < openAt + MINUTE_MS; at += BEAT_MS)
      if (source.sessionState(symbol, at).open) ticks.push(source.priceTicksAt(symbol, at));
    if (ticks.length === 0) continue;
    const tape = source.trades(symbol, openAt, openAt + MINUTE_MS);
    minutes.push({
      openAt,
      openTicks: ticks[0] as number,
      highTicks: Math.max(...ticks),
      lowTicks: Math.min(...ticks),
      closeTicks: ticks.at(-1) as number,
      volumeLots: tape.reduce((sum, { lots }) => sum + lots, 0),
    });
  }
  return minutes;
}

function regrouped(minutes: readonly Omit<Candle, 'trades'>[], period: Period): Omit<Candle, 'trades'>[] {
  const candles = new Map<number, Omit<Candle, 'trades'>>();
  for (const minute of minutes) {
    const openAt = periodStart(period, minute.openAt / 1000) * 1000;
    const known = candles.get(openAt);
    candles.set(openAt, {
      openAt,
      openTicks: known?.openTicks ?? minute.openTicks,
      highTicks: Math.max(known?.highTicks ?? 0, minute.highTicks),
      lowTicks: Math.min(known?.lowTicks ?? Infinity, minute.lowTicks),
      closeTicks: minute.closeTicks,
      volumeLots: (known?.volumeLots ?? 0) + minute.volumeLots,
    });
  }
  return [...candles.values()];
}

function drawn(source: PausedSource, symbol: string, period: Period, fromMs: number): Omit<Candle, 'trades'>[] {
  return source
    .candles(symbol, period, { fromMs, toMs: fromMs + 60 * MINUTE_MS })
    .map(({ openAt, openTicks, highTicks, lowTicks, closeTicks, volumeLots }) => ({
      openAt,
      openTicks,
      highTicks,
      lowTicks,
      closeTicks,
      volumeLots,
    }));
}
