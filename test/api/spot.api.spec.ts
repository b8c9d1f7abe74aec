import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OrderView } from '../../contracts/order.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { amount, format } from '../../shared/money.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

/** A Wednesday noon, UTC. */
const clock = new FakeClock(Date.UTC(2026, 0, 7, 12));
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
  trading().beat.stop();
});
afterAll(() => started.close());

const EPOCH_MS = 4 * 3_600_000;
const market = () => started.app.get<MarketService>(MarketService, { strict: false }).open;
const trading = () => started.app.get<TradingService>(TradingService, { strict: false }).open;

/** Lets the market go on to an instant, with beats by hand so that no epoch goes by unpromised. */
async function goTo(at: number): Promise<void> {
  while (clock.now() < at) {
    clock.setTo(Math.min(at, clock.now() + EPOCH_MS));
    await trading().beat.beat();
  }
}

/** Goes to where the market first leaves a range, then on by seconds until something has happened. */
async function waitInTheMarket(low: string, high: string, happened: () => Promise<boolean>): Promise<void> {
  const end = (Math.floor(clock.now() / EPOCH_MS) + 2) * EPOCH_MS;
  const price = (at: number): number =>
    Number.parseFloat(market().market.price('BTCUSDT', market().market.priceTicks('BTCUSDT', at)));
  let at = clock.now();
  while (at < end && price(at) > Number.parseFloat(low) && price(at) < Number.parseFloat(high)) at += 5_000;
  await goTo(Math.min(at, end - 1));
  for (let n = 0; n < 100; n += 1) {
    clock.advance(2_000);
    await trading().beat.beat();
    if (await happened()) return;
  }
  throw new Error('the market never got there');
}

describe('an order over the wire', () => {
  it('does exactly what its preview said, and the balances show it at once', async () => {
    const ann = await Trader.demo(started);
    const request = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.25' };
    const preview = await ann.given('previewOrder', request);
    const order = await ann.placed(request);
    expect(order).toMatchObject({
      status: 'filled',
      filledQuantity: preview.filledQuantity,
      averagePrice: preview.averagePrice,
      fee: preview.fee,
    });
    expect(await ann.funds('BTC')).toBe('0.25 0');
    expect(await ann.funds('USDT')).toBe(`${format(amount('100000') - amount(`${preview.total}`))} 0`);
    const trades = (await ann.given('getMyTrades')).items;
    expect(format(trades.reduce((sum, trade) => sum + amount(trade.notional), 0n))).toBe(preview.notional);
  });

  it('spends an amount and never more, the fee inside it', async () => {
    const ann = await Trader.demo(started);
    const preview = await ann.given('previewOrder', {
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'market',
      quoteAmount: '1000',
    });
    const order = await ann.placed({ type: 'market', quoteAmount: '1000' });
    expect(order).toMatchObject({ status: 'filled', filledQuantity: preview.filledQuantity, fee: preview.fee });
    const [left = ''] = (await ann.funds('USDT')).split(' ');
    const spent = amount('100000') - amount(left);
    expect([format(spent), spent <= amount('1000'), spent > amount('998')]).toEqual([preview.total, true, true]);
  });

  it('is there in every query that follows its answer', async () => {
    const ann = await Trader.demo(started);
    const order = await ann.placed({ price: await ann.away(-10), quantity: '0.1', clientOrderId: 'first' });
    expect(order).toMatchObject({ status: 'unfilled', clientOrderId: 'first' });
    expect(await ann.open()).toEqual([order]);
    expect(await ann.open({ symbol: 'ETHUSDT' })).toEqual([]);
    expect(await ann.order(order.orderId)).toEqual(order);
    const [, frozen] = (await ann.funds('USDT')).split(' ');
    expect(frozen).toBe(format((amount(order.price ?? '0') * amount('0.1') * 1001n) / 10n ** 21n));
    const cancelled = await ann.post('cancelOrder', { symbol: 'BTCUSDT', orderId: order.orderId });
    expect(cancelled.data.orders).toMatchObject([{ status: 'cancelled', cancelReason: 'user' }]);
    expect(await ann.funds('USDT')).toBe('100000 0');
    await ann.when('cancelOrder', { symbol: 'BTCUSDT', orderId: order.orderId }).then('order.not-found');
  });

  it('does not exist for anybody else', async () => {
    const [ann, bob] = [await Trader.demo(started), await Trader.demo(started)];
    const { orderId } = await ann.placed({ price: await ann.away(-10), quantity: '0.1' });
    const ids = { symbol: 'BTCUSDT', orderId };
    for (const answer of [
      await bob.get('getOrder', ids),
      await bob.post('cancelOrder', ids),
      await bob.post('amendOrder', { ...ids, quantity: '0.05' }),
      await ann.post('cancelOrder', { symbol: 'ETHUSDT', orderId }),
    ]) {
      expect([answer.status, answer.refusal]).toEqual([404, 'order.not-found']);
    }
    expect((await ann.order(orderId)).status).toBe('unfilled');
  });
});

