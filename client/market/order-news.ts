import { create } from 'zustand';
import type { OrderView } from '../../contracts/order.contract';

type NewsKind = 'accepted' | 'amended' | 'triggered' | 'partly' | 'filled' | 'cancelled';

/** The last thing that happened to an own order. `byItself`: the market did it to an order that was known here. */
export interface OrderNews {
  order: OrderView;
  kind: NewsKind;
  byItself: boolean;
  /** It traded since the last announcement. */
  filled: boolean;
}

export const useOrderNews = create<{ news: OrderNews | null }>(() => ({ news: null }));
const latest = new Map<string, OrderView>();

/** Orders that are seen without being news: those that rest since before the page was opened. */
export function remember(orders: readonly OrderView[]): void {
  for (const order of orders) if (!latest.has(order.orderId)) latest.set(order.orderId, order);
}

/** Whether something newer is known of this order: an answer that was overtaken by the account's feed must not bring it back. */
export function isOvertaken(order: OrderView): boolean {
  const known = latest.get(order.orderId);
  return known !== undefined && known.updatedAt > order.updatedAt;
}

/** Every change is news once, though the answer to an order and the account's feed both bring it, in either order. */
export function announce(orders: readonly OrderView[]): void {
  for (const order of orders) {
    const before = latest.get(order.orderId);
    const kind = newsOf(before, order);
    if (kind === null) continue;
    latest.set(order.orderId, order);
    const byOwner = before === undefined || kind === 'amended' || (kind === 'cancelled' && isOwnRequest(order));
    const filled = order.filledQuantity !== (before?.filledQuantity ?? '0');
    useOrderNews.setState({ news: { order, kind, byItself: !byOwner, filled } });
  }
}

/** Cancelled by its owner, or as the other leg of an order that they cancelled. */
const isOwnRequest = ({ cancelReason }: OrderView): boolean =>
  cancelReason === 'user' || cancelReason === 'oco-cancelled';

/** The news of an order since its last announcement; `null` when nothing is new, or when this is older. */
export function newsOf(before: OrderView | undefined, now: OrderView): NewsKind | null {
  if (before && before.updatedAt > now.updatedAt) return null;
  const filled = before?.filledQuantity ?? '0';
  if (now.status === 'filled') return before?.status === 'filled' ? null : 'filled';
  if (now.status === 'cancelled') return before?.status === 'cancelled' ? null : 'cancelled';
  if (now.filledQuantity !== filled) return 'partly';
  if (before === undefined) return 'accepted';
  if (before.untriggered && !now.untriggered) return 'triggered';
  return before.price === now.price && before.quantity === now.quantity ? null : 'amended';
}
