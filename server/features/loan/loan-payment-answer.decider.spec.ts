import { describe, expect, it } from '@jest/globals';
import { refuse } from '../../core/refusal.js';
import type { Sealed } from '../../core/person.js';
import type { NewEvent } from '../../core/event.js';
import { at, decider, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { reviewHandlers } from '../../review/review.handler.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import { loanPaymentKind } from './loan-payment.decider.js';
import { loanPaymentReview, type LoanPaymentParts } from './loan-payment.review.js';
import { vouchersLeft } from './loan-payment.rules.js';
import './loan.events.js';
import { loanHandlers } from './loan.handler.js';
import { lendingKind, loanKind, type LoanState } from './loan.state.js';
import { APPLICATION, disbursed, RULES, VERIFIED } from './loan.testkit.js';

const [USER, OWNER, PAYMENT] = ['real-anna', 'real-anna.1', 'loan-1-p1'];
const who = { userId: USER, ownerId: OWNER, loanId: 'loan-1' };
const AT = Date.parse('2028-02-27T12:00:00Z');
const PAID_AT = Date.parse('2028-03-05T12:00:00Z');
const DAY_MS = 86_400_000;
const LOAN_POLICY = { name: 'loan.rules', version: 2, values: RULES };
const POLICY = { name: 'review.rules', version: 1, inputs: {} };
const kind = loanPaymentReview({ loans: async () => ({ open: new Map() }) } as unknown as LoanPaymentParts);
const kinds = { find: () => kind } as unknown as ReviewKinds;

const { given } = decider({
  realm: 'real',
  kind: loanKind,
  id: OWNER,
  others: [lendingKind, reviewKind, loanPaymentKind],
  handlers: [...loanHandlers({ gate: openGate, levels: VERIFIED }), ...reviewHandlers(kinds)],
  at: AT,
});

const request = { type: 'RequestLoan', data: { ...who, ...APPLICATION, amount: '1000', policy: LOAN_POLICY } };
const disburse = (state: LoanState, instant: number): NewEvent[] =>
  disbursed(state, 'loan-1', { score: 500, granted: '0', lending: 0n, policy: LOAN_POLICY }, instant);
const begin = { type: 'BeginLoanPayment', data: { ...who, shownTotal: '1002' } };
const submit = (paymentProof = 'image-dark') => ({
  type: 'SubmitLoanPayment',
  data: { ...who, paymentId: PAYMENT, sealedPayer: 'v1.payer' as Sealed, paymentProof, problem: null },
});
const ofReview = { requestId: PAYMENT, kind: 'loan-payment', userId: USER, staffId: 'staff-1', own: false };
const claim = { type: 'ClaimReview', data: { ...ofReview, claimMinutes: 15, policy: POLICY } };
const ask = (reasons: readonly string[] = ['voucher-unreadable']) => ({
  type: 'AskForMore',
  data: { ...ofReview, reasons, advice: 'no-glare', answerDays: 7, policy: POLICY, sealedRemark: null },
});
const answer = (changes: object = {}) => ({
  type: 'AnswerLoanPayment',
  data: { ...who, paymentId: PAYMENT, paymentProof: 'image-clear', problem: null, ...changes },
});
const sent = () => given(request, disburse).and(at(PAID_AT, begin), at(PAID_AT, submit()), at(PAID_AT, claim));
const asked = () => sent().and(at(PAID_AT, ask()));
const voucherIn = (state: LoanState) => state.open.get('loan-1')?.payment?.voucher;

describe('staff who cannot read the voucher of a loan', () => {
  it('ask for another image, which takes its place and is no new voucher', () => {
    const story = asked();
    expect(voucherIn(story.state)).toMatchObject({
      asked: { reasons: ['voucher-unreadable'], advice: 'no-glare', until: PAID_AT + 7 * DAY_MS },
      answers: 0,
    });
    story.when(at(PAID_AT, answer())).then('LoanPaymentAnswered', 'ReviewAnswered');
    expect(voucherIn(story.state)).toMatchObject({
      paymentId: PAYMENT,
      paymentProof: 'image-clear',
      asked: null,
      answers: 1,
      sentAt: PAID_AT,
    });
    const loan = story.state.open.get('loan-1');
    expect(loan === undefined ? undefined : vouchersLeft(loan)).toBe(2);
    story.when(at(PAID_AT, answer())).then('loan.nothing-asked');
  });

  it('ask for what an image can mend alone', () => {
    sent()
      .when(at(PAID_AT, ask(['wire-missing'])))
      .then('review.reason-unknown');
  });

  it('get the answer also after its time is over, while the calendar stands still', () => {
    const late = PAID_AT + 8 * DAY_MS;
    const story = asked();
    story.when(at(late, { type: 'CollectLoan', data: { ...who, day: 1 } })).then();
    story.when(at(late, answer())).then('LoanPaymentAnswered', 'ReviewAnswered');
  });

  it('get no answer without a good image, without a question, or about another voucher', () => {
    const problem = refuse('image.not-found', { field: 'voucher' });
    asked()
      .when(at(PAID_AT, answer({ problem })))
      .then('image.not-found');
    sent().when(at(PAID_AT, answer())).then('loan.nothing-asked');
    asked()
      .when(at(PAID_AT, answer({ paymentId: null })))
      .then('request.unavailable');
    given()
      .when(answer({ paymentId: null }))
      .then('loan.not-found');
    given(request, disburse)
      .when(answer({ paymentId: null }))
      .then('loan.payment-needed');
  });

  it('see the voucher taken back while it waits for the answer', () => {
    const back = { type: 'WithdrawLoanPayment', data: { ...who, paymentId: PAYMENT } };
    asked().when(at(PAID_AT, back)).then('LoanPaymentWithdrawn', 'ReviewWithdrawn');
  });
});
