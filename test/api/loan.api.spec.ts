import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StaffLoanRow } from '../../contracts/loan.staff.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import { printedWords } from '../../server/edge/pdf/words.js';
import { pdfText } from '../kit/pdf-text.js';
import { LENDER_BANK, loanReference } from '../../server/features/loan/loan-payment.rules.js';
import { eventually } from '../kit/eventually.js';
import { fund } from '../kit/factors.js';
import { LoanDesk } from '../kit/loan-desk.js';
import { appliedLoan, askedLoan, borrower, givenLoan, lender, loanForm } from '../kit/loan-recipes.js';
import type { RecipeKit } from '../kit/recipe-kit.js';
import { Trader } from '../kit/trader.js';
import { languageKeys } from '../../shared/language.js';

/** A withdrawal of borrowed money, as its form asks what stands against it. */
const WITHDRAWAL = { kind: 'crypto', payeeId: '', currency: 'USDT', network: 'ERC20', amount: '250' };
let desk: LoanDesk;
let kit: RecipeKit;

beforeAll(async () => {
  desk = await LoanDesk.open();
  kit = desk.kit;
}, 120_000);
afterAll(() => desk.close());

describe('loans as a visitor and a demo account see them', () => {
  it('shows terms, limits and the lender to everybody', async () => {
    const products = await new Trader(desk.started).given('lendList');
    expect(products).toMatchObject({
      periods: [7, 15, 30, 60, 90],
      dailyRate: '0.0005',
      freeDays: 3,
      lateRate: '0.001',
      limits: { unassessed: '500', conservative: '5000', balanced: '20000', aggressive: '50000' },
      available: '5000000',
      lender: 'house/lending',
    });
  });

  it('opens for a demo account to read, and asks for a real one to borrow', async () => {
    const demo = await Trader.demo(desk.started);
    expect(await demo.given('lendMy')).toEqual({ own: null });
    expect((await demo.given('lendMylist')).items).toEqual([]);
    await demo.when('lendBack', { loanId: 'loan-none' }).then('loan.not-found');
    await demo.when('applyLoan', {}).then('demo.real-only');
    await demo.when('repayLoan', { loanId: 'loan-none', shownTotal: '1' }).then('demo.real-only');
  });
});

