import { describe, expect, it } from '@jest/globals';
import { PERIODS } from '../../../contracts/market.contract.js';
import { BEAT_MS } from '../simulator/beats.js';
import { CandleBlocks } from '../simulator/candle-blocks.js';
import { DEFAULT_EPOCH_MS } from '../simulator/epochs.js';
import { NO_IMPACT } from '../simulator/impact.js';
import { PauseFinder } from '../simulator/pause-finder.js';
import { PausedSource } from '../simulator/paused-source.js';
import { periodEnd, periodStart } from '../simulator/periods.js';
import { PriceModel } from '../simulator/price-model.js';
import { TEST_LAUNCH_AT, testCatalogue, testModel, testSeedOf } from '../simulator/simulator.testkit.js';
import { FlowedSource } from './flowed-source.js';
import { FlowOffsets } from './flow-offsets.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const model = testModel();

/** Pushes of some thousand ticks, in minutes that lie in different hours. */
const PUSHES = [
  ['BTCUSDT', 7, 4_000],
  ['ETHUSDT', 9, -900],
  ['EURUSDT', 11, 600],
  ['AAPLUSDT', 200, 3_000],
  ['BTCUSDT', 71, -2_500],
  ['BTCUSDT', 72, 8_000],
  ['GBPUSDT', 75, -800],
  ['SPXUSDT', 211, 900],
] as const;
const offsets = new FlowOffsets();
for (const [symbol, minute, ppm] of [...PUSHES].sort((a, b) => a[1] - b[1]))
  offsets.push(symbol, TEST_LAUNCH_AT + minute * MINUTE_MS + 1_234, ppm);
const flowed = new FlowedSource(model, offsets);
const quiet = new FlowedSource(model, new FlowOffsets());

/** Prices beat by beat as a candle has them. */
function foldedBeats(symbol: string, fromMs: number, toMs: number) {
  const ticks: number[] = [];
  for (let at = fromMs; at < toMs; at += BEAT_MS)
    if (model.sessionState(symbol, at).open) ticks.push(flowed.priceTicksAt(symbol, at));
  return [ticks[0], Math.max(...ticks), Math.min(...ticks), ticks.at(-1)];
}

