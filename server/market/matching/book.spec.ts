import { describe, expect, it } from '@jest/globals';
import { bookHash, createBook, depth, execute, newOrder } from './book.js';

describe('the book', () => {
  it('lets a taker eat the best price first and rests what is left', () => {
    const book = createBook();
    const place = (orderId: string, side: 'buy' | 'sell', priceTicks: number, lots: number) =>
      execute(book, {
        type: 'PlaceOrder',
        order: newOrder({ orderId, owner: `u-${orderId}`, side, priceTicks, lots }),
      });
    place('a', 'sell', 101, 5);
    place('b', 'sell', 100, 5);
    expect(place('c', 'buy', 101, 12)).toMatchObject([
      { type: 'OrderAccepted', rests: 'book' },
      { type: 'OrderMatched', makerOrderId: 'b', priceTicks: 100, lots: 5, takerRemainingLots: 7 },
      { type: 'OrderMatched', makerOrderId: 'a', priceTicks: 101, lots: 5, takerRemainingLots: 2 },
    ]);
    expect(depth(book, 5)).toEqual({ bids: [[101, 2]], asks: [] });
    expect(bookHash(book)).toHaveLength(64);
  });
});
