import { followed, sentencesOf, type Timeline } from '../../core/timeline.js';
import { because } from '../../review/review.timeline.js';
import { LOAN_PAYMENT_REVIEW } from './loan-payment.decider.js';
import { LOAN_REVIEW } from './loan.decider.js';
import type { LoanFacts, LoanPaymentFacts } from './loan.events.js';

const usdt = (amount: string, loanId: string) => ({ amount, asset: 'USDT', loan: loanId });

/** Loans of a person. */
export const loanTimeline: Timeline = {
  sentences: sentencesOf<LoanFacts & LoanPaymentFacts>('money', {
    LoanRequested: ({ loanId, principal, periodDays, policy }) => ({
      sentence: 'loan-requested',
      values: { ...usdt(principal, loanId), days: periodDays, ...followed(policy) },
    }),
    LoanWithdrawn: ({ loanId }) => ({ sentence: 'loan-withdrawn', values: { loan: loanId } }),
    LoanRejected: ({ loanId }) => ({ sentence: 'loan-rejected', values: { loan: loanId } }),
    LoanMoreRequested: ({ loanId, reasons }) => ({
      sentence: 'loan-more-asked',
      values: { loan: loanId, ...because(LOAN_REVIEW, reasons) },
    }),
    LoanAnswered: ({ loanId }) => ({ sentence: 'loan-answered', values: { loan: loanId } }),
    LoanDisbursed: ({ loanId, principal, dueDate }) => ({
      sentence: 'loan-disbursed',
      values: { ...usdt(principal, loanId), date: dueDate },
    }),
    LoanReminded: ({ loanId, owed, dueDate }) => ({
      sentence: 'loan-reminded',
      values: { ...usdt(owed, loanId), date: dueDate },
    }),
    LoanOverdue: ({ loanId, owed, day, sum }) =>
      sum === '0'
        ? { sentence: 'loan-overdue', values: { ...usdt(owed, loanId), days: day } }
        : { sentence: 'loan-set-off', values: { ...usdt(sum, loanId), days: day } },
    LoanPaymentBegun: ({ loanId, owed, reference }) => ({
      sentence: 'loan-payment-begun',
      values: { ...usdt(owed, loanId), reference },
    }),
    LoanPaymentSent: ({ loanId }) => ({ sentence: 'loan-payment-sent', values: { loan: loanId } }),
    LoanPaymentMoreRequested: ({ loanId, reasons }) => ({
      sentence: 'loan-payment-more-asked',
      values: { loan: loanId, ...because(LOAN_PAYMENT_REVIEW, reasons) },
    }),
    LoanPaymentAnswered: ({ loanId }) => ({ sentence: 'loan-payment-answered', values: { loan: loanId } }),
    LoanPaymentWithdrawn: ({ loanId }) => ({ sentence: 'loan-payment-withdrawn', values: { loan: loanId } }),
    LoanPaymentRejected: ({ loanId, reasons }) => ({
      sentence: 'loan-payment-rejected',
      values: { loan: loanId, ...because(LOAN_PAYMENT_REVIEW, reasons) },
    }),
    LoanPaymentSeen: ({ loanId, owed }) => ({ sentence: 'loan-payment-seen', values: usdt(owed, loanId) }),
    LoanPaymentClaimed: ({ loanId }) => ({ sentence: 'loan-payment-claimed', values: { loan: loanId } }),
    LoanPaymentLapsed: ({ loanId }) => ({ sentence: 'loan-payment-lapsed', values: { loan: loanId } }),
    LoanPaymentCleared: ({ loanId, paid }) => ({ sentence: 'loan-payment-cleared', values: usdt(paid, loanId) }),
    LoanRepaid: ({ loanId, principal, interest, lateFee }) => ({
      sentence: 'loan-repaid',
      values: { ...usdt(principal, loanId), interest, fee: lateFee },
    }),
    LoanWrittenOff: ({ loanId, lost }) => ({ sentence: 'loan-written-off', values: usdt(lost, loanId) }),
  }),
  streams: ['loan'],
  things: { table: 'loans', streams: `'loanPayment-' || nullif(o.payment_id, '')` },
  begun: 'loans',
  queues: { loan: 'loan' },
};
