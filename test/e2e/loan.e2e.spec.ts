import { afterAll, beforeAll, describe, it, expect, jest } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { fund } from '../kit/factors.js';
import { askedPayment, borrower, givenLoan, receiptOf } from '../kit/loan-recipes.js';
import { passDays } from '../kit/passed.js';
import { pdfText } from '../kit/pdf-text.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { approveInConsole } from '../kit/review-desk.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(240_000);

const clock = new FakeClock(Date.now());
let desk: Awaited<ReturnType<typeof startStaffed>>;
let kit: RecipeKit;
let browser: Browser;

beforeAll(async () => {
  desk = await startStaffed({ ...builtScreens(), clock });
  await desk.member('ann', 'reviewer', ['loan']);
  kit = new RecipeKit(desk.started);
  browser = await openBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await desk?.started.close();
});

/** What names the person, which every application asks for. */
async function typePerson(page: Page, form: Locator): Promise<void> {
  await form.getByLabel('Full name').fill('Anna Müller');
  await form.getByLabel('Home address').fill('Hauptstraße 12, 50667 Köln');
  await form.getByLabel('Date of birth').fill('1990-04-01');
  await form.getByLabel('Phone').fill('+49 170 1234567');
  await form.getByLabel('Country').fill('Germany');
  await page
    .getByRole('option', { name: /Germany/ })
    .first()
    .click();
}

/** Sends the receipt of a payment by bank, which waits for staff then. */
async function sendReceipt(page: Page, detail: Locator): Promise<void> {
  const receipt = page.getByRole('form', { name: 'Receipt' });
  await receipt.getByLabel('Payer name').fill('Anna Müller');
  await receipt.getByLabel('Payer bank').fill('Bank of Cologne');
  const photo = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await kit.jpeg() };
  await receipt.locator('input[name=voucher]').setInputFiles(photo);
  await eventually(() => receipt.locator('[data-step=kept]').count()).toBe(1);
  await receipt.getByRole('button', { name: 'Submit receipt' }).click();
  await detail.getByText('Repaying').first().waitFor();
}

const days = (count: number) => passDays(desk.started, clock, count);

