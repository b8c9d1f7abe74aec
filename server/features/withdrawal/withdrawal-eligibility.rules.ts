import type { AccountGate } from '../../core/ports/account-gate.js';
import type { Instant } from '../../core/clock.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { OpenDebts } from '../../core/ports/open-debts.js';
import type { Payees } from '../../core/ports/payees.js';
import type { ClosedWithdrawals, WithdrawalHold } from '../../core/ports/withdrawal-hold.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { withdrawalsKind } from './withdrawal.decider.js';
import type { WithdrawalEligibility } from './withdrawal.rules.js';

/** The problems that other nouns find in a request. */
export interface EligibilityPorts {
  readonly gate: AccountGate;
  readonly payees: Payees;
  readonly hold: WithdrawalHold;
  readonly debts: OpenDebts;
}

interface EligibilityRequest {
  readonly userId: string;
  readonly ownerId: string;
  readonly payeeId: string;
  readonly currency: string;
}

/** The further inputs of a decision: for the command and its preview. */
export function eligibilityScope(
  { gate, payees, hold, debts }: EligibilityPorts,
  { userId, ownerId, currency }: EligibilityRequest,
) {
  return {
    streams: [
      [withdrawalsKind, userId],
      gate.stream(userId),
      payees.stream(userId),
      hold.stream(userId),
      ...debts.streams({ ownerId }),
    ],
    balances: [
      [userAccount(ownerId, 'spot', 'available'), currency],
      [userAccount(ownerId, 'spot', 'available'), 'USDT'],
    ],
  } as const satisfies CommandScope;
}

export function eligibilityOf(
  view: View,
  { gate, payees, hold, debts }: EligibilityPorts,
  { userId, ownerId, payeeId, currency }: EligibilityRequest,
  at: Instant,
): WithdrawalEligibility {
  return {
    at,
    available: view.balance(userAccount(ownerId, 'spot', 'available'), currency),
    owed: debts.of({ ownerId }, view, at),
    availableUsdt: view.balance(userAccount(ownerId, 'spot', 'available'), 'USDT'),
    requests: view.state(withdrawalsKind, userId).requests,
    accountProblem:
      gate.refusal(view, userId, ownerId, at) ??
      closedProblem(hold.closed(view, userId, at)) ??
      debts.overdue({ ownerId }, view, at),
    payeeProblem: payees.refusal(view, userId, payeeId, at),
  };
}

function closedProblem(closed: ClosedWithdrawals | undefined): Refusal | undefined {
  if (closed === undefined) return undefined;
  const { opensAt, withdrawalHours, policy, version } = closed;
  return refuse('withdrawal.closed-after-recovery', { opensAt, withdrawalHours, policy, version });
}
