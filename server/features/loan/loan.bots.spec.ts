import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LOAN_PERIODS, loanCost, loanLimit, type LoanPeriod } from '../../../shared/loan.js';
import { amount, format, times, ZERO, type Amount } from '../../../shared/money.js';
import type { Sealed } from '../../core/person.js';
import { leftByDebts } from '../../core/ports/open-debts.js';
import { isRefusal } from '../../core/refusal.js';
import { seeded } from '../../core/seeded.testkit.js';
import { at, decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { projection } from '../../engine/projections/projection.testkit.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import { turnoverDeposits, turnoverProjection } from '../withdrawal/turnover.projection.js';
import { decidePaymentVerdict, loanPaymentKind } from './loan-payment.decider.js';
import './loan.events.js';
import type { LoanRepaid } from './loan.events.js';
import { loanHandlers } from './loan.handler.js';
import { debtAt, lendingKind, loanKind, owedAt, owedLoans, type LoanState } from './loan.state.js';
import { disbursed, IMAGES, VERIFIED } from './loan.testkit.js';

/**
 * Standing bots against the lender, by the rules that a new installation begins with. Carry: money borrowed from the house may not earn
 * more than it costs. Farming: no number of loans raises a score faster than one real loan in thirty days.
 */
const RULES = seeded('loan.rules');
const CREDIT = seeded('credit.rules');
const POLICY = { name: 'loan.rules', version: 1, values: RULES };
const DAY_MS = 86_400_000;
const START = Date.parse('2028-02-20T12:00:00Z');
const [USER, OWNER] = ['real-bot', 'real-bot.1'];
const who = { userId: USER, ownerId: OWNER };

const { given } = decider({
  realm: 'real',
  kind: loanKind,
  id: OWNER,
  others: [lendingKind, reviewKind, loanPaymentKind],
  handlers: loanHandlers({ gate: openGate, levels: VERIFIED }),
  at: START,
});

interface Plan {
  readonly principal: string;
  readonly heldDays: number;
  readonly gapDays: number;
  readonly timeZone: string;
}

const approve = (loanId: string) => (state: LoanState, instant: number) => {
  const grant = RULES.grantUsdt;
  return disbursed(
    state,
    loanId,
    { score: CREDIT.start, granted: grant, lending: amount(grant), policy: POLICY },
    instant,
  );
};

/** The lender, with all of its grant. */
const lender = {
  ...{ stream: `given-${OWNER}`, type: 'FundsGiven', schema: 1, data: {} },
  postings: [
    { account: 'house/market-maker', asset: 'USDT', amount: -amount(RULES.grantUsdt) },
    { account: 'house/lending', asset: 'USDT', amount: amount(RULES.grantUsdt) },
  ],
};

/** Borrows and repays as planned, and answers what every repayment was. */
function farmed(plans: readonly Plan[]): (LoanRepaid & { readonly repaidAt: number })[] {
  const story = given(lender, funds(OWNER, 'USDT', '10000'));
  let now = START;
  return plans.map(({ principal, heldDays, gapDays, timeZone }, n) => {
    now += gapDays * DAY_MS;
    const loanId = `loan-${n}`;
    const form = { ...who, loanId, amount: principal, periodDays: 30, timeZone, agreed: 1, class: 'balanced' as const };
    const rest = { sealedApplicant: 'v1.sealed' as Sealed, images: IMAGES, problem: null, score: CREDIT.start };
    story.and(at(now, { type: 'RequestLoan', data: { ...form, ...rest, policy: POLICY } }), at(now, approve(loanId)));
    now += heldDays * DAY_MS;
    const [loan] = owedLoans(story.state);
    if (loan === undefined) throw new Error(`${loanId} is not owed`);
    const repay = { type: 'RepayLoan', data: { ...who, loanId, shownTotal: owedAt(loan, now).owed } };
    const [event] = story.when(at(now, repay)).events;
    return { ...(event?.data as LoanRepaid), repaidAt: now };
  });
}

const terms = (principal: string, periodDays: LoanPeriod) => ({ ...RULES, principal, periodDays });

/** What a year of holding gains on average at most, of all that trades: its drift and what carry pays. */
const groups = (
  JSON.parse(readFileSync('seeds/risk-premiums.json', 'utf8')) as {
    rows: { group: string; drift: { to: number }; carry: { income: number } }[];
  }
).rows;
const gainOf = (principal: Amount, yearly: number, days: number): Amount =>
  (times(principal, amount(yearly.toFixed(6)), 'up') * BigInt(days)) / 365n;
/** Of the dates that cost no interest. */
const freeGain = (principal: Amount, yearly: number): Amount => gainOf(principal, yearly, RULES.freeDays);

describe('bots that carry borrowed money', () => {
  it('never put more into custody, a fund or a new coin than they own, whatever they borrowed', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((n) => format((amount('1') * BigInt(n)) / 100n));
    fc.assert(
      fc.property(cents, cents, cents, fc.integer({ min: 0, max: 180 }), (own, principal, wanted, days) => {
        const owed = amount(loanCost(terms(principal, 90), days).total);
        const available = amount(own) + amount(principal);
        const isRefused = amount(wanted) > available || leftByDebts(amount(wanted), { available, owed }) !== undefined;
        return isRefused || amount(wanted) <= amount(own);
      }),
    );
  });

  it('owe a whole day of interest or late fee before it could be earned: a debt never falls with time', () => {
    const state = given(funds(OWNER, 'USDT', '1')).state;
    expect(debtAt(state, START)).toBe(ZERO);
    for (const period of LOAN_PERIODS)
      for (let day = 1; day <= period + RULES.writeOffDays; day += 1) {
        const [before, after] = [day - 1, day].map((days) => amount(loanCost(terms('1000', period), days).total));
        expect(after).toBeGreaterThanOrEqual(before as Amount);
      }
  });

  it('lose on average in whatever trades: fees of both trades and interest are above the highest premium', () => {
    const { maker0, taker0 } = seeded('spot.fees');
    const dearest = maker0 < taker0 ? maker0 : taker0;
    for (const period of LOAN_PERIODS)
      for (let day = 1; day <= period; day += 1)
        for (const { group, drift, carry } of groups) {
          const principal = amount('1000');
          const cost = amount(loanCost(terms('1000', period), day).total) - principal;
          const fees = 2n * times(principal, amount(dearest), 'down');
          const gain = gainOf(principal, drift.to + carry.income, day);
          expect([group, day, gain < cost + fees]).toEqual([group, day, true]);
        }
  });

  it('pay more for a lower fee tier than its best premium brings on the largest loan', () => {
    const fees = seeded('spot.fees') as Readonly<Record<string, string>>;
    const feeOf = (tier: number): Amount => amount(fees[`maker${tier}`] as string);
    const largest = amount(loanLimit(RULES.aggressive, CREDIT.ceiling));
    const yearly = Math.max(...groups.map(({ drift, carry }) => drift.to + carry.income));
    // From the tier on whose makers pay nothing, a person is paid for making the market.
    const tiers = [1, 2, 3, 4, 5].filter(
      (tier) => 2n * times(largest, feeOf(tier), 'down') < freeGain(largest, yearly),
    );
    expect(tiers).toEqual([3, 4, 5]);
    for (const tier of tiers) {
      const volume = amount(fees[`from${tier}`] as string);
      expect(times(volume, feeOf(tier), 'down')).toBeGreaterThan(gainOf(largest, yearly, 30));
    }
  });

  it('would gain in a fund, which charges nothing to enter, in the dates without interest', () => {
    const free = loanCost(terms('1000', 7), RULES.freeDays);
    expect(free.total).toBe('1000');
    expect(freeGain(amount('1000'), 0.04)).toBeGreaterThan(ZERO);
    expect(leftByDebts(amount('0.01'), { available: amount('1000'), owed: amount(free.total) })).toEqual({
      owed: '1000',
      maximum: '0',
    });
  });
});

