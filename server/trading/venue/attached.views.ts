import type { AttachedLevelView } from '../../../contracts/attached.contract.js';
import { coveredLots, writtenLevels } from '../../../shared/attached.js';
import { amount, format, fromSteps, toCount, type Amount } from '../../../shared/money.js';
import type { OrderType } from '../../../shared/order-type.js';
import type { AttachedTerms } from './attached.rules.js';

/** An order that came with the fills of another. */
export interface AttachedOrder {
  readonly orderId: string;
  readonly type: OrderType;
  /** Counted from 1. */
  readonly level: number;
}

/** The levels of an order as its owner sees them, with the orders that came with its fills, the oldest first. */
export function attachedViews(
  terms: AttachedTerms | null,
  filled: Amount,
  orders: readonly AttachedOrder[],
): AttachedLevelView[] {
  if (terms === null) return [];
  const lot = amount(terms.lotSize);
  const levels = writtenLevels(terms.levels);
  const { first = 1, filledBefore = '0' } = terms;
  const lots = coveredLots(levels, toCount((filled - amount(filledBefore)) / lot));
  return levels.map((level, index) => {
    const idOf = (type: OrderType) =>
      orders.findLast((each) => each.level === first + index && each.type === type)?.orderId;
    return {
      ...level,
      quantity: format(fromSteps(lots[index]!, lot)),
      takeProfitOrderId: idOf('take-profit') ?? null,
      stopLossOrderId: idOf('stop') ?? null,
    };
  });
}
