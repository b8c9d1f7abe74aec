import type { FactsOf } from '../../core/event.js';
import { sentencesOf, type Timeline } from '../../core/timeline.js';
import type { EntitlementEvent, Notice } from './entitlement.events.js';

const SENTENCES: Partial<Record<Notice, string>> = {
  'orders-cancelled': 'action-orders-cancelled',
  'orders-cancelled-split': 'action-orders-cancelled',
  'orders-cancelled-delisting': 'action-orders-cancelled',
  'orders-adjusted': 'action-orders-adjusted',
};

/** What corporate actions brought a person. */
export const entitlementTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<EntitlementEvent>>('money', {
    HolderNotified: ({ notice, symbol }) => ({
      sentence: SENTENCES[notice] ?? `action-${notice.split('-')[0]}`,
      values: { symbol },
    }),
    HoldingCashedOut: ({ amount, quote: asset, quantity, base: target, price }) => ({
      sentence: 'holding-cashed-out',
      values: { amount, asset, quantity, target, price },
    }),
    HoldingSplit: ({ base: asset, before, after, newShares, oldShares }) => ({
      sentence: newShares < oldShares ? 'holding-reverse-split' : 'holding-split',
      values: { asset, before, after, new: newShares, old: oldShares },
    }),
    DividendPaid: ({ amount, quote: asset, quantity, base: target }) => ({
      sentence: 'dividend-paid',
      values: { amount, asset, quantity, target },
    }),
  }),
  streams: ['entitlement'],
};
