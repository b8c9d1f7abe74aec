import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { reviewOpened } from '../../review/review.events.js';
import {
  decideAssign,
  decideOpen,
  depositAddressKind,
  depositIndexKind,
  depositPersonKind,
} from './address.decider.js';
import { AssignDepositAddress, NoteDeposit, OpenDepositAddress, SubmitDeposit } from './deposit.commands.js';
import { depositProofsKind, placeEvents } from './deposit-proofs.decider.js';
import { decideNote, decideSubmit, depositKind } from './deposit.decider.js';

/** The name of the kind of request, as staff review it. */
export const DEPOSIT_REVIEW = 'deposit-proof';

const REALMS = ['real'];

export function depositHandlers(gate: AccountGate): AnyCommandHandler[] {
  return [assigning(gate), opening, noting(gate), submitting(gate)];
}

function assigning(gate: AccountGate): AnyCommandHandler {
  return handle(AssignDepositAddress, {
    realms: REALMS,
    scope: ({ userId, network }) => ({
      streams: [[depositIndexKind, network], [depositPersonKind, userId], gate.stream(userId)],
    }),
    decide: (view, data, { at }) => {
      const { userId, network } = data;
      const blocked = gate.refusal(view, userId, `${userId}.1`, at);
      if (blocked !== undefined) return blocked;
      const { next } = view.state(depositIndexKind, network);
      const { events, index } = decideAssign(next, view.state(depositPersonKind, userId)[network], data);
      return { events, answer: { index } };
    },
  });
}

const opening = handle(OpenDepositAddress, {
  realms: REALMS,
  scope: ({ addressId }) => ({ streams: [[depositAddressKind, addressId]] }),
  decide: (view, data) => {
    const { userId } = view.state(depositAddressKind, data.addressId);
    return { events: decideOpen(userId, data), answer: null };
  },
});

/** Who owns the address is decided here and not in a read model: a fact that arrives at once after it finds its owner. */
function noting(gate: AccountGate): AnyCommandHandler {
  return handle(NoteDeposit, {
    realms: REALMS,
    scope: ({ key, addressId, owner, openProof }) => ({
      streams: [
        [depositKind, key],
        [depositAddressKind, addressId],
        ...(owner === null ? [] : [gate.stream(owner)]),
        ...(openProof === null ? [] : [[reviewKind, openProof] as const]),
        ...(openProof === null || owner === null ? [] : [[depositProofsKind, owner] as const]),
      ],
    }),
    decide: (view, data, { at }) => {
      const { owner, openProof } = data;
      if (view.state(depositAddressKind, data.addressId).userId !== owner) return refuse('request.unavailable');
      const gateRefusal = owner === null ? undefined : gate.refusal(view, owner, `${owner}.1`, at);
      // A frozen account is still its owner's; only one that is no more gets nothing.
      const accountOpen = gateRefusal?.refusal !== 'account.not-found';
      const events = decideNote(view.state(depositKind, data.key), data, accountOpen);
      if (isRefusal(events)) return events;
      const announced = events.some(
        ({ type, data }) => type === 'DepositSeen' && (data as { announced: boolean }).announced,
      );
      if (!announced || openProof === null || owner === null) return { events, answer: null };
      const withdrawn = decideWithdraw(view.state(reviewKind, openProof), { requestId: openProof });
      if (isRefusal(withdrawn)) return withdrawn;
      const freed = placeEvents(view.state(depositProofsKind, owner), owner, events);
      return { events: [...events, ...freed, ...withdrawn], answer: null };
    },
  });
}

// The proof goes into the queue in one append with its own event: neither is ever there without the other.
function submitting(gate: AccountGate): AnyCommandHandler {
  return handle(SubmitDeposit, {
    realms: REALMS,
    scope: ({ key, userId, depositId }) => ({
      streams: [[depositKind, key], [depositProofsKind, userId], gate.stream(userId), [reviewKind, depositId]],
    }),
    decide: (view, data, { at }) => {
      const { userId, key } = data;
      const blocked = gate.refusal(view, userId, `${userId}.1`, at);
      if (blocked !== undefined) return blocked;
      const proofs = view.state(depositProofsKind, userId);
      const decided = decideSubmit(view.state(depositKind, key), data, proofs.waiting.length);
      if (isRefusal(decided)) return decided;
      const { events, answer, review } = decided;
      const about = { amount: data.declared, asset: data.channel.currency, valueUsdt: null, fourEyes: false };
      const request = { requestId: answer.depositId, kind: DEPOSIT_REVIEW, userId, about };
      const opened = review ? [reviewOpened(request)] : [];
      return { events: [...events, ...placeEvents(proofs, userId, events), ...opened], answer };
    },
  });
}
