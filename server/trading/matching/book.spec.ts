import { describe, expect, it } from '@jest/globals';
import { given, placing } from './book.fixture.js';
import { depth, LIMITS, ordersOf } from './book.js';

describe('price and time', () => {
  it('serve the best price first, and at one price the older order first', () => {
    const scene = given(['sell 102 ann:5', 'sell 101 ben:3 cat:4']);
    expect(scene.place('dan', 'buy', 102, 9)).toEqual([
      'accepted dan, rests: no',
      'dan takes 3 at 101 from ben',
      'dan takes 4 at 101 from cat',
      'dan takes 2 at 102 from ann',
    ]);
    expect(scene.picture()).toEqual(['sell 102 ann:3']);
  });

  it('rest what a limit order could not take', () => {
    const scene = given(['sell 101 ann:5']);
    scene.place('ben', 'buy', 101, 8);
    expect(scene.picture()).toEqual(['buy 101 ben:3']);
  });

  it('put agents behind users at the same price, before users at a worse one', () => {
    const scene = given(['sell 101 ann:2', 'sell 103 ben:2']);
    const liquidity = {
      bids: [],
      asks: [
        [101, 5],
        [102, 1],
      ] as const,
    };
    expect(scene.when(placing('cat', 'buy', 103, 9), liquidity)).toEqual([
      'accepted cat, rests: no',
      'cat takes 2 at 101 from ann',
      'cat takes 5 at 101 from house',
      'cat takes 1 at 102 from house',
      'cat takes 1 at 103 from ben',
    ]);
  });

  it('show the depth of users by price, and the open orders of one owner by age', () => {
    const scene = given(['sell 102 ann:5', 'sell 101 ben:3 cat:4', 'buy 99 dan:1']);
    scene.place('ann', 'buy', 98, 7, { orderId: 'second' });
    expect(depth(scene.book, 1)).toEqual({ bids: [[99, 1]], asks: [[101, 7]] });
    expect(ordersOf(scene.book, 'ann').map(({ order }) => order.orderId)).toEqual(['ann', 'second']);
  });
});

describe('times in force', () => {
  it('cancel what an immediate-or-cancel order cannot take at once', () => {
    const scene = given(['sell 101 ann:5', 'sell 102 ben:5']);
    expect(scene.place('cat', 'buy', 101, 8, { timeInForce: 'IOC' })).toEqual([
      'accepted cat, rests: no',
      'cat takes 5 at 101 from ann',
      'cancelled cat with 3 left: ioc',
    ]);
  });

  it('fill a fill-or-kill order wholly or refuse it without a trace', () => {
    const scene = given(['sell 101 ann:5', 'sell 102 ben:5']);
    expect(scene.place('cat', 'buy', 101, 6, { timeInForce: 'FOK' })).toEqual(['order.fok-unfillable']);
    expect(scene.picture()).toEqual(['sell 102 ben:5', 'sell 101 ann:5']);
    expect(scene.place('cat', 'buy', 102, 10, { timeInForce: 'FOK' })).toHaveLength(3);
  });

  it('let a post-only order rest, and refuse it when it would take from users or agents', () => {
    const scene = given(['sell 101 ann:5']);
    const terms = { postOnly: true };
    expect(scene.place('ben', 'buy', 101, 1, terms)).toEqual(['order.post-only-would-cross']);
    const liquidity = { bids: [], asks: [[100, 1]] as const };
    expect(scene.when(placing('ben', 'buy', 100, 1, terms), liquidity)).toEqual(['order.post-only-would-cross']);
    expect(scene.place('ben', 'buy', 100, 1, terms)).toEqual(['accepted ben, rests: book']);
  });
});

describe('market orders', () => {
  const market = { kind: 'market', timeInForce: 'IOC' } as const;

  it('take up to their protection band and no further', () => {
    const scene = given(['sell 101 ann:5', 'sell 110 ben:5']);
    expect(scene.place('cat', 'buy', 105, 8, market)).toEqual([
      'accepted cat, rests: no',
      'cat takes 5 at 101 from ann',
      'cancelled cat with 3 left: band',
    ]);
  });

  it('say when there was nothing at any price', () => {
    expect(given().place('cat', 'sell', 1, 8, market)).toContain('cancelled cat with 8 left: no-liquidity');
  });

  it('spend a budget down to less than the price of a lot', () => {
    const scene = given(['sell 100 ann:3', 'sell 110 ben:5']);
    const terms = { ...market, budgetTickLots: 560 };
    expect(scene.place('cat', 'buy', 200, 0, terms)).toEqual([
      'accepted cat, rests: no',
      'cat takes 3 at 100 from ann',
      'cat takes 2 at 110 from ben',
      'cancelled cat with 40 left: budget-spent',
    ]);
  });

  it('refuse a budget that does not pay for one lot', () => {
    const terms = { ...market, budgetTickLots: 99 };
    expect(given(['sell 100 ann:3']).place('cat', 'buy', 200, 0, terms)).toEqual(['book.budget-below-one-lot']);
  });
});

describe('amendments', () => {
  const amend = (orderId: string, priceTicks: number | null, lots: number | null) =>
    ({ type: 'AmendOrder', orderId, owner: orderId, priceTicks, stopTicks: null, lots }) as const;

  it('keep the place when only the size goes down', () => {
    const scene = given(['buy 100 ann:5 ben:5']);
    expect(scene.when(amend('ann', null, 2))).toEqual(['amended ann, keeps its place']);
    expect(scene.picture()).toEqual(['buy 100 ann:2 ben:5']);
  });

  it('lose the place when the size goes up', () => {
    const scene = given(['buy 100 ann:5 ben:5']);
    expect(scene.when(amend('ann', null, 6))).toEqual(['amended ann, loses its place']);
    expect(scene.picture()).toEqual(['buy 100 ben:5 ann:6']);
  });

  it('trade at once when the new price crosses', () => {
    const scene = given(['sell 101 ann:3', 'buy 100 ben:5']);
    expect(scene.when(amend('ben', 101, null))).toEqual([
      'amended ben, loses its place',
      'ben takes 3 at 101 from ann',
    ]);
    expect(scene.picture()).toEqual(['buy 101 ben:2']);
  });

  it('count what is filled already as part of the new size', () => {
    const scene = given(['buy 100 ann:5']);
    scene.place('ben', 'sell', 100, 2);
    expect(scene.when(amend('ann', null, 2))).toEqual(['order.quantity-below-filled']);
    scene.when(amend('ann', null, 4));
    expect(scene.picture()).toEqual(['buy 100 ann:2']);
  });
});

describe('limits', () => {
  it('stop an order after so many makers and cancel the rest, so that no book is left crossed', () => {
    const scene = given(['sell 101 ann:1 ben:1 cat:1'], { ...LIMITS, fillsPerOrder: 2 });
    expect(scene.place('dan', 'buy', 101, 3)).toEqual([
      'accepted dan, rests: no',
      'dan takes 1 at 101 from ann',
      'dan takes 1 at 101 from ben',
      'cancelled dan with 1 left: fill-limit',
    ]);
  });
});