describe('a loan', () => {
  it('is calculated, applied for with images, taken back, made again, approved by staff, and repaid', async () => {
    const trader = await borrower(kit);
    const window = { lang: 'en', kind: 'desktop', path: '/ldcoin' } as const;
    const { page, faults, close } = await openAs(trader, { browser, url: desk.started.url }, window);
    await page.getByRole('heading', { name: 'A loan can make losses larger.' }).waitFor();
    await page.getByLabel('Amount').fill('500');
    // 500 USDT over 7 days: 500 x 0.05% x 4, and at most twice the amount and the interest.
    await eventually(() => page.getByTestId('loan-figures').innerText()).toMatch(/501\.00 USDT[\s\S]*546\.00 USDT/);
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'loan-products-desktop');
    await page.getByRole('link', { name: 'Apply for a loan' }).click();

    const form = page.getByRole('form', { name: 'Apply for a loan' });
    await form.getByLabel('Amount').fill('200');
    await form.getByRole('button', { name: 'Review loan request' }).click();
    await form.getByText(wordsOf('en')('refusal:loan.agreement-needed')).waitFor();
    await typePerson(page, form);
    const photo = { name: 'id.jpg', mimeType: 'image/jpeg', buffer: await kit.jpeg() };
    const files = form.locator('input[type=file]');
    for (const index of [0, 1, 2]) await files.nth(index).setInputFiles(photo);
    await eventually(() => form.locator('[data-step=kept]').count()).toBe(3);
    await form.getByLabel('I have read the loan agreement, version 1.').check();
    await form.getByRole('button', { name: 'Review loan request' }).click();
    const question = page.getByRole('dialog', { name: 'Apply for 200 USDT?' });
    await question.getByText('200.40 USDT').waitFor();
    await photograph(page, 'loan-apply-desktop');
    await question.getByRole('button', { name: 'Send request' }).click();
    await page.waitForURL(/\/repayment2\?loan=/);
    const detail = page.getByTestId('loan-detail');
    await detail.getByText('Unreviewed').waitFor();
    const firstId = new URL(page.url()).searchParams.get('loan');
    await detail.getByRole('button', { name: 'Take request back' }).click();
    const leaving = page.getByRole('dialog', { name: 'Take this request back?' });
    await leaving.getByRole('button', { name: 'Take request back' }).click();
    await detail.getByText('You took this request back.').waitFor();
    await detail.getByRole('link', { name: 'Apply again' }).click();
    // Amount and images come along.
    await eventually(() => form.getByLabel('Amount').inputValue()).toBe('200');
    await eventually(() => form.getByText('Choose another image').count()).toBe(3);
    await typePerson(page, form);
    await form.getByLabel('I have read the loan agreement, version 1.').check();
    await form.getByRole('button', { name: 'Review loan request' }).click();
    await question.getByRole('button', { name: 'Send request' }).click();
    await page.waitForURL((url) => ![null, firstId].includes(url.searchParams.get('loan')));
    await detail.getByText('Unreviewed').waitFor();

    const loanId = new URL(page.url()).searchParams.get('loan') ?? '';
    await approveInConsole({ desk, browser, now: clock.now() }, 'ann', loanId);
    await page.reload();
    await detail.getByText('Disbursed').waitFor();
    await detail.getByRole('img', { name: 'ID, front' }).waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'loan-repayment-desktop');
    const [contract] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download contract (PDF)' }).click(),
    ]);
    expect(contract.suggestedFilename()).toBe(`glassbook-loan-contract-${loanId}.pdf`);
    const words = pdfText(await readFile(await contract.path())).replace(/[\t\n]+/g, ' ');
    for (const word of ['Loan contract', loanId, 'Anna Müller']) expect(words).toContain(word);
    await detail.getByRole('button', { name: 'Pay by bank transfer' }).click();
    const fixing = page.getByRole('dialog', { name: 'Repay 200.00 USDT by bank transfer?' });
    await fixing.getByRole('button', { name: 'Pay by bank transfer' }).click();
    await detail.getByText('Simulated Lender (no real account)').first().waitFor();
    await detail.getByRole('button', { name: /^Simulate payment of 200\.00 USD/ }).click();
    await detail.getByText(/^Sent 200\.00 USD with reference GL/).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'loan-bank-desktop');
    await sendReceipt(page, detail);
    await detail.getByRole('img', { name: 'Receipt' }).waitFor();
    await photograph(page, 'loan-receipt-desktop');
    await detail.getByRole('button', { name: 'Take receipt back' }).click();
    await detail.getByText('Disbursed').first().waitFor();
    await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: '150' });
    await detail.getByRole('button', { name: 'Transfer 150 USDT from the earning account' }).click();
    await eventually(() => page.getByTestId('funds-available').innerText()).toBe('200 USDT');
    await detail.getByRole('button', { name: 'Repay now' }).click();
    const repaying = page.getByRole('dialog', { name: 'Repay 200.00 USDT?' });
    await repaying.getByRole('button', { name: 'Repay', exact: true }).click();
    await detail.getByText('You repaid this loan.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows what is overdue, on a phone in German', async () => {
    const trader = await borrower(kit);
    const loanId = await givenLoan(kit, trader);
    await days(9);
    await fund(desk.started, trader.userId, 'USDT', '5');
    await eventually(async () => (await trader.given('lendBack', { loanId })).loan.status).toBe('overdue');
    const window = { lang: 'de', kind: 'phone', path: `/repayment2?loan=${loanId}` } as const;
    const { page, faults, close } = await openAs(trader, { browser, url: desk.started.url }, window);
    await page.getByTestId('loan-detail').getByText(wordsOf('de')('loan:status.overdue')).first().waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'loan-overdue-phone-de');
    expect(faults).toEqual([]);
    await close();
  });

  it('is paid by bank with an amount that grew stale, topped up, and cleared', async () => {
    const trader = await borrower(kit);
    const loanId = await givenLoan(kit, trader);
    await trader.given('payLoanByBank', { loanId, shownTotal: '300' });
    await days(5);
    const { payment } = await trader.given('lendBack', { loanId });
    const [toAccount, reference] = [payment?.account.accountNumber ?? '', payment?.reference ?? ''];
    const window = { lang: 'en', kind: 'phone', path: `/repayment2?loan=${loanId}` } as const;
    const { page, faults, close } = await openAs(trader, { browser, url: desk.started.url }, window);
    const detail = page.getByTestId('loan-detail');
    // 300 x 0.05% x (5 - 3)
    const stale = wordsOf('en')('loan:bank.over').replace('{{owed}}', '300.30');
    await detail.getByText(stale).waitFor();
    await eventually(() => detail.getByText(reference).count()).toBe(0);
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'loan-stale-phone');
    await trader.given('sendWire', { toAccount, amount: '300', currency: 'USD', reference });
    await detail.getByRole('button', { name: 'Get new amount' }).click();
    await detail.getByText(wordsOf('en')('loan:bank.parts')).waitFor();
    await detail.getByText('300.30 USD', { exact: true }).waitFor();
    await detail.getByText(`Sent 300.00 USD with reference ${reference}.`).waitFor();
    await detail.getByRole('button', { name: 'Simulate payment of 0.30 USD' }).click();
    await detail.getByText(`Sent 300.30 USD with reference ${reference}.`).waitFor();
    await eventually(() => detail.getByRole('button', { name: /^Simulate payment/ }).count()).toBe(0);
    await sendReceipt(page, detail);
    await approveInConsole({ desk, browser, now: clock.now() }, 'ann', await receiptOf(kit, trader));
    await page.reload();
    await detail.getByText('You repaid this loan.').waitFor();
    const { loan } = await trader.given('lendBack', { loanId });
    expect(loan).toMatchObject({ paidBy: 'bank', interest: '0.3' });
    expect(faults).toEqual([]);
    await close();
  });

  it('asks for another image of a receipt, on a phone in English', async () => {
    const trader = await borrower(kit);
    const loanId = await askedPayment(kit, trader);
    const window = { lang: 'en', kind: 'phone', path: `/repayment2?loan=${loanId}` } as const;
    const { page, faults, close } = await openAs(trader, { browser, url: desk.started.url }, window);
    const form = page.getByRole('form', { name: 'We need more from you' });
    await page.getByText('We can’t read the receipt').waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'loan-receipt-asked-phone');
    const photo = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: await kit.jpeg() };
    await form.locator('input[name=voucher]').setInputFiles(photo);
    await eventually(() => form.locator('[data-step=kept]').count()).toBe(1);
    await form.getByRole('button', { name: 'Submit receipt' }).click();
    await page.getByText('A reviewer compares your receipt with the bank.').waitFor();
    await eventually(async () => (await trader.given('lendBack', { loanId })).payment).toMatchObject({
      asked: null,
      vouchersLeft: 2,
    });
    expect(faults).toEqual([]);
    await close();
  });

  it('is calculated by a demo account, which reads why it cannot borrow', async () => {
    const { page, close } = await openClient({ url: desk.started.url, browser }, 'phone');
    await startDemo(page);
    await page.goto(`${desk.started.url}/ldcoin`);
    await page.getByText(wordsOf('en')('loan:demo')).waitFor();
    await page.getByLabel('Amount').fill('500');
    await eventually(() => page.getByTestId('loan-figures').innerText()).toContain('501.00 USDT');
    await page.goto(`${desk.started.url}/repaymentNew`);
    await page.getByText(wordsOf('en')('loan:demo')).waitFor();
    await page.getByRole('heading', { name: wordsOf('en')('refusal:demo.real-only') }).waitFor();
    await eventually(() => page.getByLabel('Amount').count()).toBe(0);
    await eventually(() => overflowOf(page)).toBe(0);
    await close();
  });
});
