/** The reference book's way from command to events: it plays the command on a copy of its state, move by move. */

import { never } from '../../core/never.js';
import { refuse } from '../../core/refusal.js';
import type { BookLimits } from './limits.js';
import { crosses, finish, full, houseTaking, Play, rangeOf, take, takingOf } from './reference-play.js';
import { adjust, fitOrders } from './reference-positions.js';
import {
  copyOf,
  remarked,
  removeRow,
  rowOf,
  sorted,
  stopsOf,
  waitingRows,
  waitsForRise,
  withLevels,
  type ReferenceRow,
  type ReferenceState,
} from './reference-state.js';
import * as check from './reference-checks.js';
import { protect } from './reference-attached.js';
import { cancelLeftBehind } from './reference-behind.js';
import { afterAuction, cancelLeft, endFor } from './reference-endings.js';
import { trail } from './reference-trail.js';
import { followWhole, protectWhole } from './reference-whole.js';
import { onePrice, uncrossUsers, type Level } from './reference-uncross.js';
import {
  AUCTION_ENDS,
  type AdvanceMarket,
  type AmendOrder,
  type BookCommand,
  type BookEvent,
  type BookRefusal,
  type CommandCancelReason,
  type Liquidity,
  type Order,
  type MomentPrices,
  type Phase,
  type Place,
} from './types.js';

export function referenceDecide(
  state: ReferenceState,
  limits: BookLimits,
  command: BookCommand,
  liquidity: Liquidity | undefined,
  prices: MomentPrices,
  phase: Phase,
): BookEvent[] | BookRefusal {
  const play = new Play(state, limits, phase === 'call' ? undefined : liquidity, prices, phase);
  const before = copyOf(state);
  const refusal = carryOut(play, command);
  if (refusal !== null) return refusal;
  protect(play, before);
  followWhole(play);
  return play.events;
}

function carryOut(play: Play, command: BookCommand): BookRefusal | null {
  const { state } = play;
  const isOrder = ['PlaceOrder', 'PlaceOcoPair', 'AmendOrder'].includes(command.type);
  if (isOrder && play.phase !== 'call') uncrossUsers(play, Infinity);
  switch (command.type) {
    case 'PlaceOrder':
      return place(play, command.order) ?? cascade(play);
    case 'PlaceOcoPair':
      return placePair(play, command.limit, command.stop) ?? cascade(play);
    case 'AmendOrder':
      return amend(play, command) ?? cascade(play);
    case 'CancelOrder': {
      const row = rowOf(state, command.orderId);
      const refusal = check.refusesStranger(row, command.orderId, command.owner);
      if (refusal !== null) return refusal;
      if (stands(play, row!, command.reason))
        return refuse('order.closing-cut-off', { timeInForce: row!.order.timeInForce });
      play.cancelRow(row!, command.reason);
      return null;
    }
    case 'CancelAllOrders': {
      const freed = (row: ReferenceRow): boolean => !stands(play, row, command.reason);
      const own = state.rows.filter((row) => check.isMeant(row, command) && freed(row));
      own.sort((one, other) => one.sequence - other.sequence);
      for (const row of own) row.ocoOrderId = null;
      for (const row of own) play.cancelRow(row, command.reason);
      return null;
    }
    case 'AdvanceMarket':
      advance(play, command);
      cascade(play);
      cancelLeft(play);
      return null;
    case 'EndMissedAuctions':
      if (command.opening) endFor(play, 'OPG', 'auction-missed');
      if (command.closing) endFor(play, 'ATC', 'auction-missed');
      cancelLeft(play);
      return null;
    case 'AdjustPositions':
      return adjust(play, command);
    case 'ProtectPosition':
      return protectWhole(play, command);
    default:
      return never(command);
  }
}

/** After the cut-off an order that waits for the closing auction stays, as long as its instrument does. */
const stands = ({ phase }: Play, { place }: ReferenceRow, reason: CommandCancelReason): boolean =>
  phase === 'cut-off' && place === 'closing' && !['corporate-action', 'delisted', 'delivery'].includes(reason);

