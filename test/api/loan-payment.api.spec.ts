import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { LoanDetail } from '../../contracts/loan.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import { SimulatedBank } from '../../server/core/ports/bank.js';
import { SimulatedChain } from '../../server/core/ports/chain.js';
import { OutsideBooks } from '../../server/core/ports/outside-books.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { reconcile } from '../../server/features/reconciliation/reconcile.js';
import { eventually } from '../kit/eventually.js';
import { LoanDesk } from '../kit/loan-desk.js';
import { askedPayment, borrower, givenLoan, lender, receiptOf, voucherOf } from '../kit/loan-recipes.js';
import type { RecipeKit } from '../kit/recipe-kit.js';
import { StaffMember } from '../kit/staff-member.js';

const AT_BANK = { source: 'bank', asset: 'USD' };
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
  /** What staff's reconciliation finds now. */
  const reconciled = async (at = desk.clock.now()) => {
    const part = <Part>(token: abstract new (...parts: never[]) => Part) =>
      desk.started.app.get<Part>(token, { strict: false });
    await eventually(() => part(ProjectionRunner).upToDate('loans', 'real')).toBe(true);
    const [pool, chain, bank, books] = [part(Pool), part(SimulatedChain), part(SimulatedBank), part(OutsideBooks)];
    return reconcile({ pool, chain, bank, books, at });
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

    const requestId = await receiptOf(kit, trader);
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
    const { lines, items } = await reconciled();
    const line = lines.find(({ source }) => source === 'bank');
    expect(line).toMatchObject({ books: '-300', outside: '-300', difference: '0' });
    // The payment with a reference that nobody knows is still there.
    expect(items).toEqual([{ ...AT_BANK, cause: 'wire-unclaimed', amount: '300', reference: expect.any(String) }]);
  }, 60_000);

  it('is an item of the reconciliation while nobody claims it, and none while its receipt waits', async () => {
    const { trader, loanId } = await paying();
    const itemsOf = async (reference: string) =>
      (await reconciled()).items.filter((item) => item.reference === reference);
    await trader.given('payLoanByBank', { loanId, shownTotal: '300' });
    const begun = await trader.given('lendBack', { loanId });
    await trader.given('sendWire', wireFor(begun, { amount: '100' }));
    await trader.given('sendWire', wireFor(begun, { amount: '199.5' }));
    const unclaimed = { ...AT_BANK, cause: 'wire-without-receipt', amount: '299.5', reference: loanId };
    expect(await itemsOf(loanId)).toEqual([unclaimed]);
    const { wireId } = await trader.given('sendWire', wireFor(begun, { amount: '7', reference: 'my loan' }));
    expect(await itemsOf(wireId)).toEqual([{ ...AT_BANK, cause: 'wire-unclaimed', amount: '7', reference: wireId }]);
    const risk = new StaffMember(desk.started.url, await kit.actors.staffSession('risk'));
    await risk.given('runReconciliation');
    await eventually(async () => {
      desk.clock.advance(10_000);
      return (await risk.given('queues')).find(({ name }) => name === 'payments-unclaimed')?.count;
    }).toBe(1);
    await trader.given('sendWire', wireFor(begun, { amount: '9', toAccount: 'DE89370400440532013000' }));
    expect(await itemsOf(loanId)).toEqual([unclaimed]);

    await trader.given('submitLoanPayment', await voucherOf(kit, trader, loanId));
    expect(await itemsOf(loanId)).toEqual([]);
    await trader.given('sendWire', wireFor(begun, { amount: '0.5' }));
    await (await lender(kit)).decides(await receiptOf(kit, trader)).then();
    await desk.reaches(trader, loanId, 'cleared');
    expect(await itemsOf(loanId)).toEqual([]);
    // What comes after it is nobody's.
    await trader.given('sendWire', wireFor(begun, { amount: '3' }));
    expect(await itemsOf(loanId)).toEqual([{ ...unclaimed, cause: 'wire-unclaimed', amount: '3' }]);
    expect((await reconciled(desk.clock.now() + 831 * 86_400_000)).items).toEqual([]);
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
    const requestId = await receiptOf(kit, trader);
    await (await lender(kit)).decides(requestId, 'rejected', { reasons: ['voucher-unreadable'] }).then();
    const rejected = await desk.reaches(trader, loanId, 'disbursed');
    expect(rejected.payment).toMatchObject({ sentAt: null, rejectedFor: ['voucher-unreadable'] });
    expect(rejected.payment?.reference).toBe(begun.payment?.reference);
    expect(rejected.payment?.vouchersLeft).toBe(1);
    await trader.given('submitLoanPayment', await voucherOf(kit, trader, loanId));
    await trader.given('withdrawLoanPayment', { loanId });
    await trader.when('payLoanByBank', { loanId, shownTotal: '300' }).then('loan.vouchers-spent', '3 receipts');
  }, 60_000);

  it('gets another image where its reviewer cannot read the receipt, which is no new receipt', async () => {
    const trader = await borrower(kit);
    const loanId = await askedPayment(kit, trader);
    const { payment } = await desk.reaches(trader, loanId, 'repaying');
    expect(payment).toMatchObject({ asked: { reasons: ['voucher-unreadable'], advice: 'no-glare' }, vouchersLeft: 2 });
    await trader.when('answerLoanPayment', { loanId }).then('loan.voucher-needed');
    await trader.when('answerLoanPayment', { loanId, voucher: payment?.voucher ?? '' }).then('image.already-used');
    const voucher = await kit.image(trader.token, 'remittance');
    await trader.given('answerLoanPayment', { loanId, voucher });
    const again = await desk.reaches(trader, loanId, 'repaying');
    expect(again.payment).toMatchObject({ asked: null, voucher, vouchersLeft: 2, sentAt: payment?.sentAt });
    await trader.when('answerLoanPayment', { loanId, voucher }).then('loan.nothing-asked');
    const reviewer = await lender(kit);
    const requestId = await receiptOf(kit, trader);
    await reviewer.given('claimReview', { requestId });
    const { details } = (await reviewer.given('reviews/:id', { id: requestId })) as ReviewView;
    expect(details?.images.map(({ id }) => id)).toEqual([voucher]);
    expect(details?.signals).toContainEqual(expect.objectContaining({ name: 'answered' }));
  });

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
    const requestId = await receiptOf(kit, person);
    await (await lender(kit)).decides(requestId).then();
    const later = await desk.again(trader);
    expect((await desk.reaches(later, loanId, 'cleared')).loan).toMatchObject({ paidBy: 'bank', lateFee: '0.3' });
  }, 90_000);
});
