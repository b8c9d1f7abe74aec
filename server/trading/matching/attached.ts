/** Take-profits and stop-losses that come with the fills of an order: each fill gets its part of them before its command is over. */

import { coveredLots, WHOLE_SHARE } from '../../../shared/attached.js';
import { refuse } from '../../core/refusal.js';
import type { Plan } from './plan.js';
import { closableLots, isReducing } from './positions.js';
import type { Resting } from './price-queue.js';
import type { Book } from './state.js';
import type { AttachedLevel, AttachedPrice, BookRefusal, Order } from './types.js';

const LEVELS_MAX = 5;

/** An order with attached levels that a command filled. */
export interface Entry {
  readonly order: Order;
  /** What was filled of it before the command, or before the command amended its levels. */
  readonly filledBefore: number;
}

/** What the levels of an order may come to be, in orders. */
export function ordersAttached({ attached }: Order): number {
  if (attached === undefined) return 0;
  const prices = attached.levels.flatMap(({ takeProfit, stopLoss }) => [takeProfit, stopLoss]);
  return prices.filter((price) => price !== null).length;
}

/** The last step of a command, when nothing is triggered any more: a level whose price has been passed is met by the next beat. */
export function protectFills(plan: Plan): void {
  if (plan.entries === null) return;
  plan.settle();
  const filled = new Map<Entry, number>();
  for (const [index, event] of plan.events.entries()) {
    if (event.type !== 'OrderMatched') continue;
    for (const orderId of [event.makerOrderId, event.takerOrderId]) {
      const entry = orderId === null ? undefined : plan.entryAt(orderId, index);
      if (entry !== undefined) filled.set(entry, (filled.get(entry) ?? 0) + event.lots);
    }
  }
  for (const [entry, lots] of filled) protect(plan, entry, lots);
}

/** Lots that were closed again in the same command need no protection, nor do those that closed a position before they opened one. */
function protect(plan: Plan, entry: Entry, filledLots: number): void {
  const { order, filledBefore } = entry;
  const { levels, fromLots = 0 } = order.attached!;
  const after = filledBefore + filledLots - fromLots;
  const closable = closableOf(plan.book, order);
  const from = coveredLots(levels, after - Math.min(filledLots, closable));
  const to = coveredLots(levels, after);
  for (const [index, level] of levels.entries()) {
    const lots = to[index]! - from[index]!;
    if (lots === 0) continue;
    const living = livingOf(plan.book, order, level);
    if (living.length === 0) accept(plan, entry, level, lots);
    else enlarge(plan, living, Math.min(lots, closable - living[0]!.remainingLots));
    plan.settle();
  }
}

const opposite = ({ side }: Order): Order['side'] => (side === 'buy' ? 'sell' : 'buy');

function closableOf({ positions }: Book, order: Order): number {
  if (positions === null) return Infinity;
  return closableLots(positions.of(order.owner), opposite(order), order.positionSide!);
}

/** The youngest orders of a level that still wait, the take-profit first. Those that were cancelled or triggered are not made again. */
function livingOf(book: Book, { owner, orderId }: Order, { number }: AttachedLevel): readonly Resting[] {
  const waiting = [...book.ordersOf(owner)].filter(
    ({ order: { parent }, place }) => place === 'stops' && parent?.orderId === orderId && parent.level === number,
  );
  const youngest = waiting.at(-1);
  if (youngest === undefined) return [];
  return youngest.partner === null ? [youngest] : [youngest.partner, youngest];
}

function accept(plan: Plan, { order, filledBefore }: Entry, level: AttachedLevel, lots: number): void {
  const { takeProfit, stopLoss, number } = level;
  // A later one of the same level needs another id, and by then more is filled.
  const named = (letter: string) =>
    `${order.orderId}.${letter}${number}${filledBefore === 0 ? '' : `-${filledBefore}`}`;
  const legs = [
    takeProfit && attachedOrder(order, { orderId: named('t'), kind: 'take-profit', number, lots }, takeProfit),
    stopLoss && attachedOrder(order, { orderId: named('s'), kind: 'stop', number, lots }, stopLoss),
  ].filter((leg) => leg !== null);
  for (const leg of legs) {
    const other = legs.find((each) => each !== leg);
    plan.events.push({ type: 'OrderAccepted', order: leg, ocoOrderId: other?.orderId ?? null, rests: 'stops' });
  }
}

interface Terms extends Pick<Order, 'orderId' | 'kind' | 'lots'> {
  readonly number: number;
}

/** It comes before what its owner has in the book, for it protects them. */
function attachedOrder(entry: Order, { orderId, kind, lots, number }: Terms, price: AttachedPrice): Order {
  const { owner, positionSide, attached } = entry;
  return {
    orderId,
    owner,
    side: opposite(entry),
    kind,
    priceTicks: price.priceTicks,
    stopTicks: price.stopTicks,
    trigger: attached!.trigger,
    lots,
    budgetTickLots: null,
    timeInForce: 'GTC',
    postOnly: false,
    selfTrade: 'cancel-maker',
    tag: null,
    ...(positionSide !== undefined && { positionSide, reduceOnly: true }),
    parent: { orderId: entry.orderId, level: number },
  };
}

export function enlarge(plan: Plan, legs: readonly Resting[], more: number): void {
  if (more <= 0) return;
  for (const { orderId, owned, order, remainingLots } of legs)
    plan.events.push({
      type: 'OrderAmended',
      orderId,
      owner: owned.owner,
      priceTicks: order.priceTicks,
      stopTicks: order.stopTicks,
      lots: order.lots + more,
      remainingLots: remainingLots + more,
      keepsPriority: false,
      byFill: true,
    });
}

/** Levels belong to an order that opens, at any time but the close; without positions only a buy opens. */
export function checkAttached(book: Book, order: Order): BookRefusal | null {
  const { attached, parent } = order;
  if (attached === undefined) return null;
  const { levels } = attached;
  const shares = levels.reduce((sum, { share }) => sum + share, 0);
  const opens = book.positions === null ? order.side === 'buy' : !isReducing(order);
  const isWhole = levels.length > 0 && levels.length <= LEVELS_MAX && shares <= WHOLE_SHARE;
  const fits =
    opens &&
    order.timeInForce !== 'ATC' &&
    parent === undefined &&
    isWhole &&
    levels.every((level) => fitsLevel(book, order, level));
  return fits ? null : refuse('book.attached-not-allowed', { levels: levels.length });
}

function fitsLevel({ limits }: Book, order: Order, { share, takeProfit, stopLoss }: AttachedLevel): boolean {
  const { side, budgetTickLots } = order;
  // A budget is counted by what it buys at the worst price of its order, as the order itself is.
  const lots = budgetTickLots === null ? order.lots : Math.ceil(budgetTickLots / order.priceTicks);
  const prices = [takeProfit, stopLoss].filter((price) => price !== null);
  const isPriced = prices.every(
    ({ stopTicks, priceTicks }) =>
      isPositive(stopTicks) && isPositive(priceTicks) && priceTicks * lots <= limits.notionalTickLots,
  );
  const sign = side === 'buy' ? 1 : -1;
  const isApart = takeProfit === null || stopLoss === null || sign * (takeProfit.stopTicks - stopLoss.stopTicks) > 0;
  return isPositive(share) && prices.length > 0 && isPriced && isApart;
}

const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
