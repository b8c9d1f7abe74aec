import type { WithdrawalFacts } from './withdrawal.events.js';
import { followed, sum, sentencesOf, type TimelineSentence, type Timeline } from '../../core/timeline.js';
import { because } from '../../review/review.timeline.js';

/** A step of a withdrawal, with the way to the request. */
const onWithdrawal =
  (step: string) =>
  ({ withdrawalId }: { readonly withdrawalId: string }): TimelineSentence => ({
    sentence: `withdrawal-${step}`,
    values: {},
    orderId: withdrawalId,
  });

/** Money going out. */
export const withdrawalTimeline: Timeline = {
  sentences: sentencesOf<WithdrawalFacts>('money', {
    WithdrawalRequested: ({ kind, network, credited, policy, withdrawalId, ...data }) => ({
      sentence: `withdrawal-requested-${kind}`,
      values: { ...sum(data), ...(network !== null && { network }), credited, ...followed(policy) },
      orderId: withdrawalId,
    }),
    WithdrawalApproved: onWithdrawal('approved'),
    WithdrawalRejected: ({ withdrawalId, reasons }) => ({
      sentence: 'withdrawal-rejected',
      // Both kinds of withdrawal have the same reasons.
      values: because('withdrawal-crypto', reasons),
      orderId: withdrawalId,
    }),
    WithdrawalCancelled: onWithdrawal('cancelled'),
    WithdrawalPayoutBegun: onWithdrawal('payout-begun'),
    WithdrawalSent: (data) => onWithdrawal(data.hash === null ? 'sent-bank' : 'sent-chain')(data),
    WithdrawalPaid: ({ withdrawalId, fee, credited, ...data }) => ({
      sentence: 'withdrawal-paid',
      values: { ...sum(data), credited, fee },
      orderId: withdrawalId,
    }),
    WithdrawalReturned: ({ withdrawalId, ...data }) => ({
      sentence: 'withdrawal-returned',
      values: sum(data),
      orderId: withdrawalId,
    }),
  }),
  things: { table: 'withdrawals', streams: `'withdrawal-' || o.withdrawal_id` },
  queues: { w: 'withdrawal' },
};
