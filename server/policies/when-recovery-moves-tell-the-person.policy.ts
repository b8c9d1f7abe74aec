import { planned } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import { SendMessage } from '../features/message/message.commands.js';
import type {
  GoogleRemovalApproved,
  GoogleRemovalRejected,
  GoogleRemovalRequested,
  GoogleRemoved,
  RecoveryEvent,
} from '../features/security/recovery.events.js';
import type { Policy, WishedLetter } from './policy.js';

type Told = Pick<SendMessage['data'], 'template' | 'values' | 'sealedNote'>;

/** Whether the person or somebody else asked, he hears of every step everywhere, because he can still stop it. */
export const whenRecoveryMovesTellThePerson: Policy = {
  name: 'when-recovery-moves-tell-the-person',
  realms: ['real'],
  eventTypes: [
    'GoogleRemovalRequested',
    'GoogleRemovalApproved',
    'GoogleRemovalRejected',
    'GoogleRemovalCancelled',
    'GoogleRemoved',
  ],
  react: (event) => {
    const { userId, requestId } = event.data as RecoveryEvent['data'];
    const told = contentOf(event);
    const messageId = `${told.template}:${requestId}`;
    const data: SendMessage['data'] = { userId, messageId, ...told, link: '/setting' };
    return { commands: [planned(SendMessage, data)], letter: letterOf(event, told) };
  },
};

function contentOf({ type, data, at }: RecordedEvent): Told {
  switch (type as RecoveryEvent['type']) {
    case 'GoogleRemovalRequested':
      return { template: 'recovery-requested', values: { requestedAt: at } };
    case 'GoogleRemovalApproved':
      return { template: 'recovery-approved', values: { effectAt: (data as GoogleRemovalApproved).effectAt } };
    case 'GoogleRemovalRejected': {
      const { reasons, sealedNote } = data as GoogleRemovalRejected;
      const said = reasons.map((reason) => `@review:reason.identity-recovery.${reason}`).join(' ');
      const note = sealedNote === null ? {} : { sealedNote: { context: 'review.note', sealed: sealedNote } };
      return { template: 'recovery-rejected', values: { reasons: said }, ...note };
    }
    case 'GoogleRemovalCancelled':
      return { template: 'recovery-cancelled', values: { cancelledAt: at } };
    case 'GoogleRemoved': {
      const { withdrawalsFrom: withdrawAt } = data as GoogleRemoved;
      return { template: 'recovery-done', values: { removedAt: at, withdrawAt } };
    }
  }
}

/** Reasons stand in the messages only: a letter names none, and whoever is locked out asks support. */
function letterOf({ data, at }: RecordedEvent, { template, values }: Told): WishedLetter {
  const { userId, requestId, policy } = data as GoogleRemovalRequested;
  const letter = { userId, template, everywhere: true } as const;
  if (template === 'recovery-rejected') return { ...letter, values: { decidedAt: at } };
  if (template !== 'recovery-requested') return { ...letter, values };
  const { waitingHours: hours } = policy.inputs as { waitingHours: number };
  return { ...letter, values: { ...values, hours }, stopCodeOf: requestId };
}
