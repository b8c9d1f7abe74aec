import { describe, expect, it } from '@jest/globals';
import { amount, format, ONE } from '../../../shared/money.js';
import { isRefusal } from '../../core/refusal.js';
import type { MarketBeat, MarketMoment } from '../book-market.js';
import { impactOfFills, NO_IMPACT } from '../simulator/impact.js';
import { TEST_LAUNCH_AT, testCatalogue } from '../simulator/simulator.testkit.js';
import { contractsOn } from './contract.testkit.js';
import { contractLot, lotsInContractLot } from './contract-lots.js';

const [SECOND_MS, MINUTE_MS, DAY_MS] = [1_000, 60_000, 86_400_000];
const SYMBOLS = ['BTCUSDT', 'DOGEUSDT', 'XAUUSDT', 'EURUSDT', 'AAPLUSDT', 'USDCUSDT'];
/** A Friday: 2026-11-20. */
const LAUNCH_AT = TEST_LAUNCH_AT;
const DELIVERY_AT = Date.UTC(2026, 10, 27, 8);
const DELIVERY = 'BTCUSDT-261127';
const AT = LAUNCH_AT + 190 * MINUTE_MS + 17 * SECOND_MS;
const TRACE = { impact: null, lastTrade: null };

const { specs, demo, market, contracts } = contractsOn(SYMBOLS);

function momentOf(symbol: string, at: number, realm = 'real'): MarketMoment {
  const moment = contracts.in(realm).moment(symbol, at, TRACE);
  if (isRefusal(moment)) throw new Error(`${symbol}: ${moment.refusal}`);
  return moment;
}

function beatOf(symbol: string, at: number, realm = 'real'): MarketBeat {
  const beat = contracts.in(realm).beat(symbol, at / 250, TRACE);
  if (beat === undefined) throw new Error(`${symbol} has no beat`);
  return beat;
}

describe('the contracts of an instrument', () => {
  it('are a perpetual one and those of the next two Fridays', () => {
    expect(contracts.on('BTCUSDT', AT)).toEqual(['BTCUSDT-PERP', 'BTCUSDT-261127', 'BTCUSDT-261204']);
    expect(contracts.on('BTCUSDT', DELIVERY_AT)).toEqual(['BTCUSDT-PERP', 'BTCUSDT-261204', 'BTCUSDT-261211']);
  });

  it('do not exist for a price that is held in a band, nor for a name that is none', () => {
    expect(contracts.on('USDCUSDT', AT)).toEqual([]);
    for (const symbol of ['USDCUSDT-PERP', 'NOUSDT-PERP', 'BTCUSDT', 'BTCUSDT-261128'])
      expect(contracts.terms(symbol)).toMatchObject({ refusal: 'market.symbol-unknown' });
  });

  it('are counted in lots of a fixed amount, 1 to 10 USDT at launch', () => {
    const lots = new Map(specs.map((spec) => [spec.symbol, format(contractLot(spec))]));
    expect(lots.get('BTCUSDT')).toBe('0.0001');
    expect(lots.get('DOGEUSDT')).toBe('10');
    expect(lots.get('XAUUSDT')).toBe('0.001');
    expect(lots.get('EURUSDT')).toBe('1');
    expect(lots.get('AAPLUSDT')).toBe('0.01');
    for (const spec of testCatalogue.specs) {
      const worth = (contractLot(spec) * amount(spec.referencePrice)) / ONE;
      const isLot = format(contractLot(spec)) === spec.lotSize;
      expect(worth <= amount('10') || isLot).toBe(true);
      expect(worth > ONE || isLot).toBe(true);
      expect(Number.isInteger(lotsInContractLot(spec))).toBe(true);
    }
  });

  it('are traded from two weeks before their delivery until it', () => {
    const listsAt = DELIVERY_AT - 14 * DAY_MS;
    expect(contracts.in('real').moment('BTCUSDT-261211', AT, TRACE)).toMatchObject({
      refusal: 'market.not-listed',
      params: { listsAt: listsAt + 14 * DAY_MS },
    });
    expect(momentOf(DELIVERY, DELIVERY_AT - 250).phase).toBe('continuous');
    expect(contracts.in('real').moment(DELIVERY, DELIVERY_AT, TRACE)).toMatchObject({ refusal: 'market.delivered' });
    expect(contracts.hours(DELIVERY, DELIVERY_AT - 250)).toEqual({
      open: true,
      phase: 'open',
      nextChangeAt: DELIVERY_AT,
    });
    expect(contracts.hours(DELIVERY, DELIVERY_AT)).toEqual({ open: false, phase: 'closed', closedAt: DELIVERY_AT });
    expect(contracts.in('real').beat(DELIVERY, DELIVERY_AT / 250 + 1, TRACE)).toBeUndefined();
  });
});

