import type { ConversionEvent } from './conversion.events.js';
import type { FactsOf } from '../../core/event.js';
import { followed, sum, sentencesOf, type Timeline } from '../../core/timeline.js';

/** Money changed into another currency. */
export const conversionTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<ConversionEvent>>('money', {
    FundsConverted: ({ kind, legs: [first], to, received, policy }) => ({
      sentence: kind === 'dust' ? 'dust-converted' : 'funds-converted',
      values: {
        ...(kind === 'single' && first !== undefined && sum(first)),
        received,
        target: to.currency,
        ...followed(policy),
      },
    }),
  }),
};
