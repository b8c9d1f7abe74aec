import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { DepositCredited, DepositFailed, DepositSeen } from './deposit.events.js';

export const depositNotifications: readonly Notifications[] = [
  {
    // Staff have written of a deposit that they attributed already; a letter goes out only at its end.
    sentence: 'when-deposit-moved-tell-the-person',
    on: {
      DepositSeen: ({ data }: EventOf<DepositSeen>) => {
        const { amount, currency, network, confirmationsNeeded: needed } = data;
        return moved(data, 'deposit-arrived', { amount, currency, network, needed });
      },
      DepositCredited: ({ data, at }: EventOf<DepositCredited>) => {
        const { amount, currency } = data;
        return moved(data, 'deposit-credited', { amount, currency }, at);
      },
      DepositFailed: ({ data, at }: EventOf<DepositFailed>) => {
        const { amount, currency, reason } = data;
        const values = { amount, currency, reason: `@message-box:deposit-reason.${reason}` };
        return moved(data, 'deposit-failed', values, at);
      },
    },
  },
];

/** A deposit without an owner notifies no one. */
function moved(
  { depositId, userId }: { readonly depositId: string; readonly userId: string | null },
  template: Notification['template'],
  values: Notification['values'],
  decidedAt?: number,
): Notification | undefined {
  if (userId === null) return undefined;
  const message = {
    userId,
    messageId: `${template}:${depositId}`,
    template,
    values,
    link: `/cbjl?deposit=${depositId}`,
  };
  return decidedAt === undefined ? message : { ...message, letter: { template, values: { decidedAt } } };
}
