/** The reference book's way with orders for a whole position: their size is looked at again after every command. */

import { refuse } from '../../core/refusal.js';
import { refusesRoom } from './reference-checks.js';
import { closable } from './reference-positions.js';
import type { Play } from './reference-play.js';
import { lotsOf, removeRow, rowOf, type ReferenceRow, type ReferenceState } from './reference-state.js';
import type { BookRefusal, Order, ProtectPosition } from './types.js';

const whole = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

export function protectWhole(play: Play, command: ProtectPosition): BookRefusal | null {
  const { state, limits } = play;
  const { owner, positionSide, trigger } = command;
  if (state.positions === null) return refuse('book.position-side-not-allowed', { positionSide: 'none' });
  const open = lotsOf(state.positions, owner, positionSide);
  if (open === 0) return refuse('order.reduce-only-no-position', { lots: 0 });
  const isLong = positionSide === 'long' || (positionSide === 'both' && open > 0);
  const wanted = [
    { kind: 'take-profit', price: command.takeProfit } as const,
    { kind: 'stop', price: command.stopLoss } as const,
  ].flatMap(({ kind, price }) => (price === null ? [] : [{ kind, ...price }]));
  for (const { orderId, priceTicks, stopTicks } of wanted) {
    if (!whole(priceTicks)) return refuse('order.price-not-positive', { priceTicks });
    if (!whole(stopTicks)) return refuse('order.stop-price-not-positive', { stopTicks });
    if (rowOf(state, orderId) !== undefined) return refuse('order.already-exists', { orderId });
  }
  const [first, second] = wanted;
  if (second !== undefined && first!.orderId === second.orderId)
    return refuse('order.already-exists', { orderId: second.orderId });
  const [gain, loss] = [command.takeProfit?.stopTicks, command.stopLoss?.stopTicks];
  if (gain !== undefined && loss !== undefined && (isLong ? gain <= loss : gain >= loss))
    return refuse('order.oco-prices-out-of-order', { priceTicks: gain, stopTicks: loss });
  const rows = waitingRows(state, owner).filter(({ order }) => order.positionSide === positionSide);
  const kinds = (of: readonly { kind: string }[]): string => of.map(({ kind }) => kind).join();
  const isSame =
    kinds(rows.map(({ order }) => order)) === kinds(wanted) && rows.every(({ order }) => order.trigger === trigger);
  if (isSame) {
    const moves = rows.map(({ order }, index) => {
      const { priceTicks, stopTicks } = wanted[index]!;
      return order.priceTicks !== priceTicks || order.stopTicks !== stopTicks;
    });
    if (moves.some(Boolean)) rows.forEach((row, index) => amendRow(play, row, wanted[index]!, !moves[index]!));
    return null;
  }
  for (const { order, remainingLots } of rows) {
    removeRow(state, order.orderId);
    const { orderId } = order;
    play.events.push({
      type: 'OrderCancelled',
      orderId,
      owner,
      remainingLots,
      remainingTickLots: null,
      reason: 'user',
    });
  }
  const noRoom = refusesRoom(state, limits, owner, wanted.length);
  if (noRoom !== null) return noRoom;
  for (const { orderId, kind, priceTicks, stopTicks } of wanted) {
    const prices = { priceTicks, stopTicks, trigger, lots: Math.abs(open), budgetTickLots: null };
    const fixed = { timeInForce: 'GTC', postOnly: false, selfTrade: 'cancel-maker', tag: null } as const;
    const position = { positionSide, reduceOnly: true, wholePosition: true } as const;
    const order: Order = { orderId, owner, side: isLong ? 'sell' : 'buy', kind, ...prices, ...fixed, ...position };
    const ocoOrderId = wanted.find((each) => each.orderId !== orderId)?.orderId ?? null;
    play.events.push({ type: 'OrderAccepted', order, ocoOrderId, rests: 'stops' });
  }
  return null;
}

/** Those that nothing has triggered, the older first. */
function waitingRows({ rows }: ReferenceState, owner: string): ReferenceRow[] {
  const own = rows.filter(
    ({ order, place }) => order.owner === owner && order.wholePosition === true && place === 'stops',
  );
  return own.sort((one, other) => one.sequence - other.sequence);
}

function amendRow(
  play: Play,
  { order, remainingLots }: ReferenceRow,
  { priceTicks, stopTicks }: { readonly priceTicks: number; readonly stopTicks: number },
  keepsPriority: boolean,
): void {
  const { orderId, owner, lots } = order;
  play.events.push({ type: 'OrderAmended', orderId, owner, priceTicks, stopTicks, lots, remainingLots, keepsPriority });
}

/** Owners in the order in which their positions moved. */
export function followWhole(play: Play): void {
  const owners = play.events.flatMap((event) => {
    if (event.type === 'OrderMatched') return [event.makerOwner, event.takerOwner];
    return event.type === 'PositionsAdjusted' ? event.changes.map(({ owner }) => owner) : [];
  });
  for (const owner of new Set(owners))
    for (const { order, remainingLots } of waitingRows(play.state, owner)) {
      const more = closable(play.state, order) - remainingLots;
      if (more <= 0) continue;
      const { orderId, priceTicks, stopTicks } = order;
      const size = { lots: order.lots + more, remainingLots: remainingLots + more, keepsPriority: false };
      play.events.push({ type: 'OrderAmended', orderId, owner, priceTicks, stopTicks, ...size, byFill: true });
    }
}
