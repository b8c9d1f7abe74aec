import { describe, expect, it } from '@jest/globals';
import { given, placing, answerText, type Scene } from './book.fixture.js';
import { BOOK_REFUSALS, decide, LIMITS, newOrder, type BookCommand, type BookRefusalCode, type Order } from './book.js';

type Mend<BookRequest> = readonly [code: BookRefusalCode, mend: Partial<BookRequest>];

/** Starts from a command with every fault and mends one at a time: the codes appear in order of precedence. */
function mendOneByOne<BookRequest>(
  scene: Scene,
  faulty: BookRequest,
  command: (request: BookRequest) => BookCommand,
  mends: Mend<BookRequest>[],
): void {
  let request = faulty;
  for (const [code, mend] of mends) {
    expect(answerText(decide(scene.book, command(request)))).toEqual([code]);
    request = { ...request, ...mend };
  }
  expect(Array.isArray(decide(scene.book, command(request)))).toBe(true);
  const places = mends.map(([code]) => BOOK_REFUSALS.indexOf(code));
  expect(places).toEqual([...places].sort((one, other) => one - other));
}

const place = (order: Order): BookCommand => ({ type: 'PlaceOrder', order });

describe('refusals in order of precedence', () => {
  it('of a market order', () => {
    const scene = given(['sell 101 taken:5'], { ...LIMITS, notionalTickLots: 100_000 });
    const terms = { orderId: 'taken', owner: 'ben', side: 'sell', priceTicks: 0, lots: 0 } as const;
    const faulty = newOrder({ ...terms, kind: 'market', stopTicks: 0, timeInForce: 'GTC', postOnly: true });
    mendOneByOne(scene, faulty, place, [
      ['order.price-not-positive', { priceTicks: 120 }],
      ['order.stop-price-not-positive', { stopTicks: 105 }],
      ['order.quantity-below-minimum', { lots: LIMITS.lotsPerOrder + 1 }],
      ['book.quantity-above-limit', { lots: 0, budgetTickLots: 100_001 }],
      ['order.already-exists', { orderId: 'new' }],
      ['book.stop-price-not-allowed', { stopTicks: null }],
      ['book.budget-only-for-market-buys', { side: 'buy' }],
      ['book.notional-above-limit', { budgetTickLots: 100 }],
      ['order.time-in-force-not-allowed', { timeInForce: 'IOC' }],
      ['order.post-only-not-allowed', { postOnly: false }],
      ['book.budget-below-one-lot', { budgetTickLots: null, lots: 6, timeInForce: 'FOK' }],
      ['order.fok-unfillable', { lots: 5 }],
    ]);
  });

  it('of an order that would rest', () => {
    const scene = given(['sell 101 ann:5', 'buy 100 ben:5'], {
      ...LIMITS,
      openOrdersPerOwner: 2,
      openOrdersPerBook: 4,
    });
    scene.place('cat', 'sell', 100, 1);
    scene.place('ann', 'sell', 103, 1, { orderId: 'more' });
    const terms = { orderId: 'new', owner: 'ann', side: 'buy', priceTicks: 101, lots: 1 } as const;
    const faulty = newOrder({ ...terms, kind: 'stop-limit', stopTicks: 100, postOnly: true });
    mendOneByOne(scene, faulty, place, [
      ['order.too-many-open-orders', { owner: 'dan', stopTicks: 100 }],
      ['order.stop-already-reached', { kind: 'limit', stopTicks: null, trigger: null }],
      ['order.post-only-would-cross', { priceTicks: 100 }],
    ]);
    scene.place('eve', 'sell', 104, 1);
    expect(answerText(decide(scene.book, place({ ...faulty, owner: 'dan' })))).toEqual(['order.book-full']);
  });

  it('of a pair', () => {
    const limit = newOrder({ orderId: 'gain', owner: 'ann', side: 'sell', priceTicks: 110, lots: 4 });
    const stop = { ...limit, orderId: 'gain', kind: 'stop-limit', trigger: 'last', stopTicks: 120 } as const;
    const pair = (request: Order): BookCommand => ({ type: 'PlaceOcoPair', limit, stop: request });
    mendOneByOne<Order>(given(), stop, pair, [
      ['book.oco-legs-do-not-fit', { orderId: 'loss' }],
      ['order.oco-prices-out-of-order', { stopTicks: 90 }],
    ]);
  });

  it('of an amendment', () => {
    const scene = given(['buy 100 ann:5'], { ...LIMITS, notionalTickLots: 1_000 });
    scene.place('ben', 'sell', 100, 2);
    type BookRequest = Extract<BookCommand, { type: 'AmendOrder' }>;
    const faulty: BookRequest = {
      type: 'AmendOrder',
      orderId: 'none',
      owner: 'ben',
      priceTicks: 0,
      stopTicks: 0,
      lots: 0,
    };
    mendOneByOne<BookRequest>(scene, faulty, (request) => request, [
      ['order.price-not-positive', { priceTicks: 100 }],
      ['order.stop-price-not-positive', { stopTicks: 90 }],
      ['order.quantity-below-minimum', { lots: LIMITS.lotsPerOrder + 1 }],
      ['book.quantity-above-limit', { lots: 11 }],
      ['order.not-found', { orderId: 'ann' }],
      ['book.not-your-order', { owner: 'ann' }],
      ['book.stop-price-not-allowed', { stopTicks: null }],
      ['book.notional-above-limit', { lots: 2 }],
      ['order.quantity-below-filled', { lots: 5 }],
      ['order.nothing-to-amend', { lots: 4 }],
    ]);
  });

  it('of a cancellation, and of an amendment of one leg', () => {
    const scene = given(['sell 101 ann:5']);
    const cancel = { type: 'CancelOrder', orderId: 'none', owner: 'ben', reason: 'user' } as const;
    type BookRequest = Extract<BookCommand, { type: 'CancelOrder' }>;
    mendOneByOne<BookRequest>(scene, cancel, (request) => request, [
      ['order.not-found', { orderId: 'ann' }],
      ['book.not-your-order', { owner: 'ann' }],
    ]);
    const limit = newOrder({ orderId: 'gain', owner: 'ann', side: 'sell', priceTicks: 110, lots: 4 });
    const stop = { ...limit, orderId: 'loss', kind: 'stop-limit', trigger: 'last', stopTicks: 90 } as const;
    scene.when({ type: 'PlaceOcoPair', limit, stop });
    const amend = {
      type: 'AmendOrder',
      orderId: 'gain',
      owner: 'ann',
      priceTicks: 111,
      stopTicks: null,
      lots: null,
    } as const;
    expect(scene.when({ ...amend, priceTicks: 90 })).toEqual(['order.oco-prices-out-of-order']);
  });

  it('name the figures that the rule looked at', () => {
    const { book } = given([], { ...LIMITS, notionalTickLots: 100 });
    expect(decide(book, placing('ann', 'buy', 11, 10))).toEqual({
      refusal: 'book.notional-above-limit',
      params: { notionalTickLots: 110, limitTickLots: 100 },
    });
  });
});
