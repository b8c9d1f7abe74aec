import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { PayeeAddressAdded, PayeeCardAdded, PayeeRemoved, PaymentSettingsSet } from './payee.events.js';

export const payeeNotifications: readonly Notifications[] = [
  {
    // A thief saves an address of their own first: the owner hears of it while the new entry still cools off.
    sentence: 'when-payees-changed-tell-the-person',
    on: {
      PayeeAddressAdded: (event: EventOf<PayeeAddressAdded>) => added(event, 'address', '/address'),
      PayeeCardAdded: (event: EventOf<PayeeCardAdded>) => added(event, 'card', '/bank'),
      PayeeRemoved: ({ data: { userId, payeeId, kind = 'address' }, at }: EventOf<PayeeRemoved>) => ({
        userId,
        messageId: `payee-removed:${payeeId}`,
        template: 'payee-removed',
        values: { kind: `@message-box:removed.${kind}`, removedAt: at },
        link: kind === 'address' ? '/address' : '/bank',
        letter: { template: 'payee-removed', values: { removedAt: at } },
      }),
      PaymentSettingsSet: ({ data: { userId }, at, position }: EventOf<PaymentSettingsSet>) => {
        const news = { template: 'payment-settings-set', values: { changedAt: at } } as const;
        return { userId, messageId: `payment-settings:${position}`, ...news, link: '/bank', letter: news };
      },
    },
  },
];

function added(
  { data: { userId, payeeId, usableAt }, at }: EventOf<PayeeAddressAdded | PayeeCardAdded>,
  kind: 'address' | 'card',
  link: string,
): Notification {
  const template = 'payee-added';
  const values = { kind: `@message-box:payee.${kind}`, addedAt: at, usableAt };
  const letter = { template, values: { addedAt: at, usableAt } };
  return { userId, messageId: `payee:${payeeId}`, template, values, link, letter };
}
