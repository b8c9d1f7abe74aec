import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { CommandScope } from '../../core/decider.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { reviewOpened } from '../../review/review.events.js';
import {
  BeginWithdrawalPayout,
  CancelWithdrawal,
  RecordWithdrawalSent,
  SettleWithdrawal,
  SubmitWithdrawal,
} from './withdrawal.commands.js';
import {
  decideBegin,
  decideCancel,
  decideSent,
  decideSettle,
  decideSubmit,
  withdrawalKind,
  type WithdrawalState,
} from './withdrawal.decider.js';
import type { NewEvent } from '../../core/event.js';
import type { WithdrawalRequested } from './withdrawal.events.js';
import { eligibilityOf, eligibilityScope, type EligibilityPorts } from './withdrawal-eligibility.rules.js';

/** The names of the kinds of request, as staff review them. */
export const WITHDRAWAL_REVIEWS = { crypto: 'withdrawal-crypto', bank: 'withdrawal-bank' } as const;

export function withdrawalHandlers(ports: EligibilityPorts): AnyCommandHandler[] {
  const { gate } = ports;
  return [
    // Hold, the day's count and the place in the queue are one append: none is ever there without the others.
    handle(SubmitWithdrawal, {
      realms: ['real'],
      scope: (data) => {
        const { streams, balances } = eligibilityScope(ports, data);
        const { withdrawalId } = data;
        return { streams: [[withdrawalKind, withdrawalId], ...streams, [reviewKind, withdrawalId]], balances };
      },
      decide: (view, data, { at }) => {
        const events = decideSubmit(data, eligibilityOf(view, ports, data, at));
        if (isRefusal(events)) return events;
        const opened = waiting(events[0]?.data as WithdrawalRequested);
        return { events: [...events, opened], answer: { withdrawalId: data.withdrawalId } };
      },
    }),
    // It leaves the queue in the same append, so that it can no longer be approved.
    handle(CancelWithdrawal, {
      realms: ['real'],
      scope: ({ withdrawalId }) => touching(withdrawalId, [[reviewKind, withdrawalId]]),
      decide: (view, data) => {
        const { withdrawalId } = data;
        const events = decideCancel(view.state(withdrawalKind, withdrawalId), data);
        if (isRefusal(events)) return events;
        if (events.length === 0) return { events, answer: { withdrawalId } };
        const review = decideWithdraw(view.state(reviewKind, withdrawalId), { requestId: withdrawalId });
        return isRefusal(review) ? review : { events: [...events, ...review], answer: { withdrawalId } };
      },
    }),
    handle(BeginWithdrawalPayout, {
      realms: ['real'],
      scope: ({ withdrawalId, userId }) => touching(withdrawalId, [gate.stream(userId)]),
      decide: (view, { withdrawalId, userId, paused }, { at }) => {
        const blocked = gate.refusal(view, userId, `${userId}.1`, at);
        return done(decideBegin(view.state(withdrawalKind, withdrawalId), { paused, blocked }));
      },
    }),
    simple(RecordWithdrawalSent, decideSent),
    simple(SettleWithdrawal, decideSettle),
  ];
}

function simple<Data extends { readonly withdrawalId: string }>(
  command: CommandClass<Data, null>,
  decide: (state: WithdrawalState, data: Data) => NewEvent[] | Refusal,
): AnyCommandHandler {
  return handle(command, {
    realms: ['real'],
    scope: ({ withdrawalId }) => touching(withdrawalId, []),
    decide: (view, data) => done(decide(view.state(withdrawalKind, data.withdrawalId), data)),
  });
}

const done = (events: NewEvent[] | Refusal) => (isRefusal(events) ? events : { events, answer: null });

function touching(withdrawalId: string, others: CommandScope['streams']): CommandScope {
  return { streams: [[withdrawalKind, withdrawalId], ...others] };
}

/** The request in its queue, with what it is worth. */
function waiting({ withdrawalId, kind, userId, amount, currency, valueUsdt, fourEyes }: WithdrawalRequested): NewEvent {
  const about = { amount, asset: currency, valueUsdt, fourEyes };
  return reviewOpened({ requestId: withdrawalId, kind: WITHDRAWAL_REVIEWS[kind], userId, about });
}
