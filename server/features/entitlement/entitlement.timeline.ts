import type { FactsOf } from '../../core/event.js';
import { sentencesOf, type Timeline } from '../../core/timeline.js';
import type { EntitlementEvent } from './entitlement.events.js';

/** What corporate actions brought a person. */
export const entitlementTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<EntitlementEvent>>('money', {
    HolderNotified: ({ notice, symbol }) => ({
      sentence: notice === 'orders-cancelled' ? 'action-orders-cancelled' : `action-${notice.split('-')[0]}`,
      values: { symbol },
    }),
    DividendPaid: ({ amount, quote: asset, quantity, base: target }) => ({
      sentence: 'dividend-paid',
      values: { amount, asset, quantity, target },
    }),
  }),
  streams: ['entitlement'],
};
