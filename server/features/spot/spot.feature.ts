import type { OpenOrders } from '../../core/ports/open-orders.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { BookMarket } from '../../market/book-market.js';
import type { Feature } from '../../engine/feature.js';
import { spotEvents } from './spot.events.js';
import { booksOf } from '../../trading/venue/book.state.js';
import { orderHandlers } from '../../trading/venue/order.handler.js';
import { spotProjection } from './spot.projection.js';
import { spotKind } from './spot.state.js';
import { orderList, tradeList } from './spot.list.js';
import { spotTimeline } from './spot.timeline.js';
import { spotReactions } from './spot.reactions.js';

export const spotFeature = {
  name: 'spot',
  events: spotEvents,
  streams: [booksOf(spotKind)],
  projections: [spotProjection],
  staffLists: [orderList, tradeList],
  timeline: spotTimeline,
  counts: {
    ordersOpen: 'SELECT coalesce(sum(orders_open), 0)::bigint AS n FROM spot_activity',
    ordersTotal: 'SELECT coalesce(sum(orders_total), 0)::bigint AS n FROM spot_activity',
    trades: 'SELECT coalesce(sum(trades), 0)::bigint AS n FROM spot_activity',
  },
  handlers: ({ market, gate }: { readonly market: BookMarket; readonly gate: AccountGate }) =>
    orderHandlers(spotKind, market, gate),
  reactions: ({ orders }: { readonly orders: OpenOrders }) => spotReactions(orders),
  module: async () => (await import('./spot.module.js')).SpotModule,
  simulation: () => import('./spot.simulation.js'),
} satisfies Feature;
