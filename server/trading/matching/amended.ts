import type { Resting } from './price-queue.js';
import type { Order, OrderAmended } from './types.js';

/** What an amendment makes of an order. */
interface Amended extends Pick<Order, 'priceTicks' | 'stopTicks' | 'lots'> {
  readonly markTicks?: number | undefined;
  readonly attached?: Order['attached'] | null;
}

export function amendedBy(order: Order, { priceTicks, stopTicks, lots, markTicks, attached }: Amended): Order {
  const { margin } = order;
  const isMarked = margin !== undefined && markTicks !== undefined;
  const changed = { ...order, priceTicks, stopTicks, lots, ...(isMarked && { margin: { ...margin, markTicks } }) };
  if (attached === undefined) return changed;
  const { attached: _, ...bare } = changed;
  return attached === null ? bare : { ...bare, attached };
}

/** What makes a resting order another one. */
export function amendedEvent(
  { order: before, remainingLots, orderId, owned }: Resting,
  order: Order,
  attached?: OrderAmended['attached'],
): OrderAmended {
  const { priceTicks, stopTicks, lots } = order;
  const keepsPriority = priceTicks === before.priceTicks && stopTicks === before.stopTicks && lots <= before.lots;
  const left = remainingLots + lots - before.lots;
  const { owner } = owned;
  const event = { orderId, owner, priceTicks, stopTicks, lots, remainingLots: left, keepsPriority };
  const isMarked = order.margin !== undefined && order.margin.markTicks !== before.margin?.markTicks;
  const changes = {
    ...(isMarked && { markTicks: order.margin.markTicks }),
    ...(attached !== undefined && { attached }),
  };
  return { type: 'OrderAmended', ...event, ...changes };
}
