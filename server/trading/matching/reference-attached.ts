/** The reference book's way to protect fills: after a command every fill of it is looked at again, and lots are dealt out one by one. */

import { closable, onlyCloses } from './reference-positions.js';
import type { Play } from './reference-play.js';
import { rowOf, withLevels, type ReferenceRow, type ReferenceState } from './reference-state.js';
import type { AttachedLevel, BookEvent, Order, OrderMatched } from './types.js';

/** What each level has after so many lots. Of levels equally far behind their shares the last one gets the lot. */
function dealt(levels: readonly AttachedLevel[], lots: number): number[] {
  const shares = [
    ...levels.map(({ share }) => share).reverse(),
    100 - levels.reduce((sum, { share }) => sum + share, 0),
  ];
  const had = shares.map(() => 0);
  for (let lot = 1; lot <= lots; lot += 1) {
    const behind = shares.map((share, index) => share * lot - 100 * had[index]!);
    had[behind.indexOf(Math.max(...behind))]! += 1;
  }
  return had.slice(0, levels.length).reverse();
}

const isFillOf =
  (orderId: string) =>
  (event: BookEvent): event is OrderMatched =>
    event.type === 'OrderMatched' && (event.makerOrderId === orderId || event.takerOrderId === orderId);

/** `before`: the state that the command was played on. */
export function protect(play: Play, before: ReferenceState): void {
  const { events } = play;
  const ids = new Set(
    events.flatMap((event) => (event.type === 'OrderMatched' ? [event.makerOrderId, event.takerOrderId] : [])),
  );
  const parts = [...ids].flatMap((orderId) => (orderId === null ? [] : partsOf(events, before, orderId)));
  for (const { order, earlier, fills } of parts.sort((one, other) => one.fills[0]!.at - other.fills[0]!.at)) {
    const filled = fills.reduce((sum, { lots }) => sum + lots, 0);
    if (order.attached !== undefined) protectOrder(play, order, earlier, filled);
  }
}

interface Part {
  readonly order: Order;
  readonly earlier: number;
  readonly fills: readonly { readonly at: number; readonly lots: number }[];
}

/** The fills of an order: those of an auction that came before an amendment of its levels have the levels of before. */
function partsOf(events: readonly BookEvent[], before: ReferenceState, orderId: string): Part[] {
  const row = rowOf(before, orderId);
  const placed = events.find((event) => event.type === 'OrderAccepted' && event.order.orderId === orderId);
  const known = row?.order ?? (placed?.type === 'OrderAccepted' ? placed.order : undefined);
  if (known === undefined) return [];
  const earlier = row === undefined ? 0 : row.order.lots - row.remainingLots;
  const isFill = isFillOf(orderId);
  const fills = events.flatMap((event, at) => (isFill(event) ? [{ at, lots: event.lots }] : []));
  const amendedAt = events.findIndex((event) => amendsLevelsOf(known, event));
  const amendment = events[amendedAt];
  if (amendment?.type !== 'OrderAmended') return [{ order: known, earlier, fills }];
  const [first, rest] = [fills.filter(({ at }) => at < amendedAt), fills.filter(({ at }) => at > amendedAt)];
  const sinceFirst = earlier + first.reduce((sum, { lots }) => sum + lots, 0);
  const changed = withLevels({ ...known, lots: amendment.lots }, amendment.attached);
  return [
    { order: known, earlier, fills: first },
    { order: changed, earlier: sinceFirst, fills: rest },
  ].filter((part) => part.fills.length > 0);
}

/** Levels with other numbers, or none: kept ones that are priced anew go on as they were. */
function amendsLevelsOf({ orderId, attached }: Order, event: BookEvent): boolean {
  if (event.type !== 'OrderAmended' || event.orderId !== orderId || event.attached === undefined) return false;
  const numbers = (levels: readonly AttachedLevel[] = []) => levels.map(({ number }) => number).join();
  return numbers(event.attached?.levels) !== numbers(attached?.levels);
}

