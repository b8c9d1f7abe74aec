import { amount, format } from '../../../shared/money.js';
import type { MatchedWire } from '../../core/bank-wires.js';
import type { Instant } from '../../core/clock.js';
import type { Decided, StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { reviewOpened } from '../../review/review.events.js';
import { wired } from './loan-postings.rules.js';
import {
  LENDER_BANK,
  loanReference,
  paidBy,
  PAYMENT_CURRENCY,
  validUntil,
  vouchersLeft,
  wiredFor,
} from './loan-payment.rules.js';
import type { RepayLoan, SubmitLoanPayment, WithdrawLoanPayment } from './loan.commands.js';
import { dueOf, overdueUntil, repaid } from './loan.decider.js';
import type { LoanFacts, LoanPaymentFacts } from './loan.events.js';
import { countsAt } from './loan.rules.js';
import {
  daysHeld,
  isOwed,
  isPaying,
  owedAfter,
  principalLeft,
  stepAfter,
  type LoanPayment,
  type LoanState,
  type OwedLoan,
} from './loan.state.js';

/** The name of the kind of request, as staff review it. */
export const LOAN_PAYMENT_REVIEW = 'loan-payment';

const newEvent = eventsOf<LoanFacts>(({ ownerId }) => `loan-${ownerId}`);
const newClearing = eventsOf<LoanPaymentFacts>(({ paymentId }) => `loanPayment-${paymentId}`);

interface LoanId {
  readonly loanId: string;
}
/** A loan with a repayment by bank. */
export type PayingLoan = OwedLoan & { readonly payment: LoanPayment };

/** What came in by the bank for a voucher: a stream of its own, so that the books find it beside its wires. */
export const loanPaymentKind: StreamKind<{ readonly isCleared: boolean }> = {
  name: 'loanPayment',
  initial: () => ({ isCleared: false }),
  evolve: () => ({ isCleared: true }),
};

/** Fixes what a wire pays. Chosen again while that is valid, nothing changes. */
export function decideBegin(
  { open }: LoanState,
  { loanId, shownTotal }: RepayLoan['data'],
  at: Instant,
): Decided<LoanId> | Refusal {
  const loan = owedOf(open.get(loanId), loanId);
  if (isRefusal(loan)) return loan;
  if (isPaying(loan)) return refuse('loan.payment-waiting', { loanId });
  const days = daysHeld(loan, at);
  const { owed } = owedAfter(loan, days);
  if (amount(owed) !== amount(shownTotal))
    return refuse('loan.total-changed', { field: 'shownTotal', shown: shownTotal, owed });
  // Whoever can send no receipt must not pay.
  if (vouchersLeft(loan) <= 0) return refuse('loan.vouchers-spent', { field: 'loanId', sent: loan.vouchers });
  const answer = { loanId };
  if (loan.payment !== null && loan.payment.validUntil > at && loan.payment.owed === owed)
    return { events: [], answer };
  const begun = newEvent('LoanPaymentBegun', {
    ...nameOf(loan),
    reference: loanReference(loanId),
    toAccount: LENDER_BANK.accountNumber,
    currency: PAYMENT_CURRENCY,
    owed,
    payAmount: wiredFor(owed),
    days,
    validUntil: validUntil(loan, at),
  });
  return { events: [begun], answer };
}

/** The voucher goes into the queue in one append with its own event. */
export function decideSubmit(
  { open }: LoanState,
  command: SubmitLoanPayment['data'],
  at: Instant,
): Decided<LoanId> | Refusal {
  const { loanId, paymentId, sealedPayer, paymentProof, problem } = command;
  const loan = payingOf(open.get(loanId), loanId);
  if (isRefusal(loan)) return loan;
  if (isPaying(loan)) return refuse('loan.payment-waiting', { loanId });
  if (vouchersLeft(loan) <= 0) return refuse('loan.vouchers-spent', { field: 'voucher', sent: loan.vouchers });
  // What earlier vouchers kept waiting comes first: else one after another would stop the calendar for good. What the bank shows stops it once.
  if (loan.seen === null && stepAfter(loan, loan.overdueDay).at <= at)
    return refuse('loan.calendar-behind', { field: 'voucher' });
  if (problem !== null) return problem;
  if (sealedPayer === null) return refuse('loan.payer-name-needed', { field: 'payerName' });
  const { owed } = loan.payment;
  const about = { amount: owed, asset: 'USDT', valueUsdt: owed, fourEyes: needsTwo(loan) };
  const sent = newEvent('LoanPaymentSent', { ...nameOf(loan), paymentId, sealedPayer, paymentProof });
  const opened = reviewOpened({ requestId: paymentId, kind: LOAN_PAYMENT_REVIEW, userId: loan.userId, about });
  return { events: [sent, opened], answer: { loanId } };
}

/** As many people look at what comes in as at what goes out. */
export function needsTwo({
  payment,
  policy,
}: Pick<OwedLoan, 'policy'> & { readonly payment: Pick<LoanPayment, 'owed'> }): boolean {
  return amount(payment.owed) >= amount(String(policy.inputs['fourEyesFrom']));
}

/** `review`: what takes the voucher out of its queue, or why that fails. */
export function decideTakeBack(
  { open }: LoanState,
  { loanId, paymentId }: WithdrawLoanPayment['data'],
  review: () => NewEvent[] | Refusal,
  at: Instant,
): Decided<LoanId> | Refusal {
  const loan = payingOf(open.get(loanId), loanId);
  if (isRefusal(loan)) return loan;
  // Sent, or decided and sent again, while this was on its way.
  if ((loan.payment.voucher?.paymentId ?? null) !== paymentId) return refuse('request.unavailable');
  const queue = paymentId === null ? [] : review();
  if (isRefusal(queue)) return queue;
  const back = paymentId === null ? { passed: null, overdueDay: loan.overdueDay } : resumed(loan);
  const withdrawn = newEvent('LoanPaymentWithdrawn', { ...nameOf(loan), paymentId, ...back });
  return { events: [withdrawn, ...queue], due: dueOf([withdrawn], at), answer: { loanId } };
}

/** The calendar goes on with its next step. If that is to come, its own timer may fire before this is decided, and find the voucher. */
export const resumed = (loan: OwedLoan) => ({ passed: stepAfter(loan, loan.overdueDay), overdueDay: loan.overdueDay });

/** What staff decide, and what the bank shows with the reference of the loan. */
interface PaymentVerdict {
  readonly requestId: string;
  readonly verdict: 'approved' | 'rejected';
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly wires: readonly MatchedWire[];
}

/** No loan is cleared without a bank fact. Nothing for a voucher that does not wait. */
export function decidePaymentVerdict(state: LoanState, decision: PaymentVerdict, at: Instant): NewEvent[] | Refusal {
  const { requestId: paymentId, verdict, staffId, reasons, wires } = decision;
  const loan = waitingFor(state, paymentId);
  if (loan === undefined) return [];
  if (verdict === 'rejected')
    return [newEvent('LoanPaymentRejected', { ...nameOf(loan), paymentId, staffId, reasons, ...resumed(loan) })];
  const paid = paidBy(loan, loan.payment, wires, at);
  if ('wanted' in paid) {
    const { arrived, wanted } = paid;
    return refuse('loan.wire-missing', { arrived, wanted, currency: loan.payment.currency });
  }
  const { days, owed } = paid;
  const cleared = newClearing('LoanPaymentCleared', {
    ...nameOf(loan),
    paymentId,
    staffId,
    wires: paid.wires.map(({ isToAccount: _, ...wire }) => wire),
    days,
    principalLeft: format(principalLeft(loan)),
    paid: owed,
  });
  const counts = countsAt(state, loan, at, days);
  const late = overdueUntil(loan, days);
  return [...late.events, { ...cleared, postings: wired(loan, owed) }, repaid(late.loan, days, { by: 'bank', counts })];
}

/** The loan whose voucher this is. */
export function waitingFor({ open }: LoanState, paymentId: string): PayingLoan | undefined {
  return [...open.values()].find((loan): loan is PayingLoan => loan.payment?.voucher?.paymentId === paymentId);
}

function owedOf(loan: ReturnType<LoanState['open']['get']>, loanId: string): OwedLoan | Refusal {
  if (loan === undefined) return refuse('loan.not-found', { loanId });
  return isOwed(loan) ? loan : refuse('loan.nothing-owed', { loanId });
}

export function payingOf(found: ReturnType<LoanState['open']['get']>, loanId: string): PayingLoan | Refusal {
  const loan = owedOf(found, loanId);
  if (isRefusal(loan)) return loan;
  const { payment } = loan;
  return payment === null ? refuse('loan.payment-needed', { loanId }) : { ...loan, payment };
}

export const nameOf = ({ userId, ownerId, loanId }: OwedLoan) => ({ userId, ownerId, loanId });
