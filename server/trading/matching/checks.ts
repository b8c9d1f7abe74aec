/** Why a book refuses. Each function checks in the order of BOOK_REFUSALS; null means no objection. */

import { hasLimitPrice, isConditional, isTakeProfit, triggersOnRise } from '../../../shared/order-type.js';
import { refuse } from '../../core/refusal.js';
import { checkAttached, ordersAttached } from './attached.js';
import { isReducing } from './positions.js';
import { checkClosable, checkPositionSide } from './reduce-only.js';
import { isDormant } from './trailing.js';
import type { Resting } from './price-queue.js';
import type { Book } from './state.js';
import { watchedTicks, type AmendOrder, type BookRefusal, type MomentPrices, type Order, type Place } from './types.js';

const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** Whether it waits for a price: a stop or a take-profit. */
export const isStop = ({ kind }: Order): boolean => isConditional(kind);

/** Such an order takes at whatever price its limit allows: it never rests at a price of its own. */
const takesOnly = ({ kind }: Order): boolean => !hasLimitPrice(kind);

/** Whether it trades in an auction alone. */
export const isForAuction = ({ timeInForce }: Order): boolean => timeInForce === 'OPG' || timeInForce === 'ATC';

/** Whether the order may stay in the book, so that it counts against the limits of open orders. */
export const mayRest = (order: Order): boolean => isStop(order) || order.timeInForce === 'GTC' || isForAuction(order);

/** How many open orders it may come to be. */
export const roomOf = (order: Order): number => (mayRest(order) ? 1 : 0) + ordersAttached(order);

/** Of a pair the leg on the better side of the market, which holds what both need: a limit order, or a take-profit that came with a fill. */
export const leadsPair = (order: Order): boolean => !isStop(order) || isTakeProfit(order.kind);

/** Checks of a new order without the book's prices. */
export function checkNewOrder(book: Book, order: Order): BookRefusal | null {
  const { orderId, priceTicks, stopTicks, lots, budgetTickLots, kind } = order;
  const { limits } = book;
  if (!isPositive(priceTicks)) return refuse('order.price-not-positive', { priceTicks });
  if (stopTicks !== null && !isPositive(stopTicks)) return refuse('order.stop-price-not-positive', { stopTicks });
  if (budgetTickLots === null ? !isPositive(lots) : lots !== 0 || !isPositive(budgetTickLots)) {
    return refuse('order.quantity-below-minimum', { lots, minimumLots: 1 });
  }
  if (lots > limits.lotsPerOrder) return refuse('book.quantity-above-limit', { lots, limitLots: limits.lotsPerOrder });
  if (book.find(orderId) !== null) return refuse('order.already-exists', { orderId });
  const isUnfit = (stopTicks !== null) !== isStop(order) || (order.trigger !== null) !== isStop(order);
  if (isUnfit || !fitsTrail(order)) return refuse('book.stop-price-not-allowed', { kind });
  if (budgetTickLots !== null && (kind !== 'market' || order.side !== 'buy')) {
    return refuse('book.budget-only-for-market-buys', { kind, side: order.side });
  }
  const notionalTickLots = budgetTickLots ?? priceTicks * lots;
  if (notionalTickLots > limits.notionalTickLots) {
    return refuse('book.notional-above-limit', { notionalTickLots, limitTickLots: limits.notionalTickLots });
  }
  const { timeInForce } = order;
  if (timeInForce === 'GTC' ? kind === 'market' : isForAuction(order) && (isStop(order) || budgetTickLots !== null))
    return refuse('order.time-in-force-not-allowed', { kind, timeInForce });
  if (order.postOnly && (timeInForce !== 'GTC' || takesOnly(order))) {
    return refuse('order.post-only-not-allowed', { kind, timeInForce });
  }
  const unfit = checkPositionSide(book, order);
  if (unfit !== null) return unfit;
  if (budgetTickLots !== null && isReducing(order)) return refuse('book.budget-not-for-reduce-only', {});
  return checkAttached(book, order);
}

