import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { auditMarket } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

/** A Wednesday noon, UTC: New York gathers orders until 14:30. */
const NOON = Date.UTC(2026, 0, 7, 12);
const OPEN = Date.UTC(2026, 0, 7, 14, 30);
const MINUTE_MS = 60_000;
const symbol = 'AAPLUSDT';
const clock = new FakeClock(NOON);
let started: StartedApp;
let close: number;

const trading = () => started.app.get<TradingService>(TradingService, { strict: false }).open;
const steps = (away: number): string => (close * away).toFixed(2);

/** On the beats by hand, so that none is missed around the open. */
async function goTo(at: number): Promise<void> {
  while (clock.now() < at) {
    clock.setTo(Math.min(at, clock.now() + MINUTE_MS));
    await trading().beat.beat();
  }
}

beforeAll(async () => {
  started = await startApp({ clock });
  trading().beat.stop();
  const [ticker] = await new Trader(started).given('getTickers', { symbols: symbol });
  close = Number.parseFloat(ticker?.last ?? '');
});
afterAll(() => started.close());

describe('orders before the open', () => {
  it('are refused before the call, with the instant of the open', async () => {
    const ann = await Trader.demo(started);
    const tokyo = { symbol: '7203USDT', side: 'buy', type: 'limit', price: '20', quantity: '1' };
    await ann.when('placeOrder', tokyo).then('market.closed');
    const { calendars } = await ann.given('getMarketSessions');
    expect(calendars.find(({ calendar }) => calendar === 'tse')).toMatchObject({
      phase: 'closed',
      nextChangeAt: Date.UTC(2026, 0, 8),
      callAt: Date.UTC(2026, 0, 7, 23),
    });
  });

  it('are gathered, shown with an indicative price to everybody, and trade at the open at one price', async () => {
    const [ann, ben, visitor] = [await Trader.demo(started), await Trader.demo(started), new Trader(started)];
    const { session } = await visitor.given('getInstrument', { symbol });
    expect(session).toMatchObject({ open: false, phase: 'call', nextChangeAt: OPEN, callAt: null });

    const buy = await ann.placed({ symbol, price: steps(1.2), quantity: '10' });
    expect(buy).toMatchObject({ status: 'unfilled' });
    expect((await ann.given('getBook', { symbol })).auction).toEqual({
      ...{ kind: 'opening', at: OPEN, price: null, quantity: '0', imbalance: '0', imbalanceSide: null },
    });
    await ann.when('placeOrder', { symbol, side: 'buy', type: 'market', quantity: '1' }).then('order.not-in-call');
    await ann
      .when('placeOrder', { symbol, side: 'sell', type: 'limit', price: steps(1.1), quantity: '1' })
      .then('order.crosses-own-order');

    const atOpen = { symbol, type: 'market', timeInForce: 'OPG', quantity: '2' };
    const cat = await Trader.demo(started);
    const atAnyPrice = await cat.placed(atOpen);
    const other = await ben.placed({ symbol, price: steps(1.1), quantity: '4' });
    await ben.given('amendOrder', { symbol, orderId: other.orderId, price: steps(1.15) });
    const book = await ben.given('getBook', { symbol });
    expect([book.bids.map(([, quantity]) => quantity), book.asks]).toEqual([['10', '4', '2'], []]);
    // The other realm gathers orders of its own.
    expect((await visitor.given('getBook', { symbol })).bids).toEqual([]);

    await goTo(OPEN);
    await goTo(OPEN + 2_000);
    const fills = [await ann.order(buy.orderId, symbol), await ben.order(other.orderId, symbol)];
    expect(fills.map(({ status }) => status)).toEqual(['filled', 'filled']);
    const third = await cat.order(atAnyPrice.orderId, symbol);
    expect(third).toMatchObject({ status: 'filled', filledQuantity: '2', timeInForce: 'OPG' });
    expect(new Set([...fills, third].map(({ averagePrice }) => averagePrice)).size).toBe(1);
    await cat.when('placeOrder', { ...atOpen, side: 'buy' }).then('order.only-in-call', 'before the open only');
    expect((await ben.given('getBook', { symbol })).auction).toBeNull();
  });

  it('are found again by the audit, from the seeds of the ended epoch', async () => {
    await goTo(OPEN + 2 * DEFAULT_EPOCH_MS);
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const epoch = epochOf(OPEN, DEFAULT_EPOCH_MS);
    const { calendars } = readCatalogue();
    const audit = await auditMarket({ pool, epoch, symbols: [symbol], calendars, now: clock.now() });
    if (typeof audit === 'string') throw new Error(audit);
    expect([audit.checked.fills > 0, audit.differences]).toEqual([true, []]);
  });
});