describe('a perpetual contract', () => {
  const [symbol, underlying] = ['BTCUSDT-PERP', 'BTCUSDT'];

  it('stands above its index by the premium that its funding is made of', () => {
    let differs = 0;
    for (let n = 0; n < 200; n += 1) {
      const at = AT + n * 7 * MINUTE_MS;
      const minuteAt = at - (at % MINUTE_MS);
      const premium = market.fundings.sample(market.spec(underlying), minuteAt) / 1e8;
      const { referenceTicks, indexTicks, markTicks } = momentOf(symbol, at);
      expect(indexTicks).toBe(market.priceTicks(underlying, at));
      expect(referenceTicks - indexTicks).toBe(Math.round(premium * market.source.exactTicksAt(underlying, minuteAt)));
      expect(markTicks).toBe(referenceTicks);
      if (referenceTicks !== indexTicks) differs += 1;
    }
    expect(differs).toBeGreaterThan(190);
  });

  it('has a last price of its own: a user’s trade until the tape trades again, then the price of the agents', () => {
    const own = contracts.in('real');
    const printedAt = own.tape(symbol, AT, AT + MINUTE_MS)[0]!.at;
    const tradedAt = printedAt - 1;
    const trace = { impact: null, lastTrade: { at: tradedAt, priceTicks: 77 } };
    const lastAt = (at: number) => (own.moment(symbol, at, trace) as MarketMoment).lastTicks;
    const shownAt = Math.ceil((printedAt + 1) / 250) * 250;
    expect([lastAt(tradedAt), lastAt(shownAt - 1)]).toEqual([77, 77]);
    expect([lastAt(tradedAt - 1), lastAt(shownAt)]).toEqual(
      [tradedAt - 1, shownAt].map((at) => momentOf(symbol, at).referenceTicks),
    );
  });

  it('is quoted around its own price, in its own lots, not in the sizes of the coin', () => {
    const { liquidity, referenceTicks, indexTicks } = momentOf(symbol, AT);
    const shift = referenceTicks - indexTicks;
    const own = market.ladder(underlying, AT, null);
    expect(liquidity.bids.map(([ticks]) => ticks - shift)).toEqual(own?.bids.map(([ticks]) => ticks));
    expect(liquidity.asks.map(([ticks]) => ticks - shift)).toEqual(own?.asks.map(([ticks]) => ticks));
    const ratios = liquidity.bids.map(([, lots], n) => (lots * 10) / (own?.bids[n]?.[1] ?? 0));
    expect(Math.max(...ratios)).toBeGreaterThan(1.2);
    expect(Math.min(...ratios)).toBeLessThan(0.8);
    expect(liquidity.bids[0]?.[0]).toBeLessThan(liquidity.asks[0]?.[0] ?? 0);
  });

  it('prints a part of the trades of the coin, each at the price of its own book', () => {
    const [from, to] = [AT - 60 * SECOND_MS, AT];
    const prints = contracts.in('real').source.trades(symbol, from, to);
    const coin = market.tape(underlying, from, to);
    expect(prints.length).toBeGreaterThan(coin.length / 2);
    expect(prints.length).toBeLessThan(coin.length);
    const beats = new Map(coin.map((trade) => [trade.at, trade.priceTicks]));
    for (const { at, priceTicks } of prints) {
      const { referenceTicks, indexTicks } = momentOf(symbol, at);
      expect(priceTicks - (beats.get(at) ?? 0)).toBe(referenceTicks - indexTicks);
    }
  });

  it('gives stops the index of the coin, and its own mark', () => {
    const at = AT - (AT % 250);
    const beat = beatOf(symbol, at);
    expect(beat.index?.lowTicks).toBe(market.priceTicks(underlying, at));
    expect(beat.mark?.lowTicks).toBe(momentOf(symbol, at).referenceTicks);
  });

  it('follows what users of its realm pushed for good, and nothing of what they pushed elsewhere', () => {
    const before = momentOf('DOGEUSDT-PERP', AT, 'demo').referenceTicks;
    demo.push('DOGEUSDT', AT - 10 * MINUTE_MS, 2_000);
    const moved = momentOf('DOGEUSDT-PERP', AT, 'demo');
    expect(moved.referenceTicks / before).toBeCloseTo(1.002, 4);
    expect(momentOf('DOGEUSDT-PERP', AT, 'real').referenceTicks).toBe(before);
    // What agents bid above the price of the seeds is backed by what users paid in that very book: here by nothing.
    expect(moved.liquidity.bids[0]?.[0]).toBeLessThanOrEqual(before);
  });

  it('is pushed by users for a while, and pushes nothing for good', () => {
    const at = AT - (AT % 250);
    const { liquidity } = momentOf(symbol, at);
    const fills = liquidity.asks
      .slice(0, 8)
      .map(([priceTicks, lots]) => ({ side: 'buy', role: 'taker', priceTicks, lots }) as const);
    const impact = contracts.in('real').impactAfter(symbol, at, null, fills);
    const state = impact as typeof NO_IMPACT;
    expect(state.displacementTicks).toBeGreaterThan(0);
    expect(state.lastingPpm).toBe(0);
    const scale = contracts.in('real').source.impactScale(symbol, at);
    const coin = market.source.impactScale(underlying, at);
    expect(scale.lotsPerTick * 10).toBeCloseTo(coin.lotsPerTick, 9);
    expect(impactOfFills(NO_IMPACT, fills, at, scale)).toEqual(state);
    const later = contracts.in('real').moment(symbol, at + 1_000, { impact: state, lastTrade: null }) as MarketMoment;
    const untouched = momentOf(symbol, at + 1_000);
    expect(later.liquidity.asks[0]?.[0]).toBeGreaterThan(untouched.liquidity.asks[0]?.[0] ?? 0);
    const muchLater = contracts.in('real').moment(symbol, at + 20 * MINUTE_MS, { impact: state, lastTrade: null });
    expect((muchLater as MarketMoment).liquidity.asks).toEqual(momentOf(symbol, at + 20 * MINUTE_MS).liquidity.asks);
  });

  it('is shut when its underlying is', () => {
    const saturday = Date.UTC(2026, 10, 21, 12);
    expect(contracts.in('real').moment('AAPLUSDT-PERP', saturday, TRACE)).toMatchObject({ refusal: 'market.closed' });
    expect(contracts.hours('AAPLUSDT-PERP', saturday)).toEqual(market.hours('AAPLUSDT', saturday));
  });
});

