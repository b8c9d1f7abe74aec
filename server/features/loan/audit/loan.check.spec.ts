import { describe, expect, it } from '@jest/globals';
import type { VerificationLevels } from '../../../core/ports/verification.js';
import type { NewEvent, RecordedEvent } from '../../../core/event.js';
import type { PublishedTerms } from '../../../core/history-audit.js';
import type { Sealed } from '../../../core/person.js';
import { isRefusal } from '../../../core/refusal.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../../review/review.decider.js';
import '../../../review/review.events.js';
import { amount } from '../../../../shared/money.js';
import { decideVerdict } from '../loan.decider.js';
import '../loan.events.js';
import { decidePaymentVerdict, loanPaymentKind } from '../loan-payment.decider.js';
import { LENDER_BANK } from '../loan-payment.rules.js';
import { loanHandlers } from '../loan.handler.js';
import { lendingKind, loanKind, type LoanState } from '../loan.state.js';
import { IMAGES, RULES } from '../loan.testkit.js';
import { loanAudit } from './loan.check.js';
import { beginsAt, costAfter, dateIn } from './loan.figures.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
const DAY_MS = 86_400_000;
const AT = Date.parse('2028-02-27T22:30:00Z');
const levels = {
  stream: () => [reviewKind, 'levels'] as const,
  levels: () => ({ primary: true, advanced: true, address: false }),
} as unknown as VerificationLevels;
const POLICY = { name: 'loan.rules', version: 1, values: RULES };

const request = (loanId: string) => ({
  type: 'RequestLoan',
  data: {
    ...who,
    loanId,
    amount: '1234.56',
    periodDays: 7,
    timeZone: 'Europe/Berlin',
    agreed: 1,
    sealedApplicant: 'v1.sealed' as Sealed,
    images: IMAGES,
    problem: null,
    class: 'balanced',
    score: 613,
    policy: POLICY,
  },
});
const approve =
  (requestId: string) =>
  (state: LoanState, instant: number, stateOf: (kind: typeof lendingKind, id: string) => { granted: string }) => {
    const { granted } = stateOf(lendingKind, 'real');
    const lender = { account: undefined, score: 613, granted, lending: amount(granted), policy: POLICY };
    const decision = { requestId, verdict: 'approved', reasons: [] } as const;
    const events = decideVerdict('real', state, decision, lender, instant);
    if (isRefusal(events)) throw new Error(events.refusal);
    return events;
  };
const collect = (loanId: string, day: number) =>
  at(Date.parse('2028-03-05T23:00:00Z') + day * DAY_MS, { type: 'CollectLoan', data: { ...who, loanId, day } });

/** A voucher that is rejected, one that is taken back, and one whose wire has arrived. */
function byBank(loanId: string) {
  const begin = { type: 'BeginLoanPayment', data: { ...who, loanId, shownTotal: '1234.56' } };
  const submit = (paymentId: string) => ({
    type: 'SubmitLoanPayment',
    data: { ...who, loanId, paymentId, sealedPayer: 'v1.payer' as Sealed, paymentProof: 'image-p', problem: null },
  });
  const decide = (verdict: 'approved' | 'rejected', requestId: string) => (state: LoanState, instant: number) => {
    const wires = [
      { id: 'wire-1', amount: '1300', currency: 'USD', arrivedAt: instant, toAccount: LENDER_BANK.accountNumber },
    ];
    const decision = { requestId, verdict, staffId: 'staff-1', reasons: ['other'], wires };
    const events = decidePaymentVerdict(state, decision, instant);
    if (isRefusal(events)) throw new Error(events.refusal);
    return events;
  };
  const takeBack = { type: 'WithdrawLoanPayment', data: { ...who, loanId, paymentId: `${loanId}-b` } };
  const [first, last] = [decide('rejected', `${loanId}-a`), decide('approved', `${loanId}-c`)];
  return [
    begin,
    submit(`${loanId}-a`),
    first,
    submit(`${loanId}-b`),
    takeBack,
    begin,
    submit(`${loanId}-c`),
    last,
  ] as never[];
}

/** One loan repaid on time, one by bank, one that is set off in part and written off, and one that is taken back. */
function history(): RecordedEvent[] {
  const { given } = decider({
    realm: 'real',
    kind: loanKind,
    id: OWNER,
    others: [lendingKind, reviewKind, loanPaymentKind],
    handlers: loanHandlers({ gate: openGate, levels }),
    at: AT,
  });
  const story = given(request('loan-0'), { type: 'WithdrawLoan', data: { ...who, loanId: 'loan-0' } });
  story.and(request('loan-1'), approve('loan-1') as never, funds(OWNER, 'USDT', '10'));
  story.and(request('loan-2'), approve('loan-2') as never);
  // 1234.56 x 0.05% x 4
  const shownTotal = '1237.02912';
  const day7 = Date.parse('2028-03-05T12:00:00Z');
  story.and(at(day7, { type: 'RepayLoan', data: { ...who, loanId: 'loan-1', shownTotal } }));
  const third = [request('loan-3'), approve('loan-3') as never, ...byBank('loan-3')];
  story.and(...third.map((step) => at(day7, step)));
  const spent = [
    { account: HOUSE.marketMaker.account, asset: 'USDT', amount: amount('2234.56') },
    { account: `user/${OWNER}/spot/available`, asset: 'USDT', amount: -amount('2234.56') },
  ];
  story.and({ stream: `given-${OWNER}`, type: 'FundsGiven', schema: 1, data: {}, postings: spent } as NewEvent);
  story.and(...[1, ...Array.from({ length: 61 }, (_, n) => 31 + n)].map((day) => collect('loan-2', day)));
  return story.realm.events as RecordedEvent[];
}

