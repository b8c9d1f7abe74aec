import { describe, expect, it } from '@jest/globals';
import { units, written } from '../../../core/audit-figures.js';
import type { NewEvent, RecordedEvent } from '../../../core/event.js';
import type { PublishedTerms } from '../../../core/history-audit.js';
import type { Sealed } from '../../../core/person.js';
import { isRefusal } from '../../../core/refusal.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../../review/review.decider.js';
import '../../../review/review.events.js';
import { amount } from '../../../../shared/money.js';
import type { LoanOverdue, LoanPaymentSeen } from '../loan.events.js';
import { decidePaymentVerdict, loanPaymentKind } from '../loan-payment.decider.js';
import { loanHandlers } from '../loan.handler.js';
import { lendingKind, loanKind, type LoanState } from '../loan.state.js';
import { APPLICATION, disbursed, RULES, VERIFIED } from '../loan.testkit.js';
import { loanAudit } from './loan.check.js';
import { beginsAt, costAfter, dateIn, totalAfter } from './loan.figures.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
const DAY_MS = 86_400_000;
const AT = Date.parse('2028-02-27T22:30:00Z');
const POLICY = { name: 'loan.rules', version: 1, values: RULES };

const { dailyRate, freeDays, lateRate } = RULES;
const TERMS = { principal: '1234.56', periodDays: 7, dailyRate, freeDays, lateRate };

