import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { LoanDetail } from '../../contracts/loan.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import { SimulatedBank } from '../../server/core/ports/bank.js';
import { SimulatedChain } from '../../server/core/ports/chain.js';
import { OutsideBooks } from '../../server/core/ports/outside-books.js';
import { reconcile } from '../../server/features/reconciliation/reconcile.js';
import { eventually } from '../kit/eventually.js';
import { LoanDesk } from '../kit/loan-desk.js';
import { borrower, givenLoan, lender, voucherOf } from '../kit/loan-recipes.js';
import type { RecipeKit } from '../kit/recipe-kit.js';
import type { Trader } from '../kit/trader.js';

let desk: LoanDesk;
let kit: RecipeKit;

beforeAll(async () => {
  desk = await LoanDesk.open();
  kit = desk.kit;
}, 120_000);
afterAll(() => desk.close());

describe('a repayment by bank', () => {
  const paying = async () => {
    const trader = await borrower(kit);
    const loanId = await givenLoan(kit, trader);
    await desk.reaches(trader, loanId, 'disbursed');
    return { trader, loanId };
  };
  const wireFor = ({ payment }: LoanDetail, changes: Record<string, string> = {}) => ({
    toAccount: payment?.account.accountNumber ?? '',
    amount: payment?.payAmount ?? '',
    currency: payment?.currency ?? '',
    reference: payment?.reference ?? '',
    ...changes,
  });
  /** The request of the staff that a voucher is. */
  const requestOf = async (trader: Trader): Promise<string> => {
    const reviewer = await lender(kit);
    const filter = { kind: 'loan-payment', userId: trader.userId };
    let id = '';
    await eventually(async () => {
      const rows = (await reviewer.given('reviews', { filter })) as { id: string; status: string }[];
      id = rows.find(({ status }) => status === 'waiting' || status === 'claimed')?.id ?? '';
      return id;
    }).not.toBe('');
    return id;
  };

  it('clears by a wire with the reference, and by nothing else', async () => {
    const { trader, loanId } = await paying();
    await trader.when('submitLoanPayment', await voucherOf(kit, trader, loanId)).then('loan.payment-needed');
    await trader.when('payLoanByBank', { loanId, shownTotal: '299' }).then('loan.total-changed');
    await trader.given('payLoanByBank', { loanId, shownTotal: '300' });
    const begun = await trader.given('lendBack', { loanId });
    expect(begun.payment).toMatchObject({ currency: 'USD', payAmount: '300', owed: '300', sentAt: null });
    expect(begun.payment?.reference).toMatch(/^GL[0-9A-Z]{12}$/);
    await trader.when('submitLoanPayment', { loanId }).then('loan.payer-name-needed');
    const voucher = await voucherOf(kit, trader, loanId);
    await trader.when('submitLoanPayment', { ...voucher, voucher: '' }).then('loan.voucher-needed');
    await trader.given('submitLoanPayment', voucher);
    const waiting = await desk.reaches(trader, loanId, 'repaying');
    expect(waiting.payment?.sentAt).not.toBeNull();
    await trader.when('repayLoan', { loanId, shownTotal: '300' }).then('loan.payment-waiting');
    await trader.when('payLoanByBank', { loanId, shownTotal: '300' }).then('loan.payment-waiting');

    const requestId = await requestOf(trader);
    const reviewer = await lender(kit);
    await trader.given('sendWire', wireFor(begun, { reference: 'GLOTHER' }));
    await reviewer.decides(requestId).then('loan.wire-missing');
    await trader.given('sendWire', wireFor(begun));
    const { details } = (await reviewer.given('reviews/:id', { id: requestId })) as ReviewView;
    const values = Object.fromEntries((details?.fields ?? []).map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ c2cArrived: '300 USD', c2cPayerName: 'Anna Müller', realName: 'Anna Müller' });
    expect(details?.signals).toContainEqual(expect.objectContaining({ name: 'c2c-wire-full' }));
    await reviewer.approves(requestId).then();
    const { loan } = await desk.reaches(trader, loanId, 'cleared');
    expect(loan).toMatchObject({ paidBy: 'bank', interest: '0', lateFee: '0' });
    await eventually(() => desk.spot(trader)).toBe('300');
    await trader.when('payLoanByBank', { loanId, shownTotal: '300' }).then('loan.nothing-owed');
    const part = <Part>(token: abstract new (...parts: never[]) => Part) =>
      desk.started.app.get<Part>(token, { strict: false });
    const [pool, chain, bank, books] = [part(Pool), part(SimulatedChain), part(SimulatedBank), part(OutsideBooks)];
    const { lines, items } = await reconcile({ pool, chain, bank, books });
    const line = lines.find(({ source }) => source === 'bank');
    expect(line).toMatchObject({ books: '-300', outside: '-300', difference: '0' });
    expect(items.filter(({ source }) => source === 'bank')).toEqual([]);
  }, 60_000);

  it('is taken back, rejected with a reason, and tried again with the same reference', async () => {
    const { trader, loanId } = await paying();
    await trader.when('withdrawLoanPayment', { loanId }).then('loan.payment-needed');
    await trader.given('payLoanByBank', { loanId, shownTotal: '300' });
    const begun = await trader.given('lendBack', { loanId });
    await trader.given('submitLoanPayment', await voucherOf(kit, trader, loanId));
    await desk.reaches(trader, loanId, 'repaying');
    await trader.given('withdrawLoanPayment', { loanId });
    expect((await desk.reaches(trader, loanId, 'disbursed')).payment).toBeNull();
    await trader.given('payLoanByBank', { loanId, shownTotal: '300' });
    await trader.given('submitLoanPayment', await voucherOf(kit, trader, loanId));
    const requestId = await requestOf(trader);
    await (await lender(kit)).decides(requestId, 'rejected', { reasons: ['voucher-unreadable'] }).then();
    const rejected = await desk.reaches(trader, loanId, 'disbursed');
    expect(rejected.payment).toMatchObject({ sentAt: null, rejectedFor: ['voucher-unreadable'] });
    expect(rejected.payment?.reference).toBe(begun.payment?.reference);
    expect(rejected.payment?.vouchersLeft).toBe(1);
    await trader.given('submitLoanPayment', await voucherOf(kit, trader, loanId));
    await trader.given('withdrawLoanPayment', { loanId });
    await trader.when('payLoanByBank', { loanId, shownTotal: '300' }).then('loan.vouchers-spent', '3 receipts');
  }, 60_000);

  it('pays late fees until the date of the wire, however long staff take', async () => {
    const { trader, loanId } = await paying();
    await desk.pass(8);
    const overdue = await desk.reaches(trader, loanId, 'overdue');
    const person = await desk.again(trader);
    await person.given('payLoanByBank', { loanId, shownTotal: overdue.now?.owed ?? '' });
    const begun = await person.given('lendBack', { loanId });
    await person.given('sendWire', wireFor(begun));
    await person.given('submitLoanPayment', await voucherOf(kit, person, loanId));
    await desk.pass(5);
    const requestId = await requestOf(person);
    await (await lender(kit)).decides(requestId).then();
    const later = await desk.again(trader);
    expect((await desk.reaches(later, loanId, 'cleared')).loan).toMatchObject({ paidBy: 'bank', lateFee: '0.3' });
  }, 90_000);
});
