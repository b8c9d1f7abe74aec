import type { OrderView } from '../../contracts/order.contract';

/** How far the server's lists may lag behind its live feed. */
const LAG_MS = 2000;
/** Longer than any answer takes. */
const KEPT_MS = 60_000;

let heard: { at: number; order: OrderView }[] = [];

export const isOpen = (order: OrderView): boolean => order.status === 'unfilled' || order.status === 'trading';

/** Open orders after some of them changed, newest first. */
export function mergeOrders(open: readonly OrderView[], changes: readonly OrderView[]): OrderView[] {
  const byId = new Map(open.map((order) => [order.orderId, order]));
  for (const order of changes) {
    const known = byId.get(order.orderId);
    if (known && known.updatedAt > order.updatedAt) continue;
    if (isOpen(order)) byId.set(order.orderId, order);
    else byId.delete(order.orderId);
  }
  return [...byId.values()].sort((a, b) => b.placedAt - a.placedAt);
}

/** Notes an order of the live feed, with this browser's instant in milliseconds. */
export function hearOrders(orders: readonly OrderView[], at: number): void {
  heard = [...heard.filter((each) => each.at > at - KEPT_MS), ...orders.map((order) => ({ at, order }))];
}

/** Another account has other orders. */
export function forgetOrders(): void {
  heard = [];
}

/** An answer to a request of that instant, merged with pushes since, or shortly before, which it may lack. */
export const withHeard = (answer: readonly OrderView[], sentAt: number): OrderView[] =>
  mergeOrders(
    answer,
    heard.filter(({ at }) => at > sentAt - LAG_MS).map(({ order }) => order),
  );
