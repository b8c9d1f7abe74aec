import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  bookHash,
  createBook,
  execute,
  LIMITS,
  loadBook,
  newOrder,
  ordersOf,
  saveBook,
  type Book,
  type BookCommand,
  type BookEvent,
  type Liquidity,
  type Order,
  type OrderMatched,
  type Phase,
} from './book.js';
import { STILL, answerText } from './book.fixture.js';

const CLOSE = { ...STILL, closing: true } as const;
const MISSED = { type: 'EndMissedAuctions', opening: false, closing: false } as const;
const QUOTES: Liquidity = { bids: [[98, 10]], asks: [[102, 10]] };

/** `ann buy 101 5`: an order at the close, named by owner and side, unless terms say otherwise. */
function place(book: Book, text: string, terms: Partial<Order> = {}, phase?: Phase) {
  const [owner, side, price, lots] = text.split(' ') as [string, Order['side'], string, string];
  const plain = { orderId: `${owner}-${side}`, owner, side, priceTicks: +price, lots: +lots };
  const order = newOrder({ ...plain, timeInForce: 'ATC', ...terms });
  return answerText(execute(book, { type: 'PlaceOrder', order }, QUOTES, undefined, phase));
}

describe('orders at the close', () => {
  it('wait outside the book: nobody meets them, and they meet nobody', () => {
    const book = createBook();
    expect(place(book, 'ann buy 105 5')).toEqual(['accepted ann-buy, rests: closing']);
    expect(place(book, 'ben sell 95 2', { timeInForce: 'IOC' })).toEqual([
      'accepted ben-sell, rests: no',
      'ben-sell takes 2 at 98 from house',
    ]);
    expect(answerText(execute(book, { ...CLOSE, closing: false }, QUOTES))).toEqual([]);
    expect(ordersOf(book, 'ann').map(({ place: stands }) => stands)).toEqual(['closing']);
  });

  it('trade with each other in the middle of the quotes, and what is left with the agents at their price', () => {
    const even = createBook();
    place(even, 'ann buy 105 5');
    place(even, 'ben sell 95 5');
    expect(answerText(execute(even, CLOSE, QUOTES))).toEqual([
      'closing auction',
      'ben-sell takes 5 at 100 from ann-buy',
    ]);
    const more = createBook();
    place(more, 'ann buy 105 8');
    place(more, 'ben sell 95 5');
    expect(answerText(execute(more, CLOSE, QUOTES))).toEqual([
      'closing auction',
      'ben-sell takes 5 at 102 from ann-buy',
      'house takes 3 at 102 from ann-buy',
    ]);
  });

  it('let orders of the book before them at one price, and end where nobody has more', () => {
    const book = createBook();
    place(book, 'cat buy 101 3', { timeInForce: 'GTC' });
    place(book, 'ann buy 101 4');
    place(book, 'ben sell 101 5');
    place(book, 'dan buy 99 1');
    expect(answerText(execute(book, CLOSE, QUOTES))).toEqual([
      'closing auction',
      'ben-sell takes 3 at 101 from cat-buy',
      'ben-sell takes 2 at 101 from ann-buy',
      'cancelled dan-buy with 1 left: auction',
      'cancelled ann-buy with 2 left: auction',
    ]);
  });

  it('stay where an order of their own stands against them: that one goes, also when it only makes', () => {
    const book = createBook();
    place(book, 'ann buy 105 5');
    place(book, 'ann sell 101 5', { timeInForce: 'GTC', postOnly: true, orderId: 'own' });
    place(book, 'ben sell 101 5');
    expect(answerText(execute(book, CLOSE, QUOTES))).toEqual([
      'closing auction',
      'cancelled own with 5 left: self-trade',
      'ben-sell takes 5 at 101 from ann-buy',
    ]);
  });

  it('are gathered in the call too, outlast the auction that opens, and trade at the close', () => {
    const book = createBook();
    expect(place(book, 'ann buy 105 5', {}, 'call')).toEqual(['accepted ann-buy, rests: closing']);
    expect(place(book, 'ann sell 104 1', {}, 'call')).toEqual(['order.crosses-own-order']);
    expect(answerText(execute(book, { ...CLOSE, opening: true, closing: false }, QUOTES))).toEqual([]);
    expect(answerText(execute(book, CLOSE, QUOTES))).toEqual(['closing auction', 'house takes 5 at 102 from ann-buy']);
  });

  it('hold no auction where there are none', () => {
    const book = createBook();
    place(book, 'cat buy 97 3', { timeInForce: 'GTC' });
    expect(answerText(execute(book, CLOSE, { bids: [[95, 1]], asks: [[96, 9]] }))).toEqual([]);
  });

  it('that missed their close end, those of a missed open alone stay', () => {
    const book = createBook();
    place(book, 'ann buy 105 5');
    expect(answerText(execute(book, { ...MISSED, opening: true }))).toEqual([]);
    expect(answerText(execute(book, { ...MISSED, closing: true }))).toEqual([
      'cancelled ann-buy with 5 left: auction-missed',
    ]);
  });
});

