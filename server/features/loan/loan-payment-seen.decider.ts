import type { MatchedWire } from '../../core/bank-wires.js';
import type { Instant } from '../../core/clock.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { reviewOpened } from '../../review/review.events.js';
import { LOAN_PAYMENT_REVIEW, nameOf, needsTwo, resumed, waitingFor } from './loan-payment.decider.js';
import { LENDER_BANK, loanReference, paidBy, PAYMENT_CURRENCY, wiredFor } from './loan-payment.rules.js';
import type { ClaimLoanPayment, SeeLoanPayment } from './loan.commands.js';
import type { LoanFacts } from './loan.events.js';
import { isHeld, isOwed, type LoanState, type OwedLoan } from './loan.state.js';

const newEvent = eventsOf<LoanFacts>(({ ownerId }) => `loan-${ownerId}`);

const DAY_MS = 86_400_000;
/** Staff decide within these days. Later the calendar goes on: nobody's silence stops it for good. */
const STAFF_MS = 9 * DAY_MS;

/**
 * What the bank shows holds up the calendar if it covers what the loan cost when it arrived, without any wire that did so before. A
 * small one holds up nothing, and the same money does so once: what came while a receipt waited has had that time.
 */
export function decideSee(
  { open }: LoanState,
  { loanId, paymentId, wires }: SeeLoanPayment['data'],
  at: Instant,
): NewEvent[] {
  const loan = open.get(loanId);
  if (loan === undefined || !isOwed(loan) || isHeld(loan)) return [];
  const before = new Set(loan.seenWires);
  const unseen = wires.filter(({ id }) => !before.has(id));
  const since = loan.resumedAt ?? 0;
  const isNew = (each: Pick<MatchedWire, 'arrivedAt'>): boolean => each.arrivedAt > since;
  const paid = [unseen, unseen.filter(isNew)]
    .map((each) => paidBy(loan, loan.payment ?? fixedNow(at), each, at))
    .find((each) => !('wanted' in each) && each.wires.some(isNew));
  if (paid === undefined || 'wanted' in paid) return [];
  const { days, owed } = paid;
  const shown = paid.wires.map(({ isToAccount: _, ...wire }) => wire);
  const reference = loanReference(loanId);
  return [newEvent('LoanPaymentSeen', { ...nameOf(loan), paymentId, reference, wires: shown, days, owed })];
}

/** Nobody fixed an amount: each wire pays what its own date costs. */
const fixedNow = (at: Instant) => ({
  currency: PAYMENT_CURRENCY,
  begunAt: at,
  validUntil: at,
  days: 0,
});

/** Into the queue of the staff without a receipt. Nothing where one came, or where it is repaid. */
export function decideClaim(
  { open }: LoanState,
  { loanId, paymentId }: ClaimLoanPayment['data'],
  at: Instant,
): NewEvent[] {
  const loan = open.get(loanId);
  if (loan === undefined || !isOwed(loan) || loan.seen?.paymentId !== paymentId) return [];
  const payment = fixedOf(loan, loan.seen, at);
  const claimed = newEvent('LoanPaymentClaimed', { ...nameOf(loan), ...payment, paymentId, until: at + STAFF_MS });
  const { owed } = payment;
  const fourEyes = needsTwo({ ...loan, payment });
  const about = { amount: owed, asset: 'USDT', valueUsdt: owed, fourEyes };
  return [claimed, reviewOpened({ requestId: paymentId, kind: LOAN_PAYMENT_REVIEW, userId: loan.userId, about })];
}

/** The amount that its borrower fixed; else what it cost when the wires arrived, which holds for no other. */
function fixedOf({ loanId, payment }: OwedLoan, seen: NonNullable<OwedLoan['seen']>, at: Instant) {
  const { owed, days } = seen;
  const { reference, toAccount, currency, payAmount, validUntil, ...rest } = payment ?? {
    reference: loanReference(loanId),
    toAccount: LENDER_BANK.accountNumber,
    currency: PAYMENT_CURRENCY,
    payAmount: wiredFor(owed),
    validUntil: at,
    owed,
    days,
  };
  return { reference, toAccount, currency, payAmount, validUntil, owed: rest.owed, days: rest.days };
}

/** Staff did not decide in time. `review`: what takes it out of their queue, or why that fails. */
export function decideLapse(
  state: LoanState,
  { paymentId }: ClaimLoanPayment['data'],
  review: () => NewEvent[] | Refusal,
): NewEvent[] | Refusal {
  const loan = waitingFor(state, paymentId);
  if (loan === undefined) return [];
  const queue = review();
  if (isRefusal(queue)) return queue;
  return [newEvent('LoanPaymentLapsed', { ...nameOf(loan), paymentId, ...resumed(loan) }), ...queue];
}
