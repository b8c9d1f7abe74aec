import { describe, expect, it } from '@jest/globals';
import type { VerificationLevels } from '../../core/ports/verification.js';
import type { NewEvent } from '../../core/event.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { amount } from '../../../shared/money.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import type { LoanRequest } from './loan.commands.js';
import { decideVerdict, LOAN_REVIEW } from './loan.decider.js';
import './loan.events.js';
import { loanHandlers } from './loan.handler.js';
import { debtAt, debtsAt, lendingKind, loanKind, overdueLoan, type LoanState } from './loan.state.js';
import { APPLICATION, IMAGES, RULES } from './loan.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
const POLICY = { name: 'loan.rules', version: 2, values: RULES };
const instantOf = (text: string): number => Date.parse(text);
/** Half past eleven in the evening in Berlin, two days before a leap day; in UTC it is the same date. */
const AT = instantOf('2028-02-27T22:30:00Z');

const verified = { primary: true, advanced: true };
const levels = {
  stream: () => [reviewKind, 'levels'] as const,
  levels: () => ({ address: false, ...verified }),
} as unknown as VerificationLevels;
const { given } = decider({
  realm: 'real',
  kind: loanKind,
  id: OWNER,
  others: [lendingKind, reviewKind],
  handlers: loanHandlers({ gate: openGate, levels }),
  at: AT,
});

const request = (changes: Partial<LoanRequest> = {}) => ({
  type: 'RequestLoan',
  data: {
    ...who,
    ...APPLICATION,
    policy: POLICY,
    ...changes,
  },
});
const rules = (changes: Partial<typeof RULES>): Partial<LoanRequest> => ({
  policy: { ...POLICY, values: { ...RULES, ...changes } },
});
const accepted = (events: NewEvent[] | Refusal): NewEvent[] => {
  if (isRefusal(events)) throw new Error(events.refusal);
  return events;
};
/** As the review sends it, the first time with the whole grant. */
const decided =
  (verdict: 'approved' | 'rejected', lending: string | null = null, requestId = 'loan-1') =>
  (state: LoanState, instant: number) => {
    const lender = {
      account: undefined,
      score: 500,
      granted: lending === null ? '0' : RULES.grantUsdt,
      lending: amount(lending ?? '0'),
      policy: POLICY,
    };
    return accepted(decideVerdict('real', state, { requestId, verdict, reasons: ['other'] }, lender, instant));
  };
const repay = (shownTotal: string) => ({ type: 'RepayLoan', data: { ...who, loanId: 'loan-1', shownTotal } });
const remind = { type: 'RemindOfLoan', data: { ...who, loanId: 'loan-1' } };
const collect = (day: number) => ({ type: 'CollectLoan', data: { ...who, loanId: 'loan-1', day } });
const lent = (changes: Partial<LoanRequest> = {}) => given(request(changes), decided('approved'));
const refused = (changes: Partial<LoanRequest>) => given().when(request(changes)).refusal;
/** The first overdue dates, each before the next. */
const overdue = (days: readonly number[], changes: Partial<LoanRequest> = {}) =>
  lent(changes).and(...days.map(collect));

