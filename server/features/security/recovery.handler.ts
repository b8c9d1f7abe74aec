import type { CommandHandler, StreamKind, View } from '../../core/decider.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { WithdrawalHold } from '../../core/withdrawal-hold.js';
import { decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { reviewOpened } from '../../review/review.events.js';
import type {
  CancelGoogleRemoval,
  RecoveryCommand,
  RemoveLostGoogle,
  RequestGoogleRemoval,
} from './recovery.commands.js';
import { closedProblem, decideRecovery } from './recovery.decider.js';
import { securityKind } from './security.decider.js';

/** The kind of request, as staff review it: by those who compare people with their documents. */
export const RECOVERY_REVIEW = 'identity-recovery';

export interface RecoveryAnswer {
  readonly requestId: string;
}

const security = (userId: string) => [securityKind as StreamKind<unknown>, userId] as const;
const review = (requestId: string) => [reviewKind as StreamKind<unknown>, requestId] as const;

// The request and its place in the queue are one append: neither is ever there without the other.
const request: CommandHandler<RequestGoogleRemoval, RecoveryAnswer> = {
  type: 'RequestGoogleRemoval',
  realms: ['real'],
  touches: ({ userId, requestId }) => ({ streams: [security(userId), review(requestId)] }),
  decide: (view, data, { at }) => {
    const { userId, requestId } = data;
    const events = decided(view, { type: 'RequestGoogleRemoval', data }, at);
    if (isRefusal(events)) return events;
    const opened = reviewOpened({ requestId, kind: RECOVERY_REVIEW, userId });
    return { events: [...events, opened], answer: { requestId } };
  },
};

// Taken out of the queue in the same append, so that nobody can still approve it.
const cancel: CommandHandler<CancelGoogleRemoval, null> = {
  type: 'CancelGoogleRemoval',
  realms: ['real'],
  touches: ({ userId, requestId }) => ({ streams: [security(userId), review(requestId)] }),
  decide: (view, data, { at }) => {
    const { requestId } = data;
    const events = decided(view, { type: 'CancelGoogleRemoval', data }, at);
    if (isRefusal(events)) return events;
    const withdrawn = events.length === 0 ? [] : decideWithdraw(view.state(reviewKind, requestId), { requestId });
    return isRefusal(withdrawn) ? withdrawn : { events: [...events, ...withdrawn], answer: null };
  },
};

const remove: CommandHandler<RemoveLostGoogle, null> = {
  type: 'RemoveLostGoogle',
  realms: ['real'],
  touches: ({ userId }) => ({ streams: [security(userId)] }),
  decide: (view, data, { at }) => {
    const events = decided(view, { type: 'RemoveLostGoogle', data }, at);
    return isRefusal(events) ? events : { events, answer: null };
  },
};

export const recoveryHandlers = [request, cancel, remove] as unknown as CommandHandler<never, unknown>[];

/** What withdrawals ask: whether a second factor was taken off just now. */
export const recoveryHold: WithdrawalHold = {
  stream: security,
  refusal: (view, userId, at) => closedProblem(view.state(securityKind, userId), at),
};

function decided(view: View, command: RecoveryCommand, at: number): ReturnType<typeof decideRecovery> | Refusal {
  return decideRecovery(view.state(securityKind, command.data.userId), command, at);
}
