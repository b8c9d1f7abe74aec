import type { FactsOf } from '../../core/event.js';
import { followed, plain, sentencesOf, type Timeline } from '../../core/timeline.js';
import type { AlertEvent, AlertSet } from './alert.events.js';

/** Price alerts, without the person's notes. */
export const alertTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<AlertEvent>>('account', {
    AlertSet: (data) => ({ sentence: 'alert-set', values: termsOf(data) }),
    AlertChanged: (data) => ({ sentence: 'alert-changed', values: termsOf(data) }),
    AlertPaused: plain('alert-paused'),
    AlertResumed: plain('alert-resumed'),
    AlertRemoved: plain('alert-removed'),
    AlertTriggered: ({ symbol, price, reachedAt }) => ({
      sentence: 'alert-triggered',
      values: { symbol, price, reachedAt },
    }),
    AlertSplit: ({ symbol, level: target }) => ({ sentence: 'alert-split', values: { symbol, target } }),
    AlertEnded: ({ symbol, reason }) => ({ sentence: `alert-ended-${reason}`, values: { symbol } }),
  }),
  streams: ['alert'],
};

const termsOf = ({ symbol, kind: alert_kind, level: target, policy }: AlertSet) => ({
  symbol,
  alert_kind,
  target,
  ...followed(policy),
});
