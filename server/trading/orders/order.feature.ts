import type { OpenOrders } from '../../core/ports/open-orders.js';
import type { Feature } from '../../engine/feature.js';
import type { BookKind } from '../venue/book.state.js';
import { orderList, tradeList } from './order.list.js';
import { orderOwned } from './order.owned.js';
import { orderProjection } from './order.projection.js';
import { orderReactions } from './order.reactions.js';
import { orderTimeline } from './order.timeline.js';
import { traceProjection } from './trace.projection.js';

/** Orders and trades in the books of these kinds: reading them, and what becomes of them when an account ends. */
export function orderFeature(kinds: readonly BookKind[]) {
  return {
    name: 'order',
    projections: [orderProjection(kinds), traceProjection(kinds)],
    staffLists: [orderList, tradeList],
    timeline: orderTimeline(kinds),
    counts: {
      ordersOpen: 'SELECT coalesce(sum(orders_open), 0)::bigint AS n FROM book_activity',
      ordersTotal: 'SELECT coalesce(sum(orders_total), 0)::bigint AS n FROM book_activity',
      trades: 'SELECT coalesce(sum(trades), 0)::bigint AS n FROM book_activity',
    },
    owned: ({ orders }: { readonly orders: OpenOrders }) =>
      orderOwned(kinds, { openSymbols: (...asked) => orders.openSymbols(...asked) }),
    reactions: ({ orders }: { readonly orders: OpenOrders }) => orderReactions(kinds, orders),
    redecision: async () => ({ redecision: (await import('./order.redecision.js')).orderRedecision(kinds) }),
    module: async () => (await import('./order.module.js')).OrderModule,
  } satisfies Feature;
}
