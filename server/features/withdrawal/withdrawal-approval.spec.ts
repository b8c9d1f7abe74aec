import { describe, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { decider, funds } from '../../engine/writer/decider.testkit.js';
import { verdictBy, verdictOn } from '../../review/verdict.testkit.js';
import { decideSubmit, withdrawalKind, withdrawalsKind } from './withdrawal.decider.js';
import './withdrawal.events.js';
import { withdrawalReviews, type WithdrawalReviewParts } from './withdrawal.review.js';
import { AT, eligibilityOf, requestOf, SEALED } from './withdrawal.testkit.js';

/** What the person owes when staff decide, and what is overdue of it. */
interface Owes {
  readonly usdt: string;
  readonly overdue?: Refusal;
}

/** A withdrawal that waits for staff, of somebody who owed nothing when they asked for it. */
function waiting(owes: Owes, changes: Parameters<typeof requestOf>[0] = {}, left: readonly [string, string][] = []) {
  const debts = new OpenDebts([
    {
      kind: withdrawalsKind,
      debts: () => [{ id: 'debt', label: '', usdt: amount(owes.usdt), dueAt: null, dueUsdt: amount(owes.usdt) }],
      overdue: () => owes.overdue,
    },
  ]);
  const [kind] = withdrawalReviews({ debts } as WithdrawalReviewParts);
  if (kind === undefined) throw new Error('no kind of request is reviewed');
  const request = requestOf(changes);
  const { given } = decider({
    realm: 'real',
    kind: withdrawalKind,
    id: 'w-1',
    others: [withdrawalsKind],
    handlers: [verdictOn(kind)],
    at: AT,
  });
  return given(funds('real-1.1', request.currency, request.amount), () =>
    decideSubmit(request, eligibilityOf({ available: amount(request.amount) })),
  ).and(...left.map(([asset, sum]) => funds('real-1.1', asset, sum)));
}

const { policy } = requestOf();
const ETH: Parameters<typeof requestOf>[0] = {
  currency: 'ETH',
  amount: '1',
  priceUsdt: '2500',
  decimals: 18,
  payee: { chain: { currency: 'ETH', network: 'ERC20' }, sealed: SEALED, fingerprint: 'f', since: AT - 1 },
  policy: { ...policy, values: { ...policy.values, chains: 'ETH:ERC20' } },
};
const decided = (
  verdict: 'approved' | 'rejected',
  prepared: { currency: string; priceUsdt: string | null } = { currency: 'USDT', priceUsdt: '1' },
) => verdictBy(verdict, { requestId: 'w-1', userId: 'real-1', prepared });

describe('an approval', () => {
  it('is given while nothing is owed, also where nothing prices the coin now', () => {
    waiting({ usdt: '0' }).when(decided('approved')).then('WithdrawalApproved');
    waiting({ usdt: '0' }, ETH)
      .when(decided('approved', { currency: 'ETH', priceUsdt: null }))
      .then('WithdrawalApproved');
  });

  it('is refused when what stays behind no longer covers what was borrowed meanwhile', () => {
    waiting({ usdt: '300' }, {}, [['USDT', '299.99']])
      .when(decided('approved'))
      .then({ refusal: 'withdrawal.debts-uncovered', params: { owed: '300', maximum: '999.99', currency: 'USDT' } });
    waiting({ usdt: '300' }, {}, [['USDT', '300']])
      .when(decided('approved'))
      .then('WithdrawalApproved');
  });

  it('lets another coin cover what USDT does not, at the price of now', () => {
    const price = { currency: 'ETH', priceUsdt: '2000' };
    // 100 USDT are not covered: 0.05 ETH at 2000.
    const owes = { usdt: '400' };
    waiting(owes, ETH, [['USDT', '300']])
      .when(decided('approved', price))
      .then({ refusal: 'withdrawal.debts-uncovered', params: { owed: '400', maximum: '0.95', currency: 'ETH' } });
    const covered: [string, string][] = [
      ['USDT', '300'],
      ['ETH', '0.05'],
    ];
    waiting(owes, ETH, covered).when(decided('approved', price)).then('WithdrawalApproved');
    waiting(owes, ETH, covered)
      .when(decided('approved', { currency: 'ETH', priceUsdt: null }))
      .then('request.unavailable');
  });

  it('is refused while a loan is overdue, however much stays behind', () => {
    const overdue = refuse('loan.overdue', { since: '2026-03-01', owed: '10' });
    waiting({ usdt: '10', overdue }, {}, [['USDT', '5000']])
      .when(decided('approved'))
      .then({ refusal: 'loan.borrower-overdue', params: { since: '2026-03-01', owed: '10' } });
  });
});

describe('a rejection', () => {
  it('gives everything back whatever is owed', () => {
    const overdue = refuse('loan.overdue', { since: '2026-03-01', owed: '300' });
    waiting({ usdt: '300', overdue }).when(decided('rejected')).then('WithdrawalRejected');
  });
});
