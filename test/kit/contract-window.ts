import type { Locator, Page } from 'playwright-core';
import { openAs, openClient, startDemo, type WindowKind } from './browser.js';
import type { startClient } from './console.js';
import { eventually } from './eventually.js';
import { BOLD_ANSWERS, fund, tradingPerson } from './factors.js';

type Started = Awaited<ReturnType<typeof startClient>>;

export const formOf = (page: Page): Locator => page.getByRole('form', { name: 'Contract order' });
export const positionsOf = (page: Page): Locator => page.getByTestId('positions').locator('tbody tr');

/** A demo account with 5,000 USDT for contracts, at the perpetual contract on bitcoin. */
export async function demoAtContracts(started: Started, kind: WindowKind) {
  const window = await openClient(started, kind);
  await startDemo(window.page);
  await moveMargin(started, window.page);
  return window;
}

/** The same with a real account. */
export async function realAtContracts(started: Started, kind: WindowKind) {
  const { trader } = await tradingPerson(started);
  await trader.given('submitQuestionnaire', BOLD_ANSWERS);
  await fund(started, trader.userId, 'USDT', '10000');
  const window = await openAs(trader, started, { lang: 'en', kind, path: '/' });
  await moveMargin(started, window.page);
  return window;
}

/** 5,000 USDT to the space of contracts, and to their terminal. */
export async function moveMargin({ url }: Started, page: Page): Promise<void> {
  await page.goto(`${url}/transfer?from=spot&to=contract&currency=USDT`);
  await page.getByLabel('Amount').fill('5000');
  await Promise.all([
    page.waitForResponse(/web\/transfer$/),
    page.locator('form').getByRole('button', { name: 'Transfer', exact: true }).click(),
  ]);
  await page.goto(`${url}/preciousMetal?symbol=BTCUSDT`);
  await eventually(() => page.getByTestId('contract-available').innerText()).toBe('5,000 USDT');
}

/** Opens a long at the market price, after a look at what it takes; `protect` attaches what closes it. */
export async function openLong(
  page: Page,
  quantity: string,
  protect?: (form: Locator) => Promise<void>,
): Promise<void> {
  const form = formOf(page);
  const list = form.getByRole('combobox', { name: 'Order type' });
  const tab = form.getByRole('tab', { name: 'Market', exact: true });
  await list.or(tab).first().waitFor();
  if (await list.isVisible()) await list.selectOption('market');
  else await tab.click();
  await form.getByLabel('Quantity').fill(quantity);
  await protect?.(form);
  await eventually(() => form.getByTestId('contract-summary').innerText()).toMatch(
    /Liquidation price then\s+≈ [\d,.]+ USDT/,
  );
  await form.getByTestId('place-contract-order').click();
  const question = page.getByRole('dialog');
  await question.getByText('Initial margin at 10x').waitFor();
  await question.getByRole('button', { name: 'Open long' }).click();
  await eventually(() => positionsOf(page).count()).toBe(1);
}
