import type { Instant } from '../../core/clock.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { OpenDebts } from '../../core/ports/open-debts.js';
import type { Refusal } from '../../core/refusal.js';
import { amount } from '../../../shared/money.js';
import { userAccount } from '../../engine/ledger/chart.js';
import type { WithdrawalRequested } from './withdrawal.events.js';
import { lateDebtProblem } from './withdrawal.rules.js';

/** The currency of the request and its price when staff decide; `null` where nothing prices it now. */
export interface ApprovalPrice {
  readonly currency: string;
  readonly priceUsdt: string | null;
}

const availableOf = (ownerId: string): string => userAccount(ownerId, 'spot', 'available');

/** What an approval looks at besides the request; a question to the person looks at no debts. */
export function approvalScope(debts: OpenDebts, ownerId: string, price: ApprovalPrice | undefined): CommandScope {
  if (price === undefined) return { streams: [] };
  return {
    streams: debts.streams({ ownerId }),
    balances: [
      [availableOf(ownerId), price.currency],
      [availableOf(ownerId), 'USDT'],
    ],
  };
}

/** What stands against an approval by now. */
export function approvalProblem(
  view: Pick<View, 'state' | 'balance'>,
  debts: OpenDebts,
  request: Pick<WithdrawalRequested, 'ownerId' | 'currency' | 'amount'>,
  { priceUsdt }: ApprovalPrice,
  at: Instant,
): Refusal | undefined {
  const { ownerId } = request;
  return lateDebtProblem(request, {
    available: view.balance(availableOf(ownerId), request.currency),
    availableUsdt: view.balance(availableOf(ownerId), 'USDT'),
    owed: debts.of({ ownerId }, view, at),
    overdue: debts.overdue({ ownerId }, view, at),
    priceUsdt: priceUsdt === null ? null : amount(priceUsdt),
  });
}