describe('the prices of a realm', () => {
  it('are those of the seeds where nobody pushed', () => {
    const at = TEST_LAUNCH_AT + 3 * HOUR_MS;
    expect(quiet.ladder('BTCUSDT', at, NO_IMPACT)).toEqual(model.ladder('BTCUSDT', at, NO_IMPACT));
    expect(flowed.isMoved('SOLUSDT')).toBe(false);
    expect(flowed.priceTicksAt('SOLUSDT', at)).toBe(model.priceTicksAt('SOLUSDT', at));
    expect(flowed.candles('SOLUSDT', '1h', { beforeMs: at, limit: 3 })).toEqual(
      model.candles('SOLUSDT', '1h', { beforeMs: at, limit: 3 }),
    );
  });

  it('are moved by the share that was pushed, index and price alike', () => {
    const at = TEST_LAUNCH_AT + 9 * MINUTE_MS;
    const moved = flowed.exactTicksAt('BTCUSDT', at) / model.exactTicksAt('BTCUSDT', at) - 1;
    expect(moved * 1e6).toBeCloseTo(4_008, 0);
    expect(flowed.priceTicksAt('BTCUSDT', at)).toBe(Math.round(flowed.exactTicksAt('BTCUSDT', at)));
  });

  it.each(['BTCUSDT', 'EURUSDT', 'AAPLUSDT', 'SPYUSDT'])('of %s: candles are the fold of their beats', (symbol) => {
    const [from, to] = [TEST_LAUNCH_AT, TEST_LAUNCH_AT + 5 * HOUR_MS];
    for (const period of ['1s', '1m', '5m', '1h', '4h'] as const) {
      const candles = flowed.candles(symbol, period, { fromMs: from, toMs: to });
      for (const candle of period === '1s' ? candles.slice(0, 600) : candles.slice(0, 80)) {
        const { openAt, openTicks, highTicks, lowTicks, closeTicks } = candle;
        const ends = Math.min(to, periodEnd(period, openAt / 1000) * 1000);
        const expected = foldedBeats(symbol, Math.max(openAt, from), ends);
        expect([openAt, openTicks, highTicks, lowTicks, closeTicks]).toEqual([openAt, ...expected]);
      }
    }
  });

  it('of a candle that begins in a pause of many blocks: it opens where trading resumes', () => {
    const specs = testCatalogue.specs.filter(({ symbol }) => symbol === '7203USDT');
    const wild = specs.map((spec) => ({ ...spec, volatilityAnnual: 2.5, driftAnnual: 0 }));
    const terms = { calendars: testCatalogue.calendars, launchAt: TEST_LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS };
    const simulator = new PriceModel({ ...terms, specs: wild, seedOf: testSeedOf });
    const paused = new PausedSource(simulator, terms);
    const found = new PauseFinder(simulator, terms).between('7203USDT', TEST_LAUNCH_AT, TEST_LAUNCH_AT + 30 * DAY_MS);
    const long = found.filter(({ from, until }) => until - from > 11 * MINUTE_MS);
    expect(long.length).toBeGreaterThan(2);
    const pushed = new FlowOffsets();
    for (const { from, until } of long) pushed.push('7203USDT', Math.floor((from + until) / 2), 5_000);
    const moved = new FlowedSource(paused, pushed);
    for (const { from, until } of long) {
      const openAt = periodStart('1m', from / 1000) * 1000 + MINUTE_MS;
      const [candle] = moved.outlines('7203USDT', '1d', { fromMs: openAt, toMs: until + 4 * HOUR_MS });
      let resumes = until;
      while (!paused.sessionState('7203USDT', resumes).open) resumes += BEAT_MS;
      if (resumes < until + 4 * HOUR_MS) expect(candle?.openTicks).toBe(moved.priceTicksAt('7203USDT', resumes));
    }
  });

  it('of longer candles are the fold of hours', () => {
    const to = TEST_LAUNCH_AT + 12 * 24 * HOUR_MS;
    const hours = flowed.candles('BTCUSDT', '1h', { fromMs: TEST_LAUNCH_AT - 14 * 24 * HOUR_MS, toMs: to });
    for (const period of PERIODS.slice(PERIODS.indexOf('4h'), PERIODS.indexOf('1w') + 1)) {
      const candles = flowed.candles('BTCUSDT', period, { beforeMs: to, limit: 3 });
      expect(candles.length).toBe(3);
      for (const { openAt, ...candle } of candles) {
        const own = hours.filter((hour) => periodStart(period, hour.openAt / 1000) * 1000 === openAt);
        expect(candle).toMatchObject({
          openTicks: own[0]?.openTicks,
          highTicks: Math.max(...own.map(({ highTicks }) => highTicks)),
          lowTicks: Math.min(...own.map(({ lowTicks }) => lowTicks)),
          closeTicks: own.at(-1)?.closeTicks,
          volumeLots: own.reduce((sum, { volumeLots }) => sum + volumeLots, 0),
        });
      }
    }
  });

  it('of outlines and extremes agree with candles, from inside a candle too', () => {
    const [fromMs, toMs] = [TEST_LAUNCH_AT + 13 * MINUTE_MS, TEST_LAUNCH_AT + 4 * HOUR_MS + 17 * MINUTE_MS];
    const minutes = flowed.candles('BTCUSDT', '1m', { fromMs, toMs });
    const found = flowed.extremes('BTCUSDT', fromMs, toMs);
    expect(found).toMatchObject({
      highTicks: Math.max(...minutes.map(({ highTicks }) => highTicks)),
      lowTicks: Math.min(...minutes.map(({ lowTicks }) => lowTicks)),
    });
    const outlines = flowed.outlines('BTCUSDT', '1h', { fromMs, toMs });
    expect(outlines[0]?.openTicks).toBe(minutes[0]?.openTicks);
    expect(outlines.at(-1)?.closeTicks).toBe(minutes.at(-1)?.closeTicks);
  });

  it('are the same whether a push becomes known before its minute or late, after the price was read', () => {
    const hour = TEST_LAUNCH_AT + 2 * HOUR_MS;
    const late = new FlowOffsets();
    const reader = new FlowedSource(model, late);
    late.push('BTCUSDT', hour - 30 * MINUTE_MS, 700);
    const before = reader.offsetTicks('BTCUSDT', hour + 1_000);
    // It lands where the offset fades, so both change it at the same instant.
    late.push('BTCUSDT', hour - 90_000, 4_000);
    const fresh = new FlowedSource(model, late);
    expect(reader.offsetTicks('BTCUSDT', hour + 1_000)).toBe(fresh.offsetTicks('BTCUSDT', hour + 1_000));
    expect(fresh.offsetTicks('BTCUSDT', hour + 1_000)).toBeGreaterThan(2 * before);
  });

  it('in candles that were drawn before are drawn again when a push of their time becomes known', () => {
    const to = TEST_LAUNCH_AT + 5 * HOUR_MS;
    const late = new FlowOffsets();
    late.push('BTCUSDT', TEST_LAUNCH_AT, 900);
    const reader = new FlowedSource(model, late);
    const blocks = new CandleBlocks(reader, TEST_LAUNCH_AT - 24 * HOUR_MS);
    const drawn = () => (['1m', '1h', '1d'] as const).map((period) => blocks.before('BTCUSDT', period, to, 90));
    const before = drawn();
    late.push('BTCUSDT', to - 62 * MINUTE_MS, 5_000);
    const fresh = new CandleBlocks(new FlowedSource(model, late), TEST_LAUNCH_AT - 24 * HOUR_MS);
    const expected = (['1m', '1h', '1d'] as const).map((period) => fresh.before('BTCUSDT', period, to, 90));
    expect(drawn()).toEqual(expected);
    expect(expected).not.toEqual(before);
  });

  it('are those of another source that takes up what it has not got', () => {
    const [here, there] = [new FlowOffsets(), new FlowOffsets()];
    const [own, other] = [here, there].map((each) => new FlowedSource(model, each));
    const known = new Map<string, number>();
    for (const minute of [3, 3, 4, 59, 59, 130]) {
      here.push('BTCUSDT', TEST_LAUNCH_AT + minute * MINUTE_MS, 300);
      const pushes = own?.pushesOf('BTCUSDT', known) ?? [];
      expect(there.restore(pushes)).toBe(true);
      const [, { from, landings }] = pushes[0]!;
      expect(landings.length).toBeLessThanOrEqual(2);
      known.set('BTCUSDT', from + landings.length);
      for (const later of [2, 60, 200].map((each) => TEST_LAUNCH_AT + (minute + each) * MINUTE_MS))
        expect(other?.offsetTicks('BTCUSDT', later)).toBe(own?.offsetTicks('BTCUSDT', later));
    }
  });

  it('of related instruments follow one another within one tick', () => {
    const value = (source: FlowedSource | typeof model, symbol: string, at: number) =>
      source.priceTicksAt(symbol, at) * +source.spec(symbol).tickSize;
    for (let minute = 15; minute < 600; minute += 7) {
      const at = TEST_LAUNCH_AT + minute * MINUTE_MS + 31_250;
      const cross = value(flowed, 'EURUSDT', at) / value(flowed, 'GBPUSDT', at);
      const tick = +flowed.spec('EURGBPUSDT').tickSize;
      expect(Math.abs(value(flowed, 'EURGBPUSDT', at) - cross)).toBeLessThan(1.5 * tick);
      const fund = value(flowed, 'SPYUSDT', at) / value(flowed, 'SPXUSDT', at);
      const before = value(model, 'SPYUSDT', at) / value(model, 'SPXUSDT', at);
      const fundTick = +flowed.spec('SPYUSDT').tickSize;
      expect(Math.abs(fund - before) * value(flowed, 'SPXUSDT', at)).toBeLessThan(1.5 * fundTick);
    }
  });

  it('stand at the last beat while a market is shut', () => {
    const at = TEST_LAUNCH_AT + 20 * HOUR_MS;
    const { open, closedAt = 0 } = model.sessionState('AAPLUSDT', at);
    expect(open).toBe(false);
    expect(flowed.exactTicksAt('AAPLUSDT', at)).toBe(flowed.exactTicksAt('AAPLUSDT', closedAt - BEAT_MS));
  });
});