describe('an application', () => {
  it('keeps the article that was ticked, under the newest schema, and none where none was shown', () => {
    const agreement = { slug: 'how-loans-work', version: 4 };
    expect(given().when(request({ agreement })).events[0]).toMatchObject({ schema: 2, data: { agreement } });
    expect(given().when(request()).events[0]).toMatchObject({ schema: 2, data: { agreement: null } });
  });

  it('waits for staff with all that the loan will cost', () => {
    const outcome = given().when(request());
    outcome.then('LoanRequested', 'ReviewOpened');
    expect(outcome.events[0]?.data).toMatchObject({
      principal: '1000',
      dailyRate: '0.0005',
      lateRate: '0.001',
      limit: '20000',
      fourEyes: false,
      policy: { name: 'loan.rules', version: 2, inputs: { balanced: '20000', scoreMinUsdt: '100' } },
    });
    expect(outcome.events[1]?.data).toMatchObject({
      requestId: 'loan-1',
      kind: LOAN_REVIEW,
      about: { amount: '1000', asset: 'USDT', fourEyes: false },
    });
  });

  it('needs two people from 10,000 USDT on', () => {
    const eyes = (sum: string) => given().when(request({ amount: sum })).events[1]?.data;
    expect(eyes('9999.99')).toMatchObject({ about: { fourEyes: false } });
    expect(eyes('10000')).toMatchObject({ about: { fourEyes: true } });
  });

  it.each<[string, Partial<LoanRequest>]>([
    ['loan.closed', rules({ open: false })],
    ['asset.amount-zero', { amount: '0' }],
    ['asset.too-many-decimals', { amount: '100.001' }],
    ['loan.below-minimum', { amount: '9.99' }],
    ['loan.agreement-needed', { agreed: null }],
    ['loan.terms-changed', { agreed: 1 }],
    ['loan.limit-exceeded', { amount: '20000.01' }],
    ['loan.limit-exceeded', { class: 'unassessed', amount: '500.01' }],
    // 500 x 400 / 500
    ['loan.limit-exceeded', { class: 'unassessed', score: 400, amount: '400.01' }],
    ['loan.images-needed', { images: IMAGES.slice(1) }],
    ['loan.images-needed', { images: [IMAGES[0] as (typeof IMAGES)[number], IMAGES[2] as (typeof IMAGES)[number]] }],
    ['loan.proof-needed', { images: IMAGES.slice(0, 2) }],
    ['image.not-found', { problem: { refusal: 'image.not-found', params: {} } }],
    ['loan.sold-out', rules({ grantUsdt: '999.99' })],
  ])('is refused with %s', (code, changes) => {
    expect(refused(changes)?.refusal).toBe(code);
  });

  it('needs the real name and advanced verification', () => {
    verified.advanced = false;
    expect(refused({})?.refusal).toBe('loan.advanced-needed');
    verified.primary = false;
    expect(refused({})?.refusal).toBe('loan.identity-needed');
    Object.assign(verified, { primary: true, advanced: true });
  });

  it('is one at a time, and counts towards the limit with what is open', () => {
    expect(given(request()).when(request({ loanId: 'loan-2' })).refusal?.refusal).toBe('loan.waiting');
    const second = lent().when(request({ loanId: 'loan-2', amount: '19000.01' }));
    expect(second.refusal).toMatchObject({
      refusal: 'loan.limit-exceeded',
      params: { limit: '20000', open: '1000', left: '19000' },
    });
  });

  it('is taken back while it waits', () => {
    const withdraw = { type: 'WithdrawLoan', data: { ...who, loanId: 'loan-1' } };
    given(request()).when(withdraw).then('LoanWithdrawn', 'ReviewWithdrawn').when(withdraw).then('loan.not-found');
    lent().when(withdraw).then('loan.not-waiting');
  });

  it('is rejected, and may be made again', () => {
    given(request())
      .when(decided('rejected'))
      .then('LoanRejected')
      .when(request({ loanId: 'loan-2' }))
      .then('LoanRequested', 'ReviewOpened');
  });
});

describe('the disbursement', () => {
  it('comes from the lender, and begins the days of the contract', () => {
    const outcome = given(request()).when(decided('approved'));
    const story = outcome.then('LendingGranted', 'LoanDisbursed');
    expect(story.funds(OWNER, 'USDT')).toBe('1000 0');
    expect(story.realm.balance(HOUSE.lending.account, 'USDT')).toBe('4999000');
    // 27, 28 and 29 February, then five days of March: the leap day is one of the seven.
    expect(outcome.events[1]?.data).toMatchObject({
      date: '2028-02-27',
      dueDate: '2028-03-05',
      remindsAt: instantOf('2028-03-02T08:00:00Z'),
      overdueAt: instantOf('2028-03-05T23:00:00Z'),
    });
  });

  it('counts local dates across the change to summer time', () => {
    const story = given(request());
    const outcome = story.when(at(instantOf('2028-03-25T12:00:00Z'), decided('approved')));
    expect(outcome.events[1]?.data).toMatchObject({
      date: '2028-03-25',
      dueDate: '2028-04-01',
      remindsAt: instantOf('2028-03-29T07:00:00Z'),
      overdueAt: instantOf('2028-04-01T22:00:00Z'),
    });
    const [last, next] = ['2028-04-01T21:59:59.999Z', '2028-04-01T22:00:00Z'].map(instantOf);
    expect(overdueLoan(story.state, last as number)).toBeUndefined();
    expect(overdueLoan(story.state, next as number)?.loanId).toBe('loan-1');
    expect([last, next].map((instant) => debtAt(story.state, instant as number))).toEqual([
      amount('1002'),
      amount('1003'),
    ]);
  });

  it('is refused while the lender has less', () => {
    const lender = {
      account: undefined,
      score: 500,
      granted: RULES.grantUsdt,
      lending: amount('999'),
      policy: POLICY,
    };
    const verdict = { requestId: 'loan-1', verdict: 'approved', reasons: [] } as const;
    expect(decideVerdict('real', given(request()).state, verdict, lender, AT)).toMatchObject({
      refusal: 'loan.sold-out',
      params: { available: '999' },
    });
  });

  it('reminds of the maturity before it', () => {
    const outcome = lent().when(remind);
    outcome.then('LoanReminded');
    expect(outcome.events[0]?.data).toMatchObject({ owed: '1002', dueDate: '2028-03-05' });
    expect(outcome.due).toMatchObject([{ id: 'collect-loan:loan-1:1', dueAt: instantOf('2028-03-05T23:00:00Z') }]);
  });
});