/** Everybody who waits enters the book; agents meet users once more where no two users cross. */
function closingAuction(play: Play): number {
  const { state } = play;
  const waiting = waitingRows(state, 'closing');
  if (waiting.length === 0) return 0;
  play.events.push({ type: 'ClosingAuctionOpened' });
  for (const row of waiting) Object.assign(row, { place: 'book', turn: state.nextTurn++ });
  const [bid, ask] = [sorted(state, 'buy')[0], sorted(state, 'sell')[0]];
  const crossed = bid !== undefined && ask !== undefined && bid.order.priceTicks >= ask.order.priceTicks;
  const lots = crossed
    ? uncrossUsers(play, Infinity)
    : crossUsers(play, 'sell', Infinity) + crossUsers(play, 'buy', Infinity);
  endFor(play, 'ATC', afterAuction(play));
  return lots;
}

/** Agents' quotes that stand across users' orders meet up to so many lots of them at one price, found by trying each. */
function crossUsers(play: Play, side: 'buy' | 'sell', limitLots: number): number {
  const quotes = (side === 'sell' ? play.asks : play.bids).filter(({ lots }) => lots > 0);
  let left = limitLots;
  const users: Level[] = [];
  for (const { order, remainingLots } of sorted(play.state, side === 'sell' ? 'buy' : 'sell')) {
    const lots = Math.min(left, remainingLots);
    if (lots > 0) users.push({ priceTicks: order.priceTicks, lots });
    left -= lots;
  }
  const price = side === 'sell' ? onePrice(users, quotes, play.middleTicks) : onePrice(quotes, users, play.middleTicks);
  if (price === null) return 0;
  const taking = houseTaking({ side, lots: price.lots, limitTicks: price.priceTicks });
  take(play, taking, false, price.priceTicks);
  const takenLots = price.lots - taking.remainingLots;
  takeOff(quotes, takenLots);
  return takenLots;
}

/** Quotes on the order's own side that stand across users' orders come before it. */
function quotesFirst(play: Play, { side, priceTicks }: Order): boolean {
  const best = sorted(play.state, side === 'buy' ? 'sell' : 'buy')[0]?.order.priceTicks;
  if (best === undefined || (side === 'buy' ? best > priceTicks : best < priceTicks)) return false;
  return crossUsers(play, side, Infinity) > 0;
}

function place(play: Play, order: Order): BookRefusal | null {
  const stops = order.stopTicks !== null;
  const waits = order.timeInForce === 'ATC';
  if (!stops && !waits) quotesFirst(play, order);
  const refusal =
    check.refusesOrder(play.state, play.limits, order) ??
    check.refusesClosing(play.state, order, order.lots) ??
    check.refusesRoom(play.state, play.limits, order.owner, check.roomFor(order)) ??
    check.refusesReachedStop(play.state, order, play.prices);
  if (refusal !== null) return refusal;
  if (order.timeInForce === 'OPG' && play.phase !== 'call')
    return refuse('order.only-in-call', { kind: order.kind, timeInForce: order.timeInForce });
  const atClose = waits ? check.refusesAtClose(play.state, play.phase, order) : null;
  if (atClose !== null) return atClose;
  if (!stops && !waits) return enter(play, order, null);
  const rests = waits ? 'closing' : 'stops';
  play.events.push({ type: 'OrderAccepted', order, ocoOrderId: null, rests });
  rest(play, order, order.lots, null, rests);
  fitOrders(play, order.owner);
  return null;
}

function placePair(play: Play, limit: Order, stop: Order): BookRefusal | null {
  quotesFirst(play, limit);
  return (
    check.refusesOrder(play.state, play.limits, limit) ??
    check.refusesOrder(play.state, play.limits, stop) ??
    check.refusesPair(limit, stop) ??
    check.refusesClosing(play.state, limit, limit.lots) ??
    check.refusesRoom(play.state, play.limits, limit.owner, 2) ??
    check.refusesReachedStop(play.state, stop, play.prices) ??
    enter(play, limit, stop)
  );
}