describe('the quotes of a realm', () => {
  const at = TEST_LAUNCH_AT + 75 * MINUTE_MS;
  const mid = model.priceTicksAt('BTCUSDT', at);

  it('stand around the moved price as far as users have paid for it, and never give beyond the fundamental price else', () => {
    expect(flowed.offsetTicks('BTCUSDT', at)).toBeGreaterThan(0);
    const unpaid = flowed.ladder('BTCUSDT', at, NO_IMPACT);
    expect(unpaid.asks[0]?.[0]).toBeGreaterThan(mid + flowed.offsetTicks('BTCUSDT', at) - 1);
    expect(unpaid.bids.length).toBeGreaterThan(0);
    expect(Math.max(...unpaid.bids.map(([ticks]) => ticks))).toBeLessThanOrEqual(mid);
    const paid = { ...NO_IMPACT, paidTickLots: 1e15, asOf: at };
    const paidFor = flowed.ladder('BTCUSDT', at, paid);
    expect(paidFor.bids[0]?.[0]).toBeGreaterThan(mid + flowed.offsetTicks('BTCUSDT', at) - 10);
  });

  it('stand from the fundamental price on as in a book that nobody moved, however little is left of what was paid', () => {
    const still = model.ladder('BTCUSDT', at, NO_IMPACT);
    for (const paidTickLots of [0, 3_000, 1e6]) {
      const { bids } = flowed.ladder('BTCUSDT', at, { ...NO_IMPACT, paidTickLots, asOf: at });
      expect(bids.slice(-still.bids.length)).toEqual(still.bids);
      const given = bids.reduce((sum, [ticks, lots]) => sum + Math.max(0, ticks - mid) * lots, 0);
      expect(given).toBeLessThanOrEqual(paidTickLots);
      expect(bids.map(([ticks]) => ticks)).toEqual([...new Set(bids.map(([ticks]) => ticks))].sort((a, b) => b - a));
    }
  });

  it.each(['BTCUSDT', 'ETHUSDT', 'EURUSDT'])('of %s have a touch that is that of the ladder', (symbol) => {
    for (let n = 0; n < 40; n += 1) {
      const later = at + n * 61_237;
      const { bids, asks } = flowed.ladder(symbol, later, NO_IMPACT);
      expect(flowed.touch(symbol, later)).toEqual({ bidTicks: bids[0]?.[0], askTicks: asks[0]?.[0] });
    }
  });

  it('print a tape at the moved price', () => {
    const [moved, still] = [flowed, model].map((source) => source.trades('BTCUSDT', at, at + 10_000));
    expect(moved?.length).toBeGreaterThan(5);
    moved?.forEach(({ priceTicks, lots }, n) => {
      expect([priceTicks, lots]).toEqual([
        (still?.[n]?.priceTicks ?? 0) + flowed.offsetTicks('BTCUSDT', at),
        still?.[n]?.lots,
      ]);
    });
  });
});