const published: PublishedTerms = {
  policies: new Map([['loan.rules', [{ version: 1, publishedAt: 0, values: RULES }]]]),
  classes: new Map<string, string>(),
  assetsSince: new Map<string, number>(),
};

function findings(events: readonly RecordedEvent[]): string[] {
  const found: string[] = [];
  const audit = loanAudit.begin(published, (_, what) => found.push(what));
  for (const event of events) audit.take(event);
  audit.finish();
  return found;
}

/** The history with one field of one event changed. */
const forged = (type: string, change: object): RecordedEvent[] => {
  const events = history();
  const n = events.findIndex((event) => event.type === type);
  return events.map((event, index) =>
    index === n ? { ...event, data: { ...(event.data as object), ...change } } : event,
  );
};

describe('the audit of loans', () => {
  it('finds nothing where everything is as the rules say', () => {
    const events = history();
    const types = new Set(events.map(({ type }) => type));
    const all = [
      'LoanWithdrawn',
      'LoanDisbursed',
      'LoanOverdue',
      'LoanRepaid',
      'LoanWrittenOff',
      'LendingGranted',
      'LoanPaymentCleared',
    ];
    expect([...types]).toEqual(expect.arrayContaining(all));
    expect(findings(events)).toEqual([]);
  });

  it.each<[string, string, object]>([
    ['a lower rate', 'LoanRequested', { dailyRate: '0.0001' }],
    ['more days without interest', 'LoanRequested', { freeDays: 6 }],
    ['another limit', 'LoanRequested', { limit: '50000' }],
    ['a loan above the limit', 'LoanRequested', { principal: '30000' }],
    ['fewer approvals', 'LoanRequested', { fourEyes: true }],
    ['rules that were not published', 'LoanRequested', { policy: { name: 'loan.rules', version: 9, inputs: {} } }],
    ['a larger payout', 'LoanDisbursed', { principal: '2000' }],
    ['another day 0', 'LoanDisbursed', { date: '2028-02-28' }],
    ['a later maturity', 'LoanDisbursed', { dueDate: '2028-03-06' }],
    ['a later first overdue date', 'LoanDisbursed', { overdueAt: AT + 9 * DAY_MS }],
    ['less interest', 'LoanRepaid', { interest: '0' }],
    ['less paid', 'LoanRepaid', { paid: '1' }],
    ['fewer dates', 'LoanRepaid', { days: 3 }],
    ['a loan that does not count', 'LoanRepaid', { counts: false }],
    ['less owed', 'LoanOverdue', { owed: '1' }],
    ['a set-off on the first date', 'LoanOverdue', { sum: '1', setOff: [{ space: 'spot', amount: '1' }] }],
    ['a date left out', 'LoanOverdue', { day: 2 }],
    ['another amount for the bank', 'LoanPaymentBegun', { payAmount: '1' }],
    ['a voucher that does not wait', 'LoanPaymentRejected', { paymentId: 'loan-3-z' }],
    [
      'wires that are too small',
      'LoanPaymentCleared',
      { wires: [{ id: 'w', amount: '1', currency: 'USD', arrivedAt: AT }] },
    ],
    ['less that came by bank', 'LoanPaymentCleared', { paid: '1' }],
    ['a later date of the wire', 'LoanPaymentCleared', { days: 3 }],
    ['a smaller loss', 'LoanWrittenOff', { lost: '1' }],
    ['a larger grant', 'LendingGranted', { granted: '6000000', total: '6000000' }],
  ])('finds %s', (_, type, change) => {
    expect(findings(forged(type, change))).not.toEqual([]);
  });

  it('finds money that moves otherwise', () => {
    const events = history().map((event) => (event.type === 'LoanRepaid' ? { ...event, postings: [] } : event));
    expect(findings(events)).not.toEqual([]);
  });

  it('reckons dates and money by itself', () => {
    const loan = { ...request('loan-1').data, principal: '1000', dailyRate: '0.0005', freeDays: 3, lateRate: '0.001' };
    expect(costAfter(loan as never, 38)).toEqual({ interest: amount('2'), lateFee: amount('31') });
    // Clocks go forward on 26 March 2028 in Berlin: its midnight is an hour earlier in UTC afterwards.
    expect(dateIn('Europe/Berlin', Date.parse('2028-03-26T22:00:00Z'))).toBe('2028-03-27');
    expect(beginsAt('Europe/Berlin', '2028-03-27', Date.parse('2028-03-26T22:00:00Z'))).toBe(true);
    expect(beginsAt('Europe/Berlin', '2028-03-26', Date.parse('2028-03-25T22:00:00Z'))).toBe(false);
  });
});
