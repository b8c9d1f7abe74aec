/** Stops become takers when the price that they watch reaches them. */

import { hasLimitPrice, triggersOnRise } from '../../../shared/order-type.js';
import { letQuotesGoFirst } from './auction.js';
import type { Plan } from './plan.js';
import { followPrices } from './trailing.js';
import type { Resting } from './price-queue.js';
import { NOTHING_DEFERRED, type Book } from './state.js';
import { cancelTaker, takerOf } from './sweep.js';
import { rested, take, wouldCross, type Open } from './take.js';
import { STOP_TRIGGERS, type OrderTriggered, type PriceRange } from './types.js';

/** Stops that the trades of this command reached become takers one by one; their trades may reach more. */
export function cascade(plan: Plan): null {
  const { book } = plan;
  // Nothing trades in a call: stops that were reached before it wait for the auction.
  if (plan.phase === 'call') return null;
  for (const trigger of STOP_TRIGGERS) {
    const range = book.deferred[trigger];
    if (range !== null) plan.saw(trigger, range);
  }
  // What was deferred reaches a stop of this command too, whether or not another one is reached before it.
  if (isDeferred(book)) plan.settle();
  for (let stop = nextReached(plan); stop !== null; stop = nextReached(plan)) {
    // The events so far may have cancelled this stop, so the book must have them before the next check.
    if (!plan.isSettled) {
      plan.settle();
      continue;
    }
    if (plan.isFull) {
      const { last, index, mark } = plan.seen;
      plan.events.push({ type: 'TriggersDeferred', last: rangeOf(last), index: rangeOf(index), mark: rangeOf(mark) });
      return null;
    }
    // What the quotes took may have cancelled it too.
    if (letQuotesGoFirst(plan, stop.order)) continue;
    triggerStop(plan, stop);
  }
  if (isDeferred(book)) plan.events.push({ type: 'TriggersDeferred', ...NOTHING_DEFERRED });
  return followPrices(plan);
}

export const isDeferred = ({ deferred }: Book): boolean => STOP_TRIGGERS.some((trigger) => deferred[trigger] !== null);

/** Nothing seen is no range. */
const rangeOf = ({ lowTicks, highTicks }: PriceRange): PriceRange | null =>
  lowTicks > highTicks ? null : { lowTicks, highTicks };

/**
 * Stops that watch trades, then the index, then the mark: of each those that a rise reaches from the lowest, then those that a fall reaches from the highest; at one price the
 * older first.
 */
function nextReached({ book, seen }: Plan): Resting | null {
  for (const trigger of STOP_TRIGGERS) {
    const { lowTicks, highTicks } = seen[trigger];
    const rise = book.stops[trigger].rise.best();
    if (rise !== null && rise.priceTicks <= highTicks) return rise.oldest;
    const fall = book.stops[trigger].fall.best();
    if (fall !== null && fall.priceTicks >= lowTicks) return fall.oldest;
  }
  return null;
}

function triggerStop(plan: Plan, resting: Resting): void {
  const { order, remainingLots } = resting;
  const { orderId, owner, side, kind } = order;
  const trigger = order.trigger!;
  const { lowTicks, highTicks } = plan.seen[trigger];
  const reachedTicks = triggersOnRise(side, kind) ? highTicks : lowTicks;
  const triggered: Open<OrderTriggered> = {
    type: 'OrderTriggered',
    orderId,
    owner,
    trigger,
    reachedTicks,
    rests: 'no',
  };
  const before = plan.book.positions === null ? null : plan.mark();
  plan.events.push(triggered);
  plan.cancelPartnerOf(resting, 'oco');
  const taker = takerOf(order, remainingLots, null);
  if (order.postOnly && wouldCross(plan, order)) return cancelTaker(plan, taker, 'post-only');
  const outcome = take(plan, order, taker);
  if (outcome === 'rests') {
    triggered.rests = hasLimitPrice(kind) ? 'book' : 'triggered';
    rested(plan, order, before);
  }
  if (outcome === 'killed') cancelTaker(plan, takerOf(order, remainingLots, null), 'fok');
}
