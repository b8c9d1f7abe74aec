import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { deliveryOf } from '../../shared/contract-symbol.js';
import { ContractSource } from '../../server/market/contract/contract-source.js';
import { Fundings } from '../../server/market/funding/fundings.js';
import { settlementSum } from '../../server/market/mark-price/settlement.js';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import { NO_IMPACT } from '../../server/market/simulator/impact.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { times } from '../kit/level.js';

/** Whoever trades a delivery contract while its settlement is averaged knows what everybody knows, and earns nothing by it. */

const DELIVERS_AT = Date.UTC(2026, 0, 9, 8);
const LAUNCH_AT = DELIVERS_AT - DEFAULT_EPOCH_MS;
const MINUTE_MS = 60_000;
const UNDERLYING = 'EURUSDT';
const DRAWS = times(150, 1_500);
const MINUTES_BEFORE = [29, 22, 15, 8, 3, 1];
const { calendars } = testCatalogue;

interface Seen {
  /** From the price to the settlement, as a share. */
  readonly gain: number;
  /** What the average has come to against the price of the coin, and what the last minute brought. */
  readonly behind: number;
  readonly lastMinute: number;
}

/** A history of seeds with its contracts. */
function drawn(symbol: string, draw: number) {
  const seedOf = (epoch: number): string => createHash('sha256').update(`delivery ${draw} ${epoch}`).digest('hex');
  const parts = { calendars, launchAt: LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf };
  const model = new PriceModel({ ...parts, specs: testCatalogue.specs.filter((spec) => spec.symbol === symbol) });
  const source = new ContractSource({ prices: model, fundamental: model, fundings: new Fundings(parts) });
  const settled = settlementSum(model, symbol, DELIVERS_AT, { minutes: 30, stepsPerTick: 10_000 });
  const settledTicks = Number(settled?.steps ?? 0n) / (settled?.seconds ?? 1) / 10_000;
  return { model, source, settledTicks };
}

/** What a buyer sees and gets who holds to the settlement, by the minutes before it; `price` is what is paid. */
function seenIn(draw: number, price: (source: ContractSource, model: PriceModel, at: number) => number): Seen[] {
  const { model, source, settledTicks } = drawn(UNDERLYING, draw);
  return MINUTES_BEFORE.map((minutes) => {
    const at = DELIVERS_AT - minutes * MINUTE_MS;
    const own = source.exactTicksAt(deliveryOf(UNDERLYING, DELIVERS_AT), at);
    const index = model.exactTicksAt(UNDERLYING, at);
    return {
      gain: settledTicks / price(source, model, at) - 1,
      behind: own - index,
      lastMinute: index - model.exactTicksAt(UNDERLYING, at - MINUTE_MS),
    };
  });
}

const contractPrice = (source: ContractSource, _model: PriceModel, at: number): number =>
  source.exactTicksAt(deliveryOf(UNDERLYING, DELIVERS_AT), at);

/** The mean of what a strategy earns in each draw, in its own standard errors. */
function score(draws: readonly Seen[][], sideOf: (seen: Seen) => number): number {
  const earned = draws.map((seen) => seen.reduce((sum, each) => sum + Math.sign(sideOf(each)) * each.gain, 0));
  const mean = earned.reduce((sum, each) => sum + each, 0) / earned.length;
  const variance = earned.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (earned.length - 1);
  return mean / Math.sqrt(variance / earned.length);
}

const STRATEGIES: readonly (readonly [string, (seen: Seen) => number])[] = [
  ['holds what it bought', () => 1],
  ['buys below the average so far', ({ behind }) => behind],
  ['buys after a minute that rose', ({ lastMinute }) => lastMinute],
];

describe('a delivery contract while its settlement is averaged', () => {
  const draws = Array.from({ length: DRAWS }, (_, draw) => seenIn(draw, contractPrice));

  it.each(STRATEGIES)('earns nothing for who %s', (_name, sideOf) => {
    expect(Math.abs(score(draws, sideOf))).toBeLessThan(3.5);
  });

  it('would be free money at the price of the coin: who sees the average come is found', () => {
    const atIndex = Array.from({ length: DRAWS }, (_, draw) =>
      seenIn(draw, (_source, model, at) => model.exactTicksAt(UNDERLYING, at)),
    );
    expect(score(atIndex, ({ behind }) => behind)).toBeGreaterThan(6);
  });
});

