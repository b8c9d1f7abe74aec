import type { ConvertedShares } from '../../core/ports/converted-shares.js';
import type { DueDividends } from '../../core/ports/due-dividends.js';
import type { SplitBooks } from '../../core/ports/split-books.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { entitlementKind } from './entitlement.decider.js';
import { entitlementEvents } from './entitlement.events.js';
import { entitlementHandlers } from './entitlement.handler.js';
import { entitlementNotifications } from './entitlement.notifications.js';
import { entitlementOwned } from './entitlement.owned.js';
import { splitHandlers } from './split.handler.js';
import { entitlementTimeline } from './entitlement.timeline.js';

export const entitlementFeature = {
  name: 'entitlement',
  events: entitlementEvents,
  streams: ofPersons(entitlementKind),
  timeline: entitlementTimeline,
  notifications: entitlementNotifications,
  owned: ({ dividends }: { readonly dividends: DueDividends }) => entitlementOwned(dividends),
  handlers: ({
    splitBooks,
    convertedShares,
  }: {
    readonly splitBooks: SplitBooks;
    readonly convertedShares: ConvertedShares;
  }) => [...entitlementHandlers(convertedShares), ...splitHandlers(splitBooks, convertedShares)],
  module: async () => (await import('./entitlement.module.js')).EntitlementModule,
  simulation: () => import('./entitlement.simulation.js'),
} satisfies Feature;
