/** The auction that ends a call: everybody who crosses trades at one price, users and agents alike. */

import { auctionPrice, middleTicks, withAdded } from './auction-price.js';
import type { HouseQuotes, Plan } from './plan.js';
import type { PriceQueue, Resting } from './price-queue.js';
import type { Book } from './state.js';
import { fitAfterFill } from './reduce-only.js';
import { entryOf, noteEntries, withPositions } from './sweep.js';
import { HOUSE, type LadderLevel, type Side } from './types.js';

/** Whether users' orders stand across each other, as only a call leaves them. */
export function isCrossed({ bids, asks }: Book): boolean {
  const [bid, ask] = [bids.best(), asks.best()];
  return bid !== null && ask !== null && bid.priceTicks >= ask.priceTicks;
}

/**
 * Users' orders that stand across each other trade with each other, and with the agents' quotes, at the one price at which most
 * trades. Nothing is better for having come last: whoever bids more pays that price too. At equal price users come before agents,
 * and older orders before younger ones. Agents trade at most so many lots. Answers the lots that they traded.
 */
export function uncross(plan: Plan, houseLots: number): number {
  if (!plan.isSettled) plan.settle();
  const { book, houseBids, houseAsks } = plan;
  if (!isCrossed(book)) return 0;
  const bids = withAdded(levelsOf(book.bids), firstLots(houseBids, houseLots), -1);
  const asks = withAdded(levelsOf(book.asks), firstLots(houseAsks, houseLots), 1);
  const { priceTicks, lots } = auctionPrice(bids, asks, middleOf(plan))!;
  let houseTaken = 0;
  for (let left = lots; left > 0 && !plan.isFull;) {
    const houseLeft = houseLots - houseTaken;
    const [buyer, seller] = [next(plan, 'buy', priceTicks, houseLeft), next(plan, 'sell', priceTicks, houseLeft)];
    if (buyer === null || seller === null) break;
    const traded = Math.min(left, buyer.lots, seller.lots);
    if (isOwn(buyer, seller)) giveWay(plan, buyer, seller);
    else {
      left -= traded;
      if (buyer.quotes !== null || seller.quotes !== null) houseTaken += traded;
      match(plan, buyer, seller, traded, priceTicks);
    }
    plan.settle();
  }
  return houseTaken;
}

/** Of the agents' quotes before the command; the last trade before it where they quote nothing. */
export function middleOf({ houseBids, houseAsks, lastTicks }: Plan): number {
  return middleTicks(houseBids?.levels ?? [], houseAsks?.levels ?? [], lastTicks);
}

/** Who trades next on a side: a user's order, or the agents' best quote. */
type Party = { readonly lots: number } & (
  | { readonly resting: Resting; readonly quotes: null }
  | { readonly resting: null; readonly quotes: HouseQuotes }
);

function next(plan: Plan, side: Side, priceTicks: number, houseLeft: number): Party | null {
  const { book } = plan;
  const level = (side === 'buy' ? book.bids : book.asks).best();
  const quotes = houseLeft > 0 ? (side === 'buy' ? plan.houseBids : plan.houseAsks) : null;
  const worst = side === 'buy' ? priceTicks : -priceTicks;
  const [userRank, houseRank] = [level?.rank ?? -Infinity, quotes?.rank ?? -Infinity];
  if (Math.max(userRank, houseRank) < worst) return null;
  if (quotes !== null && houseRank > userRank) return { resting: null, quotes, lots: Math.min(quotes.lots, houseLeft) };
  const resting = level!.oldest!;
  return { resting, quotes: null, lots: resting.remainingLots };
}

function match(plan: Plan, buyer: Party, seller: Party, lots: number, priceTicks: number): void {
  const isBuyTaking = takes(buyer.resting, seller.resting);
  const [taker, maker] = isBuyTaking ? [buyer, seller] : [seller, buyer];
  for (const party of [buyer, seller]) party.quotes?.take(lots);
  // Agents trading among themselves are the simulator's business, not the book's.
  if (maker.resting === null) return;
  plan.traded(priceTicks);
  noteEntries(plan, maker.resting, taker.resting && entryOf(taker.resting.order, taker.resting.remainingLots));
  const event = withPositions(plan, taker.resting?.order.positionSide ?? null, maker.resting, {
    type: 'OrderMatched',
    makerOrderId: maker.resting.orderId,
    makerOwner: maker.resting.owned.owner,
    makerRemainingLots: maker.resting.remainingLots - lots,
    takerOrderId: taker.resting?.orderId ?? null,
    takerOwner: taker.resting?.owned.owner ?? HOUSE,
    takerRemainingLots: taker.resting === null ? 0 : taker.resting.remainingLots - lots,
    takerRemainingTickLots: null,
    takerSide: isBuyTaking ? 'buy' : 'sell',
    priceTicks,
    lots,
  });
  plan.events.push(event);
  plan.cancelPartnerOf(maker.resting, 'oco');
  if (taker.resting !== null) plan.cancelPartnerOf(taker.resting, 'oco');
  if (plan.book.positions !== null) fitAfterFill(plan, event);
}

const isOwn = ({ resting: buy }: Party, { resting: sell }: Party): boolean =>
  buy !== null && sell !== null && buy.owned.owner === sell.owned.owner;

/** Whether the one is the taker: agents are, and of two users the younger order, unless it only ever makes. */
function takes(one: Resting | null, other: Resting | null): boolean {
  if (one === null || other === null) return one === null;
  if (one.order.postOnly !== other.order.postOnly) return other.order.postOnly;
  return one.sequence > other.sequence;
}

/**
 * A call takes no two own orders that cross; where a split has rounded two onto each other, the younger goes. An order at the close
 * stays, else its owner could take it back after the cut-off by an order on the other side.
 */
function giveWay(plan: Plan, { resting: buy }: Party, { resting: sell }: Party): void {
  const [taker, maker] = takes(buy, sell) ? [buy!, sell!] : [sell!, buy!];
  const resting = taker.order.timeInForce === 'ATC' ? maker : taker;
  plan.cancelResting(resting, 'self-trade');
  plan.cancelPartnerOf(resting, 'oco-cancelled');
}

function levelsOf({ levels }: PriceQueue): LadderLevel[] {
  return levels.map(({ priceTicks, lots }): LadderLevel => [priceTicks, lots]).reverse();
}

/** The agents' best levels up to so many lots. */
function firstLots(quotes: HouseQuotes | null, limit: number): readonly LadderLevel[] {
  const rest = quotes?.rest() ?? [];
  if (limit === Infinity) return rest;
  const found: LadderLevel[] = [];
  let left = limit;
  for (const [priceTicks, lots] of rest) {
    if (left <= 0) break;
    found.push([priceTicks, Math.min(lots, left)]);
    left -= lots;
  }
  return found;
}