/** One tick of these is ten to twenty basis points of the price. */
const COARSE = ['PEPEUSDT', 'SHIBUSDT', 'BONKUSDT'];
const COARSE_DRAWS = times(12, 120);
const SECONDS_BEFORE = [1_500, 900, 600, 300, 120, 60, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

interface Prices {
  readonly buy: number;
  readonly sell: number;
}

interface Offered {
  readonly settledTicks: number;
  /** Of the seconds that are over, and the index for those ahead. */
  readonly expectedTicks: number;
  /** What a taker pays and gets, and what a resting order pays and gets of the takers of the last minute. */
  readonly quotes: Prices;
  readonly touch: Prices;
  readonly tape: Prices;
}

function offeredIn(symbol: string, draw: number): Offered[] {
  const { model, source, settledTicks } = drawn(symbol, draw);
  const name = deliveryOf(symbol, DELIVERS_AT);
  const expectedAt = (at: number): number => {
    const over = Math.max(0, Math.floor((at - DELIVERS_AT) / 1_000) + 1_800 + 1);
    const known = Array.from({ length: over }, (_, n) => model.exactTicksAt(symbol, DELIVERS_AT - (1_800 - n) * 1_000));
    const sum = known.reduce((total, ticks) => total + ticks, 0);
    return (sum + (1_800 - over) * model.exactTicksAt(symbol, at)) / 1_800;
  };
  return SECONDS_BEFORE.flatMap((seconds) => {
    const at = DELIVERS_AT - seconds * 1_000;
    const { bids, asks } = source.ladder(name, at, NO_IMPACT);
    const touch = source.touch(name, at);
    const quotes = { buy: asks[0]?.[0] ?? Infinity, sell: bids[0]?.[0] ?? 0 };
    const best = { buy: touch?.askTicks ?? Infinity, sell: touch?.bidTicks ?? 0 };
    const none = { buy: Infinity, sell: 0 };
    const now = { settledTicks, expectedTicks: expectedAt(at), quotes, touch: best, tape: none };
    const met = source.trades(name, at, at + 1_000).map(({ at: tradedAt, side, limitTicks }): Offered => {
      const tape = side === 'buy' ? { ...none, sell: limitTicks } : { ...none, buy: limitTicks };
      return { settledTicks, expectedTicks: expectedAt(tradedAt), quotes: none, touch: none, tape };
    });
    return [now, ...met];
  });
}

/** What comes to who adds up the average and deals wherever a price is better than what it will come to, in ticks. */
function earnedBy(offers: readonly Offered[], pricesOf: (offered: Offered) => Prices): number {
  return offers.reduce((sum, offered) => {
    const { settledTicks, expectedTicks } = offered;
    const { buy, sell } = pricesOf(offered);
    return sum + (buy < expectedTicks ? settledTicks - buy : 0) + (sell > expectedTicks ? sell - settledTicks : 0);
  }, 0);
}

describe.each(COARSE)('a delivery contract on %s, of which a tick is a large part', (symbol) => {
  const offers = Array.from({ length: COARSE_DRAWS }, (_, draw) => offeredIn(symbol, draw)).flat();

  it.each([
    ['takes quotes', ({ quotes }: Offered) => quotes],
    ['takes the best quotes that are shown', ({ touch }: Offered) => touch],
    ['rests orders for the tape', ({ tape }: Offered) => tape],
  ])('gives nothing away to who %s', (_name, pricesOf) => {
    expect(offers.some((offered) => pricesOf(offered).buy < Infinity && pricesOf(offered).sell >= 0)).toBe(true);
    expect(earnedBy(offers, pricesOf)).toBe(0);
  });

  it('would give it away at prices that are rounded', () => {
    const rounded = ({ expectedTicks }: Offered): Prices => {
      const sell = Math.round(expectedTicks);
      return { sell, buy: sell + 1 };
    };
    expect(earnedBy(offers, rounded)).toBeGreaterThan(0);
  });
});
