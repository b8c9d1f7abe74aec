import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import type { ContractFacts } from '../../core/ports/contract-facts.js';
import type { MarketService } from '../runtime/market.service.js';
import { TEST_LAUNCH_AT } from '../simulator/simulator.testkit.js';
import { fundingRate, premiumIndex, RATE_CAP } from '../funding/funding-rate.js';
import { contractsOn } from './contract.testkit.js';
import { MarketContractTickers } from './market-contract-tickers.js';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const DAY_MS = 24 * HOUR_MS;
const AT = TEST_LAUNCH_AT + 30 * HOUR_MS + 17_000;
const PERPETUAL = 'BTCUSDT-PERP';
const { market, contracts } = contractsOn(['BTCUSDT', 'AAPLUSDT']);
const facts: Pick<ContractFacts, 'classOf' | 'on'> = {
  classOf: (symbol) => (contracts.has(symbol) ? 'crypto' : undefined),
  on: (underlying, at) => contracts.on(underlying, at),
};
const markets: Pick<MarketService, 'open'> = { open: { market, contracts } as MarketService['open'] };
const tickers = new MarketContractTickers(markets, facts);
const own = contracts.in('demo');
const priceOf = (symbol: string, at: number) => amount(contracts.price(symbol, own.priceTicks(symbol, at)));

function tickerOf(symbol: string, at: number, priceTicks?: number, tradedAt = at) {
  const trace = priceTicks === undefined ? null : { impact: null, lastTrade: { at: tradedAt, priceTicks } };
  const ticker = tickers.ticker('demo', symbol, at, trace);
  if (ticker === undefined) throw new Error(`${symbol} has no ticker`);
  return ticker;
}

describe('the ticker of a contract', () => {
  it('stands at its own price, off its index, and opened where that was a day ago', () => {
    const { last, mark, index, open, funding, since } = tickerOf(PERPETUAL, AT);
    expect([last, mark]).toEqual([priceOf(PERPETUAL, AT), priceOf(PERPETUAL, AT)]);
    expect(index).not.toBe(last);
    expect(open).toBe(priceOf(PERPETUAL, AT - (AT % MINUTE_MS) - DAY_MS));
    const now = market.fundings.now(market.spec('BTCUSDT'), AT - (AT % MINUTE_MS));
    expect(funding).toEqual({
      rate: BigInt(now.predictedRate) * amount('0.00000001'),
      usersPremium: amount('0'),
      at: now.nextFundingAt,
    });
    expect(since).toBe(0);
  });

  it('tells the funding that would be charged, with the part of the premium that users’ trades make', () => {
    const at = AT - (AT % MINUTE_MS);
    const impact = { displacementTicks: 0, basisTicks: 0, fundingTicks: 10_000, paidTickLots: 0, bidTakenLots: 0 };
    const trace = { impact: { ...impact, askTakenLots: 0, lastingPpm: 0, asOf: at }, lastTrade: null };
    const { averagePremium } = market.fundings.now(market.spec('BTCUSDT'), at);
    const users = premiumIndex(0, { basisTicks: 10_000, indexTicks: own.source.exactIndexTicksAt(PERPETUAL, at) });
    expect(users).toBeGreaterThan(100_000);
    expect(tickers.ticker('demo', PERPETUAL, at, trace)?.funding).toMatchObject({
      rate: BigInt(fundingRate(averagePremium + users, RATE_CAP.crypto)) * amount('0.00000001'),
      usersPremium: BigInt(users) * amount('0.00000001'),
    });
  });

  it('has a user’s trade as the last price until the tape trades again', () => {
    let at = AT - (AT % 250);
    while (own.tape(PERPETUAL, at - 250, at + 750).length > 0) at += 250;
    const printed = own.tape(PERPETUAL, at, at + MINUTE_MS)[0]?.at ?? Infinity;
    expect(format(tickerOf(PERPETUAL, at + 250, 9_000_000, at).last)).toBe('90000');
    const later = Math.ceil((printed + 1) / 250) * 250;
    expect(tickerOf(PERPETUAL, later, 9_000_000, at).last).toBe(priceOf(PERPETUAL, later));
  });

  it('opened with the first session of the day, and has no funding where it delivers', () => {
    // New York opens at 14:30; the day before is a Sunday.
    const monday = Date.UTC(2026, 10, 23, 15);
    expect(tickerOf('AAPLUSDT-PERP', monday).open).toBe(priceOf('AAPLUSDT-PERP', Date.UTC(2026, 10, 23, 14, 30)));
    expect(tickerOf('BTCUSDT-261127', AT).funding).toBeNull();
    expect(tickers.ticker('demo', 'NOUSDT-PERP', AT, null)).toBeUndefined();
  });

  it('has the range of its day, kept by the hour, and none over a weekend', () => {
    const range = tickers.range('demo', PERPETUAL, AT);
    const from = AT - (AT % MINUTE_MS) - DAY_MS;
    const all = own.source.range(PERPETUAL, from, AT);
    const price = (ticks = 0) => amount(contracts.price(PERPETUAL, ticks));
    expect(range).toEqual({ high: price(all?.highTicks), low: price(all?.lowTicks) });
    expect(tickers.range('demo', PERPETUAL, AT)).toEqual(range);
    expect(tickers.range('demo', 'AAPLUSDT-PERP', Date.UTC(2026, 10, 23, 3))).toBeNull();
  });

  it('is listed for perpetual contracts', () => {
    expect(tickers.perpetuals(AT)).toEqual(['BTCUSDT-PERP', 'AAPLUSDT-PERP']);
  });
});
