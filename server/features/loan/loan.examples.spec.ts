import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import type { Sealed } from '../../core/person.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import './loan.events.js';
import { loanHandlers } from './loan.handler.js';
import { daysHeld, lendingKind, loanKind, owedAt, owedLoans, type LoanState } from './loan.state.js';
import { disbursed, IMAGES, RULES, VERIFIED } from './loan.testkit.js';

/**
 * Worked by hand. Dates and interest: decisions, Wealth, "Loans"; the free days also in the specification, section 9. Zones and their changes
 * are those of the tz database.
 */
const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
const POLICY = { name: 'loan.rules', version: 2, values: RULES };
const { given } = decider({
  realm: 'real',
  kind: loanKind,
  id: OWNER,
  others: [lendingKind, reviewKind],
  handlers: loanHandlers({ gate: openGate, levels: VERIFIED }),
});

const disburse = (state: LoanState, instant: number) =>
  disbursed(state, 'loan-1', { score: 500, granted: '0', lending: 0n, policy: POLICY }, instant);

/** A loan that is asked for and disbursed at one instant. */
function lent(disbursedAt: string, principal: string, periodDays: number, timeZone: string) {
  const instant = Date.parse(disbursedAt);
  const form = { ...who, loanId: 'loan-1', amount: principal, periodDays, timeZone, agreed: 2, images: IMAGES };
  const rest = { sealedApplicant: 'v1.sealed' as Sealed, problem: null, class: 'balanced' as const, score: 500 };
  return given(at(instant, { type: 'RequestLoan', data: { ...form, ...rest, policy: POLICY } }), at(instant, disburse));
}

interface Example {
  readonly loan: Parameters<typeof lent>;
  readonly dates: readonly [day0: string, dueDate: string, overdueAt: string];
  /** Instants with the days held, and the total to repay. */
  readonly totals: readonly (readonly [at: string, days: number, total: string])[];
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  // 29 days of February: 31 January + 30 is 1 March. 1,234.56 x 0.05% is 0.61728 a date, for 30 - 3 dates.
  'a leap day inside counts as one of the thirty': {
    loan: ['2028-01-31T12:00:00Z', '1234.56', 30, 'UTC'],
    dates: ['2028-01-31', '2028-03-01', '2028-03-02T00:00:00Z'],
    totals: [
      ['2028-02-03T23:59:59Z', 3, '1234.56'],
      ['2028-02-29T12:00:00Z', 29, '1250.60928'],
      ['2028-03-01T23:59:59Z', 30, '1251.22656'],
    ],
  },
  'the same loan a year earlier ends on 2 March, at the same interest': {
    loan: ['2027-01-31T12:00:00Z', '1234.56', 30, 'UTC'],
    dates: ['2027-01-31', '2027-03-02', '2027-03-03T00:00:00Z'],
    totals: [
      ['2027-03-01T12:00:00Z', 29, '1250.60928'],
      ['2027-03-02T12:00:00Z', 30, '1251.22656'],
    ],
  },
  // 200 x 0.05% is 0.1, for 15 - 3 dates.
  'a loan of the leap day itself has it as day 0': {
    loan: ['2028-02-29T12:00:00Z', '200', 15, 'UTC'],
    dates: ['2028-02-29', '2028-03-15', '2028-03-16T00:00:00Z'],
    totals: [
      ['2028-03-03T12:00:00Z', 3, '200'],
      ['2028-03-04T00:00:00Z', 4, '200.1'],
      ['2028-03-15T12:00:00Z', 15, '201.2'],
    ],
  },
  // 16 dates are left of December, 31 of January, 29 of February, and 14 of March: 90. 10,000 x 0.05% x 87.
  'ninety days across a new year and a leap day': {
    loan: ['2027-12-15T12:00:00Z', '10000', 90, 'UTC'],
    dates: ['2027-12-15', '2028-03-14', '2028-03-15T00:00:00Z'],
    totals: [['2028-03-14T12:00:00Z', 90, '10435']],
  },
  // On 29 October clocks in Berlin go back: that date has 25 hours, and is one date.
  'the end of summer time in Berlin makes a date longer, and adds none': {
    loan: ['2028-10-28T21:30:00Z', '1000', 7, 'Europe/Berlin'],
    dates: ['2028-10-28', '2028-11-04', '2028-11-04T23:00:00Z'],
    totals: [
      ['2028-10-28T22:00:00Z', 1, '1000'],
      ['2028-10-29T22:30:00Z', 1, '1000'],
      ['2028-10-31T22:59:59Z', 3, '1000'],
      ['2028-10-31T23:00:00Z', 4, '1000.5'],
    ],
  },
  // 12 March has 23 hours in New York: dates begin at 05:00 UTC before it, at 04:00 UTC after it.
  'the begin of summer time in New York makes a date shorter, and takes none': {
    loan: ['2028-03-11T12:00:00Z', '1000', 7, 'America/New_York'],
    dates: ['2028-03-11', '2028-03-18', '2028-03-19T04:00:00Z'],
    totals: [
      ['2028-03-12T04:59:59Z', 0, '1000'],
      ['2028-03-12T05:00:00Z', 1, '1000'],
      ['2028-03-15T04:00:00Z', 4, '1000.5'],
      ['2028-03-19T03:59:59Z', 7, '1002'],
      ['2028-03-19T04:00:00Z', 8, '1003'],
    ],
  },
  // In Santiago 3 September begins at 01:00: its midnight does not exist. The first overdue date begins with it, at 04:00 UTC.
  'a first overdue date without a midnight begins at its first instant': {
    loan: ['2028-08-26T16:00:00Z', '1000', 7, 'America/Santiago'],
    dates: ['2028-08-26', '2028-09-02', '2028-09-03T04:00:00Z'],
    totals: [
      ['2028-09-03T03:59:59Z', 7, '1002'],
      ['2028-09-03T04:00:00Z', 8, '1003'],
    ],
  },
  // One instant is 29 February, 00:30 in Kiritimati (UTC+14) and 27 February, 23:30 in Pago Pago (UTC-11).
  'a zone far in the east counts from a later date': {
    loan: ['2028-02-28T10:30:00Z', '1000', 7, 'Pacific/Kiritimati'],
    dates: ['2028-02-29', '2028-03-07', '2028-03-07T10:00:00Z'],
    totals: [['2028-03-04T10:00:00Z', 5, '1001']],
  },
  'a zone far in the west counts from an earlier one, and nobody loses a day': {
    loan: ['2028-02-28T10:30:00Z', '1000', 7, 'Pacific/Pago_Pago'],
    dates: ['2028-02-27', '2028-03-05', '2028-03-06T11:00:00Z'],
    totals: [['2028-03-04T10:00:00Z', 5, '1001']],
  },
  // 333.33 x 0.1% is 0.33333 for each overdue date; interest of 12 dates at 0.166665 is 1.99998 and stops.
  'a late fee grows with each date begun, and interest stops at maturity': {
    loan: ['2028-06-01T12:00:00Z', '333.33', 15, 'UTC'],
    dates: ['2028-06-01', '2028-06-16', '2028-06-17T00:00:00Z'],
    totals: [
      ['2028-06-16T23:59:59Z', 15, '335.32998'],
      ['2028-06-17T00:00:00Z', 16, '335.66331'],
      ['2028-06-18T12:00:00Z', 17, '335.99664'],
      ['2028-09-14T12:00:00Z', 105, '365.32968'],
    ],
  },
};

