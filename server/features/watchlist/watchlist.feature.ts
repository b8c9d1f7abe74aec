import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { watchlistKind } from './watchlist.decider.js';
import { watchlistEvents } from './watchlist.events.js';
import { watchlistHandlers } from './watchlist.handler.js';

export const watchlistFeature = {
  name: 'watchlist',
  events: watchlistEvents,
  streams: ofPersons(watchlistKind),
  handlers: ({ gate }: { readonly gate: AccountGate }) => watchlistHandlers(gate),
  module: async () => (await import('./watchlist.module.js')).WatchlistModule,
} satisfies Feature;
