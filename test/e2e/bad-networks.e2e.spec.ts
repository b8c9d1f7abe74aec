import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openClient, placeMarketOrder, startDemo, waitForChange } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { until } from '../kit/until.js';
import { patternOf, wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

let started: StartedClient;

beforeAll(async () => {
  started = await startClient();
});
afterAll(() => started?.close());

const connection = (page: Page, state: string) => page.locator(`[role=status][data-state="${state}"]`).first();

const CLEARED = "JSON.parse(localStorage['glassbook.session']).state.session === null";

describe('a bad network', () => {
  it('that goes is said, takes nothing that was typed, and comes back by itself', async () => {
    const { page, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await connection(page, 'live').waitFor();
    const quantity = page.getByRole('form', { name: 'Order form' }).getByLabel('Quantity');
    await quantity.fill('0.0123');
    await page.context().setOffline(true);
    await connection(page, 'offline').getByText('Offline').waitFor();
    await page.context().setOffline(false);
    await connection(page, 'live').waitFor();
    await waitForChange(page.getByTestId('last-price'));
    await eventually(() => quantity.inputValue()).toBe('0.0123');
    await close();
  });

  it('that loses the answer to an order does not place it twice: the client repeats it with the same token', async () => {
    const { page, close } = await openClient(started, 'desktop');
    await startDemo(page);
    const tokens: (string | null)[] = [];
    await page.route('**/web/placeOrder', async (route) => {
      tokens.push(new URLSearchParams(route.request().postData() ?? '').get('requestToken'));
      if (tokens.length > 1) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await placeMarketOrder(page, 'Buy', '0.01');
    await page.getByText(patternOf(wordsOf('en')('order:receipt.buy', { filled: '0.01', asset: 'BTC' }))).waitFor();
    // The socket pushes the fill as well, maybe before the second try.
    await until(() => tokens.length > 1);
    expect(tokens).toEqual([tokens[0], tokens[0]]);
    await page.goto(`${started.url}/currencyRecord`);
    await page.locator('[role=row] [role=cell]').first().waitFor();
    await eventually(() => page.locator('tbody [role=row]').count()).toBe(1);
    await close();
  });

  it('whose server is away for a moment is said, and the view fills itself when it is back', async () => {
    const { page, close } = await openClient(started, 'desktop', '/login');
    await page.route('**/web/getLogo*', (route) => route.continue());
    await page.route(/\/web\/(?!getLogo)/, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.goto(`${started.url}/help`);
    await connection(page, 'restarting').waitFor();
    await page.unrouteAll();
    await connection(page, 'restarting').waitFor({ state: 'detached' });
    await page.locator('main h1').waitFor();
    await eventually(() => page.getByRole('alert').getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await close();
  });

  it('that goes before the code of a screen has come is said there, and the screen comes with it', async () => {
    const { page, close } = await openClient(started, 'desktop', '/login');
    await page.getByTestId('start-demo').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('navigation', { name: 'Main navigation', exact: true }).getByText('Market').click();
    await page.locator('main').getByText('You’re offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    await close();
  });

  it('that has lost the code of a screen leaves the rest of the page standing, and a try loads it', async () => {
    const { page, close } = await openClient(started, 'desktop', '/login');
    await page.getByTestId('start-demo').waitFor();
    await page.route('**/assets/MarketScreen*.js', (route) => route.abort());
    await page.getByRole('navigation', { name: 'Main navigation', exact: true }).getByText('Market').click();
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await eventually(() => page.getByRole('banner').isVisible()).toBe(true);
    await page.unrouteAll();
    await retry.click();
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    await close();
  });
});

describe('the end of a session', () => {
  it('by code 2000 is a dialog with the server’s words; logging in again leads back to where it happened', async () => {
    const { page, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await page.route('**/web/**', (route) => {
      const headers = { ...route.request().headers(), authorization: 'Bearer a-token-that-nobody-gave' };
      return route.continue({ headers });
    });
    await page.goto(`${started.url}/table1?currency=BTC#top`);
    const dialog = page.getByRole('dialog', { name: 'Session ended' });
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    await page.waitForURL(/\/login\?from=%2Ftable1%3Fcurrency%3DBTC%23top$/);
    await page.waitForFunction(CLEARED);
    await close();
  });

  it('by code 1000 is said, and after so many seconds the session is cleared and the page loads anew', async () => {
    const { page, close } = await openClient(started, 'desktop');
    await startDemo(page);
    const ending = { code: 1000, message: 'Logged in elsewhere.', data: null, event: 'info', title: '', time: 2 };
    await page.route('**/web/info*', (route) => route.fulfill({ json: ending }));
    // It is there for two seconds only, which may be over before everything has loaded.
    const toast = page.getByTestId('toasts').getByText('Logged in elsewhere.').waitFor();
    await Promise.all([toast, page.goto(`${started.url}/table1`)]);
    await page.waitForURL(/\/login\?from=%2Ftable1$/);
    await page.waitForFunction(CLEARED);
    await close();
  });
});
