import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReviewView } from '../../contracts/review.contract.js';
import { loanReference, LENDER_BANK } from '../../server/features/loan/loan-payment.rules.js';
import { LoanWatcher } from '../../server/features/loan/loan.watcher.js';
import { eventually } from '../kit/eventually.js';
import { LoanDesk } from '../kit/loan-desk.js';
import { borrower, givenLoan, lender, receiptOf, voucherOf } from '../kit/loan-recipes.js';
import { StaffMember } from '../kit/staff-member.js';
import type { Trader } from '../kit/trader.js';

let desk: LoanDesk;

beforeAll(async () => {
  desk = await LoanDesk.open();
}, 120_000);
afterAll(() => desk.close());

const reason = 'asked for on the phone, identity checked';
/** In a session of now. */
const support = async () => new StaffMember(desk.started.url, await desk.kit.actors.staffSession('support'));
const freeze = async ({ userId: id }: Trader, mayRead: boolean) =>
  (await support()).given('users/:id/freeze', { id, reason, mayRead });
const unfreeze = async ({ userId: id }: Trader) => (await support()).given('users/:id/unfreeze', { id, reason });

async function lent() {
  const trader = await borrower(desk.kit);
  const loanId = await givenLoan(desk.kit, trader);
  await desk.reaches(trader, loanId, 'disbursed');
  return { trader, loanId };
}

describe('a frozen account with a loan', () => {
  it('takes its receipt back and repays from its balance while it may log in, and does nothing else', async () => {
    const { trader, loanId } = await lent();
    await trader.given('payLoanByBank', { loanId, shownTotal: '300' });
    await trader.given('submitLoanPayment', await voucherOf(desk.kit, trader, loanId));
    await desk.reaches(trader, loanId, 'repaying');
    await freeze(trader, true);
    const reader = await desk.again(trader);
    await reader
      .when('transfer', { currency: 'USDT', amount: '1', from: 'spot', to: 'finance' })
      .then('account.frozen');
    await reader.given('withdrawLoanPayment', { loanId });
    await reader.when('payLoanByBank', { loanId, shownTotal: '300' }).then('account.frozen');
    await reader.given('repayLoan', { loanId, shownTotal: '300' });
    expect((await desk.reaches(reader, loanId, 'cleared')).loan).toMatchObject({ paidBy: 'balance', lateFee: '0' });
  }, 60_000);

  it('loses nothing after somebody paid by bank for it, though nobody may log in, unless staff decide nothing', async () => {
    const [paid, left] = [await lent(), await lent()];
    // Overdue date 29: the next step of the calendar takes what is there.
    await desk.pass(36);
    for (const { trader } of [paid, left]) await freeze(trader, false);
    const friend = await borrower(desk.kit);
    const wire = async ({ loanId }: { loanId: string }, amount: string) => {
      const to = { toAccount: LENDER_BANK.accountNumber, currency: 'USD', reference: loanReference(loanId) };
      return friend.given('sendWire', { ...to, amount });
    };
    // 300 USDT, four days of interest, and 29 of late fee. 1 USD alone holds up nothing.
    await wire(paid, '1');
    await wire(paid, '308.3');
    await wire(left, '309.3');
    await desk.started.app.get<LoanWatcher>(LoanWatcher, { strict: false }).look();
    await desk.pass(5);
    const requestId = await receiptOf(desk.kit, paid.trader);
    const reviewer = await lender(desk.kit);
    await reviewer.given('claimReview', { requestId });
    const { details } = (await reviewer.given('reviews/:id', { id: requestId })) as ReviewView;
    const signals = (details?.signals ?? []).map(({ name }) => name);
    expect(signals).toEqual(expect.arrayContaining(['loan-without-receipt', 'c2c-wire-full']));
    expect(details?.images).toEqual([]);
    await reviewer
      .when('askForMore', { requestId, reasons: ['voucher-unreadable'], advice: 'no-glare' })
      .then('review.ask-unavailable');
    await reviewer.decides(requestId).then();
    await unfreeze(paid.trader);
    const person = await desk.again(paid.trader);
    const { loan } = await desk.reaches(person, paid.loanId, 'cleared');
    expect(loan).toMatchObject({ paidBy: 'bank', lateFee: '8.7', setOff: '0' });
    await eventually(() => desk.spot(person)).toBe('300');

    await desk.pass(4);
    await unfreeze(left.trader);
    const late = await desk.again(left.trader);
    expect((await desk.reaches(late, left.loanId, 'repaying')).loan.setOff).toBe('0');
    await desk.pass(1);
    await desk.reaches(late, left.loanId, 'overdue');
    await eventually(async () => (await late.given('lendBack', { loanId: left.loanId })).loan.setOff).toBe('300');
  }, 240_000);
});
