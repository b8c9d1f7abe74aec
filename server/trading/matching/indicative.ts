/** What an auction would do now. It changes nothing. */

import { auctionPrice, middleTicks, upTo, withAdded, type AuctionPrice } from './auction-price.js';
import { waitingIn, type PriceQueue } from './price-queue.js';
import type { Book } from './state.js';
import type { LadderLevel, Liquidity, Side } from './types.js';
import { isCrossed } from './uncross.js';

export interface Indicative extends AuctionPrice {
  /** What users leave over among themselves at the price: more than zero where buyers are left. */
  readonly surplusLots: number;
}

/** Of the opening auction, by the orders in the book alone. `null` while none meet. `referenceTicks` decides between equal prices. */
export function indicative(book: Book, referenceTicks: number): Indicative | null {
  if (!isCrossed(book)) return null;
  const users = depth(book, Infinity);
  return withSurplus(auctionPrice(users.bids, users.asks, referenceTicks), users);
}

/** Of the closing auction, by all orders, those at the close too, and the agents' quotes. `null` without an order at the close. */
export function closingIndicative(book: Book, quotes: Liquidity): Indicative | null {
  if (book.closing.best() === null) return null;
  const resting = depth(book, Infinity);
  const users = {
    bids: withAdded(resting.bids, atClose(book, 'buy'), -1),
    asks: withAdded(resting.asks, atClose(book, 'sell'), 1),
  };
  const [bids, asks] = [withAdded(users.bids, quotes.bids, -1), withAdded(users.asks, quotes.asks, 1)];
  const middle = middleTicks(quotes.bids, quotes.asks, book.lastTradeTicks ?? 0);
  return withSurplus(auctionPrice(bids, asks, middle), users);
}

function withSurplus(price: AuctionPrice | null, { bids, asks }: Depth): Indicative | null {
  if (price === null) return null;
  return { ...price, surplusLots: upTo(bids, -1)(price.priceTicks) - upTo(asks, 1)(price.priceTicks) };
}

/** Orders of a side that wait for the close, best first. */
function atClose(book: Book, side: Side): LadderLevel[] {
  const sums = new Map<number, number>();
  for (const { order, remainingLots } of waitingIn(book.closing))
    if (order.side === side) sums.set(order.priceTicks, (sums.get(order.priceTicks) ?? 0) + remainingLots);
  return [...sums].sort(([one], [other]) => (side === 'buy' ? other - one : one - other));
}

interface Depth {
  readonly bids: readonly LadderLevel[];
  readonly asks: readonly LadderLevel[];
}

/** Users' lots for each price, best first; the agents' ladder is not in it. */
export function depth(book: Book, levels: number): Depth {
  const side = (queue: PriceQueue): LadderLevel[] =>
    queue.levels
      .slice(-levels)
      .reverse()
      .map((level) => [level.priceTicks, level.lots]);
  return levels < 1 ? { bids: [], asks: [] } : { bids: side(book.bids), asks: side(book.asks) };
}

/** The same, and where orders stand across each other what their auction would leave: never crossed. */
export function uncrossed(book: Book, levels: number, referenceTicks: () => number): Depth {
  const price = isCrossed(book) ? indicative(book, referenceTicks()) : null;
  if (price === null) return depth(book, levels);
  const { bids, asks } = depth(book, Infinity);
  return { bids: behind(bids, price.lots).slice(0, levels), asks: behind(asks, price.lots).slice(0, levels) };
}

/** What is left of the levels behind so many lots. */
function behind(levels: readonly LadderLevel[], lots: number): LadderLevel[] {
  const found: LadderLevel[] = [];
  let before = lots;
  for (const [priceTicks, there] of levels) {
    if (there > before) found.push([priceTicks, there - before]);
    before = Math.max(0, before - there);
  }
  return found;
}
