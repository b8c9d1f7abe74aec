import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { STILL, answerText, placing } from './book.fixture.js';
import {
  createBook,
  execute,
  indicative,
  LIMITS,
  newOrder,
  uncrossed,
  type BookCommand,
  type Liquidity,
  type Order,
  type Side,
} from './book.js';

const OPEN = { ...STILL, opening: true } as const;
const QUOTES: Liquidity = { bids: [[98, 100]], asks: [[102, 100]] };

/** A book in its call: `ann buy 101 5` gathers an order of that name. */
function call(...orders: string[]) {
  const book = createBook();
  const inCall = (command: BookCommand) => answerText(execute(book, command, QUOTES, undefined, 'call'));
  const gather = (text: string, terms: Partial<Order> = {}) => {
    const [owner, side, price, lots] = text.split(' ');
    return inCall(placing(owner!, side as Side, Number(price), Number(lots), terms));
  };
  for (const order of orders) gather(order);
  return { book, inCall, gather, open: (quotes = QUOTES) => answerText(execute(book, OPEN, quotes)) };
}

describe('the call before an auction', () => {
  it('gathers orders that stand across each other, and nothing trades', () => {
    const { book, gather } = call('ann buy 101 5');
    expect(gather('ben sell 99 5')).toEqual(['accepted ben, rests: book']);
    expect(book.orders.size).toBe(2);
  });

  it.each<[what: string, terms: Partial<Order>]>([
    ['a market order', { kind: 'market', timeInForce: 'IOC' }],
    ['what must trade at once', { timeInForce: 'IOC' }],
    ['what must trade whole', { timeInForce: 'FOK' }],
    ['what must not trade at once', { postOnly: true }],
  ])('does not take %s', (_, terms) => {
    expect(call().gather('ann buy 101 5', terms)).toEqual(['order.not-in-call']);
  });

  it('takes stops, which wait for what the session brings', () => {
    const { gather, book } = call('ann buy 101 5', 'ben sell 99 5');
    expect(gather('cat sell 95 1', { kind: 'stop', stopTicks: 97 })).toEqual(['accepted cat, rests: stops']);
    expect(book.lastTradeTicks).toBeNull();
  });

  it('takes no order that would meet its owner’s own', () => {
    const { gather, inCall } = call('ann buy 101 5');
    expect(gather('ann sell 101 5', { orderId: 'other' })).toEqual(['order.crosses-own-order']);
    gather('ann sell 102 5', { orderId: 'other' });
    const amend = { type: 'AmendOrder', orderId: 'other', owner: 'ann', stopTicks: null, lots: null } as const;
    expect(inCall({ ...amend, priceTicks: 100 })).toEqual(['order.crosses-own-order']);
  });

  it('lets an order be amended across others, and cancelled', () => {
    const { inCall, open } = call('ann buy 97 5', 'ben sell 99 5');
    const amend = { type: 'AmendOrder', orderId: 'ann', owner: 'ann', stopTicks: null, lots: null } as const;
    expect(inCall({ ...amend, priceTicks: 101 })).toEqual(['amended ann, loses its place']);
    expect(inCall({ type: 'CancelOrder', orderId: 'ben', owner: 'ben', reason: 'user' })).toHaveLength(1);
    expect(open()).toEqual([]);
  });
});

