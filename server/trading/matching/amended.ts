import type { Order } from './types.js';

/** What an amendment makes of an order. */
interface Amended extends Pick<Order, 'priceTicks' | 'stopTicks' | 'lots'> {
  readonly markTicks?: number | undefined;
}

export function amendedBy(order: Order, { priceTicks, stopTicks, lots, markTicks }: Amended): Order {
  const { margin } = order;
  const isMarked = margin !== undefined && markTicks !== undefined;
  return { ...order, priceTicks, stopTicks, lots, ...(isMarked && { margin: { ...margin, markTicks } }) };
}
