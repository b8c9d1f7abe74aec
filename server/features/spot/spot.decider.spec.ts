import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount } from '../../../shared/money.js';
import { Rng } from '../../core/rng.js';
import { spotKind } from './spot.state.js';
import { BTC_TERMS, spotWorld, type SpotWorld } from './spot.testkit.js';

/** The agents quote 99.00 / 101.00, ten units each, in a book of ticks of 0.01 and lots of 0.001. */
describe('spot orders', () => {
  it('freezes price x quantity and the taker fee for a buy that rests', () => {
    const world = spotWorld();
    const order = world.place({ side: 'buy', kind: 'limit', price: '98', quantity: '2' }).order();
    expect(order.status).toBe('unfilled');
    expect(world.funds('USDT')).toEqual({ available: '99803.804', frozen: '196.196' });
  });

  it('fills a market buy from the agents, takes the fee in the quote asset and nothing stays frozen', () => {
    const world = spotWorld();
    const answer = world.place({ side: 'buy', kind: 'market', quantity: '0.01' });
    expect(answer.order()).toMatchObject({ status: 'filled', filledQuantity: '0.01', averagePrice: '101' });
    expect(world.funds('BTC')).toEqual({ available: '0.01', frozen: '0' });
    expect(world.funds('USDT')).toEqual({ available: '99998.98899', frozen: '0' });
    expect(world.house('fees', 'USDT')).toBe('0.00101');
    expect(world.house('market-maker', 'BTC')).toBe('-0.01');
  });

  it('spends a budget with the fee inside it', () => {
    const world = spotWorld();
    world.place({ side: 'buy', kind: 'market', quoteAmount: '101.101' });
    expect(world.funds('BTC').available).toBe('1');
    expect(world.funds('USDT').available).toBe('99898.899');
  });

  it('gives back what a better price leaves of the hold', () => {
    const world = spotWorld();
    world.place({ side: 'buy', kind: 'limit', price: '105', quantity: '1' });
    expect(world.funds('USDT')).toEqual({ available: '99898.899', frozen: '0' });
  });

  it('rests what the agents cannot fill, as trading', () => {
    const world = spotWorld();
    const order = world.place({ side: 'buy', kind: 'limit', price: '101', quantity: '15' }).order();
    expect(order).toMatchObject({ status: 'trading', filledQuantity: '10' });
    expect(world.funds('USDT').frozen).toBe('505.505');
  });

  it('lets the maker pay the maker fee when another user takes his order', () => {
    const world = spotWorld();
    world.place({ side: 'buy', kind: 'limit', price: '100', quantity: '1' });
    world.place({ side: 'buy', kind: 'market', quantity: '1' }, 'bob');
    world.place({ side: 'sell', kind: 'limit', price: '100', quantity: '1' }, 'bob');
    expect(world.funds('BTC').available).toBe('1');
    expect(world.funds('USDT').available).toBe('99899.95');
    expect(world.funds('USDT', 'bob').available).toBe('99998.799');
  });

  it('fills a resting order at its own price when the market moves through it', () => {
    const world = spotWorld();
    world.place({ side: 'buy', kind: 'limit', price: '98', quantity: '2' });
    world.advance({ bids: [[9600, 10_000]], asks: [[9700, 10_000]] });
    expect(world.funds('BTC').available).toBe('2');
    expect(world.funds('USDT')).toEqual({ available: '99803.902', frozen: '0' });
  });

  it('triggers a stop by the traded range and holds nothing after it', () => {
    const world = spotWorld();
    world.place({ side: 'buy', kind: 'market', quantity: '1' });
    world.place({ side: 'sell', kind: 'stop', stopPrice: '95', quantity: '1' });
    expect(world.funds('BTC')).toEqual({ available: '0', frozen: '1' });
    const quotes = { bids: [[9490, 10_000]] as const, asks: [[9510, 10_000]] as const };
    world.advance(quotes, { lowTicks: 9495, highTicks: 9900, lastTicks: 9500 });
    expect(world.funds('BTC')).toEqual({ available: '0', frozen: '0' });
  });

  it('holds once for the two legs of an OCO pair, and frees it once', () => {
    const world = spotWorld();
    const pair = world.placeOco({ side: 'buy', quantity: '1', price: '95', stopPrice: '106', stopLimitPrice: '107' });
    expect(world.funds('USDT').frozen).toBe('107.107');
    world.cancel(pair.orders[0]?.orderId ?? '');
    expect(world.funds('USDT')).toEqual({ available: '100000', frozen: '0' });
  });

  it('passes the hold of an OCO pair to the stop that triggers', () => {
    const world = spotWorld();
    world.placeOco({ side: 'buy', quantity: '1', price: '95', stopPrice: '106', stopLimitPrice: '107' });
    world.advance(
      { bids: [[10_500, 10_000]], asks: [[10_600, 10_000]] },
      { lowTicks: 10_100, highTicks: 10_600, lastTicks: 10_600 },
    );
    expect(world.funds('BTC').available).toBe('1');
    expect(world.funds('USDT')).toEqual({ available: '99893.894', frozen: '0' });
  });

  it('amends an OCO pair as one: the limit leg holds what the dearer leg needs, and a fill takes exactly its cost', () => {
    const world = spotWorld();
    const [limit, stop] = world.placeOco({
      side: 'buy',
      quantity: '1',
      price: '95',
      stopPrice: '106',
      stopLimitPrice: '107',
    }).orders;
    expect(world.funds('USDT').frozen).toBe('107.107');
    const amended = world.amend(stop!.orderId, { stopPrice: '108', price: '109', quantity: '2' });
    expect(amended.orders.map(({ quantity, price, stopPrice, ocoId }) => [quantity, price, stopPrice, ocoId])).toEqual([
      ['2', '95', null, stop!.orderId],
      ['2', '109', '108', limit!.orderId],
    ]);
    expect(world.funds('USDT').frozen).toBe('218.218');
    expect(world.amend(limit!.orderId, { price: '101', quantity: '1' }).trades).toHaveLength(1);
    expect(world.funds('BTC').available).toBe('1');
    expect(world.funds('USDT')).toEqual({ available: '99898.899', frozen: '0' });
  });

  it('moves the trigger of a waiting stop, and the price that it may reach with it', () => {
    const world = spotWorld();
    const { orderId } = world.place({ side: 'buy', kind: 'stop', stopPrice: '105', quantity: '1' }).order();
    expect(world.amend(orderId, { stopPrice: '110' }).order()).toMatchObject({ stopPrice: '110', price: null });
    expect(world.funds('USDT').frozen).toBe('115.6155');
    expect(world.amend(orderId, { stopPrice: '99' }).refusal).toBe('spot.stop-already-reached');
    expect(world.amend(orderId, { price: '99' }).refusal).toBe('spot.field-not-for-type');
    const limit = world.place({ side: 'buy', kind: 'limit', price: '98', quantity: '1' }).order();
    expect(world.amend(limit.orderId, { stopPrice: '110' }).refusal).toBe('spot.field-not-for-type');
  });

  it('asks for more when an order is amended upwards and refuses what the balance does not cover', () => {
    const world = spotWorld();
    const { orderId } = world.place({ side: 'buy', kind: 'limit', price: '98', quantity: '2' }).order();
    world.amend(orderId, { quantity: '3' });
    expect(world.funds('USDT').frozen).toBe('294.294');
    expect(world.amend(orderId, { quantity: '5000' }).refusal).toBe('spot.insufficient-balance');
    expect(world.funds('USDT').frozen).toBe('294.294');
  });

  it.each([
    [{ side: 'buy', kind: 'limit', quantity: '1' }, 'spot.price-required'],
    [{ side: 'buy', kind: 'market', price: '1', quantity: '1' }, 'spot.field-not-for-type'],
    [{ side: 'buy', kind: 'stop', quantity: '1' }, 'spot.stop-price-required'],
    [{ side: 'buy', kind: 'market' }, 'spot.quantity-required'],
    [{ side: 'sell', kind: 'market', quoteAmount: '50' }, 'spot.quote-amount-only-for-market-buys'],
    [{ side: 'buy', kind: 'limit', price: '0', quantity: '1' }, 'spot.price-not-positive'],
    [{ side: 'buy', kind: 'limit', price: '98.001', quantity: '1' }, 'spot.price-over-precise'],
    [{ side: 'buy', kind: 'limit', price: '98', quantity: '0' }, 'spot.quantity-not-positive'],
    [{ side: 'buy', kind: 'limit', price: '98', quantity: '1.0001' }, 'spot.quantity-over-precise'],
    [{ side: 'buy', kind: 'limit', price: '98', quantity: '0.001' }, 'spot.quantity-below-minimum'],
    [{ side: 'buy', kind: 'limit', price: '98', quantity: '999999' }, 'spot.quantity-above-maximum'],
    [{ side: 'buy', kind: 'limit', price: '98', quantity: '0.01' }, 'spot.notional-below-minimum'],
    [{ side: 'buy', kind: 'limit', price: '501', quantity: '1' }, 'spot.price-outside-band'],
    [{ side: 'buy', kind: 'limit', price: '19', quantity: '1' }, 'spot.price-outside-band'],
    [{ side: 'buy', kind: 'limit', price: '101', quantity: '1', postOnly: true }, 'spot.post-only-would-cross'],
    [{ side: 'buy', kind: 'limit', price: '101', quantity: '11', timeInForce: 'FOK' }, 'spot.fok-unfillable'],
    [{ side: 'buy', kind: 'limit', price: '98', quantity: '2000' }, 'spot.insufficient-balance'],
    [{ side: 'sell', kind: 'market', quantity: '1' }, 'spot.insufficient-balance'],
  ] as const)('refuses %j as %s, and changes nothing', (wish, code) => {
    const world = spotWorld();
    const before = world.realm.headHash;
    expect(world.place(wish).refusal).toBe(code);
    expect(world.realm.headHash).toBe(before);
  });

  it('halts while orders rest in sizes that the catalogue gave up, and goes on in the new ones after they are cancelled', () => {
    const world = spotWorld();
    const { orderId } = world.place({ side: 'buy', kind: 'limit', price: '98', quantity: '2' }).order();
    const { spec, limits } = BTC_TERMS;
    world.terms = { spec: { ...spec, version: 2, tickSize: '0.1', lotSize: '0.01' }, limits };
    world.quotes = { bids: [[990, 1000]], asks: [[1010, 1000]] };
    expect(world.place({ side: 'buy', kind: 'market', quantity: '1' }).refusal).toBe('market.halted');
    expect(world.amend(orderId, { quantity: '1' }).refusal).toBe('market.halted');
    expect(world.cancel(orderId).order().status).toBe('cancelled');
    const order = world.place({ side: 'buy', kind: 'market', quantity: '1' }).order();
    expect(order).toMatchObject({ status: 'filled', averagePrice: '101' });
    expect(world.funds('USDT')).toEqual({ available: '99898.899', frozen: '0' });
  });

  it('goes on while orders rest when only limits were revised', () => {
    const world = spotWorld();
    world.place({ side: 'buy', kind: 'limit', price: '98', quantity: '2' });
    world.terms = { spec: { ...BTC_TERMS.spec, version: 2 }, limits: { ...BTC_TERMS.limits, minQuantity: '0.5' } };
    expect(world.place({ side: 'buy', kind: 'market', quantity: '0.1' }).refusal).toBe('spot.quantity-below-minimum');
    expect(world.place({ side: 'buy', kind: 'market', quantity: '1' }).order().status).toBe('filled');
  });

  it('does not know the orders of strangers', () => {
    const world = spotWorld();
    const { orderId } = world.place({ side: 'buy', kind: 'limit', price: '98', quantity: '2' }).order();
    expect(world.cancel(orderId, 'bob').refusal).toBe('spot.order-not-found');
    expect(world.amend(orderId, { quantity: '1' }, 'bob').refusal).toBe('spot.order-not-found');
  });

  it('keeps every sum at zero, nothing below zero and every hold covered, whatever is wished', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
        const world = spotWorld();
        const rng = new Rng(seed);
        for (let step = 0; step < 60; step++) {
          world.wishAtRandom(rng);
          checkInvariants(world);
        }
        expect([...world.realm.live()]).toEqual([...world.realm.replayed()]);
      }),
      { numRuns: 60 },
    );
  });
});

