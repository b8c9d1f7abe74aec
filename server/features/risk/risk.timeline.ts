import type { RiskEvent } from './risk.events.js';
import type { FactsOf } from '../../core/event.js';
import { followed, plain, sentencesOf, type Timeline } from '../../core/timeline.js';

/** The class of a person, from one questionnaire to the next. */
export const riskTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<RiskEvent>>('account', {
    RiskAssessed: ({ score, policy }) => ({ sentence: 'risk-assessed', values: { score, ...followed(policy) } }),
    RiskExpired: plain('risk-expired'),
  }),
  streams: ['risk'],
};