function enter(play: Play, order: Order, stop: Order | null): BookRefusal | null {
  const { priceTicks, lots, budgetTickLots } = order;
  const isCall = play.phase === 'call';
  const refusal = isCall ? check.refusesInCall(play.state, order) : null;
  if (refusal !== null) return refusal;
  if (order.postOnly && crosses(play, order)) return refuse('order.post-only-would-cross', { priceTicks });
  const at = play.events.length;
  play.events.push({ type: 'OrderAccepted', order, ocoOrderId: stop?.orderId ?? null, rests: 'no' });
  if (stop !== null) {
    play.events.push({ type: 'OrderAccepted', order: stop, ocoOrderId: order.orderId, rests: 'stops' });
    rest(play, stop, stop.lots, order.orderId, 'stops');
  }
  const taking = takingOf(order, lots, stop?.orderId ?? null);
  const end = isCall ? 'dry' : take(play, taking, true);
  if (order.timeInForce === 'FOK' && end !== 'done') return refuse('order.fok-unfillable', { lots, priceTicks });
  if (end === 'done' && budgetTickLots !== null && taking.budget === budgetTickLots) {
    return refuse('book.budget-below-one-lot', { budgetTickLots });
  }
  if (finish(play, taking, end)) {
    play.events[at] = { type: 'OrderAccepted', order, ocoOrderId: stop?.orderId ?? null, rests: 'book' };
    rest(play, order, taking.remainingLots, taking.ocoOrderId, 'book');
    fitOrders(play, order.owner);
  }
  return null;
}

function rest(play: Play, order: Order, lots: number, ocoOrderId: string | null, place: Place): void {
  const turn = play.state.nextTurn++;
  play.state.rows.push({ order, remainingLots: lots, ocoOrderId, place, sequence: play.state.nextSequence++, turn });
}

function amend(play: Play, command: AmendOrder): BookRefusal | null {
  const { state, limits } = play;
  const { orderId, owner } = command;
  const row = rowOf(state, orderId);
  const refusal = check.refusesAmendment(limits, command) ?? check.refusesStranger(row, orderId, owner);
  if (refusal !== null || row === undefined) return refusal;
  if (AUCTION_ENDS.some((reason) => reason === row.place)) return refuse('order.not-found', { orderId });
  const before = row.order;
  const priceTicks = command.priceTicks ?? before.priceTicks;
  const stopTicks = command.stopTicks ?? before.stopTicks;
  const lots = command.lots ?? before.lots;
  const { attached, markTicks } = command;
  const order = withLevels(remarked({ ...before, priceTicks, stopTicks, lots }, markTicks), attached);
  const leg = row.ocoOrderId === null ? undefined : rowOf(state, row.ocoOrderId);
  const legLots = command.lots ?? leg?.order.lots;
  const partner = leg === undefined ? null : remarked({ ...leg.order, lots: legLots! }, markTicks);
  const objection = check.refusesAmended(state, limits, row, order, partner, play.prices);
  if (objection !== null) return objection;
  if (stands(play, row, 'user')) return refuse('order.closing-cut-off', { timeInForce: order.timeInForce });
  const samePrices = priceTicks === before.priceTicks && stopTicks === before.stopTicks;
  const keepsPriority = samePrices && lots <= before.lots;
  const takes = row.place === 'book' && !keepsPriority;
  const among = row.place === 'closing' ? 'closing' : 'book';
  const gathered = among === 'closing' || (takes && play.phase === 'call');
  const ownOrder = gathered ? check.refusesOwnCross(state, order, among) : null;
  if (ownOrder !== null) return ownOrder;
  if (takes && order.postOnly && crosses(play, order)) return refuse('order.post-only-would-cross', { priceTicks });
  if (takes) quotesFirst(play, order);
  const remainingLots = row.remainingLots + lots - before.lots;
  const terms = { orderId, owner, priceTicks, stopTicks, lots, remainingLots, keepsPriority };
  const own = { ...terms, ...newMark(before, order), ...(attached !== undefined && { attached }) };
  const stopFirst = before.stopTicks !== null && before.kind !== 'take-profit';
  if (!stopFirst) play.events.push({ type: 'OrderAmended', ...own });
  if (leg !== undefined && partner !== null) amendLeg(play, leg, partner);
  if (stopFirst) play.events.push({ type: 'OrderAmended', ...own });
  // Only for now: the other leg of its pair still knows it.
  state.rows = state.rows.filter((each) => each !== row);
  if (!takes) {
    const turn = keepsPriority ? row.turn : state.nextTurn++;
    state.rows.push({ ...row, order, remainingLots, turn });
    fitOrders(play, owner);
    return null;
  }
  const left = fitAmended(play, { ...row, order, remainingLots });
  if (left === null) return null;
  const taking = takingOf(order, left.remainingLots, left.ocoOrderId);
  if (finish(play, taking, play.phase === 'call' ? 'dry' : take(play, taking, true))) {
    state.rows.push({ ...left, remainingLots: taking.remainingLots, turn: state.nextTurn++ });
  }
  return null;
}

