import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { auditMarket, type MarketAudit } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { asSuperuser } from '../integration/tamper-history.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

/** A Wednesday: New York closes at 21:00 UTC, and orders at the close stand from 20:50. */
const CLOSE = Date.UTC(2026, 0, 7, 21);
const CUT_OFF = Date.UTC(2026, 0, 7, 20, 50);
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const symbol = 'AAPLUSDT';
const clock = new FakeClock(CUT_OFF - 5 * MINUTE_MS);
let started: StartedApp;

const trading = () => started.app.get<TradingService>(TradingService, { strict: false }).open;
const atClose = { symbol, timeInForce: 'ATC' } as const;

/** On the beats by hand, a second at a time, so that none is missed around the close. */
async function goTo(at: number): Promise<void> {
  while (clock.now() < at) {
    clock.setTo(Math.min(at, clock.now() + SECOND_MS));
    await trading().beat.beat();
  }
}

const pool = () => started.app.get<Pool>(Pool, { strict: false });

async function audited(): Promise<MarketAudit> {
  const epoch = epochOf(CLOSE - 1, DEFAULT_EPOCH_MS);
  const { calendars } = readCatalogue();
  const audit = await auditMarket({ pool: pool(), epoch, symbols: [symbol], calendars, now: clock.now() });
  if (typeof audit === 'string') throw new Error(audit);
  return audit;
}

beforeAll(async () => {
  started = await startApp({ clock });
  trading().beat.stop();
});
afterAll(() => started.close());

describe('orders at the close', () => {
  it('wait with their hold, stand from the cut-off on, and trade in the closing auction at one price', async () => {
    const [ann, ben, visitor] = [await Trader.demo(started), await Trader.demo(started), new Trader(started)];
    const { session } = await visitor.given('getInstrument', { symbol });
    expect(session).toMatchObject({ open: true, nextChangeAt: CLOSE, cutOffAt: CUT_OFF });

    const market = { ...atClose, side: 'buy', type: 'market' };
    const checked = await ann.given('previewOrder', { ...market, quantity: '5' });
    expect(checked).toMatchObject({ problems: [], filledQuantity: '0', restingQuantity: '5' });
    const { orders } = await ann.given('placeOrder', { ...market, quantity: '5' });
    expect(orders).toMatchObject([{ type: 'market', timeInForce: 'ATC', status: 'unfilled', price: null }]);
    const orderId = orders[0]!.orderId;
    const [ticker] = await visitor.given('getTickers', { symbols: symbol });
    const last = Number.parseFloat(ticker?.last ?? '');
    const limit = { ...atClose, side: 'buy', type: 'limit', price: (last * 1.1).toFixed(2), quantity: '3' };
    const { orders: bens } = await ben.given('placeOrder', limit);
    const low = { ...limit, price: (last * 0.8).toFixed(2), quantity: '1' };
    const { orders: lows } = await ben.given('placeOrder', low);
    await ben.given('amendOrder', { symbol, orderId: bens[0]!.orderId, quantity: '4' });

    // Nothing of them shows before the cut-off: no offer, and no auction.
    const book = await ben.given('getBook', { symbol });
    expect(book.auction).toBeNull();
    expect(book.bids.some(([price]) => Number.parseFloat(price) > last * 1.05)).toBe(false);

    await goTo(CUT_OFF);
    const told = 'The cut-off has passed. ATC orders can’t be placed, changed or cancelled until the close.';
    await ben.when('cancelOrder', { symbol, orderId: bens[0]!.orderId }).then('order.closing-cut-off', told);
    await ben.when('amendOrder', { symbol, orderId: bens[0]!.orderId, quantity: '1' }).then('order.closing-cut-off');
    await ann.when('placeOrder', { ...market, quantity: '1' }).then('order.closing-cut-off');
    expect((await ann.given('cancelAllOrders', { symbol })).orders).toEqual([]);
    expect((await ann.given('getBook', { symbol })).auction).toMatchObject({
      ...{ kind: 'closing', at: CLOSE, quantity: '9', imbalance: '9', imbalanceSide: 'buy' },
    });
    // The other realm has an auction of its own.
    expect((await visitor.given('getBook', { symbol })).auction).toMatchObject({ quantity: '0', price: null });

    await goTo(CLOSE + SECOND_MS);
    const fills = [await ann.order(orderId, symbol), await ben.order(bens[0]!.orderId, symbol)];
    expect(fills.map(({ status, filledQuantity }) => [status, filledQuantity])).toEqual([
      ['filled', '5'],
      ['filled', '4'],
    ]);
    expect(new Set(fills.map(({ averagePrice }) => averagePrice)).size).toBe(1);
    expect(await ben.order(lows[0]!.orderId, symbol)).toMatchObject({ status: 'cancelled', cancelReason: 'auction' });
    expect((await ben.given('getBook', { symbol })).auction).toBeNull();
  });

  it('are found again by the audit, from the seeds of the ended epoch', async () => {
    clock.setTo(CLOSE + 2 * DEFAULT_EPOCH_MS);
    await trading().beat.beat();
    const audit = await audited();
    expect([audit.checked.fills > 0, audit.differences]).toEqual([true, []]);
    // More lots than tape and quotes had.
    const fill = `realm = 'demo' AND type = 'SpotOrderMatched' AND data::jsonb ->> 'takerOwner' = 'house'`;
    const { rows } = await pool().query<{ position: number; data: string }>(
      `SELECT position, data FROM events WHERE ${fill}`,
    );
    const swollen = `UPDATE events SET data = jsonb_set(data::jsonb, '{lots}', '900000000')::text WHERE ${fill}`;
    await asSuperuser(pool(), swollen);
    try {
      const { differences } = await audited();
      expect(differences.map(({ what, found }) => [what, found])).toContainEqual(['fill', '1800000000 lots']);
    } finally {
      for (const { position, data } of rows)
        await asSuperuser(pool(), `UPDATE events SET data = '${data}' WHERE realm = 'demo' AND position = ${position}`);
    }
  });
});
