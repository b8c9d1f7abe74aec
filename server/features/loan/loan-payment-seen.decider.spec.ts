import { describe, expect, it } from '@jest/globals';
import { matchedWires, type WireFact } from '../../core/bank-wires.js';
import type { NewEvent } from '../../core/event.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { verdictBy, verdictOn } from '../../review/verdict.testkit.js';
import { decideAskPayment } from './loan-payment-answer.decider.js';
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
/** The disbursement: 27 February in Berlin, so the last date without a late fee is 5 March, and overdue date 30 is 4 April. */
const AT = Date.parse('2028-02-27T12:00:00Z');
const noon = (date: string): number => Date.parse(`2028-${date}T12:00:00Z`);
const DAY_MS = 86_400_000;

const { given } = decider({
  realm: 'real',
  kind: loanKind,
  id: OWNER,
  others: [lendingKind, reviewKind, loanPaymentKind],
  handlers: [
    ...loanHandlers({ gate: openGate, levels: VERIFIED }),
    verdictOn(loanPaymentReview({} as LoanPaymentParts)),
  ],
  at: AT,
});

const disburse = (state: LoanState, instant: number): NewEvent[] =>
  disbursed(state, 'loan-1', { score: 500, granted: '0', lending: 0n, policy: POLICY }, instant);
const collect = (day: number) => ({ type: 'CollectLoan', data: { ...who, day } });
const wire = (sum: string, arrivedAt: number, id = `wire-${sum}`): WireFact => ({
  id,
  toAccount: LENDER_BANK.accountNumber,
  amount: sum,
  currency: 'USD',
  arrivedAt,
});
const see = (wires: readonly WireFact[], paymentId = PAYMENT) => ({
  type: 'SeeLoanPayment',
  data: { ...who, paymentId, wires: matchedWires(wires, LENDER_BANK.accountNumber) },
});
const claim = (paymentId = PAYMENT) => ({ type: 'ClaimLoanPayment', data: { ...who, paymentId } });
const lapse = { type: 'LapseLoanPayment', data: { ...who, paymentId: PAYMENT } };
const decided = (verdict: 'approved' | 'rejected', wires: readonly WireFact[] = []) =>
  verdictBy(verdict, { requestId: PAYMENT, userId: USER, prepared: matchedWires(wires, LENDER_BANK.accountNumber) });
const submit = {
  type: 'SubmitLoanPayment',
  data: { ...who, paymentId: 'loan-1-p2', sealedPayer: 'v1.payer', paymentProof: 'image-proof', problem: null },
};

/** Overdue since 6 March: 1,002 USDT and a late fee of 1 for each date. */
const overdue = () =>
  given({ type: 'RequestLoan', data: { ...who, ...APPLICATION, policy: POLICY } }, disburse).and(collect(1));
/** On 3 April, overdue date 29, the bank shows all of it: 1,002 and 29 of late fees. */
const PAID = wire('1031', noon('04-03'));
const seen = () => overdue().and(at(noon('04-03'), see([PAID])));
const claimed = () => seen().and(at(noon('04-04'), claim()));

