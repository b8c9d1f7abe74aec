import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { decideAnswer, decideWithdraw, reviewKind } from '../../review/review.decider.js';
import { decideLoanAnswer } from './loan-answer.decider.js';
import {
  AnswerLoan,
  CollectLoan,
  RemindOfLoan,
  RepayLoan,
  RequestLoan,
  WithdrawLoan,
  type LoanRules,
} from './loan.commands.js';
import {
  decideCollection,
  decideReminder,
  decideRepayment,
  decideRequest,
  decideWithdrawal,
  dueOf,
} from './loan.decider.js';
import { loanPaymentHandlers, seenPaymentHandlers } from './loan-payment.handler.js';
import { SPACES, type Funds } from './loan-postings.rules.js';
import { grantDue, type LoanStanding } from './loan.rules.js';
import { lendingKind, loanKind } from './loan.state.js';

const REALMS = ['real'];
/** There is one lender: a demo account cannot borrow. */
export const LOAN_REALM = 'real';

export interface LoanPorts {
  readonly gate: AccountGate;
  readonly levels: VerificationLevels;
}

interface Owner {
  readonly userId: string;
  readonly ownerId: string;
}

/** The loans of an owner and the lender. */
export const loanScope = ({ ownerId }: Pick<Owner, 'ownerId'>): CommandScope => ({
  streams: [
    [loanKind, ownerId],
    [lendingKind, LOAN_REALM],
  ],
  balances: [[HOUSE.lending.account, 'USDT']],
});

/** What an application touches; the own limit looks at the same. */
export function requestScope({ gate, levels }: LoanPorts, owner: Owner): CommandScope {
  const { streams, balances = [] } = loanScope(owner);
  return { streams: [...streams, gate.stream(owner.userId), levels.stream(owner.userId)], balances };
}

export function standingOf(
  { levels }: Pick<LoanPorts, 'levels'>,
  view: View,
  { userId, ownerId }: Owner,
  rules: LoanRules,
  at: number,
): LoanStanding {
  const { granted } = view.state(lendingKind, LOAN_REALM);
  const { primary, advanced } = levels.levels(view, userId);
  const lending = view.balance(HOUSE.lending.account, 'USDT') + grantDue(granted, rules);
  return { state: view.state(loanKind, ownerId), primary, advanced, lending, at };
}

/** Money must not reach an account that its owner or we froze, or that is no more: the request waits, or is rejected. */
export function accountProblem(refusal: Refusal | undefined): Refusal | undefined {
  if (refusal === undefined) return undefined;
  return refusal.refusal === 'account.frozen'
    ? refuse('loan.borrower-frozen', { ...refusal.params })
    : refuse('loan.borrower-gone');
}

/** A frozen account may pay what it owes: late fees go on. */
const mayPayBy =
  (gate: AccountGate): AccountGate['refusal'] =>
  (...of) => {
    const refusal = gate.refusal(...of);
    return refusal?.refusal === 'account.frozen' ? undefined : refusal;
  };

const spotOf = (ownerId: string): string => userAccount(ownerId, 'spot', 'available');

export function loanHandlers(ports: LoanPorts): AnyCommandHandler[] {
  const { gate } = ports;
  const mayPay = mayPayBy(gate);
  return [
    handle(RequestLoan, {
      realms: REALMS,
      scope: (data) => {
        const { streams, balances = [] } = requestScope(ports, data);
        return { streams: [...streams, [reviewKind, data.loanId]], balances };
      },
      decide: (view, data, { at }) => {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        return blocked ?? decideRequest(data, standingOf(ports, view, data, data.policy.values, at));
      },
    }),
    handle(WithdrawLoan, {
      realms: REALMS,
      scope: ({ ownerId, loanId }) => ({
        streams: [
          [loanKind, ownerId],
          [reviewKind, loanId],
        ],
      }),
      decide: (view, { ownerId, loanId }) =>
        decideWithdrawal(view.state(loanKind, ownerId), loanId, () =>
          decideWithdraw(view.state(reviewKind, loanId), { requestId: loanId }),
        ),
    }),
    answering(gate),
    handle(RepayLoan, {
      realms: REALMS,
      scope: ({ userId, ownerId }) => ({
        streams: [[loanKind, ownerId], gate.stream(userId)],
        balances: [[spotOf(ownerId), 'USDT']],
      }),
      decide: (view, data, { at }) => {
        const { userId, ownerId } = data;
        const available = view.balance(spotOf(ownerId), 'USDT');
        return mayPay(view, userId, ownerId, at) ?? decideRepayment(view.state(loanKind, ownerId), data, available, at);
      },
    }),
    ...loanPaymentHandlers(gate, mayPay),
    ...seenPaymentHandlers(),
    ...timed(),
  ];
}

/** Only an account that may act answers: the answer is about money that comes in. */
const answering = (gate: AccountGate): AnyCommandHandler =>
  handle(AnswerLoan, {
    realms: REALMS,
    scope: ({ userId, ownerId, loanId }) => ({
      streams: [[loanKind, ownerId], [reviewKind, loanId], gate.stream(userId)],
    }),
    decide: (view, data, { at }) => {
      const { userId, ownerId, loanId } = data;
      const back = () => decideAnswer(view.state(reviewKind, loanId), { requestId: loanId });
      return gate.refusal(view, userId, ownerId, at) ?? decideLoanAnswer(view.state(loanKind, ownerId), data, back);
    },
  });

/** What the calendar of a loan asks for. */
function timed(): AnyCommandHandler[] {
  return [
    handle(RemindOfLoan, {
      realms: REALMS,
      scope: ({ ownerId }) => ({ streams: [[loanKind, ownerId]] }),
      decide: (view, { ownerId, loanId }, { at }) => {
        const events = decideReminder(view.state(loanKind, ownerId), loanId);
        return { events, due: dueOf(events, at), answer: null };
      },
    }),
    handle(CollectLoan, {
      realms: REALMS,
      scope: ({ ownerId }) => ({
        streams: [[loanKind, ownerId]],
        balances: SPACES.map((space) => [userAccount(ownerId, space, 'available'), 'USDT'] as const),
      }),
      decide: (view, data, { at }) => {
        const funds: Funds = (space) => view.balance(userAccount(data.ownerId, space, 'available'), 'USDT');
        const events = decideCollection(view.state(loanKind, data.ownerId), data, funds);
        return { events, due: dueOf(events, at), answer: null };
      },
    }),
  ];
}
