import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import { isRefusal } from '../../core/refusal.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { reviewKind } from '../../review/review.decider.js';
import { reviewOpened } from '../../review/review.events.js';
import { CountCreditCause, SubmitCreditProof } from './credit.commands.js';
import { creditKind, decideCount, decideSubmitProof } from './credit.decider.js';

/** The name of the kind of request, as staff review it. */
export const CREDIT_REVIEW = 'credit-proof';

export function creditHandlers(gate: AccountGate, levels: VerificationLevels): AnyCommandHandler[] {
  return [
    handle(CountCreditCause, {
      realms: ['real'],
      scope: ({ userId }) => ({ streams: [[creditKind, userId]] }),
      decide: (view, command) => ({
        events: decideCount(view.state(creditKind, command.userId), command),
        answer: null,
      }),
    }),
    // The proof goes into the queue in one append with its own event: neither is ever there without the other.
    handle(SubmitCreditProof, {
      realms: ['real'],
      scope: ({ userId, requestId }) => ({
        streams: [[creditKind, userId], gate.stream(userId), levels.stream(userId), [reviewKind, requestId]],
      }),
      decide: (view, command, { at }) => {
        const { userId, requestId } = command;
        const blocked = gate.refusal(view, userId, `${userId}.1`, at);
        if (blocked !== undefined) return blocked;
        const { primary } = levels.levels(view, userId);
        const events = decideSubmitProof(view.state(creditKind, userId), command, primary);
        if (isRefusal(events)) return events;
        const opened = reviewOpened({ requestId, kind: CREDIT_REVIEW, userId });
        return { events: [...events, opened], answer: { requestId } };
      },
    }),
  ];
}
