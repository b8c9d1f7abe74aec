/** Commands become events, or a refusal. The book is the same after as before: `apply` is what changes it. */

import { never } from '../../core/never.js';
import { refuse } from '../../core/refusal.js';
import { amendedBy, amendedEvent } from './amended.js';
import { protectFills } from './attached.js';
import { crossAtOnePrice, letQuotesGoFirst } from './auction.js';
import { cancelBehindMark } from './behind-mark.js';
import { isCrossed, uncross } from './uncross.js';
import * as check from './checks.js';
import { cancelEnded, checkCutOff, endAuction, holdClosingAuction, isAtClose, isBound, isEnded } from './closing.js';
import { cancelled, Plan, rankFor } from './plan.js';
import { isReducing } from './positions.js';
import { waitingIn } from './price-queue.js';
import { adjustPositions, checkClosable, fitReduceOnly } from './reduce-only.js';
import type { Book } from './state.js';
import { cascade, isDeferred } from './stops.js';
import { houseTaker, sweep, takerOf } from './sweep.js';
import { rested, take, wouldCross, type Open } from './take.js';
import { followPositions, protectPosition } from './whole-position.js';
import {
  NO_PRICES,
  type AdvanceMarket,
  type AmendOrder,
  type BookCommand,
  type BookEvent,
  type BookRefusal,
  type CancelAllOrders,
  type CancelOrder,
  type Liquidity,
  type Order,
  type OrderAccepted,
  type Phase,
} from './types.js';

/** Everything a command causes, cascades of stops included. Without liquidity only users' orders are met. */
export function decide(
  book: Book,
  command: BookCommand,
  liquidity?: Liquidity,
  prices = NO_PRICES,
  phase: Phase = 'continuous',
): BookEvent[] | BookRefusal {
  // Most commands by far are these two, and cause one event: they need no plan.
  if (command.type === 'CancelOrder') return cancel(book, command, phase);
  if (phase !== 'call' && command.type === 'PlaceOrder' && meetsNobody(book, command.order, liquidity))
    return settleIn(book, command.order);
  const plan = new Plan(book, phase === 'call' ? undefined : liquidity, prices, phase);
  try {
    const refusal = carryOut(plan, command);
    if (refusal !== null) return refusal;
    protectFills(plan);
    followPositions(plan);
    return plan.events;
  } finally {
    plan.close();
  }
}

function cancel(book: Book, { orderId, owner, reason }: CancelOrder, phase: Phase): BookEvent[] | BookRefusal {
  const resting = book.find(orderId);
  const refusal = check.checkOwned(resting, orderId, owner);
  if (refusal !== null) return refusal;
  if (isBound(resting!, phase, reason))
    return refuse('order.closing-cut-off', { timeInForce: resting!.order.timeInForce });
  const events = [cancelled(resting!, reason)];
  if (resting!.partner !== null) events.push(cancelled(resting!.partner, 'oco-cancelled'));
  return events;
}

/** Whether a limit order would only rest, and no stop waits to be triggered. */
function meetsNobody(book: Book, order: Order, liquidity: Liquidity | undefined): boolean {
  if (order.kind !== 'limit' || order.timeInForce !== 'GTC' || isDeferred(book) || isCrossed(book)) return false;
  // Where it rests, others that close the same position may have to go.
  if (isReducing(order)) return false;
  const limitRank = rankFor(order.side, order.priceTicks);
  const best = book.opposite(order.side).best();
  if (best !== null && best.rank >= limitRank) return false;
  const quotes = order.side === 'buy' ? liquidity?.asks : liquidity?.bids;
  const quote = quotes === undefined ? undefined : quotes[0];
  return quote === undefined || rankFor(order.side, quote[0]) < limitRank;
}

function settleIn(book: Book, order: Order): BookEvent[] | BookRefusal {
  const refusal =
    check.checkNewOrder(book, order) ??
    checkClosable(book, order, order.lots) ??
    check.checkRoom(book, order.owner, check.roomOf(order));
  return refusal ?? [{ type: 'OrderAccepted', order, ocoOrderId: null, rests: 'book' }];
}

function carryOut(plan: Plan, command: Exclude<BookCommand, CancelOrder>): BookRefusal | null {
  // Where no beat has held the auction of the call yet, it comes before the first order of the session.
  const isOrder = command.type === 'PlaceOrder' || command.type === 'PlaceOcoPair' || command.type === 'AmendOrder';
  if (plan.phase !== 'call' && isOrder) uncross(plan, Infinity);
  switch (command.type) {
    case 'PlaceOrder':
      return place(plan, command.order) ?? cascade(plan);
    case 'PlaceOcoPair':
      return placeOcoPair(plan, command.limit, command.stop) ?? cascade(plan);
    case 'AmendOrder':
      return amend(plan, command) ?? cascade(plan);
    case 'CancelAllOrders':
      cancelAll(plan, command);
      return null;
    case 'AdvanceMarket':
      advance(plan, command);
      cascade(plan);
      cancelEnded(plan);
      return null;
    case 'EndMissedAuctions':
      if (command.opening) endAuction(plan, 'OPG', true);
      if (command.closing) endAuction(plan, 'ATC', true);
      cancelEnded(plan);
      return null;
    case 'AdjustPositions':
      return adjustPositions(plan, command);
    case 'ProtectPosition':
      return protectPosition(plan, command);
    default:
      return never(command);
  }
}

