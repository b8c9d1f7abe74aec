/** Orders that close all of a position: they follow its size, end with it, and take no lots from others that close it. */

import { refuse } from '../../core/refusal.js';
import { amendedBy, amendedEvent } from './amended.js';
import { enlarge } from './attached.js';
import { checkRoom } from './checks.js';
import type { Plan } from './plan.js';
import { closableLots } from './positions.js';
import type { Resting } from './price-queue.js';
import type { ProtectingPrice, ProtectPosition } from './protect-position.js';
import type { Book } from './state.js';
import type { BookEvent, BookRefusal, Order, Side } from './types.js';

/** An order of the pair, as it was asked for. */
interface Leg extends ProtectingPrice {
  readonly kind: 'take-profit' | 'stop';
}

/** What has been passed already is met by the next beat, as attached levels are. */
export function protectPosition(plan: Plan, command: ProtectPosition): BookRefusal | null {
  const { book } = plan;
  const { owner, positionSide, trigger } = command;
  if (book.positions === null) return refuse('book.position-side-not-allowed', { positionSide: 'none' });
  const open = book.positions.of(owner)[positionSide];
  const side = positionSide === 'short' || open < 0 ? 'buy' : 'sell';
  const lots = closableLots(book.positions.of(owner), side, positionSide);
  if (lots === 0) return refuse('order.reduce-only-no-position', { lots });
  const legs = legsOf(command);
  const refusal = checkLegs(book, side, legs);
  if (refusal !== null) return refusal;
  const waiting = waitingOf(book, owner).filter(
    ({ order }) => order.positionSide === positionSide && order.side === side,
  );
  const isSame =
    waiting.length === legs.length &&
    waiting.every(({ order }, index) => order.kind === legs[index]!.kind && order.trigger === trigger);
  if (isSame) return reprice(plan, waiting, legs);
  for (const resting of waiting) plan.cancelResting(resting, 'user');
  plan.settle();
  const noRoom = checkRoom(book, owner, legs.length);
  if (noRoom !== null) return noRoom;
  const orders = legs.map((leg) => orderOf(command, side, lots, leg));
  for (const order of orders) {
    const other = orders.find((each) => each !== order);
    plan.events.push({ type: 'OrderAccepted', order, ocoOrderId: other?.orderId ?? null, rests: 'stops' });
  }
  return null;
}

function legsOf({ takeProfit, stopLoss }: ProtectPosition): Leg[] {
  return [
    ...(takeProfit === null ? [] : [{ ...takeProfit, kind: 'take-profit' as const }]),
    ...(stopLoss === null ? [] : [{ ...stopLoss, kind: 'stop' as const }]),
  ];
}

function checkLegs(book: Book, side: Side, legs: readonly Leg[]): BookRefusal | null {
  const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
  for (const { orderId, priceTicks, stopTicks } of legs) {
    if (!isPositive(priceTicks)) return refuse('order.price-not-positive', { priceTicks });
    if (!isPositive(stopTicks)) return refuse('order.stop-price-not-positive', { stopTicks });
    if (book.find(orderId) !== null) return refuse('order.already-exists', { orderId });
  }
  const [takeProfit, stopLoss] = legs;
  if (takeProfit === undefined || stopLoss === undefined) return null;
  if (takeProfit.orderId === stopLoss.orderId) return refuse('order.already-exists', { orderId: stopLoss.orderId });
  const [priceTicks, stopTicks] = [takeProfit.stopTicks, stopLoss.stopTicks];
  const inOrder = side === 'buy' ? priceTicks < stopTicks : priceTicks > stopTicks;
  return inOrder ? null : refuse('order.oco-prices-out-of-order', { priceTicks, stopTicks });
}

/** The take-profit first, as they were accepted. */
const waitingOf = (book: Book, owner: string): Resting[] =>
  [...book.ordersOf(owner)].filter(({ order, place }) => order.wholePosition && place === 'stops');

/** The pair keeps its ids. Both change, as a pair does, or none. */
function reprice(plan: Plan, waiting: readonly Resting[], legs: readonly Leg[]): null {
  const events = waiting.map((resting, index) => {
    const { priceTicks, stopTicks } = legs[index]!;
    return amendedEvent(resting, amendedBy(resting.order, { ...resting.order, priceTicks, stopTicks }));
  });
  if (events.some(({ keepsPriority }) => !keepsPriority)) plan.events.push(...events);
  return null;
}

function orderOf({ owner, positionSide, trigger }: ProtectPosition, side: Side, lots: number, leg: Leg): Order {
  return {
    orderId: leg.orderId,
    owner,
    side,
    kind: leg.kind,
    priceTicks: leg.priceTicks,
    stopTicks: leg.stopTicks,
    trigger,
    lots,
    budgetTickLots: null,
    timeInForce: 'GTC',
    postOnly: false,
    // It comes before what its owner has in the book, for it protects them.
    selfTrade: 'cancel-maker',
    tag: null,
    positionSide,
    reduceOnly: true,
    wholePosition: true,
  };
}

/**
 * The last step of a command: orders for a whole position that grew get its size. That they shrink with it, and end with it, they have in
 * common with every order that only closes.
 */
export function followPositions(plan: Plan): void {
  const { book } = plan;
  if (book.wholePositions === 0) return;
  plan.settle();
  for (const owner of new Set(plan.events.flatMap(ownersMoved)))
    for (const resting of waitingOf(book, owner)) {
      const { side, positionSide } = resting.order;
      enlarge(plan, [resting], closableLots(book.positions!.of(owner), side, positionSide!) - resting.remainingLots);
    }
}

function ownersMoved(event: BookEvent): string[] {
  if (event.type === 'OrderMatched') return [event.makerOwner, event.takerOwner];
  return event.type === 'PositionsAdjusted' ? event.changes.map(({ owner }) => owner) : [];
}
