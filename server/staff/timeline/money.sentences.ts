import type { FundsConverted } from '../../features/conversion/conversion.events.js';
import type { DepositAddressAssigned, DepositFacts } from '../../features/deposit/deposit.events.js';
import type { PayeeEvent } from '../../features/payee/payee.events.js';
import type { FundsTransferred } from '../../features/transfer/transfer.events.js';
import type { ReviewEscalated, ReviewReturned, ReviewSeconded } from '../../review/review.events.js';
import type { WithdrawalFacts } from '../../features/withdrawal/withdrawal.events.js';
import { because, followed, plain, type Said, type Sayings } from './said.js';

type PayeeFacts = { [Event in PayeeEvent as Event['type']]: Event['data'] };

/** Money coming in, moving within and going out, and where it may go to. One more confirmation is nothing to tell. */
export interface MoneyFacts extends Omit<DepositFacts, 'DepositProgressed'>, WithdrawalFacts, PayeeFacts {
  DepositAddressAssigned: DepositAddressAssigned;
  FundsTransferred: FundsTransferred;
  FundsConverted: FundsConverted;
  /** The first of two approvals; the last one is the noun's own event. */
  ReviewSeconded: ReviewSeconded;
  ReviewEscalated: ReviewEscalated;
  ReviewReturned: ReviewReturned;
}

const sum = ({ amount, currency }: { amount: string; currency: string }) => ({ amount, asset: currency });

/** A step of a withdrawal, with the way to the request. */
const onWithdrawal =
  (step: string) =>
  ({ withdrawalId }: { readonly withdrawalId: string }): Said => ({
    sentence: `withdrawal-${step}`,
    values: {},
    orderId: withdrawalId,
  });

export const SAY_MONEY: Sayings<MoneyFacts> = {
  ReviewSeconded: ({ kind: request, requestId: orderId }) => ({
    sentence: 'review-seconded',
    values: { request },
    orderId,
  }),
  ReviewEscalated: ({ kind: request, requestId: orderId }) => ({
    sentence: 'review-escalated',
    values: { request },
    orderId,
  }),
  ReviewReturned: ({ kind: request, requestId: orderId }) => ({
    sentence: 'review-returned',
    values: { request },
    orderId,
  }),
  DepositAddressAssigned: ({ network }) => ({ sentence: 'deposit-address-assigned', values: { network } }),
  DepositSeen: ({ network, ...data }) => ({ sentence: 'deposit-seen', values: { ...sum(data), network } }),
  DepositReorganised: plain('deposit-reorganised'),
  DepositCredited: (data) => ({ sentence: 'deposit-credited', values: { ...sum(data), ...followed(data.policy) } }),
  DepositFailed: ({ reason: failure, ...data }) => ({
    sentence: 'deposit-failed',
    values: { ...sum(data), failure, ...followed(data.policy) },
  }),
  DepositDeclared: ({ declared, currency, network }) => ({
    sentence: 'deposit-declared',
    values: { amount: declared, asset: currency, network },
  }),
  DepositProofSubmitted: ({ declared, currency, network, policy, depositId }) => ({
    sentence: 'deposit-proof-submitted',
    values: { amount: declared, asset: currency, network, ...followed(policy) },
    orderId: depositId,
  }),
  DepositProofAccepted: ({ depositId, ...data }) => ({
    sentence: 'deposit-proof-accepted',
    values: { ...sum(data), ...followed(data.policy) },
    orderId: depositId,
  }),
  DepositProofRejected: ({ depositId, reasons }) => ({
    sentence: 'deposit-proof-rejected',
    values: because('deposit-proof', reasons),
    orderId: depositId,
  }),
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
  PayeeAddressAdded: ({ currency, network, policy }) => ({
    sentence: 'payee-address-added',
    values: { asset: currency, network, ...followed(policy) },
  }),
  PayeeCardAdded: ({ policy }) => ({ sentence: 'payee-card-added', values: followed(policy) }),
  PayeeLabelled: plain('payee-labelled'),
  PayeeRemoved: ({ kind = 'any' }) => ({ sentence: `payee-removed-${kind}`, values: {} }),
  PaymentSettingsSet: plain('payment-settings-set'),
  FundsTransferred: ({ from, to, ...data }) => ({
    sentence: 'funds-transferred',
    values: { from_space: from, to_space: to, ...sum(data) },
  }),
  FundsConverted: ({ kind, legs: [first], to, received, policy }) => ({
    sentence: kind === 'dust' ? 'dust-converted' : 'funds-converted',
    values: {
      ...(kind === 'single' && first !== undefined && sum(first)),
      ...{ received, target: to.currency, ...followed(policy) },
    },
  }),
};
