import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import { CREDENTIALS_CHANGED, credentialChanged } from '../../edge/auth/credential-changed.js';
import { noteOf, reasonsOf } from '../../review/review.notifications.js';
import type {
  AuthenticatorRemovalApproved,
  AuthenticatorRemovalCancelled,
  AuthenticatorRemovalRejected,
  AuthenticatorRemovalRequested,
  AuthenticatorRemoved,
} from './recovery.events.js';
import type { ContactChanged } from './security.events.js';

export const securityNotifications: readonly Notifications[] = [
  {
    sentence: CREDENTIALS_CHANGED,
    on: {
      AuthenticatorBound: credentialChanged('authenticator-bound'),
      AuthenticatorUnbound: credentialChanged('authenticator-unbound'),
      RecoveryCodesRenewed: credentialChanged('recovery-codes'),
      TradePasswordSet: credentialChanged('trade-password'),
      SecurityQuestionsSet: credentialChanged('questions'),
      ContactChanged: (event: EventOf<ContactChanged>) => credentialChanged(event.data.kind)(event),
    },
  },
  {
    // The person is notified of every step everywhere, because a stranger may have started it and they can cancel it.
    sentence: 'when-recovery-moves-tell-the-person',
    on: {
      AuthenticatorRemovalRequested: ({ data, at }: EventOf<AuthenticatorRemovalRequested>) => {
        const { waitingHours: hours } = data.policy.inputs as { waitingHours: number };
        const letter = { values: { requestedAt: at, hours }, stopCodeOf: data.requestId };
        return step(data, { template: 'recovery-requested', values: { requestedAt: at } }, letter);
      },
      AuthenticatorRemovalApproved: ({ data }: EventOf<AuthenticatorRemovalApproved>) =>
        step(data, { template: 'recovery-approved', values: { effectAt: data.effectAt } }),
      // Only the message box gives reasons: an outgoing message names none, and a locked-out person asks support.
      AuthenticatorRemovalRejected: ({ data, at }: EventOf<AuthenticatorRemovalRejected>) => {
        const values = { reasons: reasonsOf('identity-recovery', data.reasons) };
        return step(data, { template: 'recovery-rejected', values, ...noteOf(data) }, { values: { decidedAt: at } });
      },
      AuthenticatorRemovalCancelled: ({ data, at }: EventOf<AuthenticatorRemovalCancelled>) =>
        step(data, { template: 'recovery-cancelled', values: { cancelledAt: at } }),
      AuthenticatorRemoved: ({ data, at }: EventOf<AuthenticatorRemoved>) =>
        step(data, { template: 'recovery-done', values: { removedAt: at, withdrawAt: data.withdrawalsFrom } }),
    },
  },
];

/** The outgoing message has the values of the message by default. */
function step(
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
  content: Pick<Notification, 'template' | 'values' | 'sealedNote'>,
  letter: Pick<NonNullable<Notification['letter']>, 'values' | 'stopCodeOf'> = { values: content.values },
): Notification {
  const { template } = content;
  return {
    userId,
    messageId: `${template}:${requestId}`,
    ...content,
    link: '/setting',
    letter: { template, everywhere: true, ...letter },
  };
}
