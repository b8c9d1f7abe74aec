/** One taker eats the opposite side, best price first, users before agents at the same price, older before younger. */

import { never } from '../../core/never.js';
import type { Entry } from './attached.js';
import { rankFor, WORST_RANK, type HouseQuotes, type Plan } from './plan.js';
import type { Level, Resting } from './price-queue.js';
import { fitAfterFill } from './reduce-only.js';
import {
  HOUSE,
  type CancelReason,
  type NoiseTaker,
  type Order,
  type OrderMatched,
  type PositionSide,
  type SelfTradePrevention,
  type Side,
} from './types.js';

/** An order while it takes. A null order id is an agent. */
export interface Taker {
  readonly orderId: string | null;
  readonly owner: string;
  readonly side: Side;
  readonly limitRank: number;
  readonly selfTrade: SelfTradePrevention;
  readonly killable: boolean;
  /** What every fill costs, in an auction; null where makers' prices win. */
  readonly atTicks: number | null;
  /** Null for an agent, and in a book without positions. */
  readonly positionSide: PositionSide | null;
  /** Of an order with attached levels. */
  readonly entry: Entry | null;
  remainingLots: number;
  /** What is left to spend; null when the order is by lots. */
  remainingTickLots: number | null;
  /** The other leg of its OCO pair, while that is open. */
  partner: Order | null;
}

export function takerOf(order: Order, remainingLots: number, partner: Order | null): Taker {
  return {
    orderId: order.orderId,
    owner: order.owner,
    side: order.side,
    limitRank: rankFor(order.side, order.priceTicks),
    selfTrade: order.selfTrade,
    killable: order.timeInForce === 'FOK',
    atTicks: null,
    positionSide: order.positionSide ?? null,
    entry: entryOf(order, remainingLots),
    remainingLots,
    remainingTickLots: order.budgetTickLots,
    partner,
  };
}

/** Null where nothing is attached. */
export function entryOf(order: Order, remainingLots: number): Entry | null {
  if (order.attached === undefined) return null;
  // One by budget takes once, and says no lots.
  return { order, filledBefore: order.lots - remainingLots };
}

export function houseTaker({ side, lots, limitTicks }: NoiseTaker): Taker {
  return {
    orderId: null,
    owner: HOUSE,
    side,
    limitRank: limitTicks === null ? WORST_RANK : rankFor(side, limitTicks),
    selfTrade: 'cancel-taker',
    killable: false,
    atTicks: null,
    positionSide: null,
    entry: null,
    remainingLots: lots,
    remainingTickLots: null,
    partner: null,
  };
}

/**
 * Why the taker stopped: it is `done`, nothing is left within its `limit`, it met its owner's order (`self-trade`:
 * its cancellation is among the events already), or it met too many makers (`fill-limit`).
 */
type SweepEnd = 'done' | 'limit' | 'self-trade' | 'fill-limit';

export function sweep(plan: Plan, taker: Taker, house: HouseQuotes | null): SweepEnd {
  const { levels } = plan.book.opposite(taker.side);
  const { limitRank } = taker;
  let index = levels.length - 1;
  let level: Level | null = index < 0 ? null : levels[index]!;
  let maker: Resting | null = level === null ? null : level.oldest;
  for (let met = 0; ; met += 1) {
    if (maker === null && index > 0) {
      index -= 1;
      level = levels[index]!;
      maker = level.oldest;
    }
    const userRank = maker === null ? -Infinity : level!.rank;
    const houseRank = house === null ? -Infinity : house.rank;
    if (userRank < limitRank && houseRank < limitRank) return 'limit';
    const priceTicks = taker.atTicks ?? (userRank < houseRank ? house!.priceTicks : level!.priceTicks);
    if (taker.remainingTickLots !== null && taker.remainingTickLots < priceTicks) return 'done';
    // Only what could go on is cut off: a budget that buys no more is spent, however many makers it met.
    if (met === plan.book.limits.fillsPerOrder) return 'fill-limit';
    if (userRank < houseRank) {
      takeFromHouse(plan, taker, house!, priceTicks);
    } else {
      if (maker!.owned.owner === taker.owner) {
        if (!meetOwn(plan, taker, maker!, priceTicks)) return 'self-trade';
      } else if (!takeFromUser(plan, taker, maker!, priceTicks)) {
        return 'done';
      }
      maker = maker!.younger;
    }
    if (taker.remainingTickLots === null ? taker.remainingLots === 0 : taker.remainingTickLots === 0) return 'done';
    if (plan.book.positions === null) continue;
    // The fill may have shrunk orders of both owners, so the next maker is looked for afresh.
    plan.settle();
    index = levels.length - 1;
    level = index < 0 ? null : levels[index]!;
    maker = level === null ? null : level.oldest;
  }
}

function affordableLots(taker: Taker, priceTicks: number): number {
  return taker.remainingTickLots === null ? taker.remainingLots : Math.floor(taker.remainingTickLots / priceTicks);
}

function spend(taker: Taker, lots: number, priceTicks: number): void {
  if (taker.remainingTickLots === null) taker.remainingLots -= lots;
  else taker.remainingTickLots -= lots * priceTicks;
}