describe('orders that an auction leaves', () => {
  const limits = { ...LIMITS, eventsPerCommand: 3 };
  const texts = (book: Book, command: BookCommand) => answerText(execute(book, command, QUOTES));

  it('are cancelled in several commands, and nobody meets them in between', () => {
    const book = createBook(limits);
    for (const owner of ['ann', 'ben', 'cat', 'dan', 'eve', 'fay']) place(book, `${owner} buy 97 1`);
    expect(texts(book, CLOSE)).toEqual([
      'closing auction',
      'cancelled ann-buy with 1 left: auction',
      'cancelled ben-buy with 1 left: auction',
      'ATC ended: auction',
    ]);
    expect(place(book, 'gus sell 90 5', { timeInForce: 'IOC' })).toContain('gus-sell takes 5 at 98 from house');
    const amend = { type: 'AmendOrder', orderId: 'cat-buy', owner: 'cat', priceTicks: 99, stopTicks: null, lots: null };
    expect(texts(book, amend as BookCommand)).toEqual(['order.not-found']);
    expect(bookHash(loadBook(saveBook(book)))).toBe(bookHash(book));
    expect(texts(book, MISSED)).toHaveLength(3);
    expect(texts(book, CLOSE)).toEqual(['cancelled fay-buy with 1 left: auction']);
    expect(book.orders.size).toBe(0);
  });

  it('say alike at the open and at the close that the auction had reached its limit', () => {
    for (const timeInForce of ['OPG', 'ATC'] as const) {
      const book = createBook({ ...limits, eventsPerCommand: timeInForce === 'OPG' ? 1 : 2 });
      for (const order of ['ann buy 105 1', 'ben buy 104 1', 'cat sell 95 1', 'dan sell 96 1'])
        place(book, order, { timeInForce }, 'call');
      const beat = { ...STILL, opening: timeInForce === 'OPG', closing: timeInForce === 'ATC' };
      expect(texts(book, beat).slice(-2)).toEqual([
        'cat-sell takes 1 at 100 from ann-buy',
        `${timeInForce} ended: fill-limit`,
      ]);
      const later = [texts(book, MISSED), texts(book, MISSED)].flat();
      expect(later).toEqual(['ben-buy', 'dan-sell'].map((id) => `cancelled ${id} with 1 left: fill-limit`));
    }
  });
});

