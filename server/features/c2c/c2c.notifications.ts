import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import { noteOf, reasonsOf } from '../../review/review.notifications.js';
import type { C2cMessageSent } from './c2c-chat.events.js';
import type { C2cCompleted, C2cExpired, C2cOrderMatched, C2cReinstated, C2cRejected } from './c2c.events.js';

export const c2cNotifications: readonly Notifications[] = [
  {
    // Every step by another party; the outgoing message only says that there is something to read.
    sentence: 'when-c2c-order-moves-tell-the-person',
    on: {
      C2cOrderMatched: (event: EventOf<C2cOrderMatched>) =>
        moved(event, { template: 'c2c-matched', values: {} }, '/c2c_account'),
      C2cCompleted: (event: EventOf<C2cCompleted>) => moved(event, { template: 'c2c-completed', values: {} }),
      C2cRejected: (event: EventOf<C2cRejected>) => {
        const values = { reasons: reasonsOf(event.data.kind, event.data.reasons) };
        return moved(event, { template: 'c2c-rejected', values, ...noteOf(event.data) });
      },
      C2cExpired: (event: EventOf<C2cExpired>) =>
        moved(event, { template: 'c2c-expired', values: { untilAt: event.data.reinstatableUntil } }),
      C2cReinstated: (event: EventOf<C2cReinstated>) =>
        moved(event, { template: 'c2c-reinstated', values: { expiresAt: event.data.expiresAt } }),
      // Notified once and not for every line, and never of one's own.
      C2cMessageSent: (event: EventOf<C2cMessageSent>) => {
        const { from, first } = event.data;
        return from === 'support' && first ? moved(event, { template: 'c2c-message', values: {} }) : undefined;
      },
    },
  },
];

function moved(
  { data: { orderId, userId }, at, position }: EventOf<{ readonly orderId: string; readonly userId: string }>,
  content: Pick<Notification, 'template' | 'values' | 'sealedNote'>,
  screen = '/c2c_order',
): Notification {
  const letter = { template: 'c2c-news', values: { changedAt: at } };
  return { userId, messageId: `c2c:${position}`, ...content, link: `${screen}?id=${orderId}`, letter };
}
