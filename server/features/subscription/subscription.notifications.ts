import type { EventOf, Notifications } from '../../core/notification.js';
import type {
  SubscriptionPassed,
  SubscriptionRefunded,
  SubscriptionSoldOut,
  SubscriptionUnlocked,
} from './subscription.events.js';

const link = '/subscriptionRecord';

/** A subscription that staff did not pass is told by the review. */
export const subscriptionNotifications: readonly Notifications[] = [
  {
    sentence: 'when-new-coins-are-allotted-tell-the-person',
    on: {
      SubscriptionPassed: ({ data }: EventOf<SubscriptionPassed>) => ({
        userId: data.userId,
        messageId: `subscription:${data.subscriptionId}`,
        template: 'subscription-passed',
        values: { coins: data.coins, coin: data.coin, cost: data.cost, fee: data.fee, refunded: data.refunded },
        link,
      }),
      SubscriptionSoldOut: ({ data }: EventOf<SubscriptionSoldOut>) => ({
        userId: data.userId,
        messageId: `subscription:${data.subscriptionId}`,
        template: 'subscription-sold-out',
        values: { coin: data.coin, refunded: data.refunded },
        link,
      }),
      SubscriptionRefunded: ({ data }: EventOf<SubscriptionRefunded>) => ({
        userId: data.userId,
        messageId: `subscription:${data.subscriptionId}`,
        template: 'subscription-refunded',
        values: { coin: data.coin, refunded: data.refunded },
        link,
      }),
      SubscriptionUnlocked: ({ data }: EventOf<SubscriptionUnlocked>) => ({
        userId: data.userId,
        messageId: `subscription-unlocked:${data.subscriptionId}`,
        template: 'subscription-unlocked',
        values: { coins: data.coins, coin: data.coin },
        link,
      }),
    },
  },
];
