import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { matchedWires, type WireFact } from '../../core/bank-wires.js';
import type { NewEvent } from '../../core/event.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { Sealed } from '../../core/person.js';
import { refuse } from '../../core/refusal.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { verdictBy, verdictOn } from '../../review/verdict.testkit.js';
import { loanPaymentKind } from './loan-payment.decider.js';
import { loanPaymentReview, type LoanPaymentParts } from './loan-payment.review.js';
import { LENDER_BANK } from './loan-payment.rules.js';
import './loan.events.js';
import { loanHandlers } from './loan.handler.js';
import { lendingKind, loanKind, type LoanState } from './loan.state.js';
import { APPLICATION, disbursed, RULES, VERIFIED } from './loan.testkit.js';

const [USER, OWNER, PAYMENT] = ['real-anna', 'real-anna.1', 'loan-1-p1'];
const who = { userId: USER, ownerId: OWNER, loanId: 'loan-1' };
const POLICY = { name: 'loan.rules', version: 2, values: RULES };
/** The disbursement: 27 February in Berlin, so the last date without a late fee is 5 March. */
const AT = Date.parse('2028-02-27T12:00:00Z');
const noon = (date: string): number => Date.parse(`2028-${date}T12:00:00Z`);

const review = loanPaymentReview({} as LoanPaymentParts);
const { given } = decider({
  realm: 'real',
  kind: loanKind,
  id: OWNER,
  others: [lendingKind, reviewKind, loanPaymentKind],
  handlers: [...loanHandlers({ gate: openGate, levels: VERIFIED }), verdictOn(review)],
  at: AT,
});

const request = (sum: string) => ({
  type: 'RequestLoan',
  data: {
    ...who,
    ...APPLICATION,
    amount: sum,
    policy: POLICY,
  },
});
const disburse = (state: LoanState, instant: number): NewEvent[] =>
  disbursed(state, 'loan-1', { score: 500, granted: '0', lending: 0n, policy: POLICY }, instant);
const lent = (sum = '1000') => given(request(sum), disburse);
const begin = (shownTotal: string) => ({ type: 'BeginLoanPayment', data: { ...who, shownTotal } });
const submit = (changes: object = {}) => ({
  type: 'SubmitLoanPayment',
  data: {
    ...who,
    paymentId: PAYMENT,
    sealedPayer: 'v1.payer' as Sealed,
    paymentProof: 'image-proof',
    problem: null,
    ...changes,
  },
});
const takeBack = (paymentId: string | null = PAYMENT) => ({
  type: 'WithdrawLoanPayment',
  data: { ...who, paymentId },
});
const collect = (day: number) => ({ type: 'CollectLoan', data: { ...who, day } });
const repay = (shownTotal: string) => ({ type: 'RepayLoan', data: { ...who, shownTotal } });
const wire = (sum: string, arrivedAt: number, more: Partial<WireFact> = {}): WireFact => ({
  id: `wire-${sum}`,
  toAccount: LENDER_BANK.accountNumber,
  amount: sum,
  currency: 'USD',
  arrivedAt,
  ...more,
});
const decided = (verdict: 'approved' | 'rejected', wires: readonly WireFact[] = [], requestId = PAYMENT) =>
  verdictBy(verdict, { requestId, userId: USER, prepared: matchedWires(wires, LENDER_BANK.accountNumber) });
const repayment = ({ events }: { readonly events: readonly { type: string; data: unknown }[] }) =>
  events.find(({ type }) => type === 'LoanRepaid')?.data;
/** So many days of overdue dates, each of the calendar. */
const collected = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, n) => collect(from + n));
/** USDT of the borrower that are spent. */
const spent = (sum: string): NewEvent => ({
  ...{ stream: `given-${OWNER}`, type: 'FundsGiven', schema: 1, data: {} },
  postings: [
    { account: HOUSE.marketMaker.account, asset: 'USDT', amount: amount(sum) },
    { account: `user/${OWNER}/spot/available`, asset: 'USDT', amount: -amount(sum) },
  ],
});
/** Begun on 5 March, the day before the loan is overdue: 1000 + 1000 x 0.05% x 4. */
const begun = (sum?: string, total = '1002') => lent(sum).and(at(noon('03-05'), begin(total)));
const waiting = () => begun().and(at(noon('03-05'), submit()));

