import type { AccountGate } from '../../core/ports/account-gate.js';
import type { BookMarket } from '../../market/book-market.js';
import type { Feature } from '../../engine/feature.js';
import { spotEvents } from './spot.events.js';
import { booksOf } from '../../trading/venue/book.state.js';
import { orderHandlers } from '../../trading/venue/order.handler.js';
import { spotKind } from './spot.state.js';

export const spotFeature = {
  name: 'spot',
  events: spotEvents,
  streams: [booksOf(spotKind)],
  handlers: ({ market, gate }: { readonly market: BookMarket; readonly gate: AccountGate }) =>
    orderHandlers({ kind: spotKind, market, gate }),
  module: async () => (await import('./spot.module.js')).SpotModule,
  simulation: () => import('./spot.simulation.js'),
} satisfies Feature;