describe('bots that borrow to bring money in by bank', () => {
  it('deposit what they pay by it: the withdrawal rules ask the same of it as of any deposit', () => {
    const loan = { ...who, loanId: 'loan-1' };
    const form = { ...loan, amount: '10000', periodDays: 30, timeZone: 'UTC', agreed: 1, class: 'balanced' };
    const rest = { sealedApplicant: 'v1.sealed' as Sealed, images: IMAGES, problem: null, score: CREDIT.start };
    const voucher = {
      paymentId: 'loan-1-p',
      sealedPayer: 'v1.payer' as Sealed,
      paymentProof: 'image-p',
      problem: null,
    };
    const cleared = (state: LoanState, instant: number) => {
      const wire = { id: 'wire-1', currency: 'USD', isToAccount: true };
      const wires = [{ ...wire, amount: '10000', arrivedAt: instant }];
      const decision = { requestId: 'loan-1-p', verdict: 'approved', staffId: 's-1', reasons: [], wires } as const;
      const events = decidePaymentVerdict(state, decision, instant);
      if (isRefusal(events)) throw new Error(events.refusal);
      return events;
    };
    const story = given(lender, { type: 'RequestLoan', data: { ...form, ...rest, policy: POLICY } }, approve('loan-1'))
      .and({ type: 'BeginLoanPayment', data: { ...loan, shownTotal: '10000' } })
      .and({ type: 'SubmitLoanPayment', data: { ...loan, ...voucher } }, cleared);
    // The principal is free to be withdrawn, as if it had been bought.
    expect([story.funds(OWNER, 'USDT'), debtAt(story.state, START)]).toEqual(['10000 0', ZERO]);
    const events = story.realm.events.filter(({ stream }) => /^loan/.test(stream));
    const deposited = { ownerId: OWNER, asset: 'USDT', amount: amount('10000') };
    projection(turnoverProjection)
      .given(...events)
      .then(turnoverDeposits, deposited);
  });
});