function checkInvariants(world: SpotWorld): void {
  const sums = new Map<string, bigint>();
  const frozen = new Map<string, bigint>();
  for (const [key, value] of world.realm.allBalances()) {
    const [account = '', asset = ''] = key.split(' ');
    sums.set(asset, (sums.get(asset) ?? 0n) + value);
    if (account.startsWith('user/')) expect(value).toBeGreaterThanOrEqual(0n);
    if (account.endsWith('/frozen')) frozen.set(asset, (frozen.get(asset) ?? 0n) + value);
  }
  for (const sum of sums.values()) expect(sum).toBe(0n);
  const state = world.realm.state(spotKind, 'BTCUSDT');
  const held = new Map<string, bigint>([
    ['BTC', 0n],
    ['USDT', 0n],
  ]);
  for (const [orderId, terms] of state.terms) {
    const asset = state.book.find(orderId)?.order.side === 'sell' ? 'BTC' : 'USDT';
    held.set(asset, (held.get(asset) ?? amount('0')) + terms.held);
  }
  for (const [asset, value] of held) expect(frozen.get(asset) ?? 0n).toBe(value);
  const bid = state.book.bids.best()?.priceTicks ?? 0;
  const ask = state.book.asks.best()?.priceTicks ?? Number.MAX_SAFE_INTEGER;
  expect(bid).toBeLessThan(ask);
}
