import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { DividendPaid, HolderNotified } from './entitlement.events.js';

export const entitlementNotifications: readonly Notifications[] = [
  {
    sentence: 'when-corporate-action-tell-the-holder',
    realms: ['demo', 'real'],
    on: {
      HolderNotified: (event: EventOf<HolderNotified>) => noticeOf(event.data),
      DividendPaid: (event: EventOf<DividendPaid>) => paymentOf(event.data),
    },
  },
];

function noticeOf({ userId, actionId, symbol, base, notice, dueAt, perShare }: HolderNotified): Notification {
  const values = { symbol, base, dueAt, ...(perShare === null ? {} : { perShare }) };
  const messageId = `action:${actionId}:${notice}`;
  return { userId, messageId, template: `action-${notice}`, values, link: `/market?symbol=${symbol}` };
}

function paymentOf({ userId, actionId, base, quote, quantity, perShare, amount }: DividendPaid): Notification {
  const values = { base, quote, quantity, perShare, amount };
  return {
    userId,
    messageId: `action:${actionId}:paid`,
    template: 'action-dividend-paid',
    values,
    link: '/accountRecord',
  };
}
