/**
 * What a call auction does: everybody whose limit allows it trades at one price. Agents' quotes that moved across users' resting
 * orders meet them this way, so an order never pays for a gap between its limit and the market, as after a closed market.
 */

import { rankFor, type Plan } from './plan.js';
import type { PriceQueue } from './price-queue.js';
import { houseTaker, sweep } from './sweep.js';
import type { LadderLevel, Order, Side } from './types.js';

export interface AuctionPrice {
  readonly priceTicks: number;
  /** What trades at it. */
  readonly lots: number;
}

/**
 * The price at which most lots trade; of several the one that leaves least behind, then the one nearest to the reference, then
 * the lower. Both sides best first; null when they do not cross.
 */
export function auctionPrice(
  bids: readonly LadderLevel[],
  asks: readonly LadderLevel[],
  referenceTicks: number,
): AuctionPrice | null {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  if (bid === undefined || ask === undefined || bid < ask) return null;
  const wanted = upTo(bids, -1);
  const offered = upTo(asks, 1);
  let best = { priceTicks: 0, lots: -1, left: 0 };
  for (const priceTicks of candidates(bids, asks, bid, ask, referenceTicks)) {
    const [demand, supply] = [wanted(priceTicks), offered(priceTicks)];
    const found = { priceTicks, lots: Math.min(demand, supply), left: Math.abs(demand - supply) };
    if (isBetter(found, best, referenceTicks)) best = found;
  }
  return { priceTicks: best.priceTicks, lots: best.lots };
}

type Found = AuctionPrice & { readonly left: number };

/** Candidates come in ascending order, so of two that are equal in all the lower stays. */
function isBetter(found: Found, best: Found, referenceTicks: number): boolean {
  if (found.lots !== best.lots) return found.lots > best.lots;
  if (found.left !== best.left) return found.left < best.left;
  return Math.abs(found.priceTicks - referenceTicks) < Math.abs(best.priceTicks - referenceTicks);
}

/** Between two neighbouring limits nothing changes, so the ends of each stretch and the reference are all that can be best. */
function candidates(
  bids: readonly LadderLevel[],
  asks: readonly LadderLevel[],
  bid: number,
  ask: number,
  referenceTicks: number,
): number[] {
  const prices = new Set([Math.max(ask, Math.min(bid, referenceTicks))]);
  for (const [price] of bids) for (const each of [price, price + 1]) if (each >= ask && each <= bid) prices.add(each);
  for (const [price] of asks) for (const each of [price - 1, price]) if (each >= ask && each <= bid) prices.add(each);
  return [...prices].sort((one, other) => one - other);
}

/** Lots whose limit allows a price, by sums and halving: levels best first, `away` the direction in which they get worse. */
function upTo(levels: readonly LadderLevel[], away: 1 | -1): (priceTicks: number) => number {
  const sums = [0];
  for (const [, lots] of levels) sums.push(sums.at(-1)! + lots);
  return (priceTicks) => {
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (away * levels[middle]![0] <= away * priceTicks) low = middle + 1;
      else high = middle;
    }
    return sums[low]!;
  };
}

/**
 * Agents take users' orders that their quotes crossed, all at one price: `side` sells or buys, at most so many lots. Answers the
 * lots. Neither users nor quotes are crossed in themselves, so the quotes behind and the users beyond have no say.
 */
export function crossAtOnePrice(plan: Plan, side: Side, limitLots: number): number {
  const quotes = plan.houseAgainst(side === 'sell' ? 'buy' : 'sell');
  if (quotes === null) return 0;
  const users = reached(plan.book.opposite(side), quotes.rank, limitLots);
  const rest = quotes.rest();
  const [bids, asks] = side === 'sell' ? [users, rest] : [rest, users];
  const price = auctionPrice(bids, asks, middleOf(plan));
  if (price === null) return 0;
  if (!plan.isSettled) plan.settle();
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
  if (best === null || best.rank < rankFor(side, priceTicks)) return false;
  if (!plan.isSettled) plan.settle();
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

function middleOf({ houseBids, houseAsks }: Plan): number {
  const [bid, ask] = [houseBids?.levels[0]?.[0], houseAsks?.levels[0]?.[0]];
  if (bid === undefined || ask === undefined) return bid ?? ask ?? 0;
  return Math.floor((bid + ask) / 2);
}
