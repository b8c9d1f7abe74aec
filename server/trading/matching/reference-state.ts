/** The reference book's state: a plain list of open orders, and what each event does to it. */

import { never } from '../../core/never.js';
import type {
  AuctionEnded,
  BookEvent,
  Order,
  OrderAccepted,
  OrderMatched,
  OrderReduced,
  OrderTrailed,
  Place,
  PositionChange,
  PositionSide,
  PositionsAdjusted,
  PriceRange,
  Side,
  StopTrigger,
} from './types.js';

export interface ReferenceRow {
  order: Order;
  remainingLots: number;
  ocoOrderId: string | null;
  place: Place;
  sequence: number;
  /** Time priority: the smaller the earlier. */
  turn: number;
}

/** A line for each owner and position side, also when it is flat again. */
export type ReferencePositions = { owner: string; positionSide: PositionSide; lots: number }[];

export interface ReferenceState {
  rows: ReferenceRow[];
  nextSequence: number;
  nextTurn: number;
  lastTradeTicks: number | null;
  deferred: Record<StopTrigger, PriceRange | null>;
  /** The lots of owners by what they are of; null without positions. */
  positions: ReferencePositions | null;
  impact: unknown;
}

/** What a command may be played on. */
export function copyOf(state: ReferenceState): ReferenceState {
  const rows = state.rows.map((row) => ({ ...row }));
  const positions = state.positions === null ? null : state.positions.map((line) => ({ ...line }));
  return { ...state, rows, positions };
}

export function lotsOf(positions: ReferencePositions, owner: string, positionSide: PositionSide): number {
  return positions.find((line) => line.owner === owner && line.positionSide === positionSide)?.lots ?? 0;
}

export function moveLots(positions: ReferencePositions, { owner, positionSide, lots }: PositionChange): void {
  const line = positions.find((each) => each.owner === owner && each.positionSide === positionSide);
  if (line === undefined) positions.push({ owner, positionSide, lots });
  else line.lots += lots;
}

/** Both sides of a fill: who buys has more of a long and less of a short. */
export function moveByFill(positions: ReferencePositions, event: OrderMatched): void {
  const move = (owner: string, positionSide: PositionSide | null | undefined, buys: boolean): void => {
    if (positionSide == null) return;
    const grows = buys === (positionSide !== 'short');
    moveLots(positions, { owner, positionSide, lots: grows ? event.lots : -event.lots });
  };
  move(event.makerOwner, event.makerPositionSide, event.takerSide === 'sell');
  move(event.takerOwner, event.takerPositionSide, event.takerSide === 'buy');
}

/** Rows of one side, the first to be served first. */
export function sorted(state: ReferenceState, side: Side): ReferenceRow[] {
  const price = ({ order }: ReferenceRow): number => order.priceTicks;
  // Buyers are served from the highest price, sellers from the lowest.
  const highestFirst = side === 'buy';
  return state.rows
    .filter((row) => row.place === 'book' && row.order.side === side)
    .sort(
      (one, other) => (highestFirst ? price(other) - price(one) : price(one) - price(other)) || one.turn - other.turn,
    );
}

/** Orders that wait for this price: first for its rise, then for its fall, each the first to be reached first. */
export function stopsOf(state: ReferenceState, trigger: StopTrigger): ReferenceRow[] {
  const rows = state.rows.filter((row) => row.place === 'stops' && row.order.trigger === trigger && !sleeps(row));
  const price = ({ order }: ReferenceRow): number => order.stopTicks!;
  const rising = rows.filter(({ order }) => waitsForRise(order));
  const falling = rows.filter(({ order }) => !waitsForRise(order));
  return [
    ...rising.sort((one, other) => price(one) - price(other) || one.turn - other.turn),
    ...falling.sort((one, other) => price(other) - price(one) || one.turn - other.turn),
  ];
}

/** A trailing stop whose activation price has not come yet. */
export const sleeps = ({ order }: ReferenceRow): boolean => order.trail?.isActive === false;

export function dormantRows(state: ReferenceState): ReferenceRow[] {
  return state.rows.filter((row) => row.place === 'stops' && sleeps(row)).sort((one, other) => one.turn - other.turn);
}

/** Stops to buy and take-profits to sell lie above the market, the others below it. */
export function waitsForRise({ side, kind }: Order): boolean {
  return kind === 'take-profit' || kind === 'take-profit-limit' ? side === 'sell' : side === 'buy';
}

/** Orders of both sides that wait outside the book, in the order in which they came there. */
export function waitingRows(state: ReferenceState, place: Exclude<Place, 'book' | 'stops'>): ReferenceRow[] {
  return state.rows.filter((row) => row.place === place).sort((one, other) => one.turn - other.turn);
}

/** Orders for an auction to come: from the worst buyers to the best, then the same of sellers, at one price the older first; then those outside the book. */
export function rowsFor(state: ReferenceState, auction: 'OPG' | 'ATC'): ReferenceRow[] {
  const inBook = (['buy', 'sell'] as const).flatMap((side) => {
    const rows = sorted(state, side);
    const prices = [...new Set(rows.map(({ order }) => order.priceTicks))].reverse();
    return prices.flatMap((price) => rows.filter(({ order }) => order.priceTicks === price));
  });
  return [...inBook, ...waitingRows(state, 'closing')].filter(({ order }) => order.timeInForce === auction);
}