describe('a repayment by bank', () => {
  it('fixes the amount, how long it is valid, the account and the reference', () => {
    const outcome = lent().when(at(noon('03-05'), begin('1002')));
    outcome.then('LoanPaymentBegun');
    expect(outcome.events[0]?.data).toEqual({
      ...who,
      reference: 'GL1',
      toAccount: LENDER_BANK.accountNumber,
      currency: 'USD',
      owed: '1002',
      payAmount: '1002',
      days: 7,
      // Midnight in Berlin.
      validUntil: Date.parse('2028-03-05T23:00:00Z'),
    });
    // Just before midnight three hours are left.
    const late = Date.parse('2028-03-05T22:30:00Z');
    expect(lent().when(at(late, begin('1002'))).events[0]?.data).toMatchObject({ validUntil: late + 3 * 3_600_000 });
  });

  it('is wired in whole cents, rounded up', () => {
    // 123.45 x 0.05% x 4 = 0.2469
    const outcome = lent('123.45').when(at(noon('03-05'), begin('123.6969')));
    expect(outcome.events[0]?.data).toMatchObject({ owed: '123.6969', payAmount: '123.7' });
  });

  it('needs the total that was shown, and changes nothing while it is valid', () => {
    lent().when(begin('1001')).then('loan.total-changed');
    given(request('1000')).when(begin('1000')).then('loan.nothing-owed');
    given().when(begin('1000')).then('loan.not-found');
    expect(
      begun()
        .when(at(noon('03-05'), begin('1002')))
        .then().state.open.size,
    ).toBe(1);
    begun()
      .when(at(noon('03-06'), begin('1003')))
      .then('LoanPaymentBegun');
  });

  it('waits for staff with its voucher, and two of them decide from 10,000 USDT on', () => {
    const outcome = begun().when(submit());
    outcome.then('LoanPaymentSent', 'ReviewOpened');
    expect(outcome.events[1]?.data).toMatchObject({
      requestId: PAYMENT,
      kind: 'loan-payment',
      about: { amount: '1002', asset: 'USDT', fourEyes: false },
    });
    const large = begun('10000', '10020').when(submit());
    expect(large.events[1]?.data).toMatchObject({ about: { fourEyes: true } });
  });

  it.each<[string, object]>([
    ['loan.payer-name-needed', { sealedPayer: null }],
    ['loan.voucher-needed', { problem: { refusal: 'loan.voucher-needed', params: { field: 'voucher' } } }],
  ])('is refused with %s', (code, changes) => {
    begun().when(submit(changes)).then(code);
  });

  it('is chosen before its voucher comes, once at a time, and bars a repayment from the balance', () => {
    lent().when(submit()).then('loan.payment-needed');
    waiting().when(submit()).then('loan.payment-waiting');
    waiting().when(begin('1002')).then('loan.payment-waiting');
    waiting()
      .and(funds(OWNER, 'USDT', '5'))
      .when(at(noon('03-05'), repay('1002')))
      .then('loan.payment-waiting');
    begun()
      .and(funds(OWNER, 'USDT', '5'))
      .when(at(noon('03-05'), repay('1002')))
      .then('LoanRepaid');
  });
});

