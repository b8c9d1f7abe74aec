import { followed, sentencesOf, type Timeline } from '../../core/timeline.js';
import type { RewardFacts } from './reward.events.js';

/** Sign-ins of a person, and the vouchers that their points bought. */
export const rewardTimeline: Timeline = {
  sentences: sentencesOf<RewardFacts>('money', {
    SignInZoneSet: ({ timeZone }) => ({ sentence: 'sign-in-zone-set', values: { timeZone } }),
    SignedIn: ({ date, points, day }) => ({ sentence: 'signed-in', values: { date, points, day } }),
    FeeVoucherIssued: ({ feeVoucherId, points, amount, policy }) => ({
      sentence: 'fee-voucher-issued',
      values: { feeVoucher: feeVoucherId, points, amount, asset: 'USDT', ...followed(policy) },
    }),
    FeeVouchersUsed: ({ date, fees, paidBack }) => ({
      sentence: 'fee-vouchers-used',
      values: { date, fees, amount: paidBack, asset: 'USDT' },
    }),
    FeeVoucherExpired: ({ feeVoucherId, left }) => ({
      sentence: 'fee-voucher-expired',
      values: { feeVoucher: feeVoucherId, amount: left, asset: 'USDT' },
    }),
  }),
  streams: ['reward'],
};
