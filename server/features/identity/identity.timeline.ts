import type { IdentityLevel } from '../../../contracts/identity.contract.js';
import type { IdentityFacts } from './identity.events.js';
import { followed, plain, sentencesOf, type TimelineSentence, type Timeline } from '../../core/timeline.js';
import { because } from '../../review/review.timeline.js';

const onIdentity =
  (step: string) =>
  ({ level, requestId }: { readonly level: IdentityLevel; readonly requestId: string }): TimelineSentence => ({
    sentence: `identity-${step}`,
    values: { level },
    orderId: requestId,
  });

/** Verification, level by level. */
export const identityTimeline: Timeline = {
  sentences: sentencesOf<IdentityFacts>('account', {
    IdentitySubmitted: ({ level, attempt, requestId, policy }) => ({
      sentence: 'identity-submitted',
      values: { level, attempt, ...followed(policy) },
      orderId: requestId,
    }),
    IdentityMoreRequested: ({ level, requestId, reasons }) => ({
      sentence: 'identity-more-asked',
      values: { level, ...because(`identity-${level}`, reasons) },
      orderId: requestId,
    }),
    IdentityAnswered: onIdentity('answered'),
    IdentityPassed: onIdentity('passed'),
    IdentityRejected: ({ level, requestId, reasons }) => ({
      sentence: 'identity-rejected',
      values: { level, ...because(`identity-${level}`, reasons) },
      orderId: requestId,
    }),
    IdentityWithdrawn: onIdentity('withdrawn'),
    IdentityErased: plain('identity-erased'),
  }),
  streams: ['identity'],
  queues: { identity: 'identity' },
};
