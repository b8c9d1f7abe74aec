import type { AccountGate } from '../../core/ports/account-gate.js';
import type { Instant } from '../../core/clock.js';
import type { Touches, View } from '../../core/decider.js';
import type { Payees } from '../../core/ports/payees.js';
import type { WithdrawalHold } from '../../core/ports/withdrawal-hold.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { withdrawalsKind } from './withdrawal.decider.js';
import type { WithdrawalStanding } from './withdrawal.rules.js';

/** What other nouns say of a request. */
export interface StandingPorts {
  readonly gate: AccountGate;
  readonly payees: Payees;
  readonly hold: WithdrawalHold;
}

export interface Standing {
  readonly userId: string;
  readonly ownerId: string;
  readonly payeeId: string;
  readonly currency: string;
}

/** What a request is decided by besides itself: for the command, and for those who ask beforehand. */
export function standingScope({ gate, payees, hold }: StandingPorts, { userId, ownerId, currency }: Standing) {
  return {
    streams: [[withdrawalsKind, userId], gate.stream(userId), payees.stream(userId), hold.stream(userId)],
    balances: [[userAccount(ownerId, 'spot', 'available'), currency]],
  } as const satisfies Touches;
}

export function standingOf(
  view: View,
  { gate, payees, hold }: StandingPorts,
  { userId, ownerId, payeeId, currency }: Standing,
  at: Instant,
): WithdrawalStanding {
  return {
    at,
    available: view.balance(userAccount(ownerId, 'spot', 'available'), currency),
    requests: view.state(withdrawalsKind, userId).requests,
    accountProblem: gate.refusal(view, userId, ownerId, at) ?? hold.refusal(view, userId, at),
    payeeProblem: payees.refusal(view, userId, payeeId, at),
  };
}
