/** Trailing stops follow the price that they watch at a fixed distance, and never go back. */

import { trailedTicks } from '../../../shared/trailing.js';
import type { Plan } from './plan.js';
import type { Resting } from './price-queue.js';
import type { Order, OrderTrailed, PriceRange } from './types.js';

/** Whether an order waits for its activation price, and for no trigger yet. */
export const isDormant = ({ trail }: Order): boolean => trail !== undefined && !trail.isActive;

/**
 * The last step of a command. What it saw triggers stops where they stood, and moves them after that: nobody knows whether the best price
 * of a beat came before its worst, and the owner gets the benefit of it.
 */
export function followPrices(plan: Plan): null {
  if (plan.book.trailing.size === 0) return null;
  plan.settle();
  const moved = [...plan.book.trailing].filter(({ place }) => place === 'stops');
  moved.sort((one, other) => one.sequence - other.sequence);
  for (const resting of moved) {
    const event = trailed(resting, plan.seen[resting.order.trigger!]);
    if (event !== null) plan.events.push(event);
  }
  return null;
}

function trailed({ order, orderId, owned }: Resting, { lowTicks, highTicks }: PriceRange): OrderTrailed | null {
  if (lowTicks > highTicks) return null;
  const { side } = order;
  const trail = order.trail!;
  const before = order.stopTicks!;
  const [reachedTicks, sign] = side === 'sell' ? [highTicks, 1] : [lowTicks, -1];
  const stopTicks = trailedTicks(side, trail, reachedTicks);
  const moves = trail.isActive ? sign * stopTicks > sign * before : sign * reachedTicks >= sign * before;
  if (!moves) return null;
  // What waits for its activation is priced as if that were the best price.
  const from = trail.isActive ? before : trailedTicks(side, trail, before);
  const priceTicks = Math.max(1, order.priceTicks + stopTicks - from);
  return { type: 'OrderTrailed', orderId, owner: owned.owner, reachedTicks, stopTicks, priceTicks };
}
