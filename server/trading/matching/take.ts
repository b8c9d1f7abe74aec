/** One order takes what it can get, and what is left of it rests or ends. */

import { hasLimitPrice, isConditional } from '../../../shared/order-type.js';
import { never } from '../../core/never.js';
import { rankFor, type Mark, type Plan } from './plan.js';
import { isReducing } from './positions.js';
import { fitReduceOnly } from './reduce-only.js';
import { cancelTaker, sweep, type Taker } from './sweep.js';
import type { Order } from './types.js';

/** An event of which it is known only at the end of its step whether the order rests. */
export type Open<Event> = { -readonly [Key in keyof Event]: Event[Key] };

/** `killed` and `too-little` left no event behind; `ends` left the event that ended the order. */
export function take(plan: Plan, order: Order, taker: Taker): 'rests' | 'ends' | 'killed' | 'too-little' {
  const mark = taker.killable ? plan.mark() : null;
  const house = plan.houseAgainst(taker.side);
  const end = sweep(plan, taker, house);
  if (mark !== null && end !== 'done') {
    plan.revertTo(mark);
    return 'killed';
  }
  switch (end) {
    case 'done':
      if (taker.remainingTickLots === null || taker.remainingTickLots === 0) return 'ends';
      if (taker.remainingTickLots === order.budgetTickLots) return 'too-little';
      cancelTaker(plan, taker, 'budget-spent');
      return 'ends';
    case 'self-trade':
      return 'ends';
    case 'fill-limit':
      if (goesOnFilling(order)) return 'rests';
      cancelTaker(plan, taker, 'fill-limit');
      return 'ends';
    case 'limit':
      if (order.timeInForce === 'GTC') return 'rests';
      cancelTaker(plan, taker, hasLimitPrice(order.kind) ? 'ioc' : dryReason(plan, taker));
      return 'ends';
    default:
      return never(end);
  }
}

/** A stop protects its owner, so it outlives the quotes that were there when it triggered; so does a take-profit at any price. */
const goesOnFilling = ({ kind, timeInForce }: Order): boolean =>
  isConditional(kind) && !hasLimitPrice(kind) && timeInForce === 'GTC';

/** A market order stopped: the band held it back, or there was nothing left at any price. */
function dryReason(plan: Plan, taker: Taker): 'band' | 'no-liquidity' {
  const worst = plan.book.opposite(taker.side).levels[0];
  const house = plan.houseAgainst(taker.side);
  const beyond = (worst !== undefined && worst.rank < taker.limitRank) || (house !== null && house.rank > -Infinity);
  return beyond ? 'band' : 'no-liquidity';
}

export function wouldCross(plan: Plan, order: Order): boolean {
  const limitRank = rankFor(order.side, order.priceTicks);
  const best = plan.book.opposite(order.side).best();
  const house = plan.houseAgainst(order.side);
  return (best !== null && best.rank >= limitRank) || (house !== null && house.rank >= limitRank);
}

/** What the book shows of the order's fills says by now that it rests; with its rest it may offer more than it may close. */
export function rested(plan: Plan, order: Order, before: Mark | null): void {
  if (before !== null) plan.unsettle(before);
  if (isReducing(order)) fitReduceOnly(plan, order.owner);
}