const request = (loanId: string) => ({
  type: 'RequestLoan',
  data: {
    ...who,
    ...APPLICATION,
    loanId,
    amount: '1234.56',
    agreed: 1,
    score: 613,
    policy: POLICY,
  },
});
const approve =
  (requestId: string) =>
  (state: LoanState, instant: number, stateOf: (kind: typeof lendingKind, id: string) => { granted: string }) => {
    const { granted } = stateOf(lendingKind, 'real');
    return disbursed(state, requestId, { score: 613, granted, lending: amount(granted), policy: POLICY }, instant);
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
    const wires = [{ id: 'wire-1', amount: '1300', currency: 'USD', arrivedAt: instant, isToAccount: true }];
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

const drained = (sum: string): NewEvent => ({
  ...{ stream: `given-${OWNER}`, type: 'FundsGiven', schema: 1, data: {} },
  postings: [
    { account: HOUSE.marketMaker.account, asset: 'USDT', amount: amount(sum) },
    { account: `user/${OWNER}/spot/available`, asset: 'USDT', amount: -amount(sum) },
  ],
});

/** One loan repaid on time, one by bank, one that is set off in part and written off, and one that is taken back. */
function history(): RecordedEvent[] {
  const { given } = decider({
    realm: 'real',
    kind: loanKind,
    id: OWNER,
    others: [lendingKind, reviewKind, loanPaymentKind],
    handlers: loanHandlers({ gate: openGate, levels: VERIFIED }),
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
  story.and(drained('2234.56'));
  story.and(...[1, ...Array.from({ length: 61 }, (_, n) => 31 + n)].map((day) => collect('loan-2', day)));
  return story.realm.events as RecordedEvent[];
}

/**
 * A voucher waits from overdue date 30 to date 40, which is the first one to take. 1034.56 USDT are left then, and later dates take nothing; by bank they
 * are paid on date 43, while another voucher waits from date 42 on.
 */
function lateHistory(): RecordedEvent[] {
  const { given } = decider({
    realm: 'real',
    kind: loanKind,
    id: OWNER,
    others: [lendingKind, reviewKind, loanPaymentKind],
    handlers: loanHandlers({ gate: openGate, levels: VERIFIED }),
    at: AT,
  });
  const on = (day: number, step: unknown) => at(Date.parse('2028-03-05T12:00:00Z') + day * DAY_MS, step as never);
  const loan = { ...who, loanId: 'loan-4' };
  const begin = (shownTotal: string) => ({ type: 'BeginLoanPayment', data: { ...loan, shownTotal } });
  const voucher = { sealedPayer: 'v1.payer' as Sealed, paymentProof: 'image-p', problem: null };
  const submit = (paymentId: string) => ({ type: 'SubmitLoanPayment', data: { ...loan, paymentId, ...voucher } });
  const takeBack = { type: 'WithdrawLoanPayment', data: { ...loan, paymentId: 'loan-4-a' } };
  const owed = (days: number) => written(totalAfter({ ...loan, ...TERMS } as never, 7 + days));
  const approved = (state: LoanState, instant: number) => {
    const wire = { id: 'wire-1', currency: 'USD', isToAccount: true };
    const wires = [{ ...wire, amount: '1300', arrivedAt: Date.parse('2028-04-17T12:00:00Z') }];
    const decision = { requestId: 'loan-4-b', verdict: 'approved', staffId: 'staff-1', reasons: [], wires } as const;
    const events = decidePaymentVerdict(state, decision, instant);
    if (isRefusal(events)) throw new Error(events.refusal);
    return events;
  };
  const story = given(request('loan-4'), approve('loan-4') as never, drained('1034.56'));
  story.and(on(1, collect('loan-4', 1).step), on(30, begin(owed(30))), on(30, submit('loan-4-a')), on(40, takeBack));
  story.and(...Array.from({ length: 10 }, (_, n) => on(40, collect('loan-4', 31 + n).step)));
  const left = written(units(owed(42)) - units('200'));
  story.and(...[41, 42].map((day) => on(day, collect('loan-4', day).step)), on(42, begin(left)));
  story.and(on(42, submit('loan-4-b')), on(45, approved));
  return story.realm.events as RecordedEvent[];
}

/**
 * The bank shows on overdue date 20 what pays a loan of 1,000 USDT, and nobody decides; it does so again on date 33, and staff clear it. Its last date
 * without a late fee is 5 March.
 */
function seenHistory(gone = '1034.56'): RecordedEvent[] {
  const { given } = decider({
    realm: 'real',
    kind: loanKind,
    id: OWNER,
    others: [lendingKind, reviewKind, loanPaymentKind],
    handlers: loanHandlers({ gate: openGate, levels: VERIFIED }),
    at: AT,
  });
  const noonOf = (day: number) => Date.parse('2028-03-05T12:00:00Z') + day * DAY_MS;
  const on = (day: number, step: unknown) => at(noonOf(day), step as never);
  const loan = { ...who, loanId: 'loan-5' };
  const wire = (day: number, id: string) => ({
    ...{ id, amount: '1300', currency: 'USD', arrivedAt: noonOf(day) },
    isToAccount: true,
  });
  const see = (paymentId: string, ...wires: unknown[]) => ({
    type: 'SeeLoanPayment',
    data: { ...loan, paymentId, wires },
  });
  const later = (type: 'ClaimLoanPayment' | 'LapseLoanPayment', paymentId: string) => ({
    type,
    data: { ...loan, paymentId },
  });
  const approved = (state: LoanState, instant: number) => {
    const wires = [wire(20, 'wire-1'), wire(33, 'wire-2')];
    const decision = { requestId: 'loan-5-b', verdict: 'approved', staffId: 'staff-1', reasons: [], wires } as const;
    const events = decidePaymentVerdict(state, decision, instant);
    if (isRefusal(events)) throw new Error(events.refusal);
    return events;
  };
  const story = given(request('loan-5'), approve('loan-5') as never, drained(gone));
  story.and(on(1, collect('loan-5', 1).step), on(20, see('loan-5-a', wire(20, 'wire-1'))));
  story.and(on(21, later('ClaimLoanPayment', 'loan-5-a')), on(30, later('LapseLoanPayment', 'loan-5-a')));
  story.and(...[31, 32].map((day) => on(day, collect('loan-5', day).step)));
  story.and(on(33, see('loan-5-b', wire(20, 'wire-1'), wire(33, 'wire-2'))), on(34, collect('loan-5', 33).step));
  story.and(on(34, later('ClaimLoanPayment', 'loan-5-b')), on(35, approved));
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
const forged = (type: string, change: object, events = history(), which: (data: never) => boolean = () => true) => {
  const n = events.findIndex((event) => event.type === type && which(event.data as never));
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

  it('finds nothing in what a voucher kept waiting, or in a loan that was paid late by bank', () => {
    const events = lateHistory();
    const overdue = events.filter(({ type }) => type === 'LoanOverdue').map(({ data }) => data as LoanOverdue);
    expect(overdue.filter(({ sum }) => sum !== '0').map(({ day, sum }) => [day, sum])).toEqual([[40, '200']]);
    expect(overdue.at(-1)?.day).toBe(43);
    expect(findings(events)).toEqual([]);
  });

  it.each<[string, string, object]>([
    ['a late loan that was never overdue', 'LoanRepaid', { wasOverdue: false }],
    ['a wire of a later date', 'LoanPaymentCleared', { days: 7 + 45 }],
  ])('finds %s', (_, type, change) => {
    expect(findings(forged(type, change, lateHistory()))).not.toEqual([]);
  });

  it('finds nothing in payments that the bank showed without a receipt', () => {
    const events = seenHistory();
    const types = events.map(({ type }) => type).filter((type) => /Seen|Claimed|Lapsed|Cleared|Repaid/.test(type));
    const [seen, claimed, repaid] = ['LoanPaymentSeen', 'LoanPaymentClaimed', 'LoanRepaid'];
    expect(types).toEqual([seen, claimed, 'LoanPaymentLapsed', seen, claimed, 'LoanPaymentCleared', repaid]);
    expect(findings(events)).toEqual([]);
  });

  it.each<[string, string, object]>([
    ['a payment that does not cover it', 'LoanPaymentSeen', { owed: '1' }],
    ['a payment of another date', 'LoanPaymentSeen', { days: 8 }],
    ['a payment that nobody saw', 'LoanPaymentClaimed', { paymentId: 'loan-5-z' }],
    ['a calendar that waits for longer', 'LoanPaymentClaimed', { until: AT + 99 * DAY_MS }],
    ['a claim at the cost of another date', 'LoanPaymentClaimed', { days: 0 }],
    ['a claim whose amount stays valid', 'LoanPaymentClaimed', { validUntil: AT + 99 * DAY_MS }],
    ['a claim of another sum', 'LoanPaymentClaimed', { payAmount: '1' }],
    ['a lapse of another payment', 'LoanPaymentLapsed', { paymentId: 'loan-5-z' }],
  ])('finds %s', (_, type, change) => {
    expect(findings(forged(type, change, seenHistory()))).not.toEqual([]);
  });

  it('finds a wire that holds up the calendar twice, and a lapse while staff could decide', () => {
    const second = (data: { paymentId: string }) => data.paymentId === 'loan-5-b';
    const wires = [{ id: 'wire-1', amount: '1300', currency: 'USD', arrivedAt: Date.parse('2028-04-07T12:00:00Z') }];
    expect(findings(forged('LoanPaymentSeen', { wires }, seenHistory(), second))).toContainEqual(
      expect.stringContaining('seen before'),
    );
    const early = seenHistory().map((event) =>
      event.type === 'LoanPaymentLapsed' ? { ...event, at: event.at - DAY_MS } : event,
    );
    expect(findings(early)).toContain('loan-5-a lapsed while staff could decide');
  });

  it('finds what the bank shows in another currency, and a set-off while staff decide', () => {
    const [seen] = seenHistory().filter(({ type }) => type === 'LoanPaymentSeen');
    const wires = (seen?.data as LoanPaymentSeen).wires.map((wire) => ({ ...wire, currency: 'JPY' }));
    expect(findings(forged('LoanPaymentSeen', { wires }, seenHistory()))).toContainEqual(
      expect.stringContaining('in another currency'),
    );
    const undecided = seenHistory('1000').filter(({ type }) => type !== 'LoanPaymentLapsed');
    expect(findings(undecided)).toContainEqual(expect.stringContaining('while a payment waited'));
  });

  it('finds a receipt that lapses, which only a decision ends', () => {
    const events = lateHistory().map((event) =>
      event.type === 'LoanPaymentWithdrawn' ? { ...event, type: 'LoanPaymentLapsed' } : event,
    );
    expect(findings(events)).toContain('loan-4-a lapsed while staff could decide');
  });

  it('finds a set-off at the price of a date that a voucher kept waiting', () => {
    const taken = { sum: '5', setOff: [{ space: 'spot', amount: '5' }] };
    const events = forged('LoanOverdue', taken, lateHistory(), ({ day }: LoanOverdue) => day === 39);
    expect(findings(events)).toContain('loan-4 took 5 after 39 dates');
  });

  it('finds overdue dates that were left out', () => {
    const events = lateHistory().filter(({ type, data }) => type !== 'LoanOverdue' || (data as LoanOverdue).day !== 43);
    expect(findings(events)).toEqual([expect.stringContaining('left out')]);
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
