import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import type { WireFact } from '../../core/bank-wires.js';
import type { NewEvent } from '../../core/event.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import type { Sealed } from '../../core/person.js';
import { isRefusal } from '../../core/refusal.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { verdictBy, verdictOn } from '../../review/verdict.testkit.js';
import { loanPaymentKind } from './loan-payment.decider.js';
import { loanPaymentReview, type LoanPaymentParts } from './loan-payment.review.js';
import { LENDER_BANK } from './loan-payment.rules.js';
import { decideVerdict } from './loan.decider.js';
import './loan.events.js';
import { loanHandlers } from './loan.handler.js';
import { lendingKind, loanKind, type LoanState } from './loan.state.js';
import { IMAGES, RULES } from './loan.testkit.js';

const [USER, OWNER, PAYMENT] = ['real-anna', 'real-anna.1', 'loan-1-p1'];
const who = { userId: USER, ownerId: OWNER, loanId: 'loan-1' };
const POLICY = { name: 'loan.rules', version: 2, values: RULES };
/** The disbursement: 27 February in Berlin, so the last date without a late fee is 5 March. */
const AT = Date.parse('2028-02-27T12:00:00Z');
const noon = (date: string): number => Date.parse(`2028-${date}T12:00:00Z`);

const levels = {
  stream: () => [reviewKind, 'levels'] as const,
  levels: () => ({ address: false, primary: true, advanced: true }),
} as unknown as VerificationLevels;
const review = loanPaymentReview({} as LoanPaymentParts);
const { given } = decider({
  realm: 'real',
  kind: loanKind,
  id: OWNER,
  others: [lendingKind, reviewKind, loanPaymentKind],
  handlers: [...loanHandlers({ gate: openGate, levels }), verdictOn(review)],
  at: AT,
});

const request = (sum: string) => ({
  type: 'RequestLoan',
  data: {
    ...who,
    amount: sum,
    periodDays: 7,
    timeZone: 'Europe/Berlin',
    agreed: 2,
    sealedApplicant: 'v1.sealed' as Sealed,
    images: IMAGES,
    problem: null,
    class: 'balanced',
    score: 500,
    policy: POLICY,
  },
});
const disburse = (state: LoanState, instant: number): NewEvent[] => {
  const lender = { account: undefined, score: 500, granted: '0', lending: 0n, policy: POLICY };
  const decision = { requestId: 'loan-1', verdict: 'approved', reasons: [] } as const;
  const events = decideVerdict('real', state, decision, lender, instant);
  if (isRefusal(events)) throw new Error(events.refusal);
  return events;
};
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
const decided = (verdict: 'approved' | 'rejected', wires: readonly WireFact[] = []) =>
  verdictBy(verdict, { requestId: PAYMENT, userId: USER, prepared: wires });
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
    expect(overdue.events[1]?.data).toMatchObject({ days: 10, lateFee: '3', paid: '1005', counts: false });
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
    const verdict = decided('approved', [wire('1002', noon('03-05'))]);
    story
      .when({ ...verdict, data: { ...verdict.data, requestId: 'loan-1-p2' } })
      .then('LoanPaymentCleared', 'LoanRepaid');
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

  it('has nothing to make up for before its next step', () => {
    const outcome = waiting().when(at(noon('03-05'), takeBack()));
    expect(outcome.events[0]?.data).toMatchObject({ passed: null });
    expect(outcome.due).toEqual([]);
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
    const spent = { stream: `given-${OWNER}`, type: 'FundsGiven', schema: 1, data: {} };
    const postings = [
      { account: HOUSE.marketMaker.account, asset: 'USDT', amount: amount('500') },
      { account: `user/${OWNER}/spot/available`, asset: 'USDT', amount: -amount('500') },
    ];
    const story = begun().and({ ...spent, postings }, collect(1), collect(31), at(noon('04-05'), submit()));
    const outcome = story.when(at(noon('04-06'), decided('approved', [wire('533', noon('03-12'))])));
    expect(outcome.events[1]?.data).toMatchObject({ setOff: '500', paid: '533', days: 38, lateFee: '31' });
  });
});
