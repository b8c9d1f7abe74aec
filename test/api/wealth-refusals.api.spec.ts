import { afterAll, beforeAll, describe, it, jest } from '@jest/globals';
import type { Language } from '../../shared/language.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { custodian, orderForm } from '../kit/custody-recipes.js';
import { fund } from '../kit/factors.js';
import { LoanDesk } from '../kit/loan-desk.js';
import { appliedLoan, begunPayment, borrower, givenLoan, lender, loanForm, voucherOf } from '../kit/loan-recipes.js';
import { lookedThrough } from '../kit/look.js';
import { publishPolicy } from '../kit/publish-policy.js';
import type { RecipeKit } from '../kit/recipe-kit.js';
import { expectRefusals, type RefusedRow } from '../kit/refused.js';
import { StaffMember } from '../kit/staff-member.js';

const DAY_MS = 86_400_000;
const CONSERVATIVE = { purpose: '1', investment: '1', amount: '1', monthly: '1', occupation: '2' };
type Said = [refusal: string, field: string | undefined, english: string | RegExp];
let desk: LoanDesk;
let kit: RecipeKit;

beforeAll(async () => {
  desk = await LoanDesk.open();
  kit = desk.kit;
  for (const name of ['ann', 'bob']) await desk.staffed.member(name, 'risk');
}, 120_000);
afterAll(() => desk.close());

describe('custody that cannot be', () => {
  it('is refused by its rules, the form and own limits', async () => {
    const trader = await custodian(desk.started);
    const { agreed, ...unticked } = await orderForm(trader);
    const form = { ...unticked, agreed };
    const buying = (fields: Record<string, string>, ...said: Said): RefusedRow => [
      'buyProfit',
      { ...form, ...fields },
      ...said,
    ];
    await expectRefusals(trader, [
      buying({ amount: '0' }, 'asset.amount-zero', 'amount', 'Enter an amount above 0.'),
      buying({ amount: '99' }, 'custody.below-minimum', 'amount', 'Enter at least 100 USDT.'),
      buying({ amount: '50001' }, 'custody.above-maximum', 'amount', 'Enter at most 50,000 USDT for one order.'),
      ['buyProfit', unticked, 'custody.agreement-needed', 'agreed', 'Read the rules and tick the box.'],
      buying(
        { agreed: '9' },
        'custody.terms-changed',
        'agreed',
        'The rules changed to version 1. Read them and tick the box again.',
      ),
      [
        'setCustodyLossLimit',
        { limit: 'none' },
        'custody.limit-unchanged',
        'limit',
        'This is already set. Enter another value.',
      ],
      [
        'setCustodyPause',
        { until: `${desk.clock.now() - 1}` },
        'custody.pause-too-long',
        'until',
        /^A pause ends in the future, within \d+ days\. Choose another end\.$/,
      ],
    ]);
    await trader.given('setCustodyPause', { until: `${desk.clock.now() + 3 * DAY_MS}` });
    const paused = 'You paused custody until Jan 10, 2026, 12:00 PM UTC.';
    await expectRefusals(trader, [buying({}, 'custody.paused-by-owner', undefined, paused)]);
  });

  it('is VIP of a class that loses too little', async () => {
    const trader = await borrower(kit);
    const answers = { ...CONSERVATIVE, truthful: 'yes', mayLose: 'yes', capKnown: 'yes' };
    await trader.when('submitQuestionnaire', answers).then({ class: 'conservative' });
    await expectRefusals(trader, [
      [
        'buyProfit',
        { productId: 'vip', amount: '10000', agreed: '1' },
        'custody.vip-class',
        'productId',
        'VIP products are for the classes balanced and aggressive. Your class is conservative.',
      ],
    ]);
  });

  it('is a product that staff took off, a quota, and interest that the treasury has not', async () => {
    await publishPolicy(desk.staffed, 'custody.rules', { dailyForSale: false, flatQuotaUsdt: '150', grantUsdt: '1' });
    const trader = await custodian(desk.started);
    const form = { ...(await orderForm(trader)), agreed: '2' };
    const unsold = 'This product isn’t for sale now. Choose another.';
    const quota = 'Your orders of this product may total 150 USDT. 150 USDT are left.';
    const short = 'This order could earn 4.2 USDT; the treasury has 1 USDT. Enter less or try again later.';
    await expectRefusals(trader, [
      ['buyProfit', { ...form, productId: 'daily' }, 'custody.not-for-sale', 'productId', unsold],
      ['buyProfit', { ...form, amount: '160' }, 'custody.above-quota', 'amount', quota],
      ['buyProfit', { ...form, amount: '120' }, 'custody.sold-out', 'amount', short],
    ]);
  });
});

describe('points and sign-in', () => {
  it('are refused a zone that is set and rules of before', async () => {
    const { trader } = await kit.verified();
    const zone = { timeZone: 'Europe/Berlin' };
    await trader.given('setSignInZone', zone);
    const set = 'Europe/Berlin is already set. Choose another zone.';
    const changed = 'The rules changed to version 1. Read them and exchange again.';
    await expectRefusals(trader, [
      ['setSignInZone', zone, 'reward.zone-unchanged', 'timeZone', set],
      ['exchangePoints', { rulesVersion: '9' }, 'reward.rules-changed', 'rulesVersion', changed],
    ]);
  });
});

