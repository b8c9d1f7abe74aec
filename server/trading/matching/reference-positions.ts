/** The reference book's way to keep orders within the positions that they close: every order is looked at after every move. */

import { refuse } from '../../core/refusal.js';
import type { Play } from './reference-play.js';
import { lotsOf, moveLots, rowOf, type ReferenceRow, type ReferenceState } from './reference-state.js';
import type { AdjustPositions, BookRefusal, Order } from './types.js';

/** Selling a long and buying a short close; one-way orders do when they say so. */
export const onlyCloses = ({ side, positionSide, reduceOnly }: Order): boolean =>
  (side === 'sell' && positionSide === 'long') ||
  (side === 'buy' && positionSide === 'short') ||
  (positionSide === 'both' && reduceOnly === true);

/** What there is for the order to close. */
export function closable({ positions }: ReferenceState, { owner, side, positionSide }: Order): number {
  if (positions === null || positionSide === undefined) return 0;
  const lots = lotsOf(positions, owner, positionSide);
  if (positionSide === 'both') return side === 'sell' ? Math.max(lots, 0) : Math.max(-lots, 0);
  return (positionSide === 'long' ? side === 'sell' : side === 'buy') ? lots : 0;
}

/** What the owner's orders offer beyond their position is taken off, the weakest claim first. */
export function fitOrders(play: Play, owner: string): void {
  if (play.state.positions === null) return;
  for (const [side, positionSide] of [
    ['sell', 'long'],
    ['buy', 'short'],
    ['sell', 'both'],
    ['buy', 'both'],
  ] as const) {
    const rows = play.state.rows.filter(
      ({ order }) =>
        onlyCloses(order) && order.owner === owner && order.side === side && order.positionSide === positionSide,
    );
    if (rows.length === 0) continue;
    const most = closable(play.state, rows[0]!.order);
    const waiting = rows.filter(({ place }) => place === 'stops').sort((one, other) => other.sequence - one.sequence);
    const worstFirst = rows
      .filter(({ place }) => ['book', 'triggered', 'closing'].includes(place))
      .sort((one, other) => weakness(one) - weakness(other) || other.sequence - one.sequence);
    const plan = new Map(waiting.map((row) => [row, row.remainingLots - Math.min(row.remainingLots, most)]));
    let excess = worstFirst.reduce((sum, row) => sum + row.remainingLots, 0) - most;
    for (const row of worstFirst) {
      const off = Math.max(0, Math.min(excess, row.remainingLots));
      plan.set(row, off);
      excess -= off;
    }
    for (const [row, off] of plan) if (off > 0 && rowOf(play.state, row.order.orderId) === row) takeOff(play, row, off);
  }
}

/** The greater, the longer the order keeps its lots. */
function weakness({ place, order }: ReferenceRow): number {
  if (place === 'triggered') return 1e15;
  return order.side === 'sell' ? -order.priceTicks : order.priceTicks;
}

function takeOff(play: Play, row: ReferenceRow, lots: number): void {
  if (lots === row.remainingLots) return play.cancelRow(row, 'reduce-only');
  row.remainingLots -= lots;
  row.order = { ...row.order, lots: row.order.lots - lots };
  const { orderId, owner } = row.order;
  const { remainingLots } = row;
  play.events.push({ type: 'OrderReduced', orderId, owner, lots, remainingLots, remainingTickLots: null });
}

export function adjust(play: Play, { changes, reason }: AdjustPositions): BookRefusal | null {
  const { positions } = play.state;
  if (positions === null) return refuse('book.position-side-not-allowed', { positionSide: 'none' });
  const sum = changes.reduce((net, { positionSide, lots }) => net + lots * (positionSide === 'short' ? -1 : 1), 0);
  if (sum !== 0) return refuse('book.position-changes-do-not-balance', { netLots: sum });
  const users = changes.filter(({ owner }) => owner !== 'house');
  for (const change of users) moveLots(positions, change);
  const touched = positions.filter(
    ({ owner, positionSide }) => positionSide !== 'both' && users.some((change) => change.owner === owner),
  );
  const fewest = Math.min(0, ...touched.map(({ lots }) => lots));
  if (fewest < 0) return refuse('book.position-below-zero', { lots: fewest });
  play.events.push({ type: 'PositionsAdjusted', changes, reason });
  for (const owner of new Set(users.map((change) => change.owner))) fitOrders(play, owner);
  return null;
}
