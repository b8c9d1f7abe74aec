import type { Instant } from '../../core/clock.js';
import type { CommandScope, View } from '../../core/decider.js';
import type { OpenDebts } from '../../core/ports/open-debts.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { amount, format, roundTo, ZERO } from '../../../shared/money.js';
import { userAccount } from '../../engine/ledger/chart.js';
import type { WithdrawalRequested } from './withdrawal.events.js';
import { freeOfDebts } from './withdrawal.rules.js';

/** As many decimals as any network moves, and as many as a reviewer reads. */
const [EXACT, SHOWN] = [18, 8];

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

/**
 * Who borrows or becomes overdue after the request must not be paid past the debts. The rule is that of the request: what is on hold
 * for it counts as available.
 */
export function approvalProblem(
  view: Pick<View, 'state' | 'balance'>,
  debts: OpenDebts,
  { ownerId, currency, amount: held }: Pick<WithdrawalRequested, 'ownerId' | 'currency' | 'amount'>,
  { priceUsdt }: ApprovalPrice,
  at: Instant,
): Refusal | undefined {
  const overdue = debts.overdue({ ownerId }, view, at);
  if (overdue !== undefined) {
    const { since = '', owed = '' } = overdue.params;
    return refuse('loan.borrower-overdue', { since, owed });
  }
  const owed = debts.of({ ownerId }, view, at);
  if (owed === ZERO) return undefined;
  // Without a price nobody knows what covers the debts.
  if (priceUsdt === null) return refuse('request.unavailable');
  const sum = amount(held);
  const available = view.balance(availableOf(ownerId), currency) + sum;
  const availableUsdt = view.balance(availableOf(ownerId), 'USDT');
  const price = { currency, priceUsdt: amount(priceUsdt), decimals: EXACT };
  const free = freeOfDebts({ available, availableUsdt, owed }, price);
  if (sum <= free) return undefined;
  const maximum = format(roundTo(free, SHOWN, 'down'));
  return refuse('withdrawal.debts-uncovered', { owed: format(owed), maximum, currency });
}
