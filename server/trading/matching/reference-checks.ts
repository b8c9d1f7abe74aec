/** The refusals of the reference book as tables: the first line that holds is the answer. */

import { refuse } from '../../core/refusal.js';
import type { BookLimits } from './limits.js';
import { badAttached } from './reference-attached.js';
import { closable, onlyCloses } from './reference-positions.js';
import { rowOf, waitsForRise, type ReferenceRow, type ReferenceState } from './reference-state.js';
import type { AmendOrder, CancelAllOrders, BookRefusal, BookRefusalCode, MomentPrices, Order, Phase } from './types.js';

type Line = readonly [code: BookRefusalCode, holds: boolean, params: Record<string, string | number | null>];

function firstOf(lines: readonly Line[]): BookRefusal | null {
  const line = lines.find(([, holds]) => holds);
  return line === undefined ? null : refuse(line[0], line[2] as Record<string, string | number>);
}

const bad = (value: number): boolean => !Number.isSafeInteger(value) || value < 1;

export function refusesOrder(state: ReferenceState, limits: BookLimits, order: Order): BookRefusal | null {
  const { orderId, kind, side, priceTicks, stopTicks, lots, budgetTickLots, timeInForce, postOnly } = order;
  const byBudget = budgetTickLots !== null;
  const stops = ['stop', 'stop-limit', 'take-profit', 'take-profit-limit', 'trailing-stop'].includes(kind);
  const hasLimit = kind.endsWith('limit');
  const notionalTickLots = byBudget ? budgetTickLots : priceTicks * lots;
  const auctions = byBudget || stops ? [] : ['OPG', 'ATC'];
  const lasts = [...(kind === 'market' ? [] : ['GTC']), 'IOC', 'FOK', ...auctions];
  const says = [order.positionSide, order.reduceOnly].filter((term) => term !== undefined).length;
  const wrongSide = says !== (state.positions === null ? 0 : 2);
  const levels = order.attached?.levels.length ?? 0;
  const badQuantity = byBudget ? lots !== 0 || bad(budgetTickLots) : bad(lots);
  return firstOf([
    ['order.price-not-positive', bad(priceTicks), { priceTicks }],
    ['order.stop-price-not-positive', stopTicks !== null && bad(stopTicks), { stopTicks }],
    ['order.quantity-below-minimum', badQuantity, { lots, minimumLots: 1 }],
    ['book.quantity-above-limit', lots > limits.lotsPerOrder, { lots, limitLots: limits.lotsPerOrder }],
    ['order.already-exists', rowOf(state, orderId) !== undefined, { orderId }],
    ['book.stop-price-not-allowed', stops !== (stopTicks !== null) || stops !== (order.trigger !== null), { kind }],
    ['book.stop-price-not-allowed', badTrail(order), { kind }],
    ['book.budget-only-for-market-buys', byBudget && !(kind === 'market' && side === 'buy'), { kind, side }],
    [
      'book.notional-above-limit',
      notionalTickLots > limits.notionalTickLots,
      { notionalTickLots, limitTickLots: limits.notionalTickLots },
    ],
    ['order.time-in-force-not-allowed', !lasts.includes(timeInForce), { kind, timeInForce }],
    ['order.post-only-not-allowed', postOnly && !(hasLimit && timeInForce === 'GTC'), { kind, timeInForce }],
    ['book.position-side-not-allowed', wrongSide, { positionSide: order.positionSide ?? 'none' }],
    ['book.budget-not-for-reduce-only', byBudget && onlyCloses(order), {}],
    ['book.attached-not-allowed', badAttached(state, limits.notionalTickLots, order), { levels }],
  ]);
}

function badTrail({ kind, stopTicks, trail }: Order): boolean {
  if (kind !== 'trailing-stop') return trail !== undefined;
  if (trail === undefined || bad(trail.size) || (trail.unit === 'bps' && trail.size > 9_999)) return true;
  return trail.activationTicks !== (trail.isActive ? null : stopTicks);
}

