import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { DividendPaid, HolderNotified, HoldingCashedOut, HoldingSplit } from './entitlement.events.js';

export const entitlementNotifications: readonly Notifications[] = [
  {
    sentence: 'when-corporate-action-tell-the-holder',
    realms: ['demo', 'real'],
    on: {
      HolderNotified: (event: EventOf<HolderNotified>) => noticeOf(event.data),
      HoldingSplit: (event: EventOf<HoldingSplit>) => splitOf(event.data),
      HoldingCashedOut: (event: EventOf<HoldingCashedOut>) => cashOf(event.data),
      DividendPaid: (event: EventOf<DividendPaid>) => paymentOf(event.data),
    },
  },
];

function noticeOf(data: HolderNotified): Notification {
  const { userId, actionId, symbol, base, notice, dueAt, perShare, newShares, oldShares } = data;
  const ratio = newShares === null || oldShares === null ? {} : { newShares, oldShares };
  const values = { symbol, base, dueAt, ...(perShare === null ? {} : { perShare }), ...ratio };
  const messageId = `action:${actionId}:${notice}`;
  const isReverse = newShares !== null && oldShares !== null && newShares < oldShares;
  const template = `action-${isReverse ? notice.replace(/-split$/, '-reverse-split') : notice}`;
  return { userId, messageId, template, values, link: `/market?symbol=${symbol}` };
}

function cashOf({ userId, actionId, base, quote, quantity, price, amount }: HoldingCashedOut): Notification {
  return {
    userId,
    messageId: `action:${actionId}:cashed-out`,
    template: 'action-holding-cashed-out',
    values: { base, quote, quantity, price, amount },
    link: '/accountRecord',
  };
}

function splitOf(data: HoldingSplit): Notification {
  const { userId, actionId, base, quote, newShares, oldShares, before, after, amount } = data;
  return {
    userId,
    messageId: `action:${actionId}:split`,
    template: newShares < oldShares ? 'action-holding-reverse-split' : 'action-holding-split',
    values: { base, quote, newShares, oldShares, before, after, amount },
    link: '/accountRecord',
  };
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
