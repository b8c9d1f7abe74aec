import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OrderView } from '../../contracts/order.contract.js';
import type { CallName } from '../kit/calls.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

let started: StartedApp;
beforeAll(async () => {
  started = await startApp();
}, 60_000);
afterAll(() => started.close());

async function download(trader: Trader, call: CallName, query: Record<string, string | number> = {}) {
  const answer = await trader.file(call, query);
  // As bytes, because a reader of texts drops the mark at their beginning.
  const text = Buffer.from(await answer.arrayBuffer()).toString();
  const rows = text.split('\r\n').map((line) => line.split(','));
  return { status: answer.status, headers: answer.headers, text, names: rows[0] ?? [], rows: rows.slice(1, -1) };
}

/** Two fills on both sides, and a limit order that rests far away and is cancelled. */
async function tradedWell(): Promise<{ trader: Trader; resting: OrderView }> {
  const trader = await Trader.demo(started);
  await trader.placed({ type: 'market', quantity: '0.02' });
  await trader.placed({ type: 'market', side: 'sell', quantity: '0.01' });
  const resting = await trader.placed({ price: await trader.away(-20), quantity: '0.01' });
  await trader.given('cancelOrder', { symbol: 'BTCUSDT', orderId: resting.orderId });
  return { trader, resting };
}