export function refusesPair(limit: Order, stop: Order): BookRefusal | null {
  const samePosition = limit.positionSide === stop.positionSide && limit.reduceOnly === stop.reduceOnly;
  const sameOwner = limit.owner === stop.owner && samePosition;
  const sameTerms = sameOwner && limit.side === stop.side && limit.lots === stop.lots;
  const bare = limit.attached === undefined && stop.attached === undefined;
  const kinds = bare && limit.kind === 'limit' && limit.timeInForce === 'GTC' && stop.kind.startsWith('stop');
  const fits = kinds && sameTerms && limit.orderId !== stop.orderId;
  const gapTicks = (stop.stopTicks ?? 0) - limit.priceTicks;
  const params = { priceTicks: limit.priceTicks, stopTicks: stop.stopTicks };
  return firstOf([
    ['book.oco-legs-do-not-fit', !fits, { limitKind: limit.kind, stopKind: stop.kind }],
    ['order.oco-prices-out-of-order', limit.side === 'buy' ? gapTicks <= 0 : gapTicks >= 0, params],
  ]);
}

/** `lots` are those that may still fill. */
export function refusesClosing(state: ReferenceState, order: Order, lots: number): BookRefusal | null {
  if (!onlyCloses(order) && order.reduceOnly !== true) return null;
  const positionLots = closable(state, order);
  return firstOf([
    ['order.reduce-only-no-position', positionLots === 0, { lots }],
    ['order.reduce-only-exceeds-position', lots > positionLots, { lots, positionLots }],
  ]);
}

/** Itself, if it may wait, and all that may come with its fills. */
export function roomFor({ timeInForce, stopTicks, attached }: Order): number {
  const own = stopTicks !== null || !['IOC', 'FOK'].includes(timeInForce) ? 1 : 0;
  return own + attachedTo(attached);
}

function attachedTo(attached: Order['attached']): number {
  const prices = (attached?.levels ?? []).flatMap(({ takeProfit, stopLoss }) => [takeProfit, stopLoss]);
  return prices.filter((price) => price !== null).length;
}

export function refusesRoom(
  { rows }: ReferenceState,
  limits: BookLimits,
  owner: string,
  orders: number,
): BookRefusal | null {
  if (orders === 0) return null;
  const all = rows.filter((row) => row.order.owner === owner);
  // What comes with the fills of those that wait is counted before it comes.
  const withComing = (of: readonly ReferenceRow[]): number =>
    of.reduce((sum, { order }) => sum + 1 + attachedTo(order.attached), 0);
  return firstOf([
    [
      'order.too-many-open-orders',
      withComing(all) + orders > limits.openOrdersPerOwner,
      { limit: limits.openOrdersPerOwner },
    ],
    ['order.book-full', withComing(rows) + orders > limits.openOrdersPerBook, { limit: limits.openOrdersPerBook }],
  ]);
}

export function refusesReachedStop(state: ReferenceState, order: Order, prices: MomentPrices): BookRefusal | null {
  const { stopTicks, kind, trigger } = order;
  const indexOrMark = trigger === 'index' ? prices.indexTicks : prices.markTicks;
  const lastTicks = trigger === 'last' ? (prices.lastTicks ?? state.lastTradeTicks) : indexOrMark;
  if (stopTicks === null || trigger === null || lastTicks === null) return null;
  const deferred = state.deferred[trigger];
  const waiting = [lastTicks, ...(deferred === null ? [] : [deferred.lowTicks, deferred.highTicks])];
  const sleeps = order.trail?.isActive === false;
  const reached = waiting.some((ticks) => (waitsForRise(order) === sleeps ? stopTicks >= ticks : stopTicks <= ticks));
  const ofProfit = kind.startsWith('take-profit');
  return firstOf([
    ['order.activation-already-reached', reached && sleeps, { stopTicks, lastTicks }],
    ['order.stop-already-reached', reached && !ofProfit, { stopTicks, lastTicks }],
    ['order.take-profit-already-reached', reached && ofProfit, { stopTicks, lastTicks }],
  ]);
}

export function refusesInCall(state: ReferenceState, order: Order): BookRefusal | null {
  const { kind, timeInForce, postOnly } = order;
  const stays = timeInForce === 'OPG' || (kind === 'limit' && timeInForce === 'GTC' && !postOnly);
  return firstOf([['order.not-in-call', !stays, { kind, timeInForce }]]) ?? refusesOwnCross(state, order, 'book');
}

export function refusesOwnCross(
  { rows }: ReferenceState,
  { owner, side, priceTicks }: Order,
  among: 'book' | 'closing',
): BookRefusal | null {
  const own = rows.filter(({ order, place }) => place === among && order.owner === owner && order.side !== side);
  own.sort((one, other) => one.sequence - other.sequence);
  const met = own.find(({ order }) =>
    side === 'buy' ? order.priceTicks <= priceTicks : order.priceTicks >= priceTicks,
  );
  return firstOf([
    ['order.crosses-own-order', met !== undefined, { priceTicks, ownTicks: met?.order.priceTicks ?? 0 }],
  ]);
}

