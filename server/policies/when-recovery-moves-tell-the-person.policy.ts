import type { RecordedEvent } from '../core/event.js';
import type { SendMessage } from '../features/message/message.commands.js';
import type {
  GoogleRemovalApproved,
  GoogleRemovalRejected,
  GoogleRemoved,
  RecoveryEvent,
} from '../features/security/recovery.events.js';
import type { Policy, WishedLetter } from './policy.js';

type Told = Pick<SendMessage, 'template' | 'values' | 'sealedNote'>;

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
    const data: SendMessage = { userId, messageId, ...told, link: '/setting' };
    const commands = [{ type: 'SendMessage', data }];
    // That of the request carries the code that stops it, so it goes out from where the code is made.
    if (told.template === 'recovery-requested') return { commands };
    return { commands, letter: letterOf(event, userId, told) };
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
function letterOf({ at }: RecordedEvent, userId: string, { template, values }: Told): WishedLetter {
  return { userId, template, values: template === 'recovery-rejected' ? { decidedAt: at } : values, everywhere: true };
}