describe('the decision on a voucher', () => {
  it('clears the loan by a wire with the reference, from outside to the lender and its income', () => {
    const story = waiting();
    const outcome = story.when(at(noon('03-09'), decided('approved', [wire('1002', noon('03-05'))])));
    outcome.then('LoanPaymentCleared', 'LoanRepaid');
    expect(outcome.events[0]).toMatchObject({
      stream: `loanPayment-${PAYMENT}`,
      data: { paid: '1002', days: 7, wires: [{ id: 'wire-1002', amount: '1002' }] },
    });
    // The wire came in time: no late fee, and the score counts it.
    expect(outcome.events[1]?.data).toMatchObject({
      by: 'bank',
      paid: '1002',
      interest: '2',
      lateFee: '0',
      days: 7,
      counts: true,
    });
    expect(story.state.open.size).toBe(0);
    const { realm } = story;
    const balances = [HOUSE.bank, HOUSE.lending, HOUSE.loanIncome].map(({ account }) => realm.balance(account, 'USDT'));
    expect(balances).toEqual(['-1002', '5000000', '2']);
    expect(story.funds(OWNER, 'USDT')).toBe('1000 0');
    // A deposit as any other, and a repayment.
    const [first, second] = (outcome.events[0]?.postings ?? []).map(({ account }) => account);
    expect([first, second]).toEqual([HOUSE.bank.account, `user/${OWNER}/spot/available`]);
  });

  it.each<[string, readonly WireFact[]]>([
    ['none', []],
    ['too little', [wire('1001.99', noon('03-05'))]],
    ['another account', [wire('1002', noon('03-05'), { toAccount: 'CH9900000000000000000' })]],
    ['another currency', [wire('1002', noon('03-05'), { currency: 'EUR' })]],
    ['a date too late', [wire('1002', noon('03-06'))]],
  ])('is refused without a bank fact: %s', (_, wires) => {
    waiting()
      .when(at(noon('03-05'), decided('approved', wires)))
      .then('loan.wire-missing');
  });

  it('takes several wires, and the date of the last one that is needed', () => {
    const wires = [wire('500', noon('03-05')), wire('502', noon('03-05') + 1), wire('9', noon('03-07'))];
    const outcome = waiting().when(at(noon('03-09'), decided('approved', wires)));
    expect(outcome.events[0]?.data).toMatchObject({ days: 7, wires: [{ amount: '500' }, { amount: '502' }] });
    // 3 USDT of late fees until 8 March: the third wire makes it whole.
    const late = [wire('500', noon('03-05')), wire('505', noon('03-08'))];
    const overdue = waiting().when(at(noon('03-09'), decided('approved', late)));
    expect(repayment(overdue)).toMatchObject({ days: 10, lateFee: '3', paid: '1005', counts: false });
  });

  it('lets an early wire pay the interest of its date, and the fixed amount hold past midnight', () => {
    const early = waiting().when(at(noon('03-06'), decided('approved', [wire('1001.5', noon('03-04'))])));
    expect(early.events[1]?.data).toMatchObject({ days: 6, paid: '1001.5' });
    const late = Date.parse('2028-03-05T22:30:00Z');
    const story = lent().and(at(late, begin('1002')), at(late, submit()));
    const past = story.when(at(noon('03-06'), decided('approved', [wire('1002', late + 2 * 3_600_000)])));
    expect(past.events[1]?.data).toMatchObject({ days: 7, lateFee: '0', counts: true });
  });

  it('rejects with a reason: the loan is owed again, and another voucher may follow', () => {
    const story = waiting();
    story.when(at(noon('03-05'), decided('rejected'))).then('LoanPaymentRejected');
    expect(story.state.open.get('loan-1')?.payment).toMatchObject({ voucher: null, rejectedFor: ['other'] });
    story.when(decided('approved', [wire('1002', noon('03-05'))])).then();
    const second = { paymentId: 'loan-1-p2' };
    story.when(submit(second)).then('LoanPaymentSent', 'ReviewOpened');
    story
      .when(decided('approved', [wire('1002', noon('03-05'))], 'loan-1-p2'))
      .then('LoanPaymentCleared', 'LoanRepaid');
  });

  it('tells what was overdue before it clears a loan that was paid late', () => {
    const late = waiting().when(at(noon('03-09'), decided('approved', [wire('1003', noon('03-06'))])));
    late.then('LoanOverdue', 'LoanPaymentCleared', 'LoanRepaid');
    expect(late.events[0]?.data).toMatchObject({ day: 1, owed: '1003', sum: '0', setOff: [] });
    expect(repayment(late)).toMatchObject({ wasOverdue: true, lateFee: '1', counts: false });
    // 6 April is overdue date 32.
    const story = begun().and(collect(1), at(noon('03-20'), submit()));
    const months = story.when(at(noon('04-08'), decided('approved', [wire('1034', noon('04-06'))])));
    months.then('LoanOverdue', 'LoanOverdue', 'LoanPaymentCleared', 'LoanRepaid');
    expect(months.events.map(({ data }) => data)).toMatchObject([{ day: 31, sum: '0' }, { day: 32, sum: '0' }, {}, {}]);
  });

  it('tells the same to whoever takes a voucher back and pays from the balance at once', () => {
    const story = waiting().and(funds(OWNER, 'USDT', '5'), at(noon('03-06'), takeBack()));
    const outcome = story.when(at(noon('03-06'), repay('1003')));
    outcome.then('LoanOverdue', 'LoanRepaid');
    expect(repayment(outcome)).toMatchObject({ wasOverdue: true, by: 'balance' });
    story.when(at(noon('03-06'), collect(1))).then();
  });
});

