import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { AlertTriggered } from './alert.events.js';

export const alertNotifications: readonly Notifications[] = [
  {
    sentence: 'when-alert-triggered-tell-the-person',
    realms: ['demo', 'real'],
    on: { AlertTriggered: (event: EventOf<AlertTriggered>) => reached(event.data) },
  },
];

/** The time is that of the price: after a standstill the notification is later. */
function reached(data: AlertTriggered): Notification {
  const { userId, alertId, symbol, kind, level, direction, price, reachedAt, change, email, sealedNote } = data;
  const about = kind === 'moves' ? 'moved' : 'reached';
  const template = `alert-${about}-${direction}`;
  const values = { symbol, level, price, reachedAt, ...(change === null ? {} : { change }) };
  return {
    userId,
    messageId: `alert:${alertId}:${reachedAt}`,
    template,
    values,
    link: `/alerts?show=triggered&symbol=${symbol}`,
    ...(sealedNote === null ? {} : { sealedNote: { context: 'alert.note', sealed: sealedNote } }),
    ...(email ? { letter: { template, values } } : {}),
  };
}