function cancelAll(plan: Plan, { owner, reason, positionSide, leverageAbove }: CancelAllOrders): void {
  for (const resting of plan.book.ordersOf(owner)) {
    const { order } = resting;
    const isOfSide = positionSide === undefined || order.positionSide === positionSide;
    const isMeant = isOfSide && (leverageAbove === undefined || opensAbove(order, leverageAbove));
    if (isMeant && !isBound(resting, plan.phase, reason)) plan.cancelResting(resting, reason);
  }
}

const opensAbove = (order: Order, leverage: number): boolean =>
  !isReducing(order) && order.margin !== undefined && order.margin.leverage > leverage;

function place(plan: Plan, order: Order): BookRefusal | null {
  const { book } = plan;
  if (!check.isStop(order) && !isAtClose(order)) letQuotesGoFirst(plan, order);
  const refusal =
    check.checkNewOrder(book, order) ??
    checkClosable(book, order, order.lots) ??
    check.checkRoom(book, order.owner, check.roomOf(order)) ??
    check.checkStopAhead(book, order, plan.prices);
  if (refusal !== null) return refusal;
  const { kind, timeInForce } = order;
  if (timeInForce === 'OPG' && plan.phase !== 'call') return refuse('order.only-in-call', { kind, timeInForce });
  if (isAtClose(order)) return waitForClose(plan, order);
  if (!check.isStop(order)) return enter(plan, order, null);
  plan.events.push({ type: 'OrderAccepted', order, ocoOrderId: null, rests: 'stops' });
  // The first trailing stop of a book follows what its own command saw, as any other would.
  if (order.trail !== undefined) plan.settle();
  return null;
}

function waitForClose(plan: Plan, order: Order): BookRefusal | null {
  const refusal = checkCutOff(plan, order) ?? check.checkOwnCross(plan.book, order, 'closing');
  if (refusal !== null) return refusal;
  plan.events.push({ type: 'OrderAccepted', order, ocoOrderId: null, rests: 'closing' });
  if (isReducing(order)) fitReduceOnly(plan, order.owner);
  return null;
}

function placeOcoPair(plan: Plan, limit: Order, stop: Order): BookRefusal | null {
  const { book } = plan;
  letQuotesGoFirst(plan, limit);
  return (
    check.checkNewOrder(book, limit) ??
    check.checkNewOrder(book, stop) ??
    check.checkOcoPair(limit, stop) ??
    checkClosable(book, limit, limit.lots) ??
    check.checkRoom(book, limit.owner, 2) ??
    check.checkStopAhead(book, stop, plan.prices) ??
    enter(plan, limit, stop)
  );
}

/** Accepts a limit or market order and lets it take; its OCO stop is accepted before its first fill. */
function enter(plan: Plan, order: Order, ocoStop: Order | null): BookRefusal | null {
  const isCall = plan.phase === 'call';
  const refusal = isCall ? check.checkInCall(plan.book, order) : null;
  if (refusal !== null) return refusal;
  if (order.postOnly && wouldCross(plan, order)) {
    return refuse('order.post-only-would-cross', { priceTicks: order.priceTicks });
  }
  const ocoOrderId = ocoStop === null ? null : ocoStop.orderId;
  const before = plan.book.positions === null ? null : plan.mark();
  const accepted: Open<OrderAccepted> = { type: 'OrderAccepted', order, ocoOrderId, rests: 'no' };
  plan.events.push(accepted);
  if (ocoStop !== null) {
    plan.events.push({ type: 'OrderAccepted', order: ocoStop, ocoOrderId: order.orderId, rests: 'stops' });
  }
  if (isCall) {
    accepted.rests = 'book';
    if (isReducing(order)) fitReduceOnly(plan, order.owner);
    return null;
  }
  const taker = takerOf(order, order.lots, ocoStop);
  const outcome = take(plan, order, taker);
  if (outcome === 'killed') return refuse('order.fok-unfillable', { lots: order.lots, priceTicks: order.priceTicks });
  if (outcome === 'too-little') return refuse('book.budget-below-one-lot', { budgetTickLots: order.budgetTickLots! });
  if (outcome === 'rests') {
    accepted.rests = 'book';
    rested(plan, order, before);
  }
  return null;
}