function protectOrder(play: Play, order: Order, earlier: number, filled: number): void {
  const { state } = play;
  const { orderId, owner, positionSide } = order;
  const side = order.side === 'buy' ? 'sell' : 'buy';
  const open = state.positions === null ? Infinity : closable(state, { ...order, side });
  const counted = Math.min(filled, open);
  const since = earlier + filled - (order.attached!.fromLots ?? 0);
  const [less, more] = [dealt(order.attached!.levels, since - counted), dealt(order.attached!.levels, since)];
  for (const [index, { number, takeProfit, stopLoss }] of order.attached!.levels.entries()) {
    const lots = more[index]! - less[index]!;
    if (lots === 0) continue;
    const living = waitingFor(state, orderId, number);
    if (living.length > 0) {
      grow(play, living, Math.min(lots, open - living[0]!.remainingLots));
      continue;
    }
    const id = (letter: string): string => `${orderId}.${letter}${number}${earlier > 0 ? `-${earlier}` : ''}`;
    const terms = { owner, side, trigger: order.attached!.trigger, lots, budgetTickLots: null, tag: null } as const;
    const fixed = { timeInForce: 'GTC', postOnly: false, selfTrade: 'cancel-maker' } as const;
    const position = positionSide === undefined ? {} : { positionSide, reduceOnly: true };
    const parent = { parent: { orderId, level: number } };
    const common = { ...terms, ...fixed, ...position, ...parent };
    const [gain, loss] = [takeProfit === null ? null : id('t'), stopLoss === null ? null : id('s')];
    if (takeProfit !== null) accept(play, { ...common, orderId: gain!, kind: 'take-profit', ...takeProfit }, loss);
    if (stopLoss !== null) accept(play, { ...common, orderId: loss!, kind: 'stop', ...stopLoss }, gain);
  }
}

function accept(play: Play, order: Order, ocoOrderId: string | null): void {
  play.events.push({ type: 'OrderAccepted', order: inPlace(order), ocoOrderId, rests: 'stops' });
}

/** With its fields where an order has them. */
function inPlace(order: Order): Order {
  const { orderId, owner, side, kind, priceTicks, stopTicks, trigger, lots, budgetTickLots } = order;
  return { orderId, owner, side, kind, priceTicks, stopTicks, trigger, lots, budgetTickLots, ...rest(order) };
}

function rest({ timeInForce, postOnly, selfTrade, tag, positionSide, reduceOnly, parent }: Order) {
  const position = positionSide === undefined || reduceOnly === undefined ? {} : { positionSide, reduceOnly };
  return { timeInForce, postOnly, selfTrade, tag, ...position, ...(parent !== undefined && { parent }) };
}

/** The last order of a level that nothing has triggered, and before it the other one of its pair. */
function waitingFor({ rows }: ReferenceState, orderId: string, level: number): ReferenceRow[] {
  const own = rows.filter(({ order: { parent }, place }) => {
    return place === 'stops' && parent !== undefined && parent.orderId === orderId && parent.level === level;
  });
  const newest = own.sort((one, other) => other.sequence - one.sequence)[0];
  return own.filter((row) => row === newest || row.ocoOrderId === newest!.order.orderId).reverse();
}

function grow(play: Play, rows: readonly ReferenceRow[], lots: number): void {
  if (lots < 1) return;
  for (const { order, remainingLots } of rows) {
    const { orderId, owner, priceTicks, stopTicks } = order;
    const size = { lots: order.lots + lots, remainingLots: remainingLots + lots, keepsPriority: false };
    play.events.push({ type: 'OrderAmended', orderId, owner, priceTicks, stopTicks, ...size, byFill: true });
  }
}

/** Whether an order may have such levels; without positions there is nothing to open but by buying. */
export function badAttached({ positions }: ReferenceState, most: number, order: Order): boolean {
  const { attached, side, parent, budgetTickLots, priceTicks } = order;
  if (attached === undefined) return false;
  const { levels } = attached;
  if (parent !== undefined || order.timeInForce === 'ATC' || levels.length < 1 || levels.length > 5) return true;
  if (positions === null ? side === 'sell' : onlyCloses(order)) return true;
  if (levels.reduce((sum, { share }) => sum + share, 0) > 100) return true;
  const whole = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;
  const lots = budgetTickLots === null ? order.lots : Math.ceil(budgetTickLots / priceTicks);
  return levels.some(({ share, takeProfit, stopLoss }) => {
    const prices = [takeProfit, stopLoss].flatMap((price) => price ?? []);
    const bad = prices.some(
      (price) => !whole(price.stopTicks) || !whole(price.priceTicks) || price.priceTicks * lots > most,
    );
    if (bad || prices.length === 0 || !whole(share)) return true;
    const gain = (takeProfit?.stopTicks ?? 0) - (stopLoss?.stopTicks ?? 0);
    return prices.length === 2 && (side === 'buy' ? gain <= 0 : gain >= 0);
  });
}
