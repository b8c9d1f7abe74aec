import { planned } from '../../core/command.js';
import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { Effects, Reaction } from '../../engine/reactions/reaction.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import { noteOf, reasonsOf } from '../../review/review.notifications.js';
import type { ReviewApproved, ReviewMoreRequested, ReviewRejected } from '../../review/review.events.js';
import { SendMessage } from './message.commands.js';

/** What people are told of what happened to them, on the platform and by letter: what the nouns declare, and what staff decide. */
export function messageReactions(notifications: readonly Notifications[], kinds: ReviewKinds): Reaction[] {
  const bySentence = new Map<string, { realms: readonly string[]; on: Record<string, Reaction['on'][string]> }>();
  for (const { sentence, realms = ['real'], on } of [...notifications, reviewed(kinds)]) {
    const declared = bySentence.get(sentence) ?? { realms, on: {} };
    if (`${declared.realms}` !== `${realms}`) throw new Error(`${sentence} is declared for different realms`);
    for (const [type, notify] of Object.entries(on)) {
      if (type in declared.on) throw new Error(`${sentence}: ${type} is declared twice`);
      declared.on[type] = (event) => effects(notify(event));
    }
    bySentence.set(sentence, declared);
  }
  return [...bySentence].map(([name, { realms, on }]) => ({ name, realms, on }));
}

function effects(notification: Notification | undefined): Effects {
  if (notification === undefined) return {};
  const { letter, ...message } = notification;
  const commands = [planned(SendMessage, message)];
  return letter === undefined ? { commands } : { commands, letter: { userId: message.userId, ...letter } };
}

interface OfReview {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
}

/** Decisions and questions of staff; the outgoing message only says that there is something to read. */
function reviewed(kinds: ReviewKinds): Notifications {
  const notify = (
    { type, version, data, at }: EventOf<OfReview>,
    letter: string,
    content: Pick<Notification, 'template' | 'values' | 'sealedNote'>,
  ): Notification | undefined => {
    const { userId, requestId, kind } = data;
    const link = kinds.find(kind)?.screen;
    if (link === null) return undefined;
    // A request has one decision, and any number of questions.
    const messageId = type === 'ReviewMoreRequested' ? `review:${requestId}:asked:${version}` : `review:${requestId}`;
    const message = { userId, messageId, ...content, letter: { template: letter, values: { decidedAt: at } } };
    return link === undefined ? message : { ...message, link };
  };
  return {
    sentence: 'when-review-decided-tell-the-person',
    on: {
      ReviewApproved: (event: EventOf<ReviewApproved>) =>
        notify(event, 'request-approved', { template: 'review-approved', values: kindOf(event) }),
      ReviewRejected: (event: EventOf<ReviewRejected>) => {
        const values = { ...kindOf(event), reasons: reasonsOf(event.data.kind, event.data.reasons) };
        return notify(event, 'request-rejected', { template: 'review-rejected', values, ...noteOf(event.data) });
      },
      ReviewMoreRequested: (event: EventOf<ReviewMoreRequested>) => {
        const { kind, reasons, until: answerAt } = event.data;
        const values = { ...kindOf(event), reasons: reasonsOf(kind, reasons), answerAt };
        return notify(event, 'request-asked', { template: 'review-asked', values });
      },
    },
  };
}

const kindOf = ({ data }: EventOf<OfReview>) => ({ kind: `@review:kind.${data.kind}` });