describe('bots that farm a score', () => {
  const plan = fc.record({
    principal: fc.constantFrom('10', '99.99', '100', '500'),
    heldDays: fc.integer({ min: 0, max: 29 }),
    gapDays: fc.integer({ min: 0, max: 20 }),
    timeZone: fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin'),
  });

  it('raise it once in thirty days at most, by loans of 100 USDT that were held seven dates', () => {
    fc.assert(
      fc.property(fc.array(plan, { minLength: 1, maxLength: 8 }), (plans) => {
        const counted = farmed(plans).filter(({ counts }) => counts);
        for (const [n, { principal, days, repaidAt, interest }] of counted.entries()) {
          const before = counted[n - 1]?.repaidAt ?? -Infinity;
          expect(repaidAt - before).toBeGreaterThanOrEqual(RULES.scoreEveryDays * DAY_MS);
          expect(amount(principal)).toBeGreaterThanOrEqual(amount(RULES.scoreMinUsdt));
          expect(days).toBeGreaterThanOrEqual(RULES.scoreHeldDays);
          expect(amount(interest)).toBeGreaterThan(ZERO);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('gain nothing by many small loans, or by loans that are repaid at once', () => {
    const small = { principal: '99.99', heldDays: 7, gapDays: 0, timeZone: 'UTC' };
    const quick = { principal: '500', heldDays: 0, gapDays: 0, timeZone: 'UTC' };
    expect(farmed(Array.from({ length: 20 }, () => small)).filter(({ counts }) => counts)).toEqual([]);
    expect(farmed(Array.from({ length: 20 }, () => quick)).filter(({ counts }) => counts)).toEqual([]);
  });

  it('need 480 days and 17 loans on time for the whole limit, however many they take', () => {
    const weekly = { principal: '100', heldDays: 7, gapDays: 0, timeZone: 'UTC' };
    const counted = farmed(Array.from({ length: 90 }, () => weekly)).filter(({ counts }) => counts);
    const needed = Math.ceil((CREDIT.ceiling - CREDIT.start) / CREDIT.loanRepaid);
    const [first, last] = [counted[0], counted[needed - 1]];
    expect(needed).toBe(17);
    expect((last?.repaidAt ?? 0) - (first?.repaidAt ?? 0)).toBeGreaterThanOrEqual((needed - 1) * 30 * DAY_MS);
    expect(loanLimit(RULES.balanced, CREDIT.start + 16 * CREDIT.loanRepaid)).toBe('39200');
    // The larger limit is of money that costs more than it earns: see the carry above.
    expect(loanLimit(RULES.balanced, CREDIT.ceiling)).toBe('40000');
  });

  it('lose two loans on time by one that is overdue', () => {
    expect(CREDIT.loanOverdue).toBeGreaterThanOrEqual(2 * CREDIT.loanRepaid);
  });
});
