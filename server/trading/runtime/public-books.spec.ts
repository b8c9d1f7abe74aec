import { describe, expect, it } from '@jest/globals';
import type { Writers } from '../../engine/writer/writers.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { BTC_TERMS, limit, place, QuotedMarket, spot, SYMBOL } from '../../features/spot/spot.testkit.js';
import type { Market } from '../../market/runtime/market.js';
import { PublicBooks } from './public-books.js';

/** Alice's bid of 98.00 rests while agents come to ask 97.00; the tape has not traded with it yet. */
function crossed() {
  const agents = new QuotedMarket();
  const rested = spot(agents).and(place(limit('buy', '2', '98')));
  const asks = [
    [9700, 5],
    [9900, 10],
    [10_100, 20],
  ] as const;
  agents.quotes = { bids: [[9600, 30]], asks };
  const market = {
    in: () => market,
    terms: () => BTC_TERMS,
    ladder: () => agents.quotes,
    price: (_: string, ticks: number) => `${ticks}`,
    quantity: (_: string, lots: number) => `${lots}`,
  } as unknown as Market;
  const writers = { peek: () => rested.state, read: () => Promise.resolve(rested.state) } as unknown as Writers;
  return new PublicBooks(writers, market, spotKind);
}

describe('a public book', () => {
  it('shows agents only up to users’ orders on the other side, so it is never crossed', async () => {
    const books = crossed();
    expect(await books.view('demo', SYMBOL, 1)).toMatchObject({
      bids: [
        ['9800', '2000'],
        ['9600', '30'],
      ],
      asks: [
        ['9900', '10'],
        ['10100', '20'],
      ],
    });
  });

  it('has the best prices that the ticker shows', () => {
    const books = crossed();
    expect(books.isTouched('demo', SYMBOL)).toBe(true);
    expect(books.best('demo', SYMBOL, 1)).toEqual({ bidTicks: 9800, askTicks: 9900 });
  });
});
