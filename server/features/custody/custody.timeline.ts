import { followed, plain, sentencesOf, type Timeline } from '../../core/timeline.js';
import type { CustodyFacts } from './custody.events.js';

const money = (amount: string, orderId: string) => ({ amount, asset: 'USDT', order: orderId });

/** Custody of a person, and the limits that they set themselves. */
export const custodyTimeline: Timeline = {
  sentences: sentencesOf<CustodyFacts>('money', {
    CustodyBought: ({ orderId, productId, principal, policy }) => ({
      sentence: `custody-bought-${productId}`,
      values: { ...money(principal, orderId), ...followed(policy) },
    }),
    CustodyRedemptionRequested: ({ orderId, principal, penalty }) => ({
      sentence: 'custody-redemption-requested',
      values: { ...money(principal, orderId), penalty },
    }),
    CustodyContinued: ({ orderId }) => ({ sentence: 'custody-continued', values: { order: orderId } }),
    CustodyRedemptionRejected: ({ orderId }) => ({
      sentence: 'custody-redemption-rejected',
      values: { order: orderId },
    }),
    CustodyRedeemed: ({ orderId, returned, penalty, interest }) => ({
      sentence: 'custody-redeemed',
      values: { ...money(returned, orderId), penalty, interest },
    }),
    CustodyCompleted: ({ orderId, returned, interest }) => ({
      sentence: 'custody-completed',
      values: { ...money(returned, orderId), interest },
    }),
    CustodyLossLimitSet: ({ limit }) => limitOf('custody-limit-set', limit),
    CustodyLossLimitLoosening: ({ limit, from }) => ({
      sentence: limit === null ? 'custody-limit-ends' : 'custody-limit-loosening',
      values: { ...(limit === null ? {} : { amount: limit, asset: 'USDT' }), effectAt: from },
    }),
    CustodyLossLimitLoosened: ({ limit }) => limitOf('custody-limit-loosened', limit),
    CustodyPauseSet: ({ until }) => ({
      sentence: 'custody-pause-set',
      values: until === null ? {} : { endsAt: until },
    }),
    CustodyPauseShortening: ({ from }) => ({ sentence: 'custody-pause-shortening', values: { effectAt: from } }),
    CustodyPauseShortened: plain('custody-pause-shortened'),
  }),
  streams: ['custody'],
  begun: 'custody_orders',
  queues: { red: 'custody' },
};

const limitOf = (sentence: string, limit: string | null) =>
  limit === null
    ? { sentence: 'custody-limit-none', values: {} }
    : { sentence, values: { amount: limit, asset: 'USDT' } };
