/** Orders that may only close a position never offer more than is open. */

import { refuse } from '../../core/refusal.js';
import type { Plan } from './plan.js';
import { closableLots, isReducing, netLots, usersOf, type PositionLots } from './positions.js';
import type { Resting } from './price-queue.js';
import type { Book } from './state.js';
import type { AdjustPositions, BookRefusal, Order, OrderMatched } from './types.js';

/** Whether the order says what the book needs to know of its position, and nothing where there are none. */
export function checkPositionSide(book: Book, { positionSide, reduceOnly }: Order): BookRefusal | null {
  const says = positionSide !== undefined && reduceOnly !== undefined;
  const isSilent = positionSide === undefined && reduceOnly === undefined;
  const fits = book.positions === null ? isSilent : says;
  return fits ? null : refuse('book.position-side-not-allowed', { positionSide: positionSide ?? 'none' });
}

/** Whether there is a position that the order closes, and enough of it. `lots` are those that may still fill. */
export function checkClosable({ positions }: Book, order: Order, lots: number): BookRefusal | null {
  const { owner, side, positionSide, reduceOnly } = order;
  if (positions === null || positionSide === undefined) return null;
  if (reduceOnly !== true && !isReducing(order)) return null;
  const positionLots = closableLots(positions.of(owner), side, positionSide);
  if (positionLots === 0) return refuse('order.reduce-only-no-position', { lots });
  return lots > positionLots ? refuse('order.reduce-only-exceeds-position', { lots, positionLots }) : null;
}

/** After a fill: what its owners have open is less, so what closes it shrinks too. */
export function fitAfterFill(
  plan: Plan,
  { makerOwner, makerPositionSide, takerOwner, takerPositionSide }: OrderMatched,
): void {
  if (makerPositionSide != null) fitReduceOnly(plan, makerOwner);
  if (takerPositionSide != null) fitReduceOnly(plan, takerOwner);
}

const SIDES = [
  { side: 'sell', positionSide: 'long' },
  { side: 'buy', positionSide: 'short' },
  { side: 'sell', positionSide: 'both' },
  { side: 'buy', positionSide: 'both' },
] as const;

/**
 * Takes off the owner's orders what they offer beyond the position. Those in the book, triggered or at the close may all fill, so their
 * sum fits into it; a stop that waits fits by itself, so a position can have a stop beside its take-profit.
 */
export function fitReduceOnly(plan: Plan, owner: string): void {
  plan.settle();
  const { book } = plan;
  const reducing = [...book.ordersOf(owner)].filter(({ order }) => isReducing(order));
  if (reducing.length === 0) return;
  const open = book.positions!.of(owner);
  for (const { side, positionSide } of SIDES) {
    const closing = reducing.filter(({ order }) => order.side === side && order.positionSide === positionSide);
    const closable = closableLots(open, side, positionSide);
    for (const [resting, lots] of fitted(closing, closable)) shrink(plan, resting, lots);
  }
}

/** Orders that offer too much and what they may go on offering, the first to lose first. */
function fitted(closing: readonly Resting[], closable: number): (readonly [Resting, number])[] {
  let left = closable;
  const some = closing.filter(({ place }) => mayFill(place)).sort(byClaim);
  const waiting = closing.filter(({ place }) => place === 'stops').sort((one, other) => one.sequence - other.sequence);
  const fits = some.map((resting): readonly [Resting, number] => {
    const lots = Math.min(left, resting.remainingLots);
    left -= lots;
    return [resting, lots];
  });
  fits.push(...waiting.map((resting) => [resting, Math.min(closable, resting.remainingLots)] as const));
  return fits.reverse().filter(([{ remainingLots }, lots]) => lots < remainingLots);
}

const mayFill = (place: Resting['place']): boolean => place === 'book' || place === 'triggered' || place === 'closing';

/** Triggered stops have the first claim, for they protect their owner; then the better price, then the older order. */
function byClaim(one: Resting, other: Resting): number {
  return claim(other) - claim(one) || one.sequence - other.sequence;
}

function claim({ place, order: { side, priceTicks } }: Resting): number {
  if (place === 'triggered') return Number.MAX_VALUE;
  return side === 'sell' ? -priceTicks : priceTicks;
}

function shrink(plan: Plan, resting: Resting, remainingLots: number): void {
  const { orderId, owned } = resting;
  // The other leg of its pair may have taken it along.
  if (plan.book.find(orderId) !== resting) return;
  const lots = resting.remainingLots - remainingLots;
  const { owner } = owned;
  if (remainingLots > 0)
    plan.events.push({ type: 'OrderReduced', orderId, owner, lots, remainingLots, remainingTickLots: null });
  else {
    plan.cancelResting(resting, 'reduce-only');
    plan.cancelPartnerOf(resting, 'oco-cancelled');
  }
  plan.settle();
}

export function adjustPositions(plan: Plan, { changes, reason }: AdjustPositions): BookRefusal | null {
  const refusal = checkChanges(plan.book, changes);
  if (refusal !== null) return refusal;
  plan.events.push({ type: 'PositionsAdjusted', changes, reason });
  for (const owner of new Set(usersOf(changes).map((change) => change.owner))) fitReduceOnly(plan, owner);
  return null;
}

function checkChanges({ positions }: Book, changes: AdjustPositions['changes']): BookRefusal | null {
  if (positions === null) return refuse('book.position-side-not-allowed', { positionSide: 'none' });
  const net = netLots(changes);
  if (net !== 0) return refuse('book.position-changes-do-not-balance', { netLots: net });
  const after = new Map<string, PositionLots>();
  for (const { owner, positionSide, lots } of usersOf(changes)) {
    const before = after.get(owner) ?? positions.of(owner);
    after.set(owner, { ...before, [positionSide]: before[positionSide] + lots });
  }
  const fewest = Math.min(0, ...[...after.values()].flatMap(({ long, short }) => [long, short]));
  return fewest < 0 ? refuse('book.position-below-zero', { lots: fewest }) : null;
}
