import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loanReference, LENDER_BANK } from '../../server/features/loan/loan-payment.rules.js';
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

  it('owes no late fee for dates after somebody paid by bank for it, though nobody may log in', async () => {
    const { trader, loanId } = await lent();
    await desk.pass(8);
    await freeze(trader, false);
    const friend = await borrower(desk.kit);
    // 300 USDT, four days of interest and one of late fee.
    await friend.given('sendWire', {
      toAccount: LENDER_BANK.accountNumber,
      amount: '300.9',
      currency: 'USD',
      reference: loanReference(loanId),
    });
    await desk.pass(5);
    await unfreeze(trader);
    const person = await desk.again(trader);
    const { now } = await desk.reaches(person, loanId, 'overdue');
    expect(now).toMatchObject({ overdueDays: 6, lateFee: '1.8' });
    await person.given('payLoanByBank', { loanId, shownTotal: now?.owed ?? '' });
    await person.given('submitLoanPayment', await voucherOf(desk.kit, person, loanId));
    await (await lender(desk.kit)).decides(await receiptOf(desk.kit, trader)).then();
    expect((await desk.reaches(person, loanId, 'cleared')).loan).toMatchObject({ paidBy: 'bank', lateFee: '0.3' });
  }, 90_000);
});