/** False when the maker has lots left, because the taker wanted or could pay no more. */
function takeFromUser(plan: Plan, taker: Taker, maker: Resting, priceTicks: number): boolean {
  const lots = Math.min(maker.remainingLots, affordableLots(taker, priceTicks));
  spend(taker, lots, priceTicks);
  // The maker's price wins, unless an auction found one for all: the taker agreed to it or better by crossing.
  const isWhole = lots === maker.remainingLots;
  const event = pushMatch(plan, taker, maker, lots, priceTicks);
  plan.cancelPartnerOf(maker, 'oco');
  if (plan.book.positions !== null) fitAfterFill(plan, event);
  return isWhole;
}

function takeFromHouse(plan: Plan, taker: Taker, house: HouseQuotes, priceTicks: number): void {
  const lots = Math.min(house.lots, affordableLots(taker, priceTicks));
  spend(taker, lots, priceTicks);
  house.take(lots);
  // Agents trading among themselves are the simulator's business, not the book's.
  if (taker.orderId === null) return;
  const event = pushMatch(plan, taker, null, lots, priceTicks);
  if (plan.book.positions !== null) fitAfterFill(plan, event);
}

function pushMatch(plan: Plan, taker: Taker, maker: Resting | null, lots: number, priceTicks: number): OrderMatched {
  plan.traded(priceTicks);
  noteEntries(plan, maker, taker.entry);
  const event = withPositions(plan, taker.positionSide, maker, {
    type: 'OrderMatched',
    makerOrderId: maker === null ? null : maker.orderId,
    makerOwner: maker === null ? HOUSE : maker.owned.owner,
    makerRemainingLots: maker === null ? 0 : maker.remainingLots - lots,
    takerOrderId: taker.orderId,
    takerOwner: taker.owner,
    takerRemainingLots: taker.remainingLots,
    takerRemainingTickLots: taker.remainingTickLots,
    takerSide: taker.side,
    priceTicks,
    lots,
  });
  plan.events.push(event);
  const { partner } = taker;
  if (partner === null) return event;
  taker.partner = null;
  plan.cancelled(partner.orderId, partner.owner, partner.lots, null, 'oco');
  return event;
}

/** Remembers whose fills need protection. */
export function noteEntries(plan: Plan, maker: Resting | null, takerEntry: Entry | null): void {
  const makerEntry = maker === null ? null : entryOf(maker.order, maker.remainingLots);
  if (makerEntry !== null) plan.fills(makerEntry);
  if (takerEntry !== null) plan.fills(takerEntry);
}

/** A fill says which positions it moves, where there are any. */
export function withPositions(
  plan: Plan,
  takerPositionSide: PositionSide | null,
  maker: Resting | null,
  event: OrderMatched,
): OrderMatched {
  if (plan.book.positions === null) return event;
  return { ...event, makerPositionSide: maker?.order.positionSide ?? null, takerPositionSide };
}

/** Ends the taker: with it goes the other leg of its pair. */
export function cancelTaker(plan: Plan, taker: Taker, reason: CancelReason): void {
  plan.cancelled(taker.orderId ?? HOUSE, taker.owner, taker.remainingLots, taker.remainingTickLots, reason);
  const { partner } = taker;
  if (partner === null) return;
  taker.partner = null;
  plan.cancelled(partner.orderId, partner.owner, partner.lots, null, 'oco-cancelled');
}

/** False when the taker ends here. */
function meetOwn(plan: Plan, taker: Taker, maker: Resting, priceTicks: number): boolean {
  switch (taker.selfTrade) {
    case 'cancel-taker':
      cancelTaker(plan, taker, 'self-trade');
      return false;
    case 'cancel-maker':
      cancelOwnMaker(plan, maker);
      return true;
    case 'cancel-both':
      cancelOwnMaker(plan, maker);
      cancelTaker(plan, taker, 'self-trade');
      return false;
    case 'decrement':
      return decrement(plan, taker, maker, priceTicks);
    default:
      return never(taker.selfTrade);
  }
}

function cancelOwnMaker(plan: Plan, maker: Resting): void {
  plan.cancelResting(maker, 'self-trade');
  plan.cancelPartnerOf(maker, 'oco-cancelled');
}

/** Both lose the lots of the smaller one; what has none left is cancelled. */
function decrement(plan: Plan, taker: Taker, maker: Resting, priceTicks: number): boolean {
  const takerLots = affordableLots(taker, priceTicks);
  const lots = Math.min(takerLots, maker.remainingLots);
  // Lots that vanish are not executed, so a fill-or-kill order can no longer be filled.
  if (taker.killable || lots === takerLots) {
    if (lots === maker.remainingLots) cancelOwnMaker(plan, maker);
    else pushReduced(plan, maker.order.orderId, taker.owner, lots, maker.remainingLots - lots, null);
    cancelTaker(plan, taker, 'self-trade');
    return false;
  }
  cancelOwnMaker(plan, maker);
  spend(taker, lots, priceTicks);
  pushReduced(plan, taker.orderId!, taker.owner, lots, taker.remainingLots, taker.remainingTickLots);
  return true;
}

function pushReduced(
  plan: Plan,
  orderId: string,
  owner: string,
  lots: number,
  remainingLots: number,
  remainingTickLots: number | null,
): void {
  plan.events.push({ type: 'OrderReduced', orderId, owner, lots, remainingLots, remainingTickLots });
}
