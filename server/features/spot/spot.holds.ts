import type { Amount } from '../../core/money.js';
import { userAccount } from '../../ledger/chart.js';
import type { SpotState } from './spot.state.js';

/**
 * What the open orders of a book hold, by `account asset`: summed over the books of a realm it must be what is frozen. An
 * order without terms, or terms without an order, throws: book and ledger have lost each other.
 */
export function holdsOf(state: SpotState): Map<string, Amount> {
  const holds = new Map<string, Amount>();
  const { spec, terms, book, symbol } = state;
  let orders = 0;
  for (const { order } of book.everyOrder()) {
    const held = terms.get(order.orderId)?.held;
    if (held === undefined || spec === null) throw new Error(`${order.orderId} rests in ${symbol} and holds nothing`);
    orders += 1;
    const key = `${userAccount(order.owner, 'spot', 'frozen')} ${order.side === 'sell' ? spec.base : spec.quote}`;
    holds.set(key, (holds.get(key) ?? 0n) + held);
  }
  if (orders !== terms.size) throw new Error(`${symbol} holds for ${terms.size} orders and ${orders} rest in it`);
  return holds;
}
