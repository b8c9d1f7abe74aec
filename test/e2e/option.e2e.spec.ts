import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo } from '../kit/browser.js';
import { startClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
import type { Trader } from '../kit/trader.js';

jest.setTimeout(240_000);

let started: Awaited<ReturnType<typeof startClient>>;
beforeAll(async () => {
  started = await startClient();
}, 240_000);
afterAll(() => started?.close());

const formOf = (page: Page): Locator => page.getByRole('form', { name: 'Buy an option' });

/** A demo account with 500 USDT for options, at the terminal; it has not read the warning yet. */
async function toOptions(page: Page): Promise<void> {
  await startDemo(page);
  await page.goto(`${started.url}/transfer?from=spot&to=options&currency=USDT`);
  await page.getByLabel('Amount').fill('500');
  await Promise.all([
    page.waitForResponse(/web\/transfer$/),
    page.locator('form').getByRole('button', { name: 'Transfer', exact: true }).click(),
  ]);
  await page.goto(`${started.url}/optionTrade?symbol=BTCUSDT`);
  await eventually(() => page.getByTestId('option-available').innerText()).toBe('500 USDT');
}

async function confirmWarning(page: Page): Promise<void> {
  await formOf(page).getByRole('button', { name: 'Read the warning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Before your first option' });
  await dialog.getByText('EU and UK regulators banned selling these to retail customers.').waitFor();
  await dialog.getByRole('button', { name: 'I understand' }).click();
  await formOf(page).getByRole('button', { name: 'Buy rise' }).waitFor();
}

/** Buys ten USDT's worth for thirty seconds: what it costs on average is said by the form, and again by the question. */
async function buyByHand(page: Page, trader: Trader, direction: string): Promise<void> {
  const form = formOf(page);
  await form.getByRole('button', { name: direction, exact: true }).click();
  await form.getByRole('radio', { name: '30 s' }).check();
  await form.getByLabel('Stake').fill('10');
  await eventually(() => form.innerText()).toMatch(/Average cost of this bet\s+≈ 0\.\d+ USDT/);
  await photograph(page, `option-edge-${direction}-phone`);
  await form.getByRole('button', { name: `Buy ${direction.toLowerCase()}` }).click();
  const question = page.getByRole('dialog');
  const said = /If you lose\s+−10\.00 USDT[\s\S]*Average cost of this bet\s+≈ (0\.\d+) USDT/;
  await eventually(() => question.innerText()).toMatch(said);
  const [, cost = ''] = said.exec(await question.innerText()) ?? [];
  await photograph(page, `option-question-${direction}-phone`);
  await question.getByRole('button', { name: `Buy ${direction.toLowerCase()}` }).click();
  await question.waitFor({ state: 'detached' });
  const { options } = await trader.given('getOpenOptions');
  const bought = options.find((each) => each.direction === direction.toLowerCase());
  expect(bought).toMatchObject({ symbol: 'BTCUSDT', delivery: '30s', stake: '10' });
  // The price has moved a little between the question and the purchase.
  expect(Math.abs(Number(bought?.fee) - Number(cost))).toBeLessThan(0.01);
}

describe('options', () => {
  it('are bought by keyboard after the warning, count down, and end with a result that can be verified', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    const bought: string[] = [];
    page.on('request', (request) => request.url().endsWith('/buyOption') && bought.push(request.url()));
    await toOptions(page);
    await formOf(page).getByRole('button', { name: 'Read the warning' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await formOf(page).getByRole('button', { name: 'Read the warning' }).waitFor();
    await confirmWarning(page);
    expect(bought).toEqual([]);

    const form = formOf(page);
    const stake = form.getByLabel('Stake');
    await eventually(() => stake.inputValue()).toBe('');
    await form.getByRole('radio', { name: '30 s' }).focus();
    await page.keyboard.press('Space');
    await stake.fill('0.5');
    await form.getByText('Stake at least 1 USDT.').waitFor();
    await stake.fill('10');
    await form.getByText('Average cost of 100 such bets').waitFor();
    await eventually(() => form.innerText()).toContain('−10.00 USDT');
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'option-form-desktop');
    await stake.press('Enter');
    const question = page.getByRole('dialog', { name: 'Buy a rise of BTCUSDT?' });
    await question.getByText('10.00 USDT', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Buy rise' }).press('Enter');
    const open = page.getByTestId('open-options').locator('tbody tr');
    await eventually(() => open.count()).toBe(1);
    await eventually(() => open.getByRole('timer').innerText()).toMatch(/^0:[0-2]\d$/);
    await eventually(() => open.innerText()).toMatch(/≈ \d+\.\d%/);
    await eventually(() => stake.inputValue()).toBe('');
    expect(bought).toHaveLength(1);
    await photograph(page, 'option-open-desktop');

    await eventually(() => open.count(), 60).toBe(0);
    await eventually(() => page.getByTestId('toasts').innerText()).toMatch(/BTCUSDT (won|lost|ended equal): /);
    await page.getByRole('tab', { name: 'History' }).click();
    const row = page.locator('#options-view tbody tr');
    await eventually(() => row.innerText()).toMatch(/Won|Lost|Equal/);
    await eventually(() => page.getByTestId('option-totals').innerText()).toMatch(/Staked \(USDT\)\s+10.00\s+10.00/);
    await row.getByRole('button').first().click();
    const detail = page.getByTestId('option-detail');
    await detail.getByText('All prices of the average').click();
    await eventually(() => detail.locator('li').count()).toBe(40);
    await photograph(page, 'option-proof-desktop');
    await page.keyboard.press('Escape');
    await page.goto(`${started.url}/optionRecord?direction=fall`);
    await page.getByText('No options match these filters.').waitFor();
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('rise');
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('fit a phone; an own loss limit refuses the stake that would break it, and a pause refuses all', async () => {
    const { page, faults, close } = await openClient(started, 'phone');
    await toOptions(page);
    await confirmWarning(page);
    await eventually(() => overflowOf(page)).toBe(0);
    const form = formOf(page);
    await form.getByRole('button', { name: 'Fall' }).click();
    await form.getByLabel('Stake').fill('600');
    await form.getByRole('alert').first().waitFor();
    await photograph(page, 'option-form-phone');

    await page.getByRole('button', { name: 'Loss limit and pause' }).click();
    const dialog = page.getByRole('dialog', { name: 'Loss limit and pause' });
    await dialog.getByLabel('New limit').fill('5');
    await dialog.getByRole('button', { name: 'Set limit' }).click();
    await dialog.getByText('5.00 USDT').waitFor();
    await photograph(page, 'option-limits-phone');
    await page.keyboard.press('Escape');
    await form.getByLabel('Stake').fill('10');
    await form.getByText('Your daily loss limit is 5 USDT.', { exact: false }).waitFor();

    await page.getByRole('button', { name: 'Loss limit and pause' }).click();
    await dialog.getByLabel('Pause for').selectOption('7');
    await dialog.getByRole('button', { name: 'Pause now' }).click();
    await dialog.getByText('Paused until', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await form.getByText('You paused options until', { exact: false }).waitFor();
    await form.getByLabel('Stake').fill('2');
    await form.getByRole('button', { name: 'Buy fall' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Buy fall' }).click();
    await form.getByText('You paused options until', { exact: false }).waitFor();
    await eventually(() => page.getByTestId('option-available').innerText()).toBe('500 USDT');
    await eventually(() => unfit(page)).toEqual([]);
    await eventually(() => overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('of a real account say their edge on a phone before the click, and are won and lost in both directions', async () => {
    const { trader } = await tradingPerson(started);
    await fund(started, trader.userId, 'USDT', '500');
    await trader.given('transfer', { from: 'spot', to: 'options', currency: 'USDT', amount: '500' });
    await trader.given('confirmOptionWarning');
    const at = { lang: 'en', kind: 'phone', path: '/optionTrade?symbol=BTCUSDT' } as const;
    const { page, faults, close } = await openAs(trader, { browser: started.browser, url: started.url }, at);
    for (const direction of ['Rise', 'Fall']) await buyByHand(page, trader, direction);
    for (const direction of ['rise', 'fall']) {
      const bet = { symbol: 'ETHUSDT', direction, delivery: '30s', stake: '10' };
      const { payoutRate } = await trader.given('quoteOption', bet);
      await trader.given('buyOption', { ...bet, payoutRate: payoutRate ?? '' });
    }
    await eventually(() => page.getByTestId('toasts').innerText(), 90).toMatch(/BTCUSDT (won|lost|ended equal): /);
    await page.goto(`${started.url}/optionRecord`);
    const rows = page.locator('tbody tr');
    await eventually(() => rows.count(), 90).toBe(4);
    for (const result of ['Won', 'Lost'])
      await eventually(() => rows.filter({ hasText: result }).count()).toBeGreaterThan(0);
    await eventually(() => overflowOf(page)).toBe(0);
    await photograph(page, 'option-results-phone');
    expect(faults).toEqual([]);
    await close();
  });

  it('are one click from spot with the same symbol', async () => {
    const { page, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await page.goto(`${started.url}/currencyTrade?symbol=ETHUSDT`);
    const products = page.getByRole('navigation', { name: 'Products' });
    await products.getByRole('link', { name: 'Options' }).click();
    await page.waitForURL(/\/optionTrade\?symbol=ETHUSDT/);
    await products.getByRole('link', { name: 'Spot' }).click();
    await page.waitForURL(/\/currencyTrade\?symbol=ETHUSDT/);
    await close();
  });
});