describe('the records of an account', () => {
  it('are filtered by side, kind of order, status and period, all together', async () => {
    const { trader, resting } = await tradedWell();
    const count = async (query: Record<string, string | number>) =>
      (await trader.given('getOrderHistory', query)).items.length;
    expect(await count({})).toBe(3);
    expect(await count({ side: 'buy' })).toBe(2);
    expect(await count({ type: 'limit' })).toBe(1);
    expect(await count({ side: 'sell', type: 'limit' })).toBe(0);
    expect(await count({ status: 'cancelled', from: resting.placedAt, to: resting.placedAt })).toBe(1);
    expect(await count({ to: resting.placedAt - 86_400_000 })).toBe(0);
    const trades = (await trader.given('getMyTrades', { side: 'sell', role: 'taker' })).items;
    expect(new Set(trades.map(({ side }) => side))).toEqual(new Set(['sell']));
    expect((await trader.given('getMyTrades', { role: 'maker' })).items).toEqual([]);
    await trader.when('getMyTrades', { from: -1 }).then('request.field-invalid');
  });

  it('name the order and the event behind every posting, by kind', async () => {
    const { trader, resting } = await tradedWell();
    const of = async (query: Record<string, string>) => (await trader.given('getAccountRecords', query)).items;
    const holds = await of({ kind: 'holds', currency: 'USDT' });
    const ofResting = holds.filter(({ orderId }) => orderId === resting.orderId);
    expect(new Set(ofResting.map(({ event }) => event))).toEqual(new Set(['SpotOrderAccepted', 'SpotOrderCancelled']));
    expect(ofResting.every(({ symbol, hash }) => symbol === 'BTCUSDT' && /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect((await of({ kind: 'funds' })).map(({ event, orderId }) => [event, orderId])).toEqual([['DemoOpened', null]]);
    const trades = await of({ kind: 'trades', space: 'spot' });
    expect(trades.length).toBeGreaterThan(0);
    expect(trades.every(({ orderId }) => orderId !== null)).toBe(true);
    expect(await of({ space: 'finance' })).toEqual([]);
  });
});

describe('the history of one order', () => {
  it('says fact by fact what happened, what is frozen, and by which fee terms', async () => {
    const { trader, resting } = await tradedWell();
    const query = { symbol: 'BTCUSDT', orderId: resting.orderId };
    const { data } = await trader.get('getOrderEvents', query);
    expect(data.events.map(({ type }) => type)).toEqual(['SpotOrderAccepted', 'SpotOrderCancelled']);
    expect(data.events[1]).toMatchObject({ reason: 'user', held: data.events[0]?.held });
    const terms = { policy: 'spot.fees', policyVersion: 1, maker: '0.001', taker: '0.001', tier: 0, volume: '0' };
    expect(data.terms).toEqual({ ...terms, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect(data.stream).toBe('spot-BTCUSDT');
  });

  it('adds up to the order, fill by fill, and never shows whom he traded with', async () => {
    const { trader } = await tradedWell();
    const [bought] = (await trader.given('getOrderHistory', { side: 'buy', type: 'market' })).items;
    const query = { symbol: 'BTCUSDT', orderId: bought?.orderId ?? '' };
    const { data, envelope } = await trader.get('getOrderEvents', query);
    const fills = data.events.filter(({ tradeId }) => tradeId !== null);
    const sum = fills.reduce((total, { quantity }) => total + Number.parseFloat(quantity ?? '0'), 0);
    expect(sum).toBeCloseTo(0.02, 8);
    expect(fills.every(({ role }) => role === 'taker')).toBe(true);
    expect(JSON.stringify(envelope)).not.toContain('Owner');
  });

  it('is told for each leg of an OCO pair apart', async () => {
    const trader = await Trader.demo(started);
    await trader.placed({ type: 'market', quantity: '0.02' });
    const prices = { price: await trader.away(10), stopPrice: await trader.away(-10) };
    await trader.given('placeOco', { symbol: 'BTCUSDT', side: 'sell', quantity: '0.01', ...prices });
    const legs = await trader.open();
    expect(legs).toHaveLength(2);
    for (const { orderId } of legs) {
      const { data } = await trader.get('getOrderEvents', { symbol: 'BTCUSDT', orderId });
      expect(data.events).toHaveLength(1);
    }
  });

  it('is his own only', async () => {
    const { resting } = await tradedWell();
    const other = await Trader.demo(started);
    const query = { symbol: 'BTCUSDT', orderId: resting.orderId };
    await other.when('getOrderEvents', query).then('order.not-found');
  });
});

describe('an exported file', () => {
  it('holds exactly what the list shows under the same filters, and is named by its period', async () => {
    const { trader, resting } = await tradedWell();
    const { items } = await trader.given('getOrderHistory', { side: 'buy' });
    const file = await download(trader, 'exportOrders', { side: 'buy', from: resting.placedAt - 86_400_000 });
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="glassbook-orders-\d{4}-\d\d-\d\d-to-now\.csv"$/,
    );
    const at = (name: string) => file.names.indexOf(name);
    expect(file.rows.map((row) => row[at('orderId')])).toEqual(items.map(({ orderId }) => orderId));
    expect(file.rows.map((row) => row[at('filledQuantity')])).toEqual(
      items.map(({ filledQuantity }) => filledQuantity),
    );
    expect(file.rows.map((row) => row[at('placedAt')])).toEqual(
      items.map(({ placedAt }) => new Date(placedAt).toISOString()),
    );
  });

  it('names the order whose fills an attached order protects', async () => {
    const trader = await Trader.demo(started);
    const attached = `100::${await trader.away(-10)}`;
    const { orders } = await trader.given('placeOrder', {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'market',
      quantity: '0.01',
      attached,
    });
    await trader.given('cancelAllOrders');
    const { names, rows } = await download(trader, 'exportOrders', { symbol: 'BTCUSDT' });
    const [type, parent] = [names.indexOf('type'), names.indexOf('parentOrderId')];
    const parents = Object.fromEntries(rows.map((row) => [row[type], row[parent]]));
    expect(parents).toEqual({ market: '', stop: orders.find((order) => order.type === 'market')?.orderId });
  });

  it('holds every trade and every posting', async () => {
    const { trader } = await tradedWell();
    const trades = (await trader.given('getMyTrades')).items;
    expect((await download(trader, 'exportTrades')).rows.map(([id]) => id)).toEqual(
      trades.map(({ tradeId }) => tradeId),
    );
    const records = (await trader.given('getAccountRecords')).items;
    const file = await download(trader, 'exportAccountRecords');
    expect(file.rows.map((row) => row[5])).toEqual(records.map(({ amount }) => amount));
    expect(file.text.endsWith('\r\n')).toBe(true);
  });

  it('has its headings when there is nothing to tell, and is refused to visitors', async () => {
    const trader = await Trader.demo(started);
    expect((await download(trader, 'exportTrades')).rows).toEqual([]);
    await new Trader(started).when('exportOrders').then('session.missing');
  });
});
