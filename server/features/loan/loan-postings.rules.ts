import { ACCOUNT_SPACES } from '../../../contracts/asset.contract.js';
import { amount, least, ZERO, type Amount } from '../../../shared/money.js';
import type { Posting } from '../../core/event.js';
import { HOUSE, userAccount, type AccountSpace } from '../../engine/ledger/chart.js';
import { principalLeft, type OpenLoan } from './loan.state.js';

/** Where available USDT is taken from, in this order. */
export const SPACES: readonly AccountSpace[] = ACCOUNT_SPACES;

/** USDT that an account space has available. */
export type Funds = (space: AccountSpace) => Amount;

export const given = (granted: Amount): Posting[] => moved(HOUSE.lendingGrants.account, HOUSE.lending.account, granted);

export const lent = ({ ownerId, principal }: OpenLoan): Posting[] =>
  moved(HOUSE.lending.account, userAccount(ownerId, 'spot', 'available'), amount(principal));

/** What pays a loan pays the principal first, then interest and late fee. */
export function received(
  loan: OpenLoan,
  parts: readonly { readonly space: AccountSpace; readonly amount: string }[],
): Posting[] {
  let principal = principalLeft(loan);
  return parts.flatMap(({ space, amount: text }) => {
    const paid = amount(text);
    const back = least(paid, principal);
    principal -= back;
    const from = userAccount(loan.ownerId, space, 'available');
    return [...moved(from, HOUSE.lending.account, back), ...moved(from, HOUSE.loanIncome.account, paid - back)];
  });
}

/** What comes in by the bank goes through the spot account: a deposit as any other, which repays at once. */
export function wired(loan: OpenLoan, paid: string): Posting[] {
  const spot = userAccount(loan.ownerId, 'spot', 'available');
  return [...moved(HOUSE.bank.account, spot, amount(paid)), ...received(loan, [{ space: 'spot', amount: paid }])];
}

/** The loss makes the lender whole, so that grants are what is free, lent or lost. */
export const lost = (rest: Amount): Posting[] => moved(HOUSE.loanLosses.account, HOUSE.lending.account, rest);

/** Nothing where the sum is zero. */
function moved(from: string, to: string, sum: Amount): Posting[] {
  if (sum === ZERO) return [];
  return [
    { account: from, asset: 'USDT', amount: -sum },
    { account: to, asset: 'USDT', amount: sum },
  ];
}
