import type { LedgerSumsView } from '../../../contracts/staff-lists.contract.js';
import { amount, ZERO } from '../../../shared/money';

type Verdict =
  | { state: 'zero' }
  | { state: 'adding'; summedTo: number }
  | { state: 'off'; off: { asset: string; sum: string }[] };

/** Whether a realm's books balance: postings and balances of every asset, each to zero. A partial sum proves nothing. */
export function verdictOf({ sums, summedTo, position }: LedgerSumsView): Verdict {
  const complete = summedTo >= position;
  const off = sums.flatMap(({ asset, balances, postings }) => [
    ...(amount(balances) === ZERO ? [] : [{ asset, sum: balances }]),
    ...(amount(postings) === ZERO || !complete ? [] : [{ asset, sum: postings }]),
  ]);
  if (off.length > 0) return { state: 'off', off };
  return complete ? { state: 'zero' } : { state: 'adding', summedTo };
}