describe('an application', () => {
  it('needs verification, and says what stands against borrowing', async () => {
    const { trader } = await kit.verified();
    const { own } = await trader.given('lendMy');
    expect(own?.problems.map(({ refusal }) => refusal)).toEqual(['loan.advanced-needed']);
    expect(own).toMatchObject({ class: 'unassessed', debt: '0', overdue: false });
    await trader.when('applyLoan', await loanForm(kit, trader)).then('loan.advanced-needed');
  });

  it('is refused over the limit, without the agreement, and without images, in nine languages', async () => {
    const trader = await borrower(kit);
    const form = await loanForm(kit, trader);
    const messages = await Promise.all(
      languageKeys.map(
        async (lang) => (await trader.post('applyLoan', { ...form, amount: '9999', lang })).envelope.message,
      ),
    );
    expect(new Set(messages).size).toBe(languageKeys.length);
    expect(messages[0]).toMatch(/^Exceeded loan limit\. Your limit is \d+ USDT and 0 USDT are open\./);
    await trader.when('applyLoan', { ...form, amount: '9999' }).then('loan.limit-exceeded');
    const { agreed: _, ...unticked } = form;
    await trader.when('applyLoan', unticked).then('loan.agreement-needed');
    await trader.when('applyLoan', { ...form, back: '' }).then('loan.images-needed');
    await trader.when('applyLoan', { ...form, income: '' }).then('loan.proof-needed');
    await trader.when('applyLoan', { ...form, front: form.income }).then('image.purpose-wrong');
  });

  it('is taken back, and made again with the same images', async () => {
    const trader = await borrower(kit);
    const form = await loanForm(kit, trader);
    const { loanId } = await trader.given('applyLoan', form);
    await trader.when('applyLoan', form).then('loan.waiting');
    await trader.given('withdrawLoan', { loanId });
    await desk.reaches(trader, loanId, 'withdrawn');
    await trader.when('withdrawLoan', { loanId }).then('loan.not-waiting');
    const again = await trader.given('applyLoan', form);
    const { loan } = await desk.reaches(trader, again.loanId, 'unreviewed');
    expect(loan.images.map(({ image }) => image)).toEqual(['front', 'back', 'income']);
    const picture = await fetch(
      `${desk.started.url}/web/lend_img?${new URLSearchParams({ loanId: again.loanId, imageId: form.front })}`,
      { headers: { authorization: `Bearer ${trader.token}` } },
    );
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('shows its reviewer the person, what it costs, and what rules noticed', async () => {
    const trader = await borrower(kit);
    const loanId = await appliedLoan(kit, trader);
    const reviewer = await lender(kit);
    await reviewer.given('claimReview', { requestId: loanId });
    const { details } = (await reviewer.given('reviews/:id', { id: loanId })) as ReviewView;
    const values = Object.fromEntries((details?.fields ?? []).map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({
      amount: '300 USDT',
      loanInterest: '0.6 USDT',
      loanTotal: '300.6 USDT',
      realName: 'Anna Müller',
      loanName: 'Anna Müller',
      loanCountry: 'DE',
    });
    expect(details?.images).toHaveLength(3);
    expect(values).toMatchObject({ loanOpen: '300 USDT' });
    // What the borrower owns and owes, as for withdrawals.
    const { netUsdt, debtsUsdt } = await trader.given('getOwned');
    expect(details?.owned).toMatchObject({ netUsdt, debtsUsdt, debts: [] });
    await reviewer.approves(loanId).then();
    await desk.reaches(trader, loanId, 'disbursed');
  });

  it('is a contract to keep, in the language of the borrower, which nobody else gets', async () => {
    const trader = await borrower(kit);
    const loanId = await appliedLoan(kit, trader);
    const file = async (who: Trader, lang: string) => {
      const answer = await fetch(
        `${desk.started.url}/web/exportLoanContract?${new URLSearchParams({ loanId, lang })}`,
        { headers: { authorization: `Bearer ${who.token}` } },
      );
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const text = async (lang: string) => pdfText((await file(trader, lang)).bytes).replace(/[\t\n]+/g, ' ');
    const { version } = await trader.given('lendList');
    const waiting = await text('en');
    for (const words of [
      'Loan request, not paid out',
      loanId,
      'Anna Müller',
      'Germany',
      'Hauptstraße 12, 50667 Köln',
      '+49 170 1234567',
      trader.userId,
      `Version ${version}`,
      'Europe/Berlin',
      'Days after payout',
    ])
      expect(waiting).toContain(words);
    expect(waiting).toContain('Each overdue day costs 0.30 USDT from its start, 27.00 USDT at most.');
    await (await lender(kit)).decides(loanId).then();
    const { loan } = await desk.reaches(trader, loanId, 'disbursed');
    const { answer } = await file(trader, 'en');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toContain(`glassbook-loan-contract-${loanId}.pdf`);
    const contract = await text('en');
    for (const words of [
      'Loan contract',
      LENDER_BANK.accountNumber,
      loanReference(loanId),
      'while your account is frozen',
    ])
      expect(contract).toContain(words);
    for (const lang of languageKeys) {
      const words = await text(lang);
      for (const always of [loanId, 'loan.rules', '300', 'Europe/Berlin']) expect(words).toContain(always);
      const { day, amount, country } = printedWords('loan', lang, 'Europe/Berlin');
      expect(words).toContain(day('1990-04-01'));
      // The extracted text parts some scripts letter by letter.
      expect(words.replaceAll(' ', '')).toContain(country('DE').replaceAll(' ', ''));
      expect(words).toContain(day(loan.dueDate ?? ''));
      expect(words).toContain(amount('300.6'));
      expect(words).not.toContain('□');
    }
    const stranger = await borrower(kit);
    expect((await file(stranger, 'en')).bytes.toString()).toContain('loan.not-found');
  }, 60_000);

  it('goes back to its borrower, who reads what is missing and adds an image', async () => {
    const trader = await borrower(kit);
    const loanId = await askedLoan(kit, trader);
    const { asked } = await trader.given('lendBack', { loanId });
    expect(asked).toMatchObject({ reasons: ['incomplete'], advice: 'newer' });
    await trader.when('answerLoan', { loanId }).then('loan.answer-needed', 'Add at least one image.');
    const bank = await kit.image(trader.token, 'loan-proof');
    await trader.when('answerLoan', { loanId, front: bank }).then('image.purpose-wrong');
    await trader.given('answerLoan', { loanId, bank });
    await trader.when('answerLoan', { loanId, bank }).then('loan.nothing-asked');
    const shown = async () => (await trader.given('lendBack', { loanId })).loan.images.map(({ image }) => image);
    await eventually(shown).toEqual(['front', 'back', 'income', 'bank']);
    const reviewer = await lender(kit);
    await reviewer.given('claimReview', { requestId: loanId });
    const { details } = (await reviewer.given('reviews/:id', { id: loanId })) as ReviewView;
    expect(details?.images).toHaveLength(4);
    expect(details?.signals).toContainEqual({ name: 'answered', level: 'info', inputs: { times: 1, photos: 1 } });
    await reviewer.approves(loanId).then();
    await desk.reaches(trader, loanId, 'disbursed');
    await trader.when('answerLoan', { loanId, bank }).then('loan.not-waiting');
  });

  it('is rejected with a reason that its borrower reads', async () => {
    const trader = await borrower(kit);
    const loanId = await appliedLoan(kit, trader);
    await (await lender(kit)).decides(loanId, 'rejected', { reasons: ['income-unclear'] }).then();
    expect((await desk.reaches(trader, loanId, 'rejected')).loan.rejectedFor).toEqual(['income-unclear']);
    await eventually(() => desk.spot(trader)).toBe('0');
  });
});

describe('a loan', () => {
  it('is repaid early, at the interest to that date', async () => {
    const trader = await borrower(kit);
    const loanId = await givenLoan(kit, trader);
    const given = await desk.reaches(trader, loanId, 'disbursed');
    expect(given.now).toMatchObject({ interest: '0', owed: '300', overdueDays: 0 });
    expect(given.dates).toHaveLength(8);
    expect(given.dates.at(-1)).toMatchObject({ interest: '0.6', owed: '300.6' });
    expect(given.worst).toMatchObject({ overdueDays: 90, lateFee: '27', total: '327.6' });
    await eventually(() => desk.spot(trader)).toBe('300');
    const { own } = await trader.given('lendMy');
    expect(own).toMatchObject({ open: '300', debt: '300' });
    const { problems } = await trader.given('previewWithdrawal', WITHDRAWAL);
    expect(problems).toContainEqual(
      expect.objectContaining({
        refusal: 'loan.debts-first',
        message: 'You owe 300 USDT. Withdraw at most 0 USDT or repay first.',
      }),
    );
    const borrowed = { currency: 'USDT', amount: '300' };
    await trader.given('transfer', { from: 'spot', to: 'finance', ...borrowed });
    await trader
      .when('buyProfit', { productId: 'flat', amount: '100', agreed: '1' })
      .then('asset.debts-uncovered', 'You owe 300 USDT. At most 0 USDT may go in here. Repay first for more.');
    await trader.given('transfer', { from: 'finance', to: 'spot', ...borrowed });
    await desk.pass(5);
    // Net assets of VIP products: 300 USDT are held, and at least 300 were owed.
    const { vip } = await trader.given('getProfitList', { group: 'vip' });
    expect(vip?.days.at(-1)?.usdt).toBe('0');
    await fund(desk.started, trader.userId, 'USDT', '1');
    await trader.when('repayLoan', { loanId, shownTotal: '300' }).then('loan.total-changed');
    const { now } = await trader.given('lendBack', { loanId });
    expect(now).toMatchObject({ interestDays: 2, interest: '0.3', owed: '300.3' });
    await trader.given('repayLoan', { loanId, shownTotal: '300.3' });
    const { loan } = await desk.reaches(trader, loanId, 'cleared');
    expect(loan).toMatchObject({ interest: '0.3', lateFee: '0', paidBy: 'balance' });
    await eventually(() => desk.spot(trader)).toBe('0.7');
    await trader.when('repayLoan', { loanId, shownTotal: '300.3' }).then('loan.nothing-owed');
  }, 60_000);

  it('raises the score when it was held seven days', async () => {
    const trader = await borrower(kit);
    const loanId = await givenLoan(kit, trader);
    await desk.reaches(trader, loanId, 'disbursed');
    await desk.pass(7);
    await fund(desk.started, trader.userId, 'USDT', '1');
    const { score, now } = await trader.given('lendBack', { loanId });
    expect(score?.counts).toBe(true);
    await trader.given('repayLoan', { loanId, shownTotal: now?.owed ?? '' });
    await eventually(async () => (await trader.given('getCredit')).score).toBe(score?.afterRepaid);
    expect((await trader.given('getMessages')).items.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Your loan is due soon']),
    );
  }, 60_000);

  it('is overdue, lowers the score, is set off after 30 dates, and written off after 90', async () => {
    const trader = await borrower(kit);
    const loanId = await givenLoan(kit, trader);
    const before = (await trader.given('getCredit')).score;
    await desk.reaches(trader, loanId, 'disbursed');
    await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: '200' });
    await desk.pass(8);
    const overdue = await desk.reaches(trader, loanId, 'overdue');
    expect(overdue.now).toMatchObject({ overdueDays: 1, lateFee: '0.3', owed: '300.9' });
    const lowered = before - (overdue.score === null ? 0 : ((await trader.given('lendMy')).own?.overduePoints ?? 0));
    await eventually(async () => (await trader.given('getCredit')).score).toBe(lowered);
    await trader.when('applyLoan', await loanForm(kit, trader)).then('loan.overdue');
    const { problems } = await trader.given('previewWithdrawal', WITHDRAWAL);
    expect(problems[0]?.refusal).toBe('loan.overdue');
    await desk.pass(3);
    desk.staffed.tokens.set('auditor', await desk.staffed.again('auditor'));
    const sorted = new URLSearchParams({ sort: '["overdueDays","DESC"]' });
    const listed = await desk.staffed.audit<StaffLoanRow[]>(`loans?${sorted}`);
    const fourth = await (await desk.again(trader)).given('lendBack', { loanId });
    expect(listed.body.find(({ id }) => id === loanId)).toMatchObject({
      overdueDays: 4,
      owedNow: fourth.now?.owed,
      lateFeeNow: fourth.now?.lateFee,
    });
    const days = listed.body.map(({ overdueDays }) => overdueDays);
    expect(days).toEqual([...days].sort((a, b) => b - a));
    await desk.pass(27);
    const later = await desk.again(trader);
    // 300 + 0.6 + 31 x 0.3, of which 100 in the spot account and 200 in the finance account.
    await eventually(async () => (await later.given('lendBack', { loanId })).loan.setOff).toBe('300');
    expect((await later.given('lendBack', { loanId })).now).toMatchObject({ owed: '9.9' });
    await desk.pass(60);
    const last = await desk.again(trader);
    await eventually(async () => (await last.given('lendBack', { loanId })).loan.writtenOff).toBe('0');
    expect((await last.given('lendBack', { loanId })).loan.status).toBe('overdue');
    await last.when('applyLoan', await loanForm(kit, last)).then('loan.written-off');
    desk.staffed.tokens.set('auditor', await desk.staffed.again('auditor'));
    const byStatus = async (status: string) => {
      const filter = new URLSearchParams({ filter: JSON.stringify({ status }) });
      return (await desk.staffed.audit<StaffLoanRow[]>(`loans?${filter}`)).body;
    };
    expect((await byStatus('written-off')).find(({ id }) => id === loanId)).toMatchObject({ owedNow: null });
    expect((await byStatus('overdue')).map(({ id }) => id)).not.toContain(loanId);
  }, 120_000);
});

describe('what staff see of loans', () => {
  it('lists loans and the lending book', async () => {
    desk.staffed.tokens.set('auditor', await desk.staffed.again('auditor'));
    const loans = await desk.staffed.audit<{ id: string; status: string }[]>('loans');
    expect(loans.body.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['cleared', 'written-off', 'rejected']),
    );
    const lending = await desk.staffed.audit<{ grantedUsdt: string; count: number; lossUsdt: string }[]>('lending');
    expect(lending.body).toMatchObject([{ grantedUsdt: '5000000', count: 2, lossUsdt: '0' }]);
  });
});