/** A trailing stop says how it trails: by ticks, or by less than the whole price; and from which price on, if it waits for one. */
function fitsTrail({ kind, trail, stopTicks }: Order): boolean {
  if (trail === undefined) return kind !== 'trailing-stop';
  const { unit, size, activationTicks, isActive } = trail;
  const waits = isActive ? activationTicks === null : activationTicks === stopTicks;
  return kind === 'trailing-stop' && isPositive(size) && (unit === 'ticks' || size < 10_000) && waits;
}

export function checkOcoPair(limit: Order, stop: Order): BookRefusal | null {
  const fit =
    limit.kind === 'limit' &&
    limit.timeInForce === 'GTC' &&
    (stop.kind === 'stop' || stop.kind === 'stop-limit') &&
    limit.owner === stop.owner &&
    limit.side === stop.side &&
    limit.lots === stop.lots &&
    limit.positionSide === stop.positionSide &&
    limit.reduceOnly === stop.reduceOnly &&
    limit.attached === undefined &&
    stop.attached === undefined &&
    limit.orderId !== stop.orderId;
  if (!fit) return refuse('book.oco-legs-do-not-fit', { limitKind: limit.kind, stopKind: stop.kind });
  return checkOcoOrder(limit, stop);
}

/** The one lies on the better side of the market, the stop on the worse; which of the two is named first is no matter. */
function checkOcoOrder(one: Order, other: Order): BookRefusal | null {
  const [better, stop] = leadsPair(one) ? [one, other] : [other, one];
  const { side } = better;
  const priceTicks = better.stopTicks ?? better.priceTicks;
  const stopTicks = stop.stopTicks!;
  const inOrder = side === 'buy' ? priceTicks < stopTicks : priceTicks > stopTicks;
  return inOrder ? null : refuse('order.oco-prices-out-of-order', { priceTicks, stopTicks });
}

/** Room for more open orders of one owner: one command may fill all of them, and bring what is attached to them. */
export function checkRoom(book: Book, owner: string, orders: number): BookRefusal | null {
  if (orders === 0) return null;
  const { openOrdersPerOwner, openOrdersPerBook } = book.limits;
  if (book.ordersDueOf(owner) + orders > openOrdersPerOwner) {
    return refuse('order.too-many-open-orders', { limit: openOrdersPerOwner });
  }
  if (book.orders.size + book.coming + orders > openOrdersPerBook)
    return refuse('order.book-full', { limit: openOrdersPerBook });
  return null;
}

/** A stop must lie ahead of the price that it watches, and of prices whose stops still wait to be triggered. */
export function checkStopAhead(book: Book, order: Order, prices: MomentPrices): BookRefusal | null {
  const { stopTicks, side, kind, trigger } = order;
  if (stopTicks === null || trigger === null) return null;
  const lastTicks = watchedTicks(trigger, prices) ?? (trigger === 'last' ? book.lastTradeTicks : null);
  if (lastTicks === null) return null;
  const deferred = book.deferred[trigger];
  const isAwaited = isDormant(order);
  const reached =
    triggersOnRise(side, kind) !== isAwaited
      ? stopTicks <= Math.max(lastTicks, deferred?.highTicks ?? lastTicks)
      : stopTicks >= Math.min(lastTicks, deferred?.lowTicks ?? lastTicks);
  if (!reached) return null;
  if (isAwaited) return refuse('order.activation-already-reached', { stopTicks, lastTicks });
  const code = isTakeProfit(kind) ? 'order.take-profit-already-reached' : 'order.stop-already-reached';
  return refuse(code, { stopTicks, lastTicks });
}

/** A call takes what can wait for its auction: limit orders that stay, orders at the open; and what would not meet their owner's own there. */
export function checkInCall(book: Book, order: Order): BookRefusal | null {
  const { kind, timeInForce, postOnly } = order;
  const waits = timeInForce === 'OPG' || (kind === 'limit' && timeInForce === 'GTC' && !postOnly);
  if (!waits) return refuse('order.not-in-call', { kind, timeInForce });
  return checkOwnCross(book, order, 'book');
}

