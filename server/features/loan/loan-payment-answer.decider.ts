import type { Decided } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { Question } from './loan-answer.decider.js';
import { nameOf, payingOf, waitingFor } from './loan-payment.decider.js';
import type { AnswerLoanPayment } from './loan.commands.js';
import type { LoanFacts } from './loan.events.js';
import type { LoanState } from './loan.state.js';

const newEvent = eventsOf<LoanFacts>(({ ownerId }) => `loan-${ownerId}`);

/** Staff ask for another image instead of rejecting a voucher that they can't read: a loan takes few vouchers. */
export function decideAskPayment(state: LoanState, paymentId: string, question: Question): NewEvent[] | Refusal {
  const loan = waitingFor(state, paymentId);
  if (loan === undefined) return refuse('loan.payment-needed', { loanId: paymentId });
  const { staffId, reasons, advice, until } = question;
  // There is no image to replace, and nobody may be there to answer.
  if (loan.payment.voucher?.paymentProof === null) return refuse('review.ask-unavailable');
  return [newEvent('LoanPaymentMoreRequested', { ...nameOf(loan), paymentId, staffId, reasons, advice, until })];
}

/** The image takes the place of the one before. `review`: what puts the voucher back into its queue. */
export function decidePaymentAnswer(
  { open }: LoanState,
  { loanId, paymentId, paymentProof, problem }: AnswerLoanPayment['data'],
  review: (paymentId: string) => NewEvent[] | Refusal,
): Decided<{ readonly loanId: string }> | Refusal {
  const loan = payingOf(open.get(loanId), loanId);
  if (isRefusal(loan)) return loan;
  const { voucher } = loan.payment;
  if (voucher === null || voucher.asked === null) return refuse('loan.nothing-asked', { loanId });
  // Decided and sent again, while this was on its way.
  if (voucher.paymentId !== paymentId) return refuse('request.unavailable');
  if (problem !== null) return problem;
  const back = review(paymentId);
  if (isRefusal(back)) return back;
  const answered = newEvent('LoanPaymentAnswered', { ...nameOf(loan), paymentId, paymentProof });
  return { events: [answered, ...back], answer: { loanId } };
}