const newMark = (before: Order, after: Order): { markTicks?: number } =>
  before.margin?.markTicks === after.margin?.markTicks ? {} : { markTicks: after.margin!.markTicks };

/** Stands among the others for as long as they are fitted to a position; null when it went. */
function fitAmended(play: Play, row: ReferenceRow): ReferenceRow | null {
  const { state } = play;
  state.rows.push(row);
  fitOrders(play, row.order.owner);
  const left = rowOf(state, row.order.orderId) ?? null;
  state.rows = state.rows.filter((each) => each !== row);
  return left;
}

/** The other leg of a pair gets the quantity; its prices are its own. */
function amendLeg(play: Play, leg: ReferenceRow, order: Order): void {
  const { orderId, owner, priceTicks, stopTicks, lots } = order;
  const remainingLots = leg.remainingLots + lots - leg.order.lots;
  const keepsPriority = lots <= leg.order.lots;
  const terms = { orderId, owner, priceTicks, stopTicks, lots, remainingLots, keepsPriority };
  play.events.push({ type: 'OrderAmended', ...terms, ...newMark(leg.order, order) });
  if (!keepsPriority) leg.turn = play.state.nextTurn++;
  leg.order = order;
  leg.remainingLots = remainingLots;
}

function advance(play: Play, { traded, noiseTakers, index, mark, opening, closing }: AdvanceMarket): void {
  if (index !== null) play.indexes.push(index.lowTicks, index.highTicks);
  if (mark !== null) play.marks.push(mark.lowTicks, mark.highTicks);
  const tape = noiseTakers.map((noise) => ({ ...noise }));
  const tapeLots = (): number => (opening ? Infinity : tape.reduce((sum, noise) => sum + noise.lots, 0));
  if (closing) endFor(play, 'OPG', 'auction-missed');
  if (closing) takeOff(tape, closingAuction(play));
  takeOff(tape, uncrossUsers(play, tapeLots()));
  for (const side of ['sell', 'buy'] as const) if (!full(play)) takeOff(tape, crossUsers(play, side, tapeLots()));
  if (opening) endFor(play, 'OPG', afterAuction(play));
  if (mark !== null && play.state.positions !== null) cancelLeftBehind(play, mark);
  for (const { order } of waitingRows(play.state, 'triggered')) {
    const row = rowOf(play.state, order.orderId);
    if (!full(play) && row !== undefined) goOnFilling(play, row);
  }
  for (const noise of tape) if (!full(play) && noise.lots > 0) take(play, houseTaking(noise), true);
  if (traded === null) return;
  play.tradedTicks.push(traded.lowTicks, traded.highTicks);
  if (play.state.lastTradeTicks === traded.lastTicks) return;
  play.state.lastTradeTicks = traded.lastTicks;
  play.events.push({ type: 'LastTradeMoved', lastTicks: traded.lastTicks });
}

