import type { Order } from './types.js';

/** What an amendment makes of an order. */
interface Amended extends Pick<Order, 'priceTicks' | 'stopTicks' | 'lots'> {
  readonly markTicks?: number | undefined;
  readonly attached?: Order['attached'];
}

export function amendedBy(order: Order, { priceTicks, stopTicks, lots, markTicks, attached }: Amended): Order {
  const { margin } = order;
  const isMarked = margin !== undefined && markTicks !== undefined;
  const changed = { ...order, priceTicks, stopTicks, lots, ...(isMarked && { margin: { ...margin, markTicks } }) };
  return attached === undefined ? changed : { ...changed, attached };
}