describe('repaying', () => {
  const rich = (changes: Partial<LoanRequest> = {}) => lent(changes).and(funds(OWNER, 'USDT', '5'));

  it('is whole, at the total that was shown, and costs interest to its date', () => {
    const early = instantOf('2028-03-02T12:00:00Z');
    rich()
      .when(at(early, repay('1002')))
      .then('loan.total-changed');
    // 2 March is day 4: one date with interest.
    const story = rich().when(at(early, repay('1000.5')));
    story.then({
      type: 'LoanRepaid',
      data: {
        ...{ ...who, loanId: 'loan-1', principal: '1000', interest: '0.5', lateFee: '0', setOff: '0', paid: '1000.5' },
        ...{ by: 'balance', days: 4, wasOverdue: false, counts: false },
      },
    });
    const after = rich().and(at(early, repay('1000.5')));
    expect(after.funds(OWNER, 'USDT')).toBe('4.5 0');
    expect(after.realm.balance(HOUSE.lending.account, 'USDT')).toBe('5000000');
    expect(after.realm.balance(HOUSE.loanIncome.account, 'USDT')).toBe('0.5');
    after.when(repay('1000.5')).then('loan.not-found');
  });

  it('needs enough in the spot account', () => {
    const day7 = instantOf('2028-03-05T12:00:00Z');
    expect(lent().when(at(day7, repay('1002'))).refusal).toMatchObject({
      refusal: 'asset.insufficient',
      params: { available: '1000', needed: '1002' },
    });
    given(request()).when(repay('1000')).then('loan.nothing-owed');
  });

  it.each<[string, string, Partial<LoanRequest>, string, boolean]>([
    ['held seven days and on time', '2028-03-05T12:00:00Z', {}, '1002', true],
    ['held six days', '2028-03-04T12:00:00Z', {}, '1001.5', false],
    ['of less than 100 USDT', '2028-03-05T12:00:00Z', { amount: '99' }, '99.198', false],
    ['overdue', '2028-03-06T12:00:00Z', {}, '1003', false],
  ])('counts for the score or not: %s', (_, when, changes, total, counts) => {
    const outcome = rich(changes).when(at(instantOf(when), repay(total)));
    expect(outcome.events.at(-1)?.data).toMatchObject({ counts });
  });

  it('counts one loan in thirty days', () => {
    const again = (second: string, total: string, approved: string) =>
      rich()
        .and(at(instantOf('2028-03-05T12:00:00Z'), repay('1002')))
        .and(at(instantOf(approved), request({ loanId: 'loan-2', amount: '100' })))
        .and(at(instantOf(approved), decided('approved', '5000000', 'loan-2')))
        .when(at(instantOf(second), { ...repay(total), data: { ...repay(total).data, loanId: 'loan-2' } }));
    expect(again('2028-04-03T12:00:00Z', '100.2', '2028-03-27T12:00:00Z').events[0]?.data).toMatchObject({
      counts: false,
    });
    expect(again('2028-04-04T12:00:00Z', '100.2', '2028-03-28T12:00:00Z').events[0]?.data).toMatchObject({
      counts: true,
    });
  });
});

describe('debts of the past', () => {
  it('are what repaying would have cost then, and nothing before or after', () => {
    const repayment = at(instantOf('2028-03-05T12:00:00Z'), repay('1002'));
    const { realm } = lent().and(funds(OWNER, 'USDT', '5'), repayment);
    const debts = new OpenDebts([
      {
        kind: loanKind,
        debts: (state, instant) => debtsAt(state as LoanState, instant),
        overdue: () => undefined,
      },
    ]);
    const instants = ['2028-02-27', '2028-02-28', '2028-03-02', '2028-03-05', '2028-03-06'].map((date) =>
      instantOf(`${date}T00:00:00Z`),
    );
    const events = realm.events.filter(({ stream }) => stream === `loan-${OWNER}`);
    const owed = debts.past(OWNER, instants, () => events);
    // In Berlin it is 01:00: 2 March is day 4, 5 March day 7.
    expect(owed).toEqual(['0', '1000', '1000.5', '1002', '0'].map(amount));
  });
});

describe('a debt in the calendar', () => {
  it('is what the last date costs, and once that is over what it costs now', () => {
    const state = lent().realm.state(loanKind, OWNER);
    const dueOn = (date: string) => debtsAt(state, instantOf(`${date}T12:00:00Z`)).map(({ dueUsdt }) => dueUsdt);
    expect(dueOn('2028-02-28')).toEqual([amount('1002')]);
    expect(dueOn('2028-03-05')).toEqual([amount('1002')]);
    expect(dueOn('2028-03-06')).toEqual([amount('1003')]);
  });
});