describe('a delivery contract', () => {
  const settled = (): number => {
    const found = market.settlement('BTCUSDT', DELIVERY_AT, 30);
    return Number(format(found?.price ?? 0n)) * 100;
  };

  it('stands within a small premium of its index, which is gone when its average begins', () => {
    const begins = contracts.in('real').source.averagesFrom(DELIVERY) ?? 0;
    expect(begins).toBe(DELIVERY_AT - 30 * MINUTE_MS);
    const shift = (at: number): number => {
      const { referenceTicks, indexTicks } = momentOf(DELIVERY, at);
      return (referenceTicks - indexTicks) / referenceTicks;
    };
    for (let at = LAUNCH_AT; at < begins; at += 3 * 3_600_000) expect(Math.abs(shift(at))).toBeLessThan(0.002);
    expect(shift(AT)).not.toBe(0);
    expect(Math.abs(shift(begins - MINUTE_MS))).toBeLessThan(2e-6);
  });

  it('is what its average has come to, and what is still to come is worth the index', () => {
    const at = DELIVERY_AT - 10 * MINUTE_MS;
    const seconds = Array.from({ length: 20 * 60 + 1 }, (_, n) => DELIVERY_AT - 30 * MINUTE_MS + n * SECOND_MS);
    const sum = seconds.reduce((total, second) => total + market.source.exactTicksAt('BTCUSDT', second), 0);
    const index = market.source.exactTicksAt('BTCUSDT', at);
    const expected = (sum + (1_800 - seconds.length) * index) / 1_800;
    expect(Math.abs(momentOf(DELIVERY, at).referenceTicks - expected)).toBeLessThan(1.01);
  });

  it('is quoted on either side of its exact price at any time, whatever users pushed of its quotes', () => {
    const symbol = 'DOGEUSDT-261127';
    const { source } = contracts.in('real');
    let [pushed, rounded] = [0, 0];
    for (let n = 0; n < 300; n += 1) {
      const at = n < 200 ? AT + n * 47 * MINUTE_MS : DELIVERY_AT - (n - 199) * 9 * SECOND_MS;
      const exact = source.exactTicksAt(symbol, at);
      const displacementTicks = ((n % 5) - 2) * 40;
      const impact = { ...NO_IMPACT, displacementTicks, paidTickLots: 1e9, asOf: at };
      for (const { bids, asks } of [source.ladder(symbol, at, impact), source.ladder(symbol, at, NO_IMPACT)]) {
        expect(bids[0]?.[0]).toBeLessThanOrEqual(exact);
        expect(asks[0]?.[0]).toBeGreaterThanOrEqual(exact);
        expect(new Set(bids.map(([ticks]) => ticks)).size).toBe(bids.length);
      }
      const { bids, asks } = source.ladder(symbol, at, NO_IMPACT);
      expect(source.touch(symbol, at)).toEqual({ bidTicks: bids[0]?.[0], askTicks: asks[0]?.[0] });
      if ((market.ladder('DOGEUSDT', at, impact)?.bids[0]?.[0] ?? 0) > exact) pushed += 1;
      if (Math.round(exact) !== Math.floor(exact)) rounded += 1;
    }
    expect(Math.min(pushed, rounded)).toBeGreaterThan(50);
  });

  it('ends at its settlement', () => {
    const last = momentOf(DELIVERY, DELIVERY_AT - 250).referenceTicks;
    expect(Math.abs(last - settled())).toBeLessThan(1.01);
    expect(Math.abs(market.priceTicks('BTCUSDT', DELIVERY_AT - 250) - settled())).toBeGreaterThan(2);
  });

  it('is pushed by nobody: it settles at the price of the seeds', () => {
    const symbol = 'DOGEUSDT-261127';
    expect(momentOf(symbol, AT, 'demo')).toEqual(momentOf(symbol, AT, 'real'));
  });

  it('of a share settles on the half hour before the last close', () => {
    const begins = contracts.in('real').source.averagesFrom('AAPLUSDT-261127');
    expect(new Date(begins ?? 0).toISOString()).toBe('2026-11-25T20:30:00.000Z');
  });
});
