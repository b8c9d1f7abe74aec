import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { WithdrawalPaid, WithdrawalReturned } from './withdrawal.events.js';

export const withdrawalNotifications: readonly Notifications[] = [
  {
    // They heard of the decision before; this is what chain or bank made of it.
    sentence: 'when-withdrawal-ended-tell-the-person',
    on: {
      WithdrawalPaid: (event: EventOf<WithdrawalPaid>) => ended(event, 'withdrawal-paid'),
      WithdrawalReturned: (event: EventOf<WithdrawalReturned>) => ended(event, 'withdrawal-returned'),
    },
  },
];

function ended(
  { data, at }: EventOf<WithdrawalPaid | WithdrawalReturned>,
  template: 'withdrawal-paid' | 'withdrawal-returned',
): Notification {
  const { withdrawalId, userId, amount, credited, fee, currency } = data;
  return {
    userId,
    messageId: `withdrawal:${withdrawalId}`,
    template,
    values: { amount, credited, fee, currency },
    link: '/tbjl',
    letter: { template, values: { decidedAt: at } },
  };
}