describe('an overdue loan', () => {
  const loose = () => lent().and(funds(OWNER, 'USDT', '100', 'finance'));

  it('is told on its first date, and looked at again when 30 dates are over', () => {
    const outcome = lent().when(collect(1));
    outcome.then('LoanOverdue');
    expect(outcome.events[0]?.data).toMatchObject({ owed: '1003', sum: '0', setOff: [], nextDay: 31 });
    // 31 dates after 5 March, by then in summer time: 5 April, 00:00.
    expect(outcome.due).toMatchObject([{ id: 'collect-loan:loan-1:31', dueAt: instantOf('2028-04-04T22:00:00Z') }]);
    lent()
      .and(collect(1))
      .when(request({ loanId: 'loan-2' }))
      .then('LoanRequested', 'ReviewOpened');
    const later = at(instantOf('2028-03-06T12:00:00Z'), request({ loanId: 'loan-2' }));
    expect(lent().and(collect(1)).when(later).refusal).toMatchObject({
      refusal: 'loan.overdue',
      params: { since: '2028-03-06', owed: '1003' },
    });
  });

  it('takes what is available in every account space, the principal first', () => {
    // 300 USDT of the 1000 that were lent are spent.
    const spent = { stream: `given-${OWNER}`, type: 'FundsGiven', schema: 1, data: {} };
    const postings = [
      { account: HOUSE.marketMaker.account, asset: 'USDT', amount: amount('300') },
      { account: `user/${OWNER}/spot/available`, asset: 'USDT', amount: -amount('300') },
    ];
    const story = loose().and({ ...spent, postings }, collect(1));
    const outcome = story.when(collect(31));
    expect(outcome.events[0]?.data).toMatchObject({
      owed: '1033',
      principalLeft: '1000',
      setOff: [
        { space: 'spot', amount: '700' },
        { space: 'finance', amount: '100' },
      ],
      sum: '800',
      nextDay: 32,
    });
    expect([story.funds(OWNER, 'USDT'), story.funds(OWNER, 'USDT', 'finance')]).toEqual(['0 0', '0 0']);
    expect(story.realm.balance(HOUSE.lending.account, 'USDT')).toBe('4999800');
    // A date later: 1034 less 800. The principal lacks 200, the rest is interest and late fee.
    story.and(funds(OWNER, 'USDT', '300'));
    const next = story.when(collect(32));
    next.then('LoanOverdue', 'LoanRepaid');
    expect(next.events.map(({ data }) => data)).toMatchObject([
      { owed: '234', principalLeft: '200', sum: '234' },
      { setOff: '1034', paid: '0', by: 'set-off', interest: '2', lateFee: '32', counts: false },
    ]);
    expect(story.funds(OWNER, 'USDT')).toBe('66 0');
    expect(story.realm.balance(HOUSE.loanIncome.account, 'USDT')).toBe('34');
    expect(story.realm.balance(HOUSE.lending.account, 'USDT')).toBe('5000000');
  });

  it('is written off when 90 dates are over, and nothing more is lent', () => {
    const days = [1, ...Array.from({ length: 60 }, (_, n) => 31 + n)];
    const drained = [
      { account: HOUSE.marketMaker.account, asset: 'USDT', amount: amount('600') },
      { account: `user/${OWNER}/spot/available`, asset: 'USDT', amount: -amount('600') },
    ];
    const gone = { stream: `given-${OWNER}`, type: 'FundsGiven', schema: 1, data: {}, postings: drained };
    const story = lent().and(gone, ...days.map(collect));
    const outcome = story.when(collect(91));
    outcome.then('LoanWrittenOff');
    expect(outcome.events[0]?.data).toMatchObject({ principal: '1000', setOff: '400', lost: '600' });
    expect(story.realm.balance(HOUSE.loanLosses.account, 'USDT')).toBe('-600');
    expect(story.realm.balance(HOUSE.lending.account, 'USDT')).toBe('5000000');
    expect(story.when(request({ loanId: 'loan-2' })).refusal?.refusal).toBe('loan.written-off');
    expect(debtsAt(story.state, AT).map(({ id, dueAt }) => [id, dueAt])).toEqual([['written-off', null]]);
    story.when(collect(91)).then();
  });

  it('is what it was however late or often the calendar comes', () => {
    const late = instantOf('2028-06-01T00:00:00Z');
    const outcome = lent().when(at(late, collect(1)));
    expect(outcome.events[0]?.data).toMatchObject({ owed: '1003', day: 1 });
    overdue([1]).when(collect(1)).then();
    given(request()).when(collect(1)).then();
  });
});
