import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { SessionView } from '../../contracts/account.contract.js';
import type { Envelope, Page as Paged } from '../../contracts/envelope.contract.js';
import type { OrderView } from '../../contracts/order.contract.js';
import {
  WINDOWS,
  heldOf,
  openClient,
  photograph,
  placeMarketOrder,
  startDemo,
  waitForChange,
  type WindowKind,
} from '../kit/browser.js';
import { signIn, startProcess, type StartedProcess } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { patternOf, wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

/** The sentence of a fill, at any price. */
const RECEIPT = patternOf(wordsOf('en')('order:receipt.buy', { filled: '0.01', asset: 'BTC' }));

let started: StartedProcess;

beforeAll(async () => {
  started = await startProcess();
});
afterAll(() => started?.close());

describe.each(Object.keys(WINDOWS) as WindowKind[])('a person with a %s', (kind) => {
  it('starts a demo account with one click, watches the market live, buys 0.01 BTC and sees it in the assets', async () => {
    const { page, faults, close } = await openClient(started, kind);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await photograph(page, `home-${kind}`);

    await startDemo(page);
    await waitForChange(page.getByTestId('last-price'));
    await waitForChange(page.getByTestId('book'));
    await page
      .getByTestId('available')
      .filter({ hasText: /^100,000$/ })
      .waitFor();

    await placeMarketOrder(page, 'Buy', '0.01');
    await page.getByText(RECEIPT).waitFor();
    const head = await boxOf(page.getByRole('banner'));
    await eventually(async () => (await boxOf(page.getByTestId('toasts'))).y).toBeGreaterThan(head.y + head.height);
    await photograph(page, `receipt-${kind}`);
    await page.getByTestId('available').filter({ hasNotText: '100,000' }).waitFor();
    await page.getByRole('tab', { name: 'My trades' }).click();
    await page.locator('[data-label="Quantity"]', { hasText: /^0\.01$/ }).waitFor();
    await photograph(page, `spot-${kind}`);

    await page.goto(`${started.url}/asset`);
    await page.waitForURL(/\/table1$/);
    await page.locator('[data-currency="BTC"]').waitFor();
    await eventually(() => heldOf(page, 'BTC')).toBe('0.01');
    await page
      .locator('[data-label="Activity"]', { hasText: /^Trade$/ })
      .first()
      .waitFor();
    await photograph(page, `assets-${kind}`);
    expect(faults).toEqual([]);
    await close();
  });
});

async function boxOf(element: Locator): Promise<{ y: number; height: number }> {
  return (await element.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
}

/** The id of the newest order of the account in this window, as the API answers it. */
async function lastOrderOf(page: Page): Promise<string> {
  const kept = await page.evaluate<string>("localStorage.getItem('glassbook.session')");
  const { state } = JSON.parse(kept) as { state: { session: SessionView } };
  const headers = { authorization: `Bearer ${state.session.token}` };
  const answer = await fetch(`${started.url}/web/getOrderHistory`, { headers });
  const { data } = (await answer.json()) as Envelope<Paged<OrderView>>;
  return data.items[0]?.orderId ?? '';
}

describe('an auditor', () => {
  it('sees in the console the events that made a purchase so, in order and chained', async () => {
    const person = await openClient(started, 'desktop');
    await startDemo(person.page);
    await placeMarketOrder(person.page, 'Buy', '0.01');
    await person.page.getByText(RECEIPT).waitFor();
    const orderId = await lastOrderOf(person.page);
    await person.close();

    const { page, faults } = await signIn(started, 'auditor');
    await page.getByRole('menuitem', { name: 'Orders', exact: true }).click();
    await page.getByRole('link', { name: orderId }).click();
    const rows = page.locator('section', { has: page.getByRole('heading', { name: 'Events', exact: true }) });
    await rows.getByText('SpotOrderMatched').first().waitFor();
    const types = async () => (await rows.locator('tbody tr').allInnerTexts()).map((text) => /Spot\w+/.exec(text)?.[0]);
    await eventually(async () => (await types()).slice(0, 2)).toEqual(['SpotOrderAccepted', 'SpotOrderMatched']);
    await page.getByRole('menuitem', { name: 'Chain status' }).click();
    await page.locator('[data-chain="demo"][data-verdict="sound"]').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('a visitor', () => {
  it('is asked to log in where that is needed, and brought back to where he wanted to go', async () => {
    const { page, close } = await openClient(started, 'desktop', '/currencyTrade?symbol=ETHUSDT');
    await page.waitForURL(/\/login\?from=/);
    await page.getByTestId('start-demo').click();
    await page.waitForURL(/\/currencyTrade\?symbol=ETHUSDT$/);
    await close();
  });

  it('keeps language and theme over a reload', async () => {
    const { page, close } = await openClient(started, 'desktop', '/market', { locale: 'de-DE', colorScheme: 'dark' });
    const [german, japanese] = [wordsOf('de'), wordsOf('jp')];
    await page.getByRole('heading', { name: german('market:title') }).waitFor();
    await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: german('common:menu.language') }).click();
    await page.getByRole('menuitemradio', { name: '日本語' }).click();
    await page.getByRole('heading', { name: japanese('market:title') }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: japanese('market:title') }).waitFor();
    await eventually(() => page.locator('html').getAttribute('lang')).toBe('ja');
    await close();
  });
});
