import type { DepositAddressAssigned, DepositFacts } from './deposit.events.js';
import { followed, plain, sum, sentencesOf, type Timeline } from '../../core/timeline.js';
import { because } from '../../review/review.timeline.js';

/** Deposits. A further confirmation is no entry. */
export const depositTimeline: Timeline = {
  sentences: sentencesOf<Omit<DepositFacts, 'DepositProgressed'> & { DepositAddressAssigned: DepositAddressAssigned }>(
    'money',
    {
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
    },
  ),
  streams: ['depositPerson'],
  things: { table: 'deposits', streams: `'deposit-' || o.key` },
  queues: { deposit: 'deposit' },
};
