import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Download, Page } from 'playwright-core';
import { unfit } from '../kit/axe.js';
import { openClient, placeMarketOrder, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { pdfText } from '../kit/pdf-text.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

let started: StartedClient;
beforeAll(async () => {
  started = await startClient();
});
afterAll(() => started?.close());

async function downloaded(page: Page, name: string): Promise<{ file: Buffer; name: string }> {
  const [file] = (await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
  ])) as [Download, void];
  return { file: readFileSync(await file.path()), name: file.suggestedFilename() };
}

describe('what somebody has', () => {
  it('opens into the postings that made it, hides, goes back in time, and leaves as files that say the same', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await placeMarketOrder(page, 'Buy', '0.01');
    await page.getByTestId('available').filter({ hasNotText: '100,000' }).waitFor();

    await page.goto(`${started.url}/table1`);
    const coins = page.getByTestId('assets');
    await coins.getByText('BTC', { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Value from/ }).waitFor();
    await eventually(() => unfit(page)).toEqual([]);

    // A balance opens by the keyboard, begins at what the table says, and gives the focus back.
    const usdt = coins.getByRole('button', { name: 'USDT' }).first();
    const total = await coins.locator('[data-currency=USDT]').getByTestId('coin-total').innerText();
    await usdt.focus();
    await page.keyboard.press('Enter');
    const balance = page.getByTestId('behind-balance').filter({ hasNotText: '–' });
    await eventually(() => balance.innerText()).toBe(`${total} USDT`);
    const rows = page.getByRole('dialog').locator('tbody tr');
    await eventually(() => rows.first().innerText()).toContain(total);
    await eventually(() => rows.last().innerText()).toContain('100,000.00');
    await page.getByRole('tab', { name: 'On hold' }).click();
    await page.getByText('Nothing is on hold.').waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForFunction("document.activeElement?.textContent === 'USDT'");

    await page.getByRole('button', { name: 'Statement' }).click();
    await page.getByRole('table', { name: 'Balances' }).waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    const csv = await downloaded(page, 'Download CSV');
    const lines = csv.file.toString().trimEnd().split('\r\n');
    const closing = lines.find((line) => line.includes(',closing,,spot/available,USDT,')) ?? '';
    expect(closing.split(',')[7]).toBe(total.replaceAll(',', ''));
    const pdf = await downloaded(page, 'Download PDF');
    expect(pdf.name).toMatch(/^glassbook-statement-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.pdf$/);
    const text = pdfText(pdf.file);
    for (const words of ['Account statement', 'Simulation', total, closing.split(',').at(-1) ?? ''])
      expect(text).toContain(words);
    await page.keyboard.press('Escape');

    // Before the account was there it held nothing; the address keeps the instant.
    await page.getByLabel('As of').fill('2020-01-01T00:00:00');
    await page.getByText('You have no assets yet.').waitFor();
    await page.waitForURL(/at=\d+/);
    await page.getByRole('button', { name: 'Back to today' }).click();

    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await page.getByRole('img', { name: 'Amounts are hidden.' }).waitFor();
    await page.reload();
    await coins.getByText('BTC', { exact: true }).waitFor();
    await eventually(() => page.getByTestId('total').innerText()).toBe('••••••');
    await eventually(() => page.locator('main').innerText()).not.toContain(total);
    expect(faults).toEqual([]);
    await close();
  });

  it('is told in Thai on a phone, its document too', async () => {
    const { page, faults, close } = await openClient(started, 'phone', '/', { locale: 'th-TH' });
    const t = wordsOf('ty');
    await startDemo(page);
    await page.goto(`${started.url}/table2`);
    await page.getByRole('heading', { name: t('asset:space.spot') }).waitFor();
    await page.getByRole('button', { name: t('asset:statement') }).click();
    await page.getByRole('tab', { name: t('statement:period.last30') }).click();
    const pdf = await downloaded(page, t('statement:pdf'));
    expect(pdfText(pdf.file).replace(/\s/g, '')).toContain(t('statement:pdf.title').replace(/\s/g, ''));
    expect(faults).toEqual([]);
    await close();
  });
});
