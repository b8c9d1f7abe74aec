import type { AccountGate } from '../../core/account-gate.js';
import type { SpotMarket } from '../../market/spot-market.js';
import { ofHouse, type Feature } from '../../policies/feature.js';
import { spotEvents } from './spot.events.js';
import { spotHandlers } from './spot.handler.js';
import { spotProjection } from './spot.projection.js';
import { spotKind } from './spot.state.js';
import { turnoverProjection } from './turnover.projection.js';
import { orderList, tradeList } from './spot.list.js';

export const spotFeature = {
  name: 'spot',
  events: spotEvents,
  streams: ofHouse(spotKind),
  projections: [spotProjection, turnoverProjection],
  staffLists: [orderList, tradeList],
  handlers: ({ market, gate }: { readonly market: SpotMarket; readonly gate: AccountGate }) =>
    spotHandlers(market, gate),
} satisfies Feature;
