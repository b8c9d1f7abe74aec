import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Candle } from './candles.js';
import { impactAfter, NO_IMPACT, type Impact } from './impact.js';
import type { AgentLadder } from './ladder.js';
import { TRADES_PRINTED_PER_SECOND } from './tape.js';
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
      bidTakenLots: fc.integer({ min: 0, max: 1e9 }),
      askTakenLots: fc.integer({ min: 0, max: 1e9 }),
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

  it('moves up and thins out after users bought, and refills and comes back within a minute', () => {
    const at = MONDAY + 5_000_000;
    const before = model.ladder('BTCUSDT', at, NO_IMPACT);
    const lots = Math.round(lotsOf(before.asks) / 4);
    const hit = impactAfter(NO_IMPACT, { side: 'buy', lots }, at, model.impactScale('BTCUSDT', at));
    const after = model.ladder('BTCUSDT', at, hit);
    expect(after.asks[0]?.[0]).toBeGreaterThan(before.asks[0]?.[0] ?? 0);
    expect(after.bids[0]?.[0]).toBeGreaterThan(before.bids[0]?.[0] ?? 0);
    expect(lotsOf(after.asks)).toBeLessThan(lotsOf(before.asks));
    const later = at + 120_000;
    expect(model.ladder('BTCUSDT', later, hit)).toEqual(model.ladder('BTCUSDT', later, NO_IMPACT));
  });

  it('keeps impact bounded, symmetric and plain', () => {
    const scale = { lotsPerSpread: 100, spreadTicks: 4 };
    const bought = impactAfter(NO_IMPACT, { side: 'buy', lots: 250 }, 1000, scale);
    const sold = impactAfter(NO_IMPACT, { side: 'sell', lots: 250 }, 1000, scale);
    expect(bought).toEqual({ displacementTicks: 10, bidTakenLots: 0, askTakenLots: 250, asOf: 1000 });
    expect(sold).toEqual({ displacementTicks: -10, bidTakenLots: 250, askTakenLots: 0, asOf: 1000 });
    let state: Impact = NO_IMPACT;
    for (let i = 0; i < 100; i++) state = impactAfter(state, { side: 'sell', lots: 1e9 }, i, scale);
    expect(state.displacementTicks).toBe(-160);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });
});

describe('the tape', () => {
  it('agrees with the one-second candles: prices inside, last at the close, lots summing to the volume', () => {
    fc.assert(
      fc.property(anySymbol, anyInstant, (symbol, instant) => {
        const from = Math.floor(instant / 1000) * 1000;
        const candles = model.candles(symbol, '1s', { fromMs: from, toMs: from + 20_000 });
        const trades = model.trades(symbol, from, from + 20_000);
        for (const candle of candles) {
          const own = trades.filter(({ at }) => at >= candle.openAt && at < candle.openAt + 1000);
          expect(own).toHaveLength(Math.min(candle.trades, TRADES_PRINTED_PER_SECOND));
          expect(own.reduce((sum, { lots }) => sum + lots, 0)).toBe(candle.volumeLots);
          if (own.length > 0)
            agreesWith(
              candle,
              own.map(({ priceTicks }) => priceTicks),
            );
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
});

function agreesWith(candle: Candle, prices: number[]): void {
  expect(Math.max(...prices)).toBeLessThanOrEqual(candle.highTicks);
  expect(Math.min(...prices)).toBeGreaterThanOrEqual(candle.lowTicks);
  expect(prices.at(-1)).toBe(candle.closeTicks);
  if (prices.length > 1) expect(prices[0]).toBe(candle.openTicks);
  if (prices.length > 3) {
    expect(Math.max(...prices)).toBe(candle.highTicks);
    expect(Math.min(...prices)).toBe(candle.lowTicks);
  }
}
