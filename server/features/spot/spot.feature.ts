import type { OpenOrders } from '../../core/ports/open-orders.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { SpotMarket } from '../../market/spot-market.js';
import type { Feature } from '../../engine/feature.js';
import { spotEvents } from './spot.events.js';
import { orderHandlers } from '../../trading/venue/order.handler.js';
import { ordersTouched } from './spot.live.js';
import { spotProjection } from './spot.projection.js';
import { spotKind } from './spot.state.js';
import { turnoverProjection } from './turnover.projection.js';
import { orderList, tradeList } from './spot.list.js';
import { spotTimeline } from './spot.timeline.js';
import { spotReactions } from './spot.reactions.js';

export const spotFeature = {
  name: 'spot',
  events: spotEvents,
  streams: [{ kind: spotKind, audience: 'house', orders: ordersTouched }],
  projections: [spotProjection, turnoverProjection],
  staffLists: [orderList, tradeList],
  timeline: spotTimeline,
  counts: {
    ordersOpen: 'SELECT coalesce(sum(orders_open), 0)::bigint AS n FROM spot_activity',
    ordersTotal: 'SELECT coalesce(sum(orders_total), 0)::bigint AS n FROM spot_activity',
    trades: 'SELECT coalesce(sum(trades), 0)::bigint AS n FROM spot_activity',
  },
  handlers: ({ market, gate }: { readonly market: SpotMarket; readonly gate: AccountGate }) =>
    orderHandlers(spotKind, market, gate),
  reactions: ({ orders }: { readonly orders: OpenOrders }) => spotReactions(orders),
  module: async () => (await import('./spot.module.js')).SpotModule,
  simulation: () => import('./spot.simulation.js'),
} satisfies Feature;
