import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { CommandScope } from '../../core/decider.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { isRefusal } from '../../core/refusal.js';
import { decideAnswer, decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { decidePaymentAnswer } from './loan-payment-answer.decider.js';
import { decideBegin, decideSubmit, decideTakeBack } from './loan-payment.decider.js';
import { decideClaim, decideLapse, decideSee } from './loan-payment-seen.decider.js';
import {
  AnswerLoanPayment,
  BeginLoanPayment,
  ClaimLoanPayment,
  LapseLoanPayment,
  SeeLoanPayment,
  SubmitLoanPayment,
  WithdrawLoanPayment,
} from './loan.commands.js';
import { dueOf } from './loan.decider.js';
import { loanKind } from './loan.state.js';

const REALMS = ['real'];

/** Repaying by bank. A frozen account can send no image, so it repays from its balance. */
export function loanPaymentHandlers(gate: AccountGate, mayPay: AccountGate['refusal']): AnyCommandHandler[] {
  return [
    handle(BeginLoanPayment, {
      realms: REALMS,
      scope: ({ userId, ownerId }) => ({ streams: [[loanKind, ownerId], gate.stream(userId)] }),
      decide: (view, data, { at }) =>
        gate.refusal(view, data.userId, data.ownerId, at) ?? decideBegin(view.state(loanKind, data.ownerId), data, at),
    }),
    handle(SubmitLoanPayment, {
      realms: REALMS,
      scope: ({ userId, ownerId, paymentId }) => ({
        streams: [[loanKind, ownerId], [reviewKind, paymentId], gate.stream(userId)],
      }),
      decide: (view, data, { at }) =>
        gate.refusal(view, data.userId, data.ownerId, at) ?? decideSubmit(view.state(loanKind, data.ownerId), data, at),
    }),
    handle(AnswerLoanPayment, {
      realms: REALMS,
      scope: (data) => voucherScope(gate, data),
      decide: (view, data, { at }) => {
        const { userId, ownerId } = data;
        const back = (requestId: string) => decideAnswer(view.state(reviewKind, requestId), { requestId });
        return (
          gate.refusal(view, userId, ownerId, at) ?? decidePaymentAnswer(view.state(loanKind, ownerId), data, back)
        );
      },
    }),
    handle(WithdrawLoanPayment, {
      realms: REALMS,
      scope: (data) => voucherScope(gate, data),
      decide: (view, data, { at }) => {
        const { userId, ownerId, paymentId } = data;
        const queue = (): NewEvents =>
          paymentId === null ? [] : decideWithdraw(view.state(reviewKind, paymentId), { requestId: paymentId });
        // No money leaves by it, and whoever may pay from the balance can do so only then.
        return mayPay(view, userId, ownerId, at) ?? decideTakeBack(view.state(loanKind, ownerId), data, queue, at);
      },
    }),
  ];
}

/** What the bank shows without a receipt: seen, in the queue of the staff, and out of it where nobody decides. */
export function seenPaymentHandlers(): AnyCommandHandler[] {
  return [
    handle(SeeLoanPayment, {
      realms: REALMS,
      scope: ({ ownerId }) => ({ streams: [[loanKind, ownerId]] }),
      decide: (view, data, { at }) => {
        const events = decideSee(view.state(loanKind, data.ownerId), data, at);
        return { events, due: dueOf(events, at), answer: null };
      },
    }),
    handle(ClaimLoanPayment, {
      realms: REALMS,
      scope: seenScope,
      decide: (view, data, { at }) => {
        const events = decideClaim(view.state(loanKind, data.ownerId), data, at);
        return { events, due: dueOf(events, at), answer: null };
      },
    }),
    handle(LapseLoanPayment, {
      realms: REALMS,
      scope: seenScope,
      decide: (view, data, { at }) => {
        const { ownerId, paymentId } = data;
        const queue = () => decideWithdraw(view.state(reviewKind, paymentId), { requestId: paymentId });
        const events = decideLapse(view.state(loanKind, ownerId), data, queue);
        return isRefusal(events) ? events : { events, due: dueOf(events, at), answer: null };
      },
    }),
  ];
}

const seenScope = ({ ownerId, paymentId }: ClaimLoanPayment['data']): CommandScope => ({
  streams: [
    [loanKind, ownerId],
    [reviewKind, paymentId],
  ],
});

/** The loans of an owner, and the request of the voucher that waits. */
const voucherScope = (
  gate: AccountGate,
  { userId, ownerId, paymentId }: WithdrawLoanPayment['data'],
): CommandScope => ({
  streams: [
    [loanKind, ownerId],
    gate.stream(userId),
    ...(paymentId === null ? [] : [[reviewKind, paymentId] as const]),
  ],
});

type NewEvents = ReturnType<typeof decideWithdraw>;
