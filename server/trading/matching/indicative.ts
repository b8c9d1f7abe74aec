/** What the auction of a call would do now, of the orders in the book alone. It changes nothing. */

import { auctionPrice, upTo, type AuctionPrice } from './auction-price.js';
import type { PriceQueue } from './price-queue.js';
import type { Book } from './state.js';
import type { LadderLevel } from './types.js';
import { isCrossed } from './uncross.js';

export interface Indicative extends AuctionPrice {
  /** What would find nobody at the price: more than zero where buyers are left. */
  readonly surplusLots: number;
}

/** `null` while no orders meet. `referenceTicks` decides between prices that are otherwise equal. */
export function indicative(book: Book, referenceTicks: number): Indicative | null {
  if (!isCrossed(book)) return null;
  const { bids, asks } = depth(book, Infinity);
  const price = auctionPrice(bids, asks, referenceTicks);
  if (price === null) return null;
  return { ...price, surplusLots: upTo(bids, -1)(price.priceTicks) - upTo(asks, 1)(price.priceTicks) };
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
