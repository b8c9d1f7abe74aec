import type { AccountGate } from '../../core/account-gate.js';
import type { CommandHandler, StreamKind, Touches } from '../../core/decider.js';
import type { Payees } from '../../core/payees.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { WithdrawalHold } from '../../core/withdrawal-hold.js';
import { userAccount } from '../../ledger/chart.js';
import { decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { reviewOpened } from '../../review/review.events.js';
import type {
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
  withdrawalsKind,
  type WithdrawalState,
} from './withdrawal.decider.js';
import type { NewEvent } from '../../core/event.js';
import type { WithdrawalRequested } from './withdrawal.events.js';

/** The names of the kinds of request, as staff review them. */
export const WITHDRAWAL_REVIEWS = { crypto: 'withdrawal-crypto', bank: 'withdrawal-bank' } as const;

export interface WithdrawalAnswer {
  readonly withdrawalId: string;
}

const known = <State>(kind: StreamKind<State>) => kind as StreamKind<unknown>;

export function withdrawalHandlers(
  gate: AccountGate,
  payees: Payees,
  hold: WithdrawalHold,
): CommandHandler<never, unknown>[] {
  // Freeze, the day's count and the place in the queue are one append: none is ever there without the others.
  const submit: CommandHandler<SubmitWithdrawal, WithdrawalAnswer> = {
    type: 'SubmitWithdrawal',
    realms: ['real'],
    touches: ({ userId, ownerId, withdrawalId, currency }) => ({
      streams: [
        [known(withdrawalKind), withdrawalId],
        [known(withdrawalsKind), userId],
        ...[gate.stream(userId), payees.stream(userId), hold.stream(userId)],
        [known(reviewKind), withdrawalId],
      ],
      balances: [[userAccount(ownerId, 'spot', 'available'), currency]],
    }),
    decide: (view, wish, { at }) => {
      const { userId, ownerId, withdrawalId, payeeId, currency } = wish;
      const events = decideSubmit(wish, {
        at,
        available: view.balance(userAccount(ownerId, 'spot', 'available'), currency),
        requests: view.state(withdrawalsKind, userId).requests,
        accountProblem: gate.refusal(view, userId, ownerId, at) ?? hold.refusal(view, userId, at),
        payeeProblem: payees.refusal(view, userId, payeeId, at),
      });
      if (isRefusal(events)) return events;
      const opened = waiting(events[0]?.data as WithdrawalRequested);
      return { events: [...events, opened], answer: { withdrawalId } };
    },
  };
  // Taken out of the queue in the same append, so that nobody can still approve it.
  const cancel: CommandHandler<CancelWithdrawal, WithdrawalAnswer> = {
    type: 'CancelWithdrawal',
    realms: ['real'],
    touches: ({ withdrawalId }) => touching(withdrawalId, [[known(reviewKind), withdrawalId]]),
    decide: (view, wish) => {
      const { withdrawalId } = wish;
      const events = decideCancel(view.state(withdrawalKind, withdrawalId), wish);
      if (isRefusal(events) || events.length === 0)
        return isRefusal(events) ? events : { events, answer: { withdrawalId } };
      const review = decideWithdraw(view.state(reviewKind, withdrawalId), { requestId: withdrawalId });
      return isRefusal(review) ? review : { events: [...events, ...review], answer: { withdrawalId } };
    },
  };
  const begin: CommandHandler<BeginWithdrawalPayout, null> = {
    type: 'BeginWithdrawalPayout',
    realms: ['real'],
    touches: ({ withdrawalId, userId }) => touching(withdrawalId, [gate.stream(userId)]),
    decide: (view, { withdrawalId, userId, paused }, { at }) => {
      const blocked = gate.refusal(view, userId, `${userId}.1`, at);
      return done(decideBegin(view.state(withdrawalKind, withdrawalId), { paused, blocked }));
    },
  };
  const sent = simple<RecordWithdrawalSent>('RecordWithdrawalSent', decideSent);
  const settle = simple<SettleWithdrawal>('SettleWithdrawal', decideSettle);
  return [submit, cancel, begin, sent, settle] as unknown as CommandHandler<never, unknown>[];
}

function simple<Wish extends { readonly withdrawalId: string }>(
  type: string,
  decide: (state: WithdrawalState, wish: Wish) => NewEvent[] | Refusal,
): CommandHandler<Wish, null> {
  return {
    type,
    realms: ['real'],
    touches: ({ withdrawalId }) => touching(withdrawalId, []),
    decide: (view, wish) => done(decide(view.state(withdrawalKind, wish.withdrawalId), wish)),
  } as CommandHandler<Wish, null>;
}

const done = (events: NewEvent[] | Refusal) => (isRefusal(events) ? events : { events, answer: null });

function touching(withdrawalId: string, others: Touches['streams']): Touches {
  return { streams: [[known(withdrawalKind), withdrawalId], ...others] };
}

/** The request in its queue, with what it is worth. */
function waiting({ withdrawalId, kind, userId, amount, currency, valueUsdt, fourEyes }: WithdrawalRequested): NewEvent {
  const about = { amount, asset: currency, valueUsdt, fourEyes };
  return reviewOpened({ requestId: withdrawalId, kind: WITHDRAWAL_REVIEWS[kind], userId, about });
}
