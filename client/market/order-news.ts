import { create } from 'zustand';
import type { OrderView } from '../../contracts/spot.contract';

export type NewsKind = 'accepted' | 'amended' | 'triggered' | 'partly' | 'filled' | 'cancelled';

/** The last thing that happened to an own order. `feed`: it came by itself; `answer`: somebody just asked for it here. */
export interface OrderNews {
  order: OrderView;
  kind: NewsKind;
  source: 'feed' | 'answer';
}

export const useOrderNews = create<{ news: OrderNews | null }>(() => ({ news: null }));
const told = new Map<string, OrderView>();

/** Every change is news once, though the answer and the feed both bring it. */
export function tell(orders: readonly OrderView[], source: OrderNews['source']): void {
  for (const order of orders) {
    const kind = newsOf(told.get(order.orderId), order);
    if (kind === null) continue;
    told.set(order.orderId, order);
    useOrderNews.setState({ news: { order, kind, source } });
  }
}

/** What is new about an order since it was last told of; `null` when nothing is, or when this is older. */
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