describe('payments for a loan that no receipt claims', () => {
  it('are seen where they cover what the loan cost when they arrived, and hold up its calendar', () => {
    const outcome = overdue().when(at(noon('04-03'), see([PAID])));
    outcome.then('LoanPaymentSeen');
    expect(outcome.events[0]?.data).toEqual({
      ...who,
      paymentId: PAYMENT,
      reference: 'GL1',
      wires: [{ id: 'wire-1031', amount: '1031', currency: 'USD', arrivedAt: noon('04-03') }],
      days: 36,
      owed: '1031',
    });
    expect(outcome.due).toMatchObject([{ id: `claim-loan-payment:${PAYMENT}`, dueAt: noon('04-04') }]);
    seen()
      .when(at(noon('04-05'), collect(31)))
      .then();
  });

  it.each<[string, readonly WireFact[]]>([
    ['1 USD', [wire('1', noon('04-03'))]],
    ['less than the late fees of that date', [wire('1030.99', noon('04-03'))]],
    ['another account', [{ ...PAID, toAccount: 'CH9900000000000000000' }]],
    ['another currency', [{ ...PAID, currency: 'EUR' }]],
  ])('hold up nothing where they are %s', (_, wires) => {
    const story = overdue();
    story.when(at(noon('04-03'), see(wires))).then();
    story.when(at(noon('04-05'), collect(31))).then('LoanOverdue');
  });

  it('add up, and hold up the calendar once', () => {
    const parts = [wire('1000', noon('03-20')), wire('31', noon('04-03'))];
    overdue()
      .when(at(noon('04-03'), see(parts)))
      .then('LoanPaymentSeen');
    seen()
      .when(at(noon('04-04'), see([PAID, wire('5', noon('04-04'))], 'loan-1-p3')))
      .then();
    const rejected = claimed().and(at(noon('04-05'), decided('rejected')));
    const again = [PAID, wire('1', noon('04-06'))];
    rejected.when(at(noon('04-06'), see(again, 'loan-1-p3'))).then();
    rejected.when(at(noon('04-06'), see([PAID, wire('1034', noon('04-06'))], 'loan-1-p3'))).then('LoanPaymentSeen');
  });

  it('hold up nothing more where they came while a receipt waited, whatever a cent adds to them', () => {
    const came = wire('1032', noon('04-04'));
    const begin = { type: 'BeginLoanPayment', data: { ...who, shownTotal: '1031' } };
    const takeBack = { type: 'WithdrawLoanPayment', data: { ...who, paymentId: 'loan-1-p2' } };
    const takenBack = () =>
      overdue().and(at(noon('04-03'), begin), at(noon('04-03'), submit), at(noon('04-05'), takeBack));
    const sees = (...wires: WireFact[]) => takenBack().when(at(noon('04-06'), see(wires)));
    sees(came).then();
    sees(came, wire('0.01', noon('04-06'))).then();
    sees(came, wire('1034', noon('04-06'))).then('LoanPaymentSeen');
    sees(wire('1000', noon('04-04')), wire('34', noon('04-06'))).then('LoanPaymentSeen');
  });

  it('go to staff a day later, and clear the loan at what it cost when they arrived', () => {
    const outcome = seen().when(at(noon('04-04'), claim()));
    outcome.then('LoanPaymentClaimed', 'ReviewOpened');
    expect(outcome.events[0]?.data).toMatchObject({ owed: '1031', payAmount: '1031', days: 36, reference: 'GL1' });
    expect(outcome.events[1]?.data).toMatchObject({ requestId: PAYMENT, about: { amount: '1031', fourEyes: false } });
    expect(outcome.due).toMatchObject([{ id: `lapse-loan-payment:${PAYMENT}`, dueAt: noon('04-04') + 9 * DAY_MS }]);
    const story = claimed();
    story.when(at(noon('04-08'), collect(31))).then();
    const cleared = story.when(at(noon('04-10'), decided('approved', [PAID])));
    cleared.then('LoanPaymentCleared', 'LoanRepaid');
    expect(cleared.events[1]?.data).toMatchObject({ by: 'bank', days: 36, lateFee: '29', setOff: '0' });
    // Nothing was taken of the 1,000 that were lent.
    expect(story.funds(OWNER, 'USDT')).toBe('1000 0');
  });

  it('are decided by two people from 10,000 USDT on', () => {
    const large = { ...APPLICATION, amount: '10000' };
    const story = given({ type: 'RequestLoan', data: { ...who, ...large, policy: POLICY } }, disburse);
    const outcome = story.and(at(noon('03-05'), see([wire('10020', noon('03-05'))]))).when(at(noon('03-06'), claim()));
    expect(outcome.events[1]?.data).toMatchObject({ about: { fourEyes: true } });
  });

  it('let the calendar make up for what they held up once staff reject them', () => {
    const outcome = claimed().when(at(noon('04-06'), decided('rejected')));
    outcome.then('LoanPaymentRejected');
    expect(outcome.due).toMatchObject([{ id: `collect-loan:loan-1:31:${PAYMENT}` }]);
    claimed()
      .and(at(noon('04-06'), decided('rejected')))
      .when(at(noon('04-06'), collect(31)))
      .then('LoanOverdue');
  });

  it('leave the queue where nobody decides, and the calendar goes on', () => {
    const story = claimed();
    const outcome = story.when(at(noon('04-13'), lapse));
    outcome.then('LoanPaymentLapsed', 'ReviewWithdrawn');
    expect(outcome.events[0]?.data).toMatchObject({ paymentId: PAYMENT, passed: { day: 31 }, overdueDay: 1 });
    expect(outcome.due).toMatchObject([{ id: `collect-loan:loan-1:31:${PAYMENT}` }]);
    story.when(at(noon('04-13'), collect(31))).then('LoanOverdue');
    story.when(at(noon('04-13'), see([PAID], 'loan-1-p3'))).then();
    claimed()
      .and(at(noon('04-06'), decided('rejected')))
      .when(at(noon('04-13'), lapse))
      .then();
  });

  it('go on with a receipt that its borrower sends first, whatever date the calendar has reached', () => {
    const begun = overdue().and(at(noon('04-03'), { type: 'BeginLoanPayment', data: { ...who, shownTotal: '1031' } }));
    const story = begun.and(at(noon('04-03'), see([PAID])));
    story.when(at(noon('04-05'), submit)).then('LoanPaymentSent', 'ReviewOpened');
    story.when(at(noon('04-05'), claim())).then();
    story.when(at(noon('04-05'), collect(31))).then();
  });

  it('are taken back, or left aside for the balance, by whoever owes the loan', () => {
    const takeBack = { type: 'WithdrawLoanPayment', data: { ...who, paymentId: PAYMENT } };
    claimed()
      .when(at(noon('04-04'), takeBack))
      .then('LoanPaymentWithdrawn', 'ReviewWithdrawn');
    const repay = { type: 'RepayLoan', data: { ...who, shownTotal: '1031' } };
    const story = seen().and(funds(OWNER, 'USDT', '100'));
    story.when(at(noon('04-03'), repay)).then('LoanRepaid');
    story.when(at(noon('04-04'), claim())).then();
  });

  it('have no image that staff could ask for again', () => {
    const question = { staffId: 'staff-rita', reasons: ['voucher-unreadable'], advice: null, until: noon('04-20') };
    expect(decideAskPayment(claimed().state, PAYMENT, question)).toMatchObject({ refusal: 'review.ask-unavailable' });
  });

  it('are nothing to a loan that is not owed', () => {
    given()
      .when(see([PAID]))
      .then();
    given({ type: 'RequestLoan', data: { ...who, ...APPLICATION, policy: POLICY } })
      .when(see([PAID]))
      .then();
  });
});
