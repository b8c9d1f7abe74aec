import { amount, format, fromSteps, ZERO } from '../../../shared/money.js';
import type { View } from '../../core/decider.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { viewAfter } from '../../core/view-after.js';
import { orderOf } from '../../trading/matching/book.js';
import { bookAfter } from '../../trading/venue/book.state.js';
import type { PlaceOrder } from '../../trading/venue/order.commands.js';
import { decisionOf, tryCancel, type OrderScope } from '../../trading/venue/order.decider.js';
import { contractKind } from './contract.product.js';

/** What an order is previewed on that replaces one of its owner's. */
interface Replacing {
  /** Without the order that is replaced. */
  readonly view: View;
  /** As much of the new order as is not filled yet. */
  readonly data: PlaceOrder;
  /** An amended order keeps its leverage; `undefined` where it says none. */
  readonly leverage: number | undefined;
}

/** An amended order as if the old one were gone and the new one came in its place; a refusal of what cannot be amended. */
export function replacing(orderId: string, data: PlaceOrder, scope: OrderScope, view: View): Replacing | Refusal {
  const { ownerId, userId, symbol } = data;
  const { state, market } = scope;
  const open = orderOf(state.book, orderId);
  const cancelled = decisionOf(tryCancel(scope, { symbol, orderId, ownerId, userId }));
  if (isRefusal(cancelled)) return cancelled;
  const { sizes } = state;
  if (open === null || sizes === null) throw new Error(`${orderId} was cancelled and did not rest in ${symbol}`);
  const filled = fromSteps(open.order.lots - open.remainingLots, sizes.lot);
  const wanted = data.quantity === undefined ? filled : amount(data.quantity);
  if (filled > ZERO && wanted <= filled)
    return refuse('order.quantity-below-filled', {
      field: 'quantity',
      quantity: format(wanted),
      filled: format(filled),
      asset: data.spec.base,
    });
  return {
    view: viewAfter(view, cancelled.events, {
      kind: contractKind,
      id: symbol,
      state: bookAfter(state, cancelled.events, market.at),
    }),
    data: { ...data, quantity: format(wanted - filled) },
    leverage: open.order.margin?.leverage,
  };
}
