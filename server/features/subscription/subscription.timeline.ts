import { followed, sentencesOf, type Timeline } from '../../core/timeline.js';
import type { SubscriptionFacts } from './subscription.events.js';

/** Subscriptions of a person to new coins, and what became of them. */
export const subscriptionTimeline: Timeline = {
  sentences: sentencesOf<SubscriptionFacts>('money', {
    Subscribed: ({ coins, coin, margin, fee, subscriptionId, policy }) => ({
      sentence: 'subscribed',
      values: { count: coins, coin, amount: margin, fee, asset: 'USDT', order: subscriptionId, ...followed(policy) },
    }),
    SubscriptionChecked: ({ coin, subscriptionId }) => ({
      sentence: 'subscription-checked',
      values: { coin, order: subscriptionId },
    }),
    SubscriptionNotPassed: ({ coin, refunded, subscriptionId }) => ({
      sentence: 'subscription-not-passed',
      values: { coin, amount: refunded, asset: 'USDT', order: subscriptionId },
    }),
    SubscriptionPassed: ({ coins, coin, cost, fee, refunded, subscriptionId, unlocksAt }) => ({
      sentence: 'subscription-passed',
      values: {
        count: coins,
        coin,
        amount: cost,
        fee,
        refunded,
        asset: 'USDT',
        order: subscriptionId,
        endsAt: unlocksAt,
      },
    }),
    SubscriptionSoldOut: ({ coin, refunded, subscriptionId }) => ({
      sentence: 'subscription-sold-out',
      values: { coin, amount: refunded, asset: 'USDT', order: subscriptionId },
    }),
    SubscriptionRefunded: ({ coin, refunded, subscriptionId }) => ({
      sentence: 'subscription-refunded',
      values: { coin, amount: refunded, asset: 'USDT', order: subscriptionId },
    }),
    SubscriptionUnlocked: ({ coins, coin, subscriptionId }) => ({
      sentence: 'subscription-unlocked',
      values: { count: coins, coin, order: subscriptionId },
    }),
  }),
  streams: ['subscription'],
  begun: 'subscriptions',
  queues: { nsr: 'subscription' },
};
