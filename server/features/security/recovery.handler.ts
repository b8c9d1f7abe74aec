import { handle, type AnyCommandHandler } from '../../core/command.js';
import { isRefusal } from '../../core/refusal.js';
import type { WithdrawalHold } from '../../core/ports/withdrawal-hold.js';
import { decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { reviewOpened } from '../../review/review.events.js';
import {
  CancelAuthenticatorRemoval,
  RemoveLostAuthenticator,
  RequestAuthenticatorRemoval,
} from './recovery.commands.js';
import { closedWithdrawals, decideCancel, decideRemove, decideRequest } from './recovery.decider.js';
import { securityKind } from './security.decider.js';

/** The kind of request, as staff review it: by those who compare people with their documents. */
export const RECOVERY_REVIEW = 'identity-recovery';

export const recoveryHandlers: AnyCommandHandler[] = [
  // The request and its place in the queue are one append: neither is ever there without the other.
  handle(RequestAuthenticatorRemoval, {
    realms: ['real'],
    scope: ({ userId, requestId }) => ({
      streams: [
        [securityKind, userId],
        [reviewKind, requestId],
      ],
    }),
    decide: (view, command) => {
      const { userId, requestId } = command;
      const events = decideRequest(view.state(securityKind, userId), command);
      if (isRefusal(events)) return events;
      const opened = reviewOpened({ requestId, kind: RECOVERY_REVIEW, userId });
      return { events: [...events, opened], answer: { requestId } };
    },
  }),
  // It leaves the queue in the same append, so that it can no longer be approved.
  handle(CancelAuthenticatorRemoval, {
    realms: ['real'],
    scope: ({ userId, requestId }) => ({
      streams: [
        [securityKind, userId],
        [reviewKind, requestId],
      ],
    }),
    decide: (view, command) => {
      const { userId, requestId } = command;
      const events = decideCancel(view.state(securityKind, userId), command);
      const withdrawn = events.length === 0 ? [] : decideWithdraw(view.state(reviewKind, requestId), { requestId });
      return isRefusal(withdrawn) ? withdrawn : { events: [...events, ...withdrawn], answer: null };
    },
  }),
  handle(RemoveLostAuthenticator, {
    realms: ['real'],
    scope: ({ userId }) => ({ streams: [[securityKind, userId]] }),
    decide: (view, command, { at }) => ({
      events: decideRemove(view.state(securityKind, command.userId), command, at),
      answer: null,
    }),
  }),
];

/** For withdrawals: whether a second factor was removed just now. */
export const recoveryHold: WithdrawalHold = {
  stream: (userId) => [securityKind, userId],
  closed: (view, userId, at) => closedWithdrawals(view.state(securityKind, userId), at),
};