describe('orders at the open', () => {
  const OPEN = { ...CLOSE, opening: true, closing: false } as const;
  const atOpen = { timeInForce: 'OPG' } as const;

  it('are gathered in the call with the others, trade at its price, and end where nobody has more', () => {
    const book = createBook();
    expect(place(book, 'ann buy 105 5', { ...atOpen, kind: 'market' }, 'call')).toEqual([
      'accepted ann-buy, rests: book',
    ]);
    place(book, 'ben sell 95 3', { timeInForce: 'GTC' }, 'call');
    place(book, 'cat buy 99 2', atOpen, 'call');
    place(book, 'dan buy 97 1', { timeInForce: 'GTC' }, 'call');
    expect(answerText(execute(book, OPEN, QUOTES))).toEqual([
      'ben-sell takes 3 at 102 from ann-buy',
      'house takes 2 at 102 from ann-buy',
      'cancelled cat-buy with 2 left: auction',
    ]);
    expect([...book.everyOrder()].map(({ orderId }) => orderId)).toEqual(['dan-buy']);
  });

  it('are taken in a call alone', () => {
    expect(place(createBook(), 'ann buy 105 5', atOpen)).toEqual(['order.only-in-call']);
  });

  it('that missed their open trade in no other auction', () => {
    for (const missed of [{ ...MISSED, opening: true }, CLOSE]) {
      const book = createBook();
      place(book, 'ann buy 90 5', atOpen, 'call');
      expect(answerText(execute(book, missed, QUOTES))).toEqual(['cancelled ann-buy with 5 left: auction-missed']);
    }
  });
});

const ladder = (from: number, step: number) =>
  fc
    .array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 })
    .map((lots) => lots.map((each, n): [number, number] => [from + step * n, each]));
const orders = fc.array(
  fc.record({
    owner: fc.constantFrom('ann', 'ben', 'cat', 'dan'),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    priceTicks: fc.integer({ min: 90, max: 110 }),
    lots: fc.integer({ min: 1, max: 12 }),
    timeInForce: fc.constantFrom('GTC' as const, 'ATC' as const, 'ATC' as const),
  }),
  { maxLength: 14 },
);

describe('any closing auction', () => {
  it('has one price that nobody’s limit forbids, loses no lot, and leaves nobody at the close', () => {
    let auctions = 0;
    fc.assert(
      fc.property(orders, ladder(99, -1), ladder(101, 1), (gathered, bids, asks) => {
        const book = createBook();
        const placed = gathered.map((terms, n) => newOrder({ orderId: `o-${n}`, ...terms }));
        for (const order of placed) execute(book, { type: 'PlaceOrder', order });
        const before = new Map(
          [...book.everyOrder()].map(({ order, remainingLots }) => [order.orderId, remainingLots]),
        );
        const events = execute(book, CLOSE, { bids, asks }) as BookEvent[];
        const fills = events.filter((event): event is OrderMatched => event.type === 'OrderMatched');
        if (fills.length > 0) auctions += 1;
        const atClose = placed.filter(({ orderId, timeInForce }) => timeInForce === 'ATC' && before.has(orderId));
        if (atClose.length > 0) expect(new Set(fills.map(({ priceTicks }) => priceTicks)).size).toBeLessThanOrEqual(1);
        for (const { priceTicks, makerOrderId, takerOrderId } of fills)
          for (const { orderId, side, priceTicks: limit } of placed)
            if (orderId === makerOrderId || orderId === takerOrderId)
              expect(side === 'buy' ? priceTicks <= limit : priceTicks >= limit).toBe(true);
        for (const { orderId } of atClose) {
          const filled = fills.reduce(
            (sum, { makerOrderId, takerOrderId, lots }) =>
              sum + ([makerOrderId, takerOrderId].includes(orderId) ? lots : 0),
            0,
          );
          const end = events.find((event) => event.type === 'OrderCancelled' && event.orderId === orderId);
          const cancelled = end?.type === 'OrderCancelled' ? end.remainingLots : 0;
          expect(filled + cancelled).toBe(before.get(orderId));
        }
        expect(book.closing.best()).toBeNull();
      }),
      { numRuns: 600 },
    );
    expect(auctions).toBeGreaterThan(100);
  });
});
