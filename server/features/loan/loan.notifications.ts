import type { EventOf, Notification, Notifications } from '../../core/notification.js';
import type { LoanOverdue, LoanPaymentLapsed, LoanReminded, LoanRepaid, LoanWrittenOff } from './loan.events.js';

const link = '/repaymentNew';

/** Its first date, each thirtieth after it, and whatever was taken: not sixty dates on which nothing happens. */
function overdue({ userId, loanId, day, owed, sum }: LoanOverdue): Notification | undefined {
  const messageId = `loan-overdue:${loanId}:${day}`;
  if (sum !== '0') return { userId, messageId, template: 'loan-set-off', values: { sum, days: day }, link };
  if ((day - 1) % 30 !== 0) return undefined;
  return { userId, messageId, template: 'loan-overdue', values: { owed, days: day }, link };
}

/** A decision on an application is told by the review. */
export const loanNotifications: readonly Notifications[] = [
  {
    sentence: 'when-a-loan-is-due-soon-overdue-or-paid-tell-the-person',
    on: {
      LoanReminded: ({ data }: EventOf<LoanReminded>) => ({
        userId: data.userId,
        messageId: `loan-due:${data.loanId}`,
        template: 'loan-due',
        values: { owed: data.owed, date: data.dueDate },
        link,
      }),
      LoanOverdue: ({ data }: EventOf<LoanOverdue>) => overdue(data),
      LoanPaymentLapsed: ({ data: { userId, paymentId } }: EventOf<LoanPaymentLapsed>) => ({
        userId,
        messageId: `loan-payment-lapsed:${paymentId}`,
        template: 'loan-payment-lapsed',
        values: {},
        link,
      }),
      LoanRepaid: ({ data: { userId, loanId, principal, interest, lateFee } }: EventOf<LoanRepaid>) => ({
        userId,
        messageId: `loan-repaid:${loanId}`,
        template: 'loan-repaid',
        values: { principal, interest, lateFee },
        link,
      }),
      LoanWrittenOff: ({ data: { userId, loanId, lost } }: EventOf<LoanWrittenOff>) => ({
        userId,
        messageId: `loan-written-off:${loanId}`,
        template: 'loan-written-off',
        values: { lost },
        link,
      }),
    },
  },
];