describe('the calendar of a loan while its voucher waits', () => {
  it('stands still, and makes up for it when the voucher is rejected or taken back', () => {
    waiting()
      .when(at(noon('03-06'), collect(1)))
      .then();
    const rejected = waiting().when(at(noon('03-06'), decided('rejected')));
    rejected.then('LoanPaymentRejected');
    const since = Date.parse('2028-03-05T23:00:00Z');
    expect(rejected.events[0]?.data).toMatchObject({ passed: { day: 1, at: since }, overdueDay: 0 });
    expect(rejected.due).toMatchObject([{ id: `collect-loan:loan-1:1:${PAYMENT}`, dueAt: since }]);
    const back = waiting().when(at(noon('03-06'), takeBack()));
    back.then('LoanPaymentWithdrawn', 'ReviewWithdrawn');
    expect(back.due).toMatchObject([{ id: `collect-loan:loan-1:1:${PAYMENT}` }]);
    waiting()
      .and(at(noon('03-06'), takeBack()))
      .when(at(noon('03-06'), collect(1)))
      .then('LoanOverdue');
  });

  it('goes on with its next step, though the timer of that date may have found the voucher already', () => {
    const outcome = waiting().when(at(noon('03-05'), takeBack()));
    const dueAt = Date.parse('2028-03-05T23:00:00Z');
    expect(outcome.events[0]?.data).toMatchObject({ passed: { day: 1, at: dueAt } });
    expect(outcome.due).toMatchObject([{ id: `collect-loan:loan-1:1:${PAYMENT}`, dueAt }]);
    // Both timers may come: the second one does nothing.
    const twice = waiting().and(at(noon('03-05'), takeBack()), collect(1));
    twice.when(collect(1)).then();
  });

  it('takes late fees until the last date that a false voucher kept waiting', () => {
    // Overdue date 30 is 4 April, and date 40 is 14 April.
    const story = begun('10000', '10020').and(collect(1), funds(OWNER, 'USDT', '1000'), at(noon('04-04'), submit()));
    story.when(at(noon('04-05'), collect(31))).then();
    const rejected = story.and(at(noon('04-14'), decided('rejected')));
    for (const [n, step] of collected(31, 39).entries()) {
      const outcome = rejected.when(at(noon('04-14'), step));
      outcome.then('LoanOverdue');
      expect(outcome.events[0]?.data).toMatchObject({ day: 31 + n, sum: '0', setOff: [] });
    }
    const last = rejected.when(at(noon('04-14'), collect(40)));
    last.then('LoanOverdue', 'LoanRepaid');
    expect(last.events[0]?.data).toMatchObject({ owed: '10420', sum: '10420' });
    expect(story.funds(OWNER, 'USDT')).toBe('580 0');
  });

  it('takes on the last date before the loss, however long the voucher waited', () => {
    const story = begun().and(collect(1), at(noon('04-04'), submit()), at(noon('07-01'), takeBack()));
    story.and(...collected(31, 89));
    expect(story.when(collect(90)).events[0]?.data).toMatchObject({ owed: '1092', sum: '1000' });
    story.when(collect(91)).then('LoanWrittenOff');
  });

  it('keeps the price of its date when the server was away', () => {
    const story = begun().and(collect(1), funds(OWNER, 'USDT', '100'));
    expect(story.when(at(noon('04-14'), collect(31))).events[0]?.data).toMatchObject({ owed: '1033', sum: '1033' });
  });

  it('makes up for what one voucher kept waiting before the next one comes', () => {
    const story = waiting().and(at(noon('03-06'), decided('rejected')));
    const second = at(noon('03-06'), submit({ paymentId: 'loan-1-p2' }));
    expect(story.when(second).refusal).toMatchObject({ refusal: 'loan.calendar-behind', params: { field: 'voucher' } });
    story
      .and(at(noon('03-06'), collect(1)))
      .when(second)
      .then('LoanPaymentSent', 'ReviewOpened');
  });

  it('stands still for three vouchers of a loan', () => {
    const story = begun();
    for (const paymentId of ['loan-1-p1', 'loan-1-p2', 'loan-1-p3'])
      story.and(submit({ paymentId }), decided('rejected', [], paymentId));
    const fourth = story.when(submit({ paymentId: 'loan-1-p4' })).refusal;
    expect(fourth).toEqual({ refusal: 'loan.vouchers-spent', params: { field: 'voucher', sent: 3 } });
    // Nobody is told an account to pay to without a way to show the payment.
    story
      .and(takeBack(null))
      .when(at(noon('03-05'), begin('1002')))
      .then('loan.vouchers-spent');
  });

  it('goes on before a voucher was sent', () => {
    begun()
      .when(at(noon('03-06'), collect(1)))
      .then('LoanOverdue');
    begun().when(takeBack(null)).then('LoanPaymentWithdrawn');
    begun().when(takeBack()).then('request.unavailable');
    lent().when(takeBack(null)).then('loan.payment-needed');
  });

  it('takes no wire for an earlier date than that of a set-off', () => {
    // 500 USDT of 1033 are there on day 31, and 12 March is day 14.
    const story = begun().and(spent('500'), collect(1), collect(31), at(noon('04-05'), submit()));
    const outcome = story.when(at(noon('04-06'), decided('approved', [wire('533', noon('03-12'))])));
    expect(outcome.events[1]?.data).toMatchObject({ setOff: '500', paid: '533', days: 38, lateFee: '31' });
  });

  it('takes a wire of the date of the last set-off, though later dates took nothing', () => {
    // On 7 April, overdue date 33, 535 are owed; until 9 April nothing more is there to be taken.
    const story = begun().and(spent('500'), collect(1), ...collected(31, 33), at(noon('04-07'), begin('535')));
    story.and(...collected(34, 35), at(noon('04-09'), submit()));
    const outcome = story.when(at(noon('04-10'), decided('approved', [wire('535', noon('04-07'))])));
    expect(repayment(outcome)).toMatchObject({ setOff: '500', paid: '535', days: 40, lateFee: '33' });
  });

  it('leaves a frozen account its way back: to the calendar, and to pay from its balance', () => {
    let isFrozen = false;
    const gate: AccountGate = {
      stream: (userId) => openGate.stream(userId),
      nationality: () => null,
      refusal: () => (isFrozen ? refuse('account.frozen') : undefined),
    };
    const frozen = decider({
      ...{ realm: 'real', kind: loanKind, id: OWNER, others: [lendingKind, reviewKind, loanPaymentKind], at: AT },
      handlers: loanHandlers({ gate, levels: VERIFIED }),
    });
    const story = frozen.given(request('1000'), disburse, begin('1000'), submit());
    isFrozen = true;
    story.when(submit()).then('account.frozen');
    story.when(takeBack()).then('LoanPaymentWithdrawn', 'ReviewWithdrawn');
    story.when(repay('1000')).then('LoanRepaid');
  });
});
