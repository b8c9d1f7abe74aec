/**
 * Orders that the mark price has left behind: they would open a position that has lost half of its initial margin as it opens, with what
 * they hold for a loss against the mark. Agents meet them first; who else did would take what no margin covers.
 */

import type { Plan } from './plan.js';
import { isReducing } from './positions.js';
import { waitingIn, type Resting } from './price-queue.js';
import type { Book } from './state.js';
import type { Order, PriceRange } from './types.js';

/** Whether an order that opens by margin is behind a mark price that went this far. */
export function isBehindMark(order: Order, { lowTicks, highTicks }: PriceRange): boolean {
  const { margin, side, priceTicks, stopTicks } = order;
  if (margin === undefined || isReducing(order)) return false;
  const loss = (markTicks: number) => Math.max(0, side === 'buy' ? priceTicks - markTicks : markTicks - priceTicks);
  const more = loss(side === 'buy' ? lowTicks : highTicks) - loss(stopTicks ?? margin.markTicks);
  return 2 * margin.leverage * more >= priceTicks;
}

export function cancelBehindMark(plan: Plan, mark: PriceRange): void {
  if (!plan.isSettled) plan.settle();
  for (const resting of behind(plan.book, mark)) {
    if (plan.isFull) return;
    // The other leg of its pair may have taken it along.
    if (plan.book.find(resting.orderId) !== resting) continue;
    plan.cancelResting(resting, 'behind-mark');
    plan.cancelPartnerOf(resting, 'oco-cancelled');
    plan.settle();
  }
}

/** Bids above the mark, the best first, then asks below it, then triggered stops. */
function behind(book: Book, mark: PriceRange): Resting[] {
  const found: Resting[] = [];
  for (const { levels } of [book.bids, book.asks])
    for (let index = levels.length - 1; index >= 0; index -= 1) {
      const { priceTicks, oldest } = levels[index]!;
      const isPast = levels === book.bids.levels ? priceTicks > mark.lowTicks : priceTicks < mark.highTicks;
      if (!isPast) break;
      for (let at = oldest; at !== null; at = at.younger) found.push(at);
    }
  found.push(...waitingIn(book.triggered));
  return found.filter(({ order }) => isBehindMark(order, mark));
}