describe('worked examples of loans', () => {
  it.each(Object.entries(EXAMPLES))('%s', (_, { loan, dates, totals }) => {
    const story = lent(...loan);
    const disbursed = story.realm.events.find(({ type }) => type === 'LoanDisbursed');
    const [date, dueDate, overdueAt] = dates;
    expect(disbursed?.data).toMatchObject({ date, dueDate, overdueAt: Date.parse(overdueAt) });
    const [owed] = owedLoans(story.state);
    if (owed === undefined) throw new Error('nothing is owed');
    const found = totals.map(([when]) => [when, daysHeld(owed, Date.parse(when)), owedAt(owed, Date.parse(when)).owed]);
    expect(found).toEqual(totals);
  });
});

/** Decisions, Wealth, "Loans": set off after 30 overdue dates from what is available, the principal first; given up after 90. */
describe('worked examples of set-off', () => {
  const collect = (day: number) => ({ type: 'CollectLoan', data: { ...who, loanId: 'loan-1', day } });
  const spent = (sum: string) => ({
    ...{ stream: `given-${OWNER}`, type: 'FundsGiven', schema: 1, data: {} },
    postings: [
      { account: HOUSE.marketMaker.account, asset: 'USDT', amount: amount(sum) },
      { account: userAccount(OWNER, 'spot', 'available'), asset: 'USDT', amount: -amount(sum) },
    ],
  });

  it('takes two spaces, and a date later the rest with its late fee', () => {
    const story = lent('2028-02-27T12:00:00Z', '2500', 15, 'UTC');
    story.and(spent('1500'), funds(OWNER, 'USDT', '200.5', 'finance'), collect(1));
    // Interest 2,500 x 0.05% x 12 = 15; late fee 2.5 x 31 = 77.5. 1,000 and 200.5 are there.
    expect(story.when(collect(31)).events[0]?.data).toMatchObject({
      owed: '2592.5',
      sum: '1200.5',
      principalLeft: '2500',
    });
    story.and(funds(OWNER, 'USDT', '2000'));
    // A date later 2,595 less 1,200.5; the principal lacks 1,299.5, and 15 + 80 are income.
    expect(story.when(collect(32)).events.map(({ data }) => data)).toMatchObject([
      { owed: '1394.5', sum: '1394.5', principalLeft: '1299.5' },
      { interest: '15', lateFee: '80', setOff: '2595', paid: '0' },
    ]);
    expect(story.funds(OWNER, 'USDT')).toBe('605.5 0');
    expect(story.realm.balance(HOUSE.loanIncome.account, 'USDT')).toBe('95');
    expect(story.realm.balance(HOUSE.lending.account, 'USDT')).toBe(RULES.grantUsdt);
  });

  it('leaves a loss where less than the principal was there', () => {
    const story = lent('2028-02-27T12:00:00Z', '300', 7, 'UTC').and(spent('179.75'), collect(1), collect(31));
    for (let day = 32; day <= 90; day += 1) story.and(collect(day));
    expect(story.when(collect(91)).events[0]?.data).toMatchObject({ setOff: '120.25', lost: '179.75' });
    expect(story.realm.balance(HOUSE.loanLosses.account, 'USDT')).toBe('-179.75');
    expect(story.realm.balance(HOUSE.lending.account, 'USDT')).toBe(RULES.grantUsdt);
    expect(story.realm.balance(HOUSE.loanIncome.account, 'USDT')).toBe('0');
  });
});