/** The earliest trades of the tape are these. */
function takeOff(tape: { lots: number }[], lots: number): void {
  let left = lots;
  for (const noise of tape) {
    const off = Math.min(noise.lots, left);
    noise.lots -= off;
    left -= off;
  }
}

function goOnFilling(play: Play, row: ReferenceRow): void {
  quotesFirst(play, row.order);
  const taking = takingOf(row.order, row.remainingLots, null);
  const end = take(play, taking, true);
  if (end === 'done') removeRow(play.state, row.order.orderId);
  // Self-trade prevention may have taken lots off the order itself; the rest of it keeps its place.
  else if (end !== 'self-trade') row.remainingLots = taking.remainingLots;
}

function cascade(play: Play): null {
  const { state, tradedTicks } = play;
  const { deferred } = state;
  if (play.phase === 'call') return null;
  if (deferred.last !== null) tradedTicks.push(deferred.last.lowTicks, deferred.last.highTicks);
  if (deferred.index !== null) play.indexes.push(deferred.index.lowTicks, deferred.index.highTicks);
  if (deferred.mark !== null) play.marks.push(deferred.mark.lowTicks, deferred.mark.highTicks);
  for (;;) {
    const ranges = { last: rangeOf(tradedTicks), index: rangeOf(play.indexes), mark: rangeOf(play.marks) };
    const every = [...stopsOf(state, 'last'), ...stopsOf(state, 'index'), ...stopsOf(state, 'mark')];
    const reached = every.find(({ order }) => {
      const range = ranges[order.trigger!];
      if (range === null) return false;
      return waitsForRise(order) ? order.stopTicks! <= range.highTicks : order.stopTicks! >= range.lowTicks;
    });
    if (reached === undefined) break;
    if (full(play)) {
      play.events.push({ type: 'TriggersDeferred', ...ranges });
      return null;
    }
    if (quotesFirst(play, reached.order)) continue;
    const range = ranges[reached.order.trigger!]!;
    trigger(play, reached, waitsForRise(reached.order) ? range.highTicks : range.lowTicks);
  }
  if ((deferred.last ?? deferred.index ?? deferred.mark) !== null) {
    play.events.push({ type: 'TriggersDeferred', last: null, index: null, mark: null });
  }
  trail(play);
  return null;
}

function trigger(play: Play, row: ReferenceRow, reachedTicks: number): void {
  const { state } = play;
  const { order } = row;
  const { orderId, owner } = order;
  const at = play.events.length;
  removeRow(state, orderId);
  const triggered = { type: 'OrderTriggered', orderId, owner, trigger: order.trigger!, reachedTicks } as const;
  play.events.push({ ...triggered, rests: 'no' });
  play.cancelLeg(row.ocoOrderId, 'oco');
  const taking = takingOf(order, row.remainingLots, null);
  if (order.postOnly && crosses(play, order)) return play.cancelTaking(taking, 'post-only');
  const before = copyOf(state);
  const quotes = [...play.bids, ...play.asks].map((quote) => quote.lots);
  const [events, trades] = [play.events.length, play.tradedTicks.length];
  const end = take(play, taking, true);
  if (order.timeInForce === 'FOK' && end !== 'done') {
    // Nothing of it happened.
    Object.assign(state, { rows: before.rows, lastTradeTicks: before.lastTradeTicks, positions: before.positions });
    [...play.bids, ...play.asks].forEach((quote, index) => (quote.lots = quotes[index]!));
    play.events.length = events;
    play.tradedTicks.length = trades;
    return play.cancelTaking(takingOf(order, row.remainingLots, null), 'fok');
  }
  if (!finish(play, taking, end)) return;
  const place = order.kind.endsWith('-limit') ? 'book' : 'triggered';
  play.events[at] = { ...triggered, rests: place };
  state.rows.push({ ...row, remainingLots: taking.remainingLots, place, turn: state.nextTurn++ });
  fitOrders(play, owner);
}