function amend(plan: Plan, command: AmendOrder): BookRefusal | null {
  const { book } = plan;
  const { orderId, owner } = command;
  const resting = book.find(orderId);
  const refusal = check.checkAmendment(book, command) ?? check.checkOwned(resting, orderId, owner);
  if (refusal !== null) return refusal;
  if (isEnded(resting!)) return refuse('order.not-found', { orderId });
  const before = resting!.order;
  const priceTicks = command.priceTicks ?? before.priceTicks;
  const stopTicks = command.stopTicks ?? before.stopTicks;
  const lots = command.lots ?? before.lots;
  const { markTicks, attached } = command;
  const order = amendedBy(before, { priceTicks, stopTicks, lots, markTicks, attached });
  const other = resting!.partner;
  const partner =
    other === null
      ? null
      : amendedBy(other.order, {
          ...other.order,
          lots: command.lots ?? other.order.lots,
          markTicks,
          attached: undefined,
        });
  const objection = check.checkAmended(book, resting!, order, partner, plan.prices) ?? checkCutOff(plan, order);
  if (objection !== null) return objection;
  const event = amendedEvent(resting!, order, attached);
  const takes = !event.keepsPriority && resting!.place === 'book';
  const isCall = plan.phase === 'call';
  const meetsOwn = (takes && isCall) || resting!.place === 'closing';
  const ownOrder = meetsOwn ? check.checkOwnCross(book, order, resting!.place) : null;
  if (ownOrder !== null) return ownOrder;
  if (takes && order.postOnly && wouldCross(plan, order)) return refuse('order.post-only-would-cross', { priceTicks });
  if (takes) letQuotesGoFirst(plan, order);
  if (attached !== undefined && firstLevel(attached) !== firstLevel(before.attached)) plan.amendsLevels(orderId);
  // A pair changes as one, first the leg that holds for both.
  const events = other === null ? [event] : [event, amendedEvent(other, partner!)];
  plan.events.push(...(check.leadsPair(before) ? events : events.reverse()));
  if (isReducing(order)) fitReduceOnly(plan, owner);
  if (takes && !isCall) takeAmended(plan, order, event.remainingLots, partner);
  return null;
}

/** Levels that an order keeps are priced anew where it moves, and have their numbers. */
const firstLevel = (attached: Order['attached'] | null): number | undefined => attached?.levels[0]?.number;

/** Where it may only close a position, it may have lost lots to a better order, or gone with all of them. */
function takeAmended(plan: Plan, order: Order, remainingLots: number, partner: Order | null): void {
  if (!isReducing(order)) return void take(plan, order, takerOf(order, remainingLots, partner));
  const left = plan.book.find(order.orderId);
  if (left !== null) take(plan, order, takerOf(order, left.remainingLots, left.partner?.order ?? null));
}

function advance(plan: Plan, { traded, noiseTakers, index, mark, opening, closing }: AdvanceMarket): void {
  if (index !== null) plan.saw('index', index);
  if (mark !== null) plan.saw('mark', mark);
  const tapeLots = opening ? Infinity : noiseTakers.reduce((sum, { lots }) => sum + lots, 0);
  if (closing) endAuction(plan, 'OPG', true);
  let crossedLots = closing ? holdClosingAuction(plan) : 0;
  crossedLots += uncross(plan, tapeLots - crossedLots);
  if (!plan.isFull) crossedLots += crossAtOnePrice(plan, 'sell', tapeLots - crossedLots);
  if (!plan.isFull) crossedLots += crossAtOnePrice(plan, 'buy', tapeLots - crossedLots);
  if (opening) endAuction(plan, 'OPG');
  if (mark !== null && plan.book.positions !== null) cancelBehindMark(plan, mark);
  fillTriggered(plan);
  for (const noise of noiseTakers) {
    if (plan.isFull) break;
    // What quotes took already were lots of the tape: the first takers find it done.
    const lots = Math.max(0, noise.lots - crossedLots);
    crossedLots -= noise.lots - lots;
    if (lots === 0) continue;
    if (!plan.isSettled) plan.settle();
    sweep(plan, houseTaker({ ...noise, lots }), plan.houseAgainst(noise.side));
  }
  if (traded === null) return;
  plan.traded(traded.lowTicks);
  plan.traded(traded.highTicks);
  const { lastTicks } = traded;
  if (!plan.isSettled) plan.settle();
  if (plan.book.lastTradeTicks !== lastTicks) plan.events.push({ type: 'LastTradeMoved', lastTicks });
}

/** Triggered stops take what is quoted now, the one first that triggered first; what they do not get they wait for. */
function fillTriggered(plan: Plan): void {
  const waiting = waitingIn(plan.book.triggered).map(({ orderId }) => orderId);
  for (const orderId of waiting) {
    if (plan.isFull) return;
    if (!plan.isSettled) plan.settle();
    // A fill of the one before may have cancelled it, as the other leg of a pair or as an order of the same owner.
    const resting = plan.book.find(orderId);
    if (resting === null) continue;
    letQuotesGoFirst(plan, resting.order);
    const taker = takerOf(resting.order, resting.remainingLots, null);
    sweep(plan, taker, plan.houseAgainst(taker.side));
  }
}
