import type { EventOf, Notifications } from '../../core/notification.js';
import type { CustodyCompleted } from './custody.events.js';

/** A decision on a redemption is told by the review. */
export const custodyNotifications: readonly Notifications[] = [
  {
    sentence: 'when-custody-completed-tell-the-person',
    on: {
      CustodyCompleted: ({ data }: EventOf<CustodyCompleted>) => ({
        userId: data.userId,
        messageId: `custody:${data.orderId}`,
        template: 'custody-completed',
        values: { principal: data.principal, interest: data.interest, returned: data.returned },
        link: '/profit_wdtg',
      }),
    },
  },
];