/** In an auction nobody comes first, so none of two own orders could be told to give way. */
export function checkOwnCross(book: Book, { owner, side, priceTicks }: Order, place: Place): BookRefusal | null {
  for (const { order, place: stands } of book.ordersOf(owner)) {
    if (stands !== place || order.side === side) continue;
    const crosses = side === 'buy' ? order.priceTicks <= priceTicks : order.priceTicks >= priceTicks;
    if (crosses) return refuse('order.crosses-own-order', { priceTicks, ownTicks: order.priceTicks });
  }
  return null;
}

export function checkOwned(resting: Resting | null, orderId: string, owner: string): BookRefusal | null {
  if (resting === null) return refuse('order.not-found', { orderId });
  if (resting.owned.owner !== owner) return refuse('book.not-your-order', { orderId });
  return null;
}

/** What an amendment asks for, before the order is looked at. */
export function checkAmendment(book: Book, command: AmendOrder): BookRefusal | null {
  const { priceTicks, stopTicks, lots } = command;
  const { lotsPerOrder } = book.limits;
  if (priceTicks !== null && !isPositive(priceTicks)) return refuse('order.price-not-positive', { priceTicks });
  if (stopTicks !== null && !isPositive(stopTicks)) return refuse('order.stop-price-not-positive', { stopTicks });
  if (lots !== null && !isPositive(lots)) return refuse('order.quantity-below-minimum', { lots, minimumLots: 1 });
  if (lots !== null && lots > lotsPerOrder)
    return refuse('book.quantity-above-limit', { lots, limitLots: lotsPerOrder });
  return null;
}

/** Whether the order may become `order`, and the other leg of its pair `partner`. */
export function checkAmended(
  book: Book,
  resting: Resting,
  order: Order,
  partner: Order | null,
  prices: MomentPrices,
): BookRefusal | null {
  const before = resting.order;
  const { priceTicks, stopTicks, lots } = order;
  if (stopTicks !== before.stopTicks && (resting.place !== 'stops' || order.trail !== undefined)) {
    return refuse('book.stop-price-not-allowed', { kind: order.kind });
  }
  const notionalTickLots = lots * Math.max(priceTicks, partner?.priceTicks ?? 0);
  if (notionalTickLots > book.limits.notionalTickLots) {
    return refuse('book.notional-above-limit', { notionalTickLots, limitTickLots: book.limits.notionalTickLots });
  }
  // Its size is that of the position.
  if (order.wholePosition && lots !== before.lots) return refuse('book.whole-position-has-no-quantity', { lots });
  const outOfOrder = partner === null ? null : checkOcoOrder(order, partner);
  if (outOfOrder !== null) return outOfOrder;
  const filledLots = before.lots - resting.remainingLots;
  if (lots <= filledLots) return refuse('order.quantity-below-filled', { lots, filledLots });
  const isSame = priceTicks === before.priceTicks && stopTicks === before.stopTicks && lots === before.lots;
  if (isSame && order.attached === before.attached) {
    return refuse('order.nothing-to-amend', { orderId: order.orderId });
  }
  const refusal = checkClosable(book, order, lots - filledLots) ?? checkNewLevels(book, before, order, partner);
  if (refusal !== null) return refusal;
  return resting.place === 'stops' ? checkStopAhead(book, order, prices) : null;
}

/** Levels in place of those that an order had; neither leg of a pair has any. */
function checkNewLevels(book: Book, before: Order, order: Order, partner: Order | null): BookRefusal | null {
  const { attached } = order;
  if (attached === undefined || attached === before.attached) return null;
  if (partner !== null) return refuse('book.attached-not-allowed', { levels: attached.levels.length });
  const more = ordersAttached(order) - ordersAttached(before);
  return checkAttached(book, order) ?? checkRoom(book, order.owner, Math.max(0, more));
}
