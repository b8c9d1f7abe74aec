/**
 * Orders that trade in an auction alone. Those at the close wait outside the book, and the last beat of the session trades them at one
 * price for everybody; those at the open are gathered in the call and end with its auction.
 */

import { refuse } from '../../core/refusal.js';
import { crossAtOnePrice } from './auction.js';
import type { Plan } from './plan.js';
import { waitingIn, type Resting } from './price-queue.js';
import type { BookRefusal, CommandCancelReason, Order, Phase } from './types.js';
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
  const waiting = waitingIn(book.closing).map(({ orderId }) => orderId);
  if (waiting.length === 0) return 0;
  plan.events.push({ type: 'ClosingAuctionOpened' });
  plan.settle();
  // Where no users' orders cross, agents meet one side alone: in either case there is one price.
  const houseLots = isCrossed(book)
    ? uncross(plan, Infinity)
    : crossAtOnePrice(plan, 'sell', Infinity) + crossAtOnePrice(plan, 'buy', Infinity);
  const reason = plan.events.length < book.limits.eventsPerCommand ? 'auction' : 'fill-limit';
  plan.settle();
  for (const orderId of waiting) {
    const left = book.find(orderId);
    if (left !== null) plan.cancelResting(left, reason);
  }
  return houseLots;
}

/** The session ended and nobody could hold its auction: nothing may trade in that of another day. */
export function endMissedClosing(plan: Plan): void {
  for (const resting of waitingIn(plan.book.closing)) plan.cancelResting(resting, 'auction-missed');
}

/** What is left of orders at the open is cancelled, as its auction has nobody more for it; or it had none. */
export function endOpening(plan: Plan, reason: 'auction' | 'auction-missed'): void {
  if (!plan.isSettled) plan.settle();
  const { book } = plan;
  for (const { levels } of [book.bids, book.asks])
    for (const level of levels)
      for (let at = level.oldest; at !== null; at = at.younger)
        if (at.order.timeInForce === 'OPG') plan.cancelResting(at, reason);
}

/** After the cut-off what waits for the auction stands: whoever sees the price come cannot take an order back. */
export function checkCutOff(plan: Plan, order: Order): BookRefusal | null {
  return plan.phase === 'closing' && isAtClose(order)
    ? refuse('order.closing-cut-off', { timeInForce: order.timeInForce })
    : null;
}

/**
 * Whether it stands whatever its owner does, who could else take it back by having their account frozen. What ends the instrument, or
 * changes its shares, ends it.
 */
export const isBound = ({ place }: Resting, phase: Phase, reason: CommandCancelReason): boolean =>
  phase === 'closing' && place === 'closing' && reason !== 'corporate-action' && reason !== 'delisted';