describe('a wish that comes twice', () => {
  it('has one effect and one answer, however many of it come at once', async () => {
    const ann = await Trader.demo(started);
    const request = { type: 'market', quantity: '0.01', requestToken: 'once-only' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => ann.place(request)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(answers[0]?.data.orders).toHaveLength(1);
    expect(await ann.funds('BTC')).toBe('0.01 0');
    const other = await ann.place({ ...request, quantity: '0.02' });
    expect([other.status, other.refusal]).toEqual([409, 'request.token-reused']);
    expect(await ann.funds('BTC')).toBe('0.01 0');
  });

  it('is the same order for the same client order id, with any request token', async () => {
    const ann = await Trader.demo(started);
    const request = { type: 'market', quantity: '0.01', clientOrderId: 'mine' };
    const first = await ann.place({ ...request, requestToken: 'token-1' });
    const second = await ann.place({ ...request, requestToken: 'token-2' });
    expect(second.data).toEqual(first.data);
    expect(await ann.funds('BTC')).toBe('0.01 0');
    const bob = await Trader.demo(started);
    expect((await bob.place(request)).data.orders[0]?.orderId).not.toBe(first.data.orders[0]?.orderId);
  });

  it('may try the client order id of a refused order again, but not its request token', async () => {
    const ann = await Trader.demo(started);
    const request = { price: await ann.away(-10), clientOrderId: 'retry' };
    const refused = await ann.place({ ...request, quantity: '10', requestToken: 'token-1' });
    expect(refused.refusal).toBe('order.insufficient-balance');
    const again = await ann.place({ ...request, quantity: '10', requestToken: 'token-1' });
    expect(again.params).toEqual(refused.params);
    const taken = await ann.place({ ...request, quantity: '0.1', requestToken: 'token-2' });
    expect(taken.data.orders).toMatchObject([{ clientOrderId: 'retry', status: 'unfilled' }]);
  });
});

describe('an open order', () => {
  it('keeps its place when it shrinks, and loses it at another price or a larger size', async () => {
    const [ann, bob, eve] = [await Trader.demo(started), await Trader.demo(started), await Trader.demo(started)];
    await eve.placed({ type: 'market', quantity: '0.05' });
    const { bids, asks } = await eve.given('getBook', { symbol: 'BTCUSDT' });
    const inside = format((amount(bids[0]?.[0] ?? '0') + amount(asks[0]?.[0] ?? '0')) / 2n).replace(/(\.\d\d).*/, '$1');
    const first = await ann.placed({ price: inside, quantity: '0.03' });
    const second = await bob.placed({ price: inside, quantity: '0.02' });
    const amend = (who: Trader, { orderId }: OrderView, change: Record<string, string>) =>
      who.post('amendOrder', { symbol: 'BTCUSDT', orderId, ...change });
    expect((await amend(ann, first, { quantity: '0.02' })).data.orders).toMatchObject([{ quantity: '0.02' }]);
    await eve.placed({ side: 'sell', price: inside, quantity: '0.01', timeInForce: 'IOC' });
    expect((await ann.order(first.orderId)).filledQuantity).toBe('0.01');
    expect((await bob.order(second.orderId)).filledQuantity).toBe('0');
    await amend(ann, first, { quantity: '0.03' });
    await eve.placed({ side: 'sell', price: inside, quantity: '0.02', timeInForce: 'IOC' });
    expect((await ann.order(first.orderId)).filledQuantity).toBe('0.01');
    expect(await bob.order(second.orderId)).toMatchObject({ filledQuantity: '0.02', status: 'filled' });
    const tooSmall = await amend(ann, first, { quantity: '0.01' });
    expect([tooSmall.status, tooSmall.refusal]).toEqual([422, 'order.quantity-below-filled']);
    const same = await amend(ann, first, { quantity: '0.03' });
    expect([same.status, same.refusal]).toEqual([422, 'order.nothing-to-amend']);
    await ann.given('cancelAllOrders', { symbol: 'BTCUSDT' });
  });

  it('is cancelled with all others, in one book or in all', async () => {
    const ann = await Trader.demo(started);
    const place = async (symbol: string) => ann.placed({ symbol, price: await ann.away(-20, symbol), quantity: '0.1' });
    for (const symbol of ['BTCUSDT', 'ETHUSDT', 'BTCUSDT', 'SOLUSDT']) await place(symbol);
    const some = await ann.post('cancelAllOrders', { symbol: 'BTCUSDT' });
    expect(some.data.orders.map(({ symbol, status }) => `${symbol} ${status}`)).toEqual([
      'BTCUSDT cancelled',
      'BTCUSDT cancelled',
    ]);
    const rest = await ann.post('cancelAllOrders');
    expect(rest.data.orders.map(({ symbol }) => symbol).sort()).toEqual(['ETHUSDT', 'SOLUSDT']);
    expect(await ann.funds('USDT')).toBe('100000 0');
    await ann.when('cancelAllOrders').then({ orders: [], trades: [] });
    const unknown = await ann.post('cancelAllOrders', { symbol: 'NOPEUSDT' });
    expect([unknown.status, unknown.refusal]).toEqual([404, 'market.symbol-unknown']);
  });

  it('that came after a cancelling of all stays open when that is said again under its request token', async () => {
    const ann = await Trader.demo(started);
    const place = async (symbol: string) => ann.placed({ symbol, price: await ann.away(-20, symbol), quantity: '0.1' });
    const cancelAll = (requestToken: string) => ann.post('cancelAllOrders', { requestToken });
    for (const symbol of ['BTCUSDT', 'ETHUSDT']) await place(symbol);
    const first = await cancelAll('all-of-them');
    expect(first.data.orders).toHaveLength(2);
    for (const symbol of ['BTCUSDT', 'SOLUSDT']) await place(symbol);
    expect((await cancelAll('all-of-them')).data).toEqual(first.data);
    expect((await ann.open()).map(({ symbol }) => symbol).sort()).toEqual(['BTCUSDT', 'SOLUSDT']);
    expect((await cancelAll('the-new-ones')).data.orders).toHaveLength(2);
    expect((await cancelAll('no-more-left')).data.orders).toEqual([]);
    await place('ETHUSDT');
    expect((await cancelAll('no-more-left')).data.orders).toEqual([]);
    expect(await ann.open()).toHaveLength(1);
  });

  it('fills at its price or better when the market comes to it, and pays the maker fee', async () => {
    const ann = await Trader.demo(started);
    const order = await ann.placed({ price: await ann.away(-0.02), quantity: '0.05' });
    await waitInTheMarket(await ann.away(-0.03), '1e9', async () => (await ann.open()).length === 0);
    const filled = await ann.order(order.orderId);
    expect(filled).toMatchObject({ status: 'filled', filledQuantity: '0.05' });
    expect(Number(filled.averagePrice)).toBeLessThanOrEqual(Number(order.price));
    const trades = (await ann.given('getMyTrades')).items;
    expect(new Set(trades.map(({ role }) => role))).toEqual(new Set(['maker']));
    expect(await ann.open()).toEqual([]);
    expect((await ann.funds('BTC')).split(' ')).toEqual(['0.05', '0']);
  });

  it('is a stop that waits until the market reaches it, and sells then', async () => {
    const ann = await Trader.demo(started);
    await ann.placed({ type: 'market', quantity: '0.05' });
    const stop = await ann.placed({ side: 'sell', type: 'stop', stopPrice: await ann.away(-0.03), quantity: '0.05' });
    expect(stop).toMatchObject({ untriggered: true, status: 'unfilled', price: null });
    expect(await ann.funds('BTC')).toBe('0 0.05');
    await ann
      .when('amendOrder', { symbol: 'BTCUSDT', orderId: stop.orderId, price: '1' })
      .then('order.field-not-for-type');
    await waitInTheMarket(await ann.away(-0.04), '1e9', async () => (await ann.open()).length === 0);
    expect(await ann.order(stop.orderId)).toMatchObject({ untriggered: false, filledQuantity: '0.05' });
    expect(await ann.funds('BTC')).toBe('0 0');
  });

  it('is a take-profit that waits above the market, and sells when the price rises to it', async () => {
    const ann = await Trader.demo(started);
    await ann.placed({ type: 'market', quantity: '0.05' });
    const terms = { side: 'sell', type: 'take-profit', quantity: '0.05' };
    await ann
      .when('placeOrder', { symbol: 'BTCUSDT', ...terms, stopPrice: await ann.away(-0.1) })
      .then('order.take-profit-already-reached');
    const order = await ann.placed({ ...terms, stopPrice: await ann.away(0.1) });
    expect(order).toMatchObject({ type: 'take-profit', untriggered: true, status: 'unfilled', price: null });
    expect(await ann.funds('BTC')).toBe('0 0.05');
    await waitInTheMarket('1', await ann.away(0.11), async () => (await ann.open()).length === 0);
    expect(await ann.order(order.orderId)).toMatchObject({ untriggered: false, filledQuantity: '0.05' });
    expect(await ann.funds('BTC')).toBe('0 0');
  });

  it('is a trailing stop that follows the price, says how wherever it is shown, and is refused what it cannot do', async () => {
    const ann = await Trader.demo(started);
    await ann.placed({ type: 'market', quantity: '0.05' });
    const terms = { side: 'sell', type: 'trailing-stop', quantity: '0.05', callback: '5%', trigger: 'mark' };
    await ann
      .when('placeOrder', { symbol: 'BTCUSDT', ...terms, callback: '0.05%' })
      .then('order.callback-out-of-range');
    const begins = await ann.placed({ ...terms, quantity: '0.02' });
    expect(begins).toMatchObject({ callback: '5%', activationPrice: null, untriggered: true, price: null });
    expect(Number(begins.stopPrice)).toBeCloseTo(Number(await ann.away(-5)), -4);
    const activationPrice = await ann.away(5);
    const waits = await ann.placed({ ...terms, quantity: '0.03', activationPrice });
    expect(waits).toMatchObject({ activationPrice, stopPrice: null, untriggered: true });
    expect(await ann.order(waits.orderId)).toMatchObject({ callback: '5%', activationPrice, stopPrice: null });
    expect(await ann.funds('BTC')).toBe('0 0.05');
    await ann
      .when('amendOrder', { symbol: 'BTCUSDT', orderId: begins.orderId, stopPrice: activationPrice })
      .then('order.field-not-for-type');
  });

  it('comes with take-profits and stop-losses, and the one of a pair that is met cancels the other', async () => {
    const [ann, ben] = [await Trader.demo(started), await Trader.demo(started)];
    const symbol = 'KSMUSDT';
    const { asks } = await ann.given('getBook', { symbol });
    const low = await ann.away(-20, symbol);
    const attached = `50:${asks[4]![0]}:${low},50::${low}`;
    const placed = await ann.placed({ symbol, type: 'market', quantity: '2', attached });
    const level = { share: 50, stopLoss: low, quantity: '1' };
    const { orderId } = placed;
    expect(placed.attached).toMatchObject([
      { ...level, takeProfit: asks[4]![0] },
      { ...level, takeProfit: null },
    ]);
    expect(await ann.order(orderId, symbol)).toEqual(placed);
    expect(await ann.funds('KSM')).toBe('0 2');
    const open = await ann.open({ symbol });
    expect(open.map(({ type, parentOrderId, quantity }) => [type, parentOrderId, quantity])).toEqual([
      ['stop', orderId, '1'],
      ['stop', orderId, '1'],
      ['take-profit', orderId, '1'],
    ]);
    const quantity = asks.slice(0, 6).reduce((sum, [, lots]) => sum + Number(lots), 0);
    await ben.placed({ symbol, type: 'market', quantity: quantity.toFixed(2) });
    const [profit, loss] = [placed.attached[0]!.takeProfitOrderId!, placed.attached[0]!.stopLossOrderId!];
    expect(await ann.order(profit, symbol)).toMatchObject({ untriggered: false, filledQuantity: '1' });
    expect(await ann.order(loss, symbol)).toMatchObject({ status: 'cancelled', cancelReason: 'oco' });
    const { events } = await ann.given('getOrderEvents', { symbol, orderId: loss });
    expect(events.map(({ type }) => type)).toEqual(['SpotOrderAccepted', 'SpotOrderCancelled']);
    expect(await ann.funds('KSM')).toBe('0 1');
  });

  it('is a stop that watches the index, and says so wherever it is shown', async () => {
    const ann = await Trader.demo(started);
    const terms = { type: 'stop', stopPrice: await ann.away(10), quantity: '0.05', trigger: 'index' };
    const stop = await ann.placed(terms);
    expect(stop).toMatchObject({ trigger: 'index', untriggered: true });
    expect(await ann.order(stop.orderId)).toMatchObject({ trigger: 'index' });
    await ann
      .when('placeOrder', { symbol: 'BTCUSDT', side: 'buy', ...terms, stopPrice: await ann.away(-10) })
      .then('order.stop-already-reached');
  });

  it('is a stop that watches the mark, which a sweep that triggers a stop by the last price leaves alone', async () => {
    const [ann, ben] = [await Trader.demo(started), await Trader.demo(started)];
    const symbol = 'KSMUSDT';
    const { asks } = await ann.given('getBook', { symbol });
    const terms = { symbol, type: 'stop', stopPrice: asks[3]![0], quantity: '1' };
    const [byLast, byMark] = [
      await ann.placed({ ...terms, trigger: 'last' }),
      await ann.placed({ ...terms, trigger: 'mark' }),
    ];
    const quantity = asks.slice(0, 6).reduce((sum, [, lots]) => sum + Number(lots), 0);
    await ben.placed({ symbol, type: 'market', quantity: quantity.toFixed(2) });
    const isWaiting = async ({ orderId }: { orderId: string }) => (await ann.order(orderId, symbol)).untriggered;
    expect([await isWaiting(byLast), await isWaiting(byMark)]).toEqual([false, true]);
    clock.advance(250);
    await trading().beat.beat();
    expect(await isWaiting(byMark)).toBe(true);
    const { events } = await ann.given('getOrderEvents', { symbol, orderId: byLast.orderId });
    const [triggered] = events.filter(({ type }) => type === 'SpotOrderTriggered');
    expect(triggered?.trigger).toBe('last');
    expect(Number(triggered?.price)).toBeGreaterThanOrEqual(Number(terms.stopPrice));
  });

  it('is one of a pair of which only one lives on', async () => {
    const ann = await Trader.demo(started);
    await ann.placed({ type: 'market', quantity: '0.05' });
    const pair = { symbol: 'BTCUSDT', side: 'sell', quantity: '0.05' };
    const prices = { price: await ann.away(0.15), stopPrice: await ann.away(-0.15) };
    const placed = await ann.post('placeOco', { ...pair, ...prices, requestToken: 'the-pair' });
    expect(placed.data.orders.map(({ type, ocoId }) => [type, ocoId !== null])).toEqual([
      ['limit', true],
      ['stop', true],
    ]);
    expect(await ann.funds('BTC')).toBe('0 0.05');
    const [one] = placed.data.orders as [OrderView];
    const lesser = { symbol: 'BTCUSDT', orderId: one.orderId, quantity: '0.01' };
    const amended = await ann.given('amendOrder', lesser);
    expect(amended.orders.map(({ quantity }) => quantity)).toEqual(['0.01', '0.01']);
    expect(await ann.funds('BTC')).toBe('0.04 0.01');
    await waitInTheMarket(await ann.away(-0.16), await ann.away(0.16), async () => (await ann.open()).length === 0);
    const ends = await Promise.all(placed.data.orders.map(({ orderId }) => ann.order(orderId)));
    expect(ends.map(({ status }) => status).sort()).toEqual(['cancelled', 'filled']);
    expect(ends.find(({ status }) => status === 'cancelled')?.cancelReason).toBe('oco');
    expect(await ann.funds('BTC')).toBe('0.04 0');
  });

  it('says of the leg that went with a cancelled one that the other was cancelled, in every record', async () => {
    const ann = await Trader.demo(started);
    await ann.placed({ type: 'market', quantity: '0.05' });
    const prices = { price: await ann.away(0.15), stopPrice: await ann.away(-0.15) };
    const placed = await ann.post('placeOco', {
      symbol: 'BTCUSDT',
      side: 'sell',
      quantity: '0.05',
      ...prices,
    });
    const [limit, stop] = placed.data.orders as [OrderView, OrderView];
    const answer = await ann.given('cancelOrder', { symbol: 'BTCUSDT', orderId: limit.orderId });
    expect(answer.orders.map(({ orderId, cancelReason }) => [orderId, cancelReason])).toEqual([
      [limit.orderId, 'user'],
      [stop.orderId, 'oco-cancelled'],
    ]);
    expect((await ann.order(stop.orderId)).cancelReason).toBe('oco-cancelled');
  });

  it('stays while the market is closed, and can be cancelled then', async () => {
    const ann = await Trader.demo(started);
    await goTo(Date.UTC(2026, 0, 9, 15, 30));
    const [ticker] = await ann.given('getTickers', { symbols: 'AAPLUSDT' });
    const price = `${Math.round(Number.parseFloat(ticker?.last ?? '0') * 0.8)}`;
    const order = await ann.placed({ symbol: 'AAPLUSDT', price, quantity: '1' });
    await goTo(clock.now() + 12 * 3_600_000);
    const ids = { symbol: 'AAPLUSDT', orderId: order.orderId };
    await ann.when('amendOrder', { ...ids, quantity: '2' }).then('market.closed');
    const book = await ann.given('getBook', { symbol: 'AAPLUSDT' });
    expect([book.bids.length, book.asks]).toEqual([1, []]);
    expect((await ann.given('cancelOrder', ids)).orders).toMatchObject([{ status: 'cancelled' }]);
    expect(await ann.funds('USDT')).toBe('100000 0');
  });
});
