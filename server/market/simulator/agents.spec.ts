import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { impactAfter, NO_IMPACT, type Impact } from './impact.js';
import type { AgentLadder } from './ladder.js';
import { TRADES_PRINTED_PER_BEAT } from './tape.js';
import { TEST_LAUNCH_AT, testModel } from './simulator.testkit.js';

const SYMBOLS = ['BTCUSDT', 'PEPEUSDT', 'EURUSDT', 'XAUUSDT', 'USDCUSDT', 'KSMUSDT'];
const anySymbol = fc.constantFrom(...SYMBOLS);
// From Monday's start, so that every market in the list is open.
const MONDAY = Date.UTC(2026, 10, 23);
const anyInstant = fc.integer({ min: MONDAY, max: MONDAY + 20 * 3_600_000 });
const model = testModel(SYMBOLS);

function lotsOf(levels: AgentLadder['bids']): number {
  return levels.reduce((sum, [, lots]) => sum + lots, 0);
}

describe('the agents’ ladder', () => {
  it('quotes both sides best first, never crossed, in whole positive ticks and lots', () => {
    const anyImpact = fc.record({
      displacementTicks: fc.double({ min: -5000, max: 5000, noNaN: true }),
      basisTicks: fc.constant(0),
      paidTickLots: fc.integer({ min: 0, max: 1e12 }),
      bidTakenLots: fc.integer({ min: 0, max: 1e9 }),
      askTakenLots: fc.integer({ min: 0, max: 1e9 }),
      lastingPpm: fc.constant(0),
    });
    fc.assert(
      fc.property(anySymbol, anyInstant, anyImpact, (symbol, at, pushed) => {
        const { bids, asks } = model.ladder(symbol, at, { ...pushed, asOf: at });
        if (bids[0] && asks[0]) expect(bids[0][0]).toBeLessThan(asks[0][0]);
        for (const [side, sign] of [[bids, -1] as const, [asks, 1] as const]) {
          side.forEach(([price, lots], i) => {
            expect(Number.isSafeInteger(price) && price > 0 && Number.isSafeInteger(lots) && lots > 0).toBe(true);
            if (i > 0) expect(sign * (price - (side[i - 1]?.[0] ?? 0))).toBeGreaterThan(0);
          });
        }
      }),
      { numRuns: 200 },
    );
  });

  it('stands around the fundamental price with at least twenty levels a side', () => {
    fc.assert(
      fc.property(anySymbol, anyInstant, (symbol, at) => {
        const price = model.priceTicksAt(symbol, at);
        const { bids, asks } = model.ladder(symbol, at, NO_IMPACT);
        expect(Math.min(bids.length, asks.length)).toBeGreaterThanOrEqual(20);
        expect(bids[0]?.[0]).toBeLessThanOrEqual(price);
        expect(asks[0]?.[0]).toBeGreaterThanOrEqual(price);
      }),
    );
  });

  it('is the same for everyone who asks, and is not re-quoted within a beat', () => {
    const at = MONDAY + 12_345_250;
    const again = testModel(['BTCUSDT']);
    expect(again.ladder('BTCUSDT', at, NO_IMPACT)).toEqual(model.ladder('BTCUSDT', at, NO_IMPACT));
    expect(model.ladder('BTCUSDT', at + 249, NO_IMPACT)).toEqual(model.ladder('BTCUSDT', at, NO_IMPACT));
  });

  it('keeps most levels from one beat to the next, so that a diff is short', () => {
    let kept = 0;
    let all = 0;
    for (let i = 0; i < 200; i++) {
      const at = MONDAY + 3_600_000 + i * 250;
      const prices = new Set(model.ladder('BTCUSDT', at, NO_IMPACT).bids.map(([price]) => price));
      const next = model.ladder('BTCUSDT', at + 250, NO_IMPACT).bids;
      kept += next.filter(([price]) => prices.has(price)).length;
      all += next.length;
    }
    expect(kept / all).toBeGreaterThan(0.8);
  });

  it('is empty while the market is shut', () => {
    expect(model.ladder('EURUSDT', Date.UTC(2026, 10, 21, 12), NO_IMPACT)).toEqual({ bids: [], asks: [] });
  });

  it('moves up and thins out after users bought, and refills and comes back within minutes', () => {
    const at = MONDAY + 5_000_000;
    const before = model.ladder('BTCUSDT', at, NO_IMPACT);
    const after = sweep(before, 10, at);
    const ladder = model.ladder('BTCUSDT', at, after);
    expect(ladder.asks[0]?.[0]).toBeGreaterThan(before.asks[9]?.[0] ?? 0);
    expect(ladder.bids[0]?.[0]).toBeGreaterThan(before.bids[0]?.[0] ?? 0);
    expect(lotsOf(ladder.asks)).toBeLessThan(lotsOf(before.asks));
    const later = at + 240_000;
    expect(model.ladder('BTCUSDT', later, after)).toEqual(model.ladder('BTCUSDT', later, NO_IMPACT));
  });

  it('follows a sweep for a part of the way, and never beyond its last price', () => {
    fc.assert(
      fc.property(anySymbol, anyInstant, fc.integer({ min: 1, max: 20 }), (symbol, at, levels) => {
        const before = model.ladder(symbol, at, NO_IMPACT);
        const [best, last] = [before.asks[0]!, before.asks[levels - 1]!];
        const { displacementTicks } = sweep(before, levels, at, symbol);
        expect(displacementTicks).toBeGreaterThanOrEqual(0);
        expect(displacementTicks).toBeLessThanOrEqual(last[0] - best[0]);
      }),
    );
  });

  it('keeps of a usual sweep between a quarter and six tenths of the way', () => {
    const shares = SYMBOLS.flatMap((symbol) =>
      Array.from({ length: 40 }, (_, i) => {
        const at = MONDAY + i * 1_700_000;
        const { asks } = model.ladder(symbol, at, NO_IMPACT);
        return sweep({ asks }, 20, at, symbol).displacementTicks / (asks[19]![0] - asks[0]![0]);
      }),
    ).sort((a, b) => a - b);
    expect(shares[shares.length >> 1]).toBeGreaterThan(0.25);
    expect(shares[shares.length >> 1]).toBeLessThan(0.6);
  });

  it('quotes beyond the fundamental price only what users had paid for', () => {
    const at = MONDAY + 5_000_000;
    const price = model.priceTicksAt('BTCUSDT', at);
    const paidTickLots = 50_000;
    const { bids } = model.ladder('BTCUSDT', at, { ...NO_IMPACT, displacementTicks: 900, paidTickLots, asOf: at });
    const given = bids.reduce((sum, [ticks, lots]) => sum + Math.max(0, ticks - price) * lots, 0);
    expect(given).toBeGreaterThan(0);
    expect(given).toBeLessThanOrEqual(paidTickLots);
    expect(bids.length).toBeGreaterThan(20);
  });

  it('remembers a sweep, what it cost, and what agents took of resting orders', () => {
    const scale = { midTicks: 1_000, offsetTicks: 0, spreadTicks: 4, lotsPerTick: 25, ppmPerLot: 0.01 };
    const fill = { lots: 250, priceTicks: 1_022 };
    const bought = impactAfter(NO_IMPACT, { side: 'buy', role: 'taker', ...fill }, 1000, scale);
    const sold = impactAfter(NO_IMPACT, { side: 'sell', role: 'taker', ...fill, priceTicks: 978 }, 1000, scale);
    const common = { basisTicks: 0, paidTickLots: 5_000, asOf: 1_000 };
    expect(bought).toEqual({ ...common, displacementTicks: 10, bidTakenLots: 0, askTakenLots: 250, lastingPpm: 2.5 });
    expect(sold).toEqual({ ...common, displacementTicks: -10, bidTakenLots: 250, askTakenLots: 0, lastingPpm: -2.5 });
    const near = impactAfter(NO_IMPACT, { side: 'buy', role: 'taker', ...fill, priceTicks: 1_005 }, 1000, scale);
    expect(near).toMatchObject({ displacementTicks: 3, paidTickLots: 750 });
    const rested = impactAfter(NO_IMPACT, { side: 'sell', role: 'maker', ...fill, priceTicks: 1_002 }, 1000, scale);
    expect(rested).toMatchObject({ displacementTicks: -10, paidTickLots: 0, bidTakenLots: 250, lastingPpm: 0 });
    const back = impactAfter(bought, { side: 'sell', role: 'taker', ...fill, priceTicks: 1_006 }, 1000, scale);
    expect(back).toMatchObject({ displacementTicks: 0, paidTickLots: 3_500, lastingPpm: 0 });
    expect(JSON.parse(JSON.stringify(back))).toEqual(back);
  });
});

