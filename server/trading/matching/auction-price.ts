import type { LadderLevel } from './types.js';

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

/** Between the best of both sides; that of the one that there is, or else the other price that is given. */
export function middleTicks(bids: readonly LadderLevel[], asks: readonly LadderLevel[], elseTicks: number): number {
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  if (bid === undefined || ask === undefined) return bid ?? ask ?? elseTicks;
  return Math.floor((bid + ask) / 2);
}

/** Lots whose limit allows a price, by sums and halving: levels best first, `away` the direction in which they get worse. */
export function upTo(levels: readonly LadderLevel[], away: 1 | -1): (priceTicks: number) => number {
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

/** Two ladders as one, best first: lots of equal prices are added. `away` is the direction in which prices get worse. */
export function withAdded(
  one: readonly LadderLevel[],
  other: readonly LadderLevel[],
  away: 1 | -1,
): readonly LadderLevel[] {
  if (other.length === 0) return one;
  if (one.length === 0) return other;
  const sums = new Map<number, number>(one);
  for (const [priceTicks, lots] of other) sums.set(priceTicks, (sums.get(priceTicks) ?? 0) + lots);
  return [...sums].sort(([first], [second]) => (first - second) * away);
}
