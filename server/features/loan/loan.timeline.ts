import { followed, sentencesOf, type Timeline } from '../../core/timeline.js';
import { because } from '../../review/review.timeline.js';
import { LOAN_REVIEW } from './loan.decider.js';
import type { LoanFacts } from './loan.events.js';

const usdt = (amount: string, loanId: string) => ({ amount, asset: 'USDT', loan: loanId });

/** Loans of a person. */
export const loanTimeline: Timeline = {
  sentences: sentencesOf<LoanFacts>('money', {
    LoanRequested: ({ loanId, principal, periodDays, policy }) => ({
      sentence: 'loan-requested',
      values: { ...usdt(principal, loanId), days: periodDays, ...followed(policy) },
    }),
    LoanWithdrawn: ({ loanId }) => ({ sentence: 'loan-withdrawn', values: { loan: loanId } }),
    LoanRejected: ({ loanId }) => ({ sentence: 'loan-rejected', values: { loan: loanId } }),
    LoanMoreAsked: ({ loanId, reasons }) => ({
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
    LoanRepaid: ({ loanId, principal, interest, lateFee }) => ({
      sentence: 'loan-repaid',
      values: { ...usdt(principal, loanId), interest, fee: lateFee },
    }),
    LoanWrittenOff: ({ loanId, lost }) => ({ sentence: 'loan-written-off', values: usdt(lost, loanId) }),
  }),
  streams: ['loan'],
  begun: 'loans',
  queues: { loan: 'loan' },
};