export const rowOf = (state: ReferenceState, orderId: string): ReferenceRow | undefined =>
  state.rows.find((row) => row.order.orderId === orderId);

export function removeRow(state: ReferenceState, orderId: string): void {
  state.rows = state.rows.filter((row) => row.order.orderId !== orderId);
  for (const row of state.rows) if (row.ocoOrderId === orderId) row.ocoOrderId = null;
}

export function referenceApply(state: ReferenceState, event: BookEvent): void {
  switch (event.type) {
    case 'OrderAccepted':
      return accept(state, event);
    case 'OrderMatched':
      state.lastTradeTicks = event.priceTicks;
      if (state.positions !== null) moveByFill(state.positions, event);
      leave(state, event.makerOrderId, event.makerRemainingLots);
      return leave(state, event.takerOrderId, event.takerRemainingLots);
    case 'OrderCancelled':
      return removeRow(state, event.orderId);
    case 'OrderTriggered': {
      if (event.rests === 'no') return removeRow(state, event.orderId);
      const place = event.rests;
      return change(state, event.orderId, (row) => ({ ...row, place, turn: state.nextTurn++ }));
    }
    case 'OrderTrailed':
      return follow(state, event);
    case 'OrderAmended': {
      const { orderId, priceTicks, stopTicks, lots, remainingLots, keepsPriority, markTicks, attached } = event;
      const turn = keepsPriority ? null : state.nextTurn++;
      return change(state, orderId, (row) => ({
        ...row,
        order: withLevels(
          {
            ...row.order,
            priceTicks,
            stopTicks,
            lots,
            ...(markTicks !== undefined && { margin: { ...row.order.margin!, markTicks } }),
          },
          attached,
        ),
        remainingLots,
        turn: turn ?? row.turn,
      }));
    }
    case 'OrderReduced':
      return reduce(state, event);
    case 'PositionsAdjusted':
      return adjust(state, event);
    case 'ClosingAuctionOpened':
      for (const { order } of waitingRows(state, 'closing'))
        change(state, order.orderId, (row) => ({ ...row, place: 'book', turn: state.nextTurn++ }));
      return;
    case 'AuctionEnded':
      return endRows(state, event);
    case 'LastTradeMoved':
      state.lastTradeTicks = event.lastTicks;
      return;
    case 'TriggersDeferred':
      state.deferred = { last: event.last, index: event.index, mark: event.mark };
      return;
    case 'ImpactRecorded':
      state.impact = event.impact;
      return;
    default:
      never(event);
  }
}

function accept(state: ReferenceState, { order, ocoOrderId, rests: place }: OrderAccepted): void {
  const sequence = state.nextSequence++;
  if (place === 'no') return;
  const turn = state.nextTurn++;
  state.rows.push({ order, remainingLots: order.lots, ocoOrderId, place, sequence, turn });
}

function reduce(state: ReferenceState, { orderId, lots, remainingLots }: OrderReduced): void {
  const less = ({ order }: ReferenceRow): Order => ({ ...order, lots: order.lots - lots });
  change(state, orderId, (row) => ({ ...row, order: less(row), remainingLots }));
}

function follow(state: ReferenceState, { orderId, stopTicks, priceTicks }: OrderTrailed): void {
  const turn = state.nextTurn++;
  change(state, orderId, (row) => {
    const trail = { ...row.order.trail!, isActive: true };
    return { ...row, order: { ...row.order, stopTicks, priceTicks, trail }, turn };
  });
}

function adjust({ positions }: ReferenceState, { changes }: PositionsAdjusted): void {
  for (const change of changes) if (change.owner !== 'house') moveLots(positions!, change);
}

function endRows(state: ReferenceState, { timeInForce, reason }: AuctionEnded): void {
  for (const { order } of rowsFor(state, timeInForce))
    change(state, order.orderId, (row) => ({ ...row, place: reason, turn: state.nextTurn++ }));
}

function change(state: ReferenceState, orderId: string, to: (row: ReferenceRow) => ReferenceRow): void {
  state.rows = state.rows.map((row) => (row.order.orderId === orderId ? to(row) : row));
}

function leave(state: ReferenceState, orderId: string | null, remainingLots: number): void {
  if (orderId === null) return;
  if (remainingLots === 0) removeRow(state, orderId);
  else change(state, orderId, (row) => ({ ...row, remainingLots }));
}

/** Null takes them off, and nothing leaves them. */
export function withLevels(order: Order, attached: Order['attached'] | null): Order {
  if (attached === undefined) return order;
  const bare = Object.fromEntries(Object.entries(order).filter(([name]) => name !== 'attached')) as typeof order;
  return attached === null ? bare : { ...bare, attached };
}

/** With margin, an order is reckoned by the mark price of its last change. */
export function remarked(order: Order, markTicks: number | undefined): Order {
  if (order.margin === undefined || markTicks === undefined) return order;
  return { ...order, margin: { leverage: order.margin.leverage, markTicks } };
}
