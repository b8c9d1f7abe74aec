import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { SupportClosed, SupportMessageSent } from './support.events.js';

export const supportNotifications: readonly Notifications[] = [
  {
    // The outgoing message only says that there is something to read.
    sentence: 'when-support-answers-tell-the-person',
    realms: ['demo', 'real'],
    on: {
      // Notified once and not for every message, and never of one's own.
      SupportMessageSent: (event: EventOf<SupportMessageSent>) => {
        const { from, first } = event.data;
        return from === 'support' && first ? told(event, 'support-answered') : undefined;
      },
      SupportClosed: (event: EventOf<SupportClosed>) =>
        event.data.by === 'support' ? told(event, 'support-closed') : undefined,
    },
  },
];

type Told = EventOf<{ readonly userId: string; readonly conversationId: string }>;

/** A demo account has no address for letters. */
function told({ realm, at, position, data }: Told, template: string): Notification {
  const { userId, conversationId } = data;
  const letter = realm === 'real' ? { letter: { template: 'support-news', values: { changedAt: at } } } : {};
  const link = `/service?id=${conversationId}`;
  return { userId, messageId: `support:${position}`, template, values: {}, link, ...letter };
}