describe('the auction at the open', () => {
  it('trades at one price for all, nearest to the middle of the quotes; the younger order takes', () => {
    const { open, book } = call('ann buy 105 5', 'ben sell 95 3', 'cat sell 99 2');
    expect(open()).toEqual(['ben takes 3 at 100 from ann', 'cat takes 2 at 100 from ann']);
    expect(book.orders.size).toBe(0);
  });

  it('is no better for whoever bids more: only the place in the queue is', () => {
    const { open } = call('ann buy 101 5', 'ben buy 110 5', 'cat sell 98 5');
    expect(open()).toEqual(['cat takes 5 at 100 from ben']);
  });

  it('lets agents bring what users lack, at a price that their quotes allow', () => {
    const { open } = call('ann buy 105 50', 'ben sell 95 20');
    expect(open()).toEqual(['ben takes 20 at 102 from ann', 'house takes 30 at 102 from ann']);
  });

  it('opens where the market is, and not where the orders were gathered', () => {
    const { open, book } = call('ann buy 101 5', 'ben sell 99 5');
    expect(indicative(book, 100)).toEqual({ priceTicks: 100, lots: 5, surplusLots: 0 });
    const gapped: Liquidity = { bids: [[120, 100]], asks: [[124, 100]] };
    expect(open(gapped)).toEqual(['house takes 5 at 120 from ben']);
  });

  it('cancels the other legs of pairs that traded, and triggers stops by the price', () => {
    const { inCall, gather, open } = call('ann buy 101 5');
    const limit = newOrder({ orderId: 'low', owner: 'ben', side: 'sell', priceTicks: 99, lots: 4 });
    const stop = newOrder({ ...limit, orderId: 'high', kind: 'stop', priceTicks: 80, stopTicks: 90, trigger: 'last' });
    inCall({ type: 'PlaceOcoPair', limit, stop });
    gather('cat buy 110 1', { kind: 'stop', stopTicks: 100 });
    expect(open()).toEqual([
      'low takes 4 at 100 from ann',
      'cancelled high with 4 left: oco',
      'triggered cat, rests: no',
      'cat takes 1 at 102 from house',
    ]);
  });

  it('comes before the first order of the session where no beat has held it', () => {
    const { book } = call('ann buy 101 5', 'ben sell 99 5');
    expect(answerText(execute(book, placing('eve', 'sell', 90, 5), QUOTES))).toEqual([
      'ben takes 5 at 100 from ann',
      'accepted eve, rests: no',
      'eve takes 5 at 98 from house',
    ]);
  });

  it('takes of agents no more than the tape where it is held late', () => {
    const { book } = call('ann buy 105 50', 'ben sell 95 20');
    const noiseTakers = [{ side: 'buy', lots: 7, limitTicks: 1 }] as const;
    const late = execute(book, { ...OPEN, opening: false, noiseTakers }, QUOTES);
    expect(answerText(late)).toEqual(['ben takes 20 at 102 from ann', 'house takes 7 at 102 from ann']);
  });

  it('goes on with the next beat where a command had done enough', () => {
    const book = createBook({ ...LIMITS, eventsPerCommand: 2 });
    for (const n of [1, 2, 3]) {
      execute(book, placing(`b${n}`, 'buy', 101, 1), undefined, undefined, 'call');
      execute(book, placing(`s${n}`, 'sell', 99, 1), undefined, undefined, 'call');
    }
    expect(answerText(execute(book, OPEN, QUOTES))).toEqual(['s1 takes 1 at 100 from b1', 's2 takes 1 at 100 from b2']);
    expect(answerText(execute(book, { ...OPEN, opening: false }, QUOTES))).toEqual(['s3 takes 1 at 100 from b3']);
  });

  const order = fc.record({
    side: fc.constantFrom<Side>('buy', 'sell'),
    priceTicks: fc.integer({ min: 90, max: 110 }),
    lots: fc.integer({ min: 1, max: 9 }),
  });

  it('gives nobody a price beyond their limit or another’s, and leaves nobody who could still trade', () => {
    fc.assert(
      fc.property(fc.array(order, { maxLength: 12 }), fc.integer({ min: 92, max: 108 }), (orders, middle) => {
        const book = createBook();
        const limits = new Map(orders.map((each, n) => [`o-${n}`, each]));
        for (const [orderId, each] of limits)
          execute(
            book,
            { type: 'PlaceOrder', order: newOrder({ ...each, orderId, owner: orderId }) },
            undefined,
            undefined,
            'call',
          );
        const quotes: Liquidity = { bids: [[middle - 1, 5]], asks: [[middle + 1, 5]] };
        const events = execute(book, OPEN, quotes);
        if (!Array.isArray(events)) throw new Error(events.refusal);
        const fills = events.flatMap((event) => (event.type === 'OrderMatched' ? [event] : []));
        expect(new Set(fills.map(({ priceTicks }) => priceTicks)).size).toBeLessThanOrEqual(1);
        for (const { makerOrderId, takerOrderId, priceTicks } of fills)
          for (const id of [makerOrderId, takerOrderId]) {
            const limit = id === null ? undefined : limits.get(id);
            if (limit?.side === 'buy') expect(priceTicks).toBeLessThanOrEqual(limit.priceTicks);
            if (limit?.side === 'sell') expect(priceTicks).toBeGreaterThanOrEqual(limit.priceTicks);
          }
        const [bid, ask] = [book.bids.best(), book.asks.best()];
        if (bid !== null && ask !== null) expect(bid.priceTicks).toBeLessThan(ask.priceTicks);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the indicative price', () => {
  it('is made of the orders in the book alone, with what trades and what is left over', () => {
    const { book } = call('ann buy 105 9', 'ben sell 95 4');
    expect(indicative(book, 100)).toEqual({ priceTicks: 100, lots: 4, surplusLots: 5 });
    expect(indicative(call('ann buy 105 9').book, 100)).toBeNull();
  });

  it('leaves levels behind it that are not crossed', () => {
    const { book } = call('ann buy 105 9', 'cat buy 94 1', 'ben sell 95 4');
    expect(uncrossed(book, 5, () => 100)).toEqual({
      bids: [
        [105, 5],
        [94, 1],
      ],
      asks: [],
    });
    expect(uncrossed(book, 1, () => 100).bids).toEqual([[105, 5]]);
  });
});