/** What an order at the close may not do any more. */
export function refusesAtClose(state: ReferenceState, phase: Phase, order: Order): BookRefusal | null {
  const { timeInForce } = order;
  const tooLate = firstOf([['order.closing-cut-off', phase === 'cut-off', { timeInForce }]]);
  return tooLate ?? refusesOwnCross(state, order, 'closing');
}

/** Whether a command cancels the order with all others of its owner, or of one position. */
export function isMeant({ order }: ReferenceRow, { owner, positionSide, leverageAbove = 0 }: CancelAllOrders): boolean {
  const leverage = order.margin?.leverage ?? 0;
  if (leverageAbove > 0 && (leverage <= leverageAbove || onlyCloses(order))) return false;
  return order.owner === owner && (positionSide === undefined || order.positionSide === positionSide);
}

export function refusesStranger(row: ReferenceRow | undefined, orderId: string, owner: string): BookRefusal | null {
  return firstOf([
    ['order.not-found', row === undefined, { orderId }],
    ['book.not-your-order', row !== undefined && row.order.owner !== owner, { orderId }],
  ]);
}

export function refusesAmendment(limits: BookLimits, command: AmendOrder): BookRefusal | null {
  const { priceTicks, stopTicks, lots } = command;
  return firstOf([
    ['order.price-not-positive', priceTicks !== null && bad(priceTicks), { priceTicks }],
    ['order.stop-price-not-positive', stopTicks !== null && bad(stopTicks), { stopTicks }],
    ['order.quantity-below-minimum', lots !== null && bad(lots), { lots, minimumLots: 1 }],
    ['book.quantity-above-limit', (lots ?? 0) > limits.lotsPerOrder, { lots, limitLots: limits.lotsPerOrder }],
  ]);
}

export function refusesAmended(
  state: ReferenceState,
  limits: BookLimits,
  row: ReferenceRow,
  order: Order,
  partner: Order | null,
  prices: MomentPrices,
): BookRefusal | null {
  const { orderId, priceTicks, stopTicks, lots, kind } = order;
  const before = row.order;
  const filledLots = before.lots - row.remainingLots;
  const same = priceTicks === before.priceTicks && stopTicks === before.stopTicks && lots === before.lots;
  const notionalTickLots = Math.max(priceTicks, partner === null ? 0 : partner.priceTicks) * lots;
  const isBetter = kind === 'limit' || kind === 'take-profit';
  const [better, stop] = isBetter ? [order, partner] : [partner, order];
  const figures = { priceTicks: better?.stopTicks ?? better?.priceTicks ?? 0, stopTicks: stop?.stopTicks ?? 0 };
  const crossed =
    order.side === 'buy' ? figures.priceTicks >= figures.stopTicks : figures.priceTicks <= figures.stopTicks;
  const terms = firstOf([
    [
      'book.stop-price-not-allowed',
      (row.place !== 'stops' || order.trail !== undefined) && stopTicks !== before.stopTicks,
      { kind },
    ],
    [
      'book.notional-above-limit',
      notionalTickLots > limits.notionalTickLots,
      { notionalTickLots, limitTickLots: limits.notionalTickLots },
    ],
    ['book.whole-position-has-no-quantity', order.wholePosition === true && lots !== before.lots, { lots }],
    ['order.oco-prices-out-of-order', partner !== null && crossed, figures],
    ['order.quantity-below-filled', lots <= filledLots, { lots, filledLots }],
    ['order.nothing-to-amend', same && order.attached === before.attached, { orderId }],
  ]);
  return (
    terms ??
    refusesClosing(state, order, lots - filledLots) ??
    refusesLevels(state, limits, before, order, partner) ??
    (row.place === 'stops' ? refusesReachedStop(state, order, prices) : null)
  );
}

function refusesLevels(
  state: ReferenceState,
  limits: BookLimits,
  before: Order,
  order: Order,
  partner: Order | null,
): BookRefusal | null {
  const { attached } = order;
  if (attached === undefined || attached === before.attached) return null;
  const unfit = partner !== null || badAttached(state, limits.notionalTickLots, order);
  const more = attachedTo(attached) - attachedTo(before.attached);
  return (
    firstOf([['book.attached-not-allowed', unfit, { levels: attached.levels.length }]]) ??
    refusesRoom(state, limits, order.owner, Math.max(0, more))
  );
}
