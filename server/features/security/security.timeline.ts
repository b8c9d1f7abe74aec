import type { SecurityEvent } from './security.events.js';
import type { FactsOf } from '../../core/event.js';
import { followed, plain, sentencesOf, type Timeline } from '../../core/timeline.js';
import { because } from '../../review/review.timeline.js';

/** What a person's login is kept by. */
export const securityTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<SecurityEvent>>('account', {
    AuthenticatorBound: plain('authenticator-bound'),
    AuthenticatorCodeUsed: plain('authenticator-code-used'),
    AuthenticatorUnbound: plain('authenticator-unbound'),
    RecoveryCodesRenewed: plain('codes-renewed'),
    RecoveryCodeUsed: plain('code-used'),
    TradePasswordSet: ({ how }) => ({ sentence: `trade-password-${how}`, values: {} }),
    SecurityQuestionsSet: plain('questions-set'),
    ContactChanged: ({ kind }) => ({ sentence: `${kind}-changed`, values: {} }),
    NicknameChanged: plain('name-changed'),
    AuthenticatorRemovalRequested: ({ policy }) => ({ sentence: 'recovery-requested', values: followed(policy) }),
    AuthenticatorRemovalApproved: ({ policy }) => ({ sentence: 'recovery-approved', values: followed(policy) }),
    AuthenticatorRemovalRejected: ({ reasons, requestId: orderId }) => ({
      sentence: 'recovery-rejected',
      values: because('identity-recovery', reasons),
      orderId,
    }),
    AuthenticatorRemovalCancelled: ({ how }) => ({ sentence: `recovery-cancelled-${how}`, values: {} }),
    AuthenticatorRemoved: ({ policy }) => ({ sentence: 'recovery-done', values: followed(policy) }),
  }),
  streams: ['security'],
  queues: { recovery: 'identity' },
};
