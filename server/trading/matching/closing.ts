/**
 * Orders that trade in an auction alone. Those at the close wait outside the book, and the last beat of the session trades them at one
 * price for everybody; those at the open are gathered in the call and end with its auction.
 */

import { refuse } from '../../core/refusal.js';
import { crossAtOnePrice } from './auction.js';
import type { Plan } from './plan.js';
import { waitingIn, type Resting } from './price-queue.js';
import {
  AUCTION_ENDS,
  ENDING_REASONS,
  type AuctionEnd,
  type BookRefusal,
  type CommandCancelReason,
  type Order,
  type Phase,
} from './types.js';
import { isCrossed, uncross } from './uncross.js';

export const isAtClose = ({ timeInForce }: Order): boolean => timeInForce === 'ATC';

/**
 * Users' orders at the close, those that rest in the book, and the agents' quotes meet at one price, by the rules of the opening
 * auction. What is left of orders at the close is cancelled. Answers the lots that agents traded; without orders at the close there
 * is no auction.
 */
export function holdClosingAuction(plan: Plan): number {
  if (!plan.isSettled) plan.settle();
  const { book } = plan;
  if (book.closing.best() === null) return 0;
  plan.events.push({ type: 'ClosingAuctionOpened' });
  plan.settle();
  // Where no users' orders cross, agents meet one side alone: in either case there is one price.
  const houseLots = isCrossed(book)
    ? uncross(plan, Infinity)
    : crossAtOnePrice(plan, 'sell', Infinity) + crossAtOnePrice(plan, 'buy', Infinity);
  endAuction(plan, 'ATC');
  return houseLots;
}

/**
 * What is left of the orders for an auction is cancelled, as far as one command may go. The others leave the book at once, so nobody
 * meets them any more, and later commands cancel them.
 */
export function endAuction(plan: Plan, auction: 'OPG' | 'ATC', isMissed = false): void {
  const reason = isMissed ? 'auction-missed' : plan.isFull ? 'fill-limit' : 'auction';
  if (!plan.isSettled) plan.settle();
  const left = plan.book.ordersFor(auction);
  const cancelled = cancelSome(plan, left, reason);
  if (cancelled < left.length) plan.events.push({ type: 'AuctionEnded', timeInForce: auction, reason });
}

/** Goes on cancelling what auctions of earlier commands left. */
export function cancelEnded(plan: Plan): void {
  for (const reason of AUCTION_ENDS) {
    const ended = plan.book.ended[reason];
    if (ended.best() !== null) cancelSome(plan, waitingIn(ended), reason);
  }
}

/** Answers how many it cancelled before the command had done enough. */
function cancelSome(plan: Plan, orders: readonly Resting[], reason: AuctionEnd): number {
  let cancelled = 0;
  for (; cancelled < orders.length && !plan.isFull; cancelled += 1) plan.cancelResting(orders[cancelled]!, reason);
  return cancelled;
}

/** After the cut-off what waits for the auction stands: whoever sees the price come cannot take an order back. */
export function checkCutOff(plan: Plan, order: Order): BookRefusal | null {
  return plan.phase === 'cut-off' && isAtClose(order)
    ? refuse('order.closing-cut-off', { timeInForce: order.timeInForce })
    : null;
}

/** Its auction is over, and it is about to be cancelled. */
export const isEnded = ({ place }: Resting): boolean => AUCTION_ENDS.some((reason) => reason === place);

/**
 * Whether it stands whatever its owner does, who could else take it back by having their account frozen. What ends the instrument, or
 * changes its shares, ends it.
 */
export const isBound = ({ place }: Resting, phase: Phase, reason: CommandCancelReason): boolean =>
  phase === 'cut-off' && place === 'closing' && !ENDING_REASONS.includes(reason);
