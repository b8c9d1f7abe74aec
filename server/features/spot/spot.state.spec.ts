import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import type { Order } from '../../trading/matching/book.js';
import { sizesOf } from '../../trading/venue/order.rules.js';
import { holdFor } from './spot.settlement.js';
import { spotKind } from './spot.state.js';
import { BTC_TERMS, spotWorld, type SpotWorld } from './spot.testkit.js';

const holds = (world: SpotWorld): Record<string, string> =>
  Object.fromEntries(
    [...(spotKind.holds?.(world.realm.state(spotKind, 'BTCUSDT')) ?? [])].map(([key, held]) => [key, format(held)]),
  );

describe('what one order holds', () => {
  it('is its notional and its fee, rounded up to the last digit of the quote asset', () => {
    const sizes = sizesOf({ ...BTC_TERMS.spec, quoteDecimals: 2 });
    const order = { side: 'buy', priceTicks: 10_001 } as Order;
    // 100.01 x 0.001 = 0.10001, and 0.1% of it: 0.10011001.
    expect(format(holdFor(order, 1, amount('0.001'), sizes))).toBe('0.11');
    expect(format(holdFor({ ...order, priceTicks: 10_000 }, 1_000, amount('0'), sizes))).toBe('100');
  });
});

describe('what open orders hold', () => {
  it('is what is frozen, by owner and asset', () => {
    const world = spotWorld();
    world.place({ side: 'buy', kind: 'limit', price: '98', quantity: '2' });
    world.place({ side: 'buy', kind: 'limit', price: '97', quantity: '1' }, 'bob');
    expect(holds(world)).toEqual({
      'user/demo-alice/spot/frozen USDT': world.funds('USDT').frozen,
      'user/demo-bob/spot/frozen USDT': world.funds('USDT', 'bob').frozen,
    });
  });

  it('stays for the other leg of an OCO pair when self-trade prevention reduces one', () => {
    const world = spotWorld();
    world.place({ side: 'buy', kind: 'market', quantity: '1' });
    world.placeOco({ side: 'buy', quantity: '3', price: '98', stopPrice: '103', stopLimitPrice: '110' });
    const before = world.funds('USDT').frozen;
    world.quotes = { bids: [[9700, 10]], asks: [[12_000, 10]] };
    world.place({
      side: 'sell',
      kind: 'limit',
      price: '98',
      quantity: '1',
      selfTrade: 'decrement',
      timeInForce: 'IOC',
    });
    expect(world.funds('USDT').frozen).toBe(before);
    // The stop is reached and takes all three at its own limit: the hold covers it.
    world.advance(
      { bids: [[10_200, 10]], asks: [[11_000, 9_000]] },
      { lowTicks: 10_200, highTicks: 10_400, lastTicks: 10_400 },
    );
    expect(world.funds('USDT').frozen).toBe('0');
    expect(world.funds('BTC').available).toBe('4');
  });
});