/** What a buyer leaves behind who takes so many levels at once. */
function sweep({ asks }: Pick<AgentLadder, 'asks'>, levels: number, at: number, symbol = 'BTCUSDT'): Impact {
  const scale = model.impactScale(symbol, at);
  let state = NO_IMPACT;
  for (const [priceTicks, lots] of asks.slice(0, levels))
    state = impactAfter(state, { side: 'buy', role: 'taker', priceTicks, lots }, at, scale);
  return state;
}

describe('the tape', () => {
  it('agrees with the one-second candles: prices inside, lots summing to the volume', () => {
    fc.assert(
      fc.property(anySymbol, anyInstant, (symbol, instant) => {
        const from = Math.floor(instant / 1000) * 1000;
        const candles = model.candles(symbol, '1s', { fromMs: from, toMs: from + 20_000 });
        const trades = model.trades(symbol, from, from + 20_000);
        for (const candle of candles) {
          const own = trades.filter(({ at }) => at >= candle.openAt && at < candle.openAt + 1000);
          expect(own.length).toBeLessThanOrEqual(Math.min(candle.trades, 4 * TRADES_PRINTED_PER_BEAT));
          expect(own.reduce((sum, { lots }) => sum + lots, 0)).toBe(candle.volumeLots);
          for (const { priceTicks } of own) {
            expect(priceTicks).toBeLessThanOrEqual(candle.highTicks);
            expect(priceTicks).toBeGreaterThanOrEqual(candle.lowTicks);
          }
          for (const { lots } of own) expect(lots).toBeGreaterThan(0);
        }
        expect(trades.every(({ at }, i) => i === 0 || at >= (trades[i - 1]?.at ?? 0))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('never leads the book: every print is at the price that the quotes stand around at its instant', () => {
    for (const symbol of SYMBOLS)
      for (const { at, priceTicks } of model.trades(symbol, MONDAY + 3_600_000, MONDAY + 2 * 3_600_000)) {
        const shown = model.priceTicksAt(symbol, at);
        if (priceTicks !== shown) throw new Error(`${symbol} prints ${priceTicks} at ${at}, the book shows ${shown}`);
      }
  });

  it('is the same tape however it is cut', () => {
    const from = TEST_LAUNCH_AT + 3_600_123;
    const whole = model.trades('BTCUSDT', from, from + 9_000);
    const cut = from + 4_321;
    expect([...model.trades('BTCUSDT', from, cut), ...model.trades('BTCUSDT', cut, from + 9_000)]).toEqual(whole);
    expect(whole.length).toBeGreaterThan(5);
  });

  it('is the same, as the ladder is, whatever was asked before', () => {
    // Seconds, minutes and days apart, forwards and backwards.
    const jump = fc.oneof(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: -400_000_000, max: 400_000_000 }));
    fc.assert(
      fc.property(anySymbol, anyInstant, fc.array(jump, { minLength: 1, maxLength: 12 }), (symbol, start, jumps) => {
        const [asked, fresh] = [testModel([symbol]), testModel([symbol])];
        let at = start;
        for (const by of jumps) {
          at = Math.max(TEST_LAUNCH_AT, at + by);
          asked.trades(symbol, at - 1_500, at);
          asked.ladder(symbol, at, NO_IMPACT);
        }
        expect(fresh.ladder(symbol, at, NO_IMPACT)).toEqual(asked.ladder(symbol, at, NO_IMPACT));
        expect(fresh.trades(symbol, at - 1_500, at)).toEqual(asked.trades(symbol, at - 1_500, at));
      }),
      { numRuns: 20 },
    );
  });
});
