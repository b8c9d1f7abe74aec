/**
 * What a call auction does: everybody whose limit allows it trades at one price. Agents' quotes that moved across users' resting
 * orders meet them this way, so an order never pays for a gap between its limit and the market, as after a closed market.
 */

import { auctionPrice } from './auction-price.js';
import { rankFor, type Plan } from './plan.js';
import type { PriceQueue } from './price-queue.js';
import { houseTaker, sweep } from './sweep.js';
import { middleOf } from './uncross.js';
import type { LadderLevel, Order, Side } from './types.js';

/**
 * Agents take users' orders that their quotes crossed, all at one price: `side` sells or buys, at most so many lots. Answers the
 * lots. Neither users nor quotes are crossed in themselves, so the quotes behind and the users beyond have no say.
 */
export function crossAtOnePrice(plan: Plan, side: Side, limitLots: number): number {
  const quotes = plan.houseAgainst(side === 'sell' ? 'buy' : 'sell');
  if (quotes === null) return 0;
  if (!plan.isSettled) plan.settle();
  const users = reached(plan.book.opposite(side), quotes.rank, limitLots);
  const rest = quotes.rest();
  const [bids, asks] = side === 'sell' ? [users, rest] : [rest, users];
  const price = auctionPrice(bids, asks, middleOf(plan));
  if (price === null) return 0;
  const { lots, priceTicks } = price;
  const taker = { ...houseTaker({ side, lots, limitTicks: priceTicks }), atTicks: priceTicks };
  sweep(plan, taker, null);
  const takenLots = lots - taker.remainingLots;
  for (let left = takenLots; left > 0;) {
    const taken = Math.min(left, quotes.lots);
    quotes.take(taken);
    left -= taken;
  }
  return takenLots;
}

/**
 * Before an order takes what quotes on its own side have crossed, these quotes go first, for they are better: whoever comes
 * between a jump and the next beat must not have resting orders at their stale limits. Answers whether anything traded.
 */
export function letQuotesGoFirst(plan: Plan, { side, priceTicks }: Order): boolean {
  const best = plan.book.opposite(side).best();
  if (plan.phase === 'call' || best === null || best.rank < rankFor(side, priceTicks)) return false;
  const traded = crossAtOnePrice(plan, side, Infinity) > 0;
  if (traded) plan.settle();
  return traded;
}

/** Users' levels that quotes of this rank reach, best first, up to so many lots. */
function reached({ levels }: PriceQueue, rank: number, limitLots: number): LadderLevel[] {
  const found: LadderLevel[] = [];
  let left = limitLots;
  for (let index = levels.length - 1; index >= 0 && levels[index]!.rank >= -rank && left > 0; index -= 1) {
    const { priceTicks, lots } = levels[index]!;
    found.push([priceTicks, Math.min(lots, left)]);
    left -= lots;
  }
  return found;
}
