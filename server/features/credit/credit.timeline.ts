import type { CreditFacts } from './credit.events.js';
import { followed, plain, sentencesOf, type Timeline } from '../../core/timeline.js';
import { because } from '../../review/review.timeline.js';

/** The score, and the proofs that count in it. */
export const creditTimeline: Timeline = {
  sentences: sentencesOf<CreditFacts>('account', {
    CreditScoreChanged: ({ from, to, policy }) => ({
      sentence: 'credit-score-changed',
      values: { from, to, ...followed(policy) },
    }),
    CreditProofSubmitted: ({ attempt }) => ({ sentence: 'credit-proof-submitted', values: { attempt } }),
    CreditProofAccepted: plain('credit-proof-accepted'),
    CreditProofRejected: ({ reasons, requestId: orderId }) => ({
      sentence: 'credit-proof-rejected',
      values: because('credit-proof', reasons),
      orderId,
    }),
  }),
  streams: ['credit'],
  queues: { credit: 'credit' },
};
