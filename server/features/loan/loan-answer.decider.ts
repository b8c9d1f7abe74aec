import type { Decided } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { AnswerLoan } from './loan.commands.js';
import type { LoanFacts, LoanMoreRequested } from './loan.events.js';
import { isOwed, type LoanState } from './loan.state.js';

const newEvent = eventsOf<LoanFacts>(({ ownerId }) => `loan-${ownerId}`);

export type Question = Pick<LoanMoreRequested, 'staffId' | 'reasons' | 'advice' | 'until'>;

/** Staff ask for more instead of rejecting what an image could mend. */
export function decideAsk({ open }: LoanState, loanId: string, question: Question): NewEvent[] | Refusal {
  const loan = open.get(loanId);
  if (loan === undefined || isOwed(loan)) return refuse('loan.not-waiting', { loanId });
  const { userId, ownerId } = loan;
  const { staffId, reasons, advice, until } = question;
  return [newEvent('LoanMoreRequested', { userId, ownerId, loanId, staffId, reasons, advice, until })];
}

/** New images take the place of earlier ones of the same kind. `review`: what puts the request back into its queue. */
export function decideLoanAnswer(
  { open }: LoanState,
  { loanId, images, problem }: AnswerLoan['data'],
  review: () => NewEvent[] | Refusal,
): Decided<{ readonly loanId: string }> | Refusal {
  const loan = open.get(loanId);
  if (loan === undefined) return refuse('loan.not-found', { loanId });
  if (isOwed(loan)) return refuse('loan.not-waiting', { loanId });
  if (loan.asked === null) return refuse('loan.nothing-asked', { loanId });
  if (images.length === 0) return refuse('loan.answer-needed', { field: 'proofs' });
  if (problem !== null) return problem;
  const back = review();
  if (isRefusal(back)) return back;
  const sent = new Set(images.map(({ image }) => image));
  const all = [...loan.images.filter(({ image }) => !sent.has(image)), ...images];
  const { userId, ownerId } = loan;
  return { events: [newEvent('LoanAnswered', { userId, ownerId, loanId, images: all }), ...back], answer: { loanId } };
}