describe('a loan that cannot be', () => {
  it('is one of a lender who has less, of nobody we know, or by other rules', async () => {
    const trader = await borrower(kit);
    const form = await loanForm(kit, trader);
    const applying = (fields: Record<string, string>, ...said: Said): RefusedRow => [
      'applyLoan',
      { ...form, ...fields },
      ...said,
    ];
    await publishPolicy(desk.staffed, 'loan.rules', { grantUsdt: '100' });
    const soldOut = 'The lender has 100 USDT left. Enter less or try again later.';
    await expectRefusals(trader, [applying({ agreed: '2' }, 'loan.sold-out', 'amount', soldOut)]);
    await publishPolicy(desk.staffed, 'loan.rules', { grantUsdt: '5000000' });
    const changed = 'The loan agreement changed to version 3. Read it and tick the box again.';
    await expectRefusals(trader, [
      applying({ amount: '9' }, 'loan.below-minimum', 'amount', 'Enter at least 10 USDT.'),
      applying({}, 'loan.terms-changed', 'agreed', changed),
    ]);
    const unknown = 'Loans need a verified real name. Complete primary verification first.';
    await expectRefusals((await kit.person()).trader, [applying({}, 'loan.identity-needed', undefined, unknown)]);
    await publishPolicy(desk.staffed, 'loan.rules', { open: false });
    const closed = 'We give no loans now. Try again later.';
    await expectRefusals(trader, [applying({}, 'loan.closed', undefined, closed)]);
    await publishPolicy(desk.staffed, 'loan.rules', { open: true });
  });
});

describe('an application that staff may not approve any more', () => {
  /** A reviewer who took it up and opened everything. */
  async function approving(requestId: string, ...[refusal, field, english]: Said): Promise<void> {
    const reviewer = await lender(kit);
    await reviewer.given('claimReview', { requestId });
    const looked = await lookedThrough(desk.started.url, reviewer.token, requestId);
    const approval = { requestId, verdict: 'approved', ...looked };
    // The console says its language as browsers do.
    const caller = {
      when: (call: 'decideReview', { lang }: Record<string, string | number>) =>
        reviewer.speaking(lang as Language).when(call, approval),
    };
    await expectRefusals(caller, [['decideReview', {}, refusal, field, english]]);
  }

  it('is one whose account is frozen', async () => {
    const trader = await borrower(kit);
    const waiting = await appliedLoan(kit, trader);
    const support = new StaffMember(desk.started.url, await kit.actors.staffSession('support'));
    await support.given('users/:id/freeze', { id: trader.userId, reason: 'A look-alike of another account' });
    await approving(
      waiting,
      'loan.borrower-frozen',
      undefined,
      'This account is frozen, so nothing is paid out. Reject this request or wait until it is unfrozen.',
    );
  });

  it('is one whose borrower fell behind with another loan, has a lower score for it, or lost it to us', async () => {
    await publishPolicy(desk.staffed, 'loan.rules', { setOffDays: 2, writeOffDays: 3 });
    const [late, gone] = [await borrower(kit), await borrower(kit)];
    const waiting: string[] = [];
    let loanId = '';
    for (const trader of [gone, late]) {
      loanId = await givenLoan(kit, trader, { amount: '20' });
      await desk.reaches(trader, loanId, 'disbursed');
      const { left = '' } = (await trader.given('lendMy')).own ?? {};
      waiting.push(await appliedLoan(kit, trader, { amount: left }));
    }
    const [ofGone = '', ofLate = ''] = waiting;
    await desk.pass(8);
    await approving(
      ofLate,
      'loan.borrower-overdue',
      undefined,
      /^A loan of this person has been overdue since 2026-01-15: 20\.\d+ USDT\. Reject this request or wait until they repay\.$/,
    );
    await fund(desk.started, late.userId, 'USDT', '1');
    const { now } = await late.given('lendBack', { loanId });
    await late.given('repayLoan', { loanId, shownTotal: now?.owed ?? '' });
    await approving(
      ofLate,
      'loan.borrower-limit',
      undefined,
      /^The score is \d+ now, so the limit is [\d.]+ USDT\. [\d.]+ USDT would be open\. Reject this request\.$/,
    );
    await desk.pass(4);
    await approving(
      ofGone,
      'loan.borrower-written-off',
      undefined,
      'We wrote off a loan of this person, so we can’t lend to them again. Reject this request.',
    );
  }, 60_000);
});

describe('a payment of a loan by bank', () => {
  it('names the bank, and waits until the calendar of the loan has caught up', async () => {
    const trader = await borrower(kit);
    const loanId = await begunPayment(kit, trader);
    const voucher = await voucherOf(kit, trader, loanId);
    const named = 'Enter the bank you pay from.';
    const behind = 'We are updating this loan. Try again in a minute.';
    const unnamed = { ...voucher, payerBank: '' };
    await expectRefusals(trader, [['submitLoanPayment', unnamed, 'loan.payer-bank-needed', 'payerBank', named]]);
    const timers = desk.started.app.get<Timers>(Timers, { strict: false });
    const late = jest.spyOn(timers, 'runDue').mockResolvedValue(0);
    desk.clock.advance(8 * DAY_MS);
    try {
      await expectRefusals(trader, [['submitLoanPayment', voucher, 'loan.calendar-behind', 'voucher', behind]]);
    } finally {
      late.mockRestore();
    }
    await timers.runDue(desk.clock.now());
  });
});
