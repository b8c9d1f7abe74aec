import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { unfit } from '../kit/axe.js';
import { openClient, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';

jest.setTimeout(120_000);

let started: StartedClient;
beforeAll(async () => {
  started = await startClient();
});
afterAll(() => started?.close());

const STOPS_MAX = 80;

/** Walks with the tab key, as a person without a mouse must; answers the number of stops. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  await target.waitFor();
  for (let stops = 1; stops <= STOPS_MAX; stops += 1) {
    await page.keyboard.press(key);
    if (await hasFocus(target)) return stops;
  }
  throw new Error(`not reached with ${STOPS_MAX} stops`);
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Returns once an element has the focus. */
async function focused(page: Page, target: Locator): Promise<void> {
  const handle = await target.elementHandle();
  await page.waitForFunction((element) => element === element?.ownerDocument.activeElement, handle);
}

/** The words that a screen reader adds to a field: its error. */
const descriptionOf = (field: Locator): Promise<string> =>
  field.evaluate((element) => {
    const id = element.getAttribute('aria-describedby');
    return (id && element.ownerDocument.getElementById(id)?.textContent) || '';
  });

const formOf = (page: Page): Locator => page.getByRole('form', { name: 'Order form' });
const newsOf = (page: Page, text: RegExp): Promise<void> =>
  page.getByTestId('order-news').filter({ hasText: text }).waitFor({ state: 'attached' });

/** From the home page into the terminal, by keys alone. */
async function walkIn() {
  const opened = await openClient(started, 'desktop');
  await tabTo(opened.page, opened.page.getByTestId('start-demo').first());
  await opened.page.keyboard.press('Enter');
  await opened.page.waitForURL(/\/currencyTrade/);
  await opened.page.getByTestId('available').filter({ hasText: '100,000' }).waitFor();
  return opened;
}

describe('somebody without a mouse', () => {
  it('buys at the market, places a limit order, and cancels it, hearing of each', async () => {
    const { page, faults, close } = await walkIn();
    const form = formOf(page);
    await page.keyboard.press('m');
    await page.keyboard.press('q');
    await focused(page, form.getByRole('textbox', { name: 'Quantity' }));
    await page.keyboard.type('0.01');
    await form.locator('[data-checked="true"]').waitFor();
    await page.keyboard.press('Enter');
    await focused(page, page.getByRole('dialog').getByRole('button', { name: 'Buy BTC' }));
    await page.keyboard.press('Enter');
    const receipt = page
      .getByTestId('toasts')
      .getByRole('status')
      .filter({ hasText: /Bought 0\.01 BTC at [\d,.]+ USDT/ });
    await receipt.filter({ hasText: /Fee [\d.]+ USDT/ }).waitFor();
    await eventually(() => receipt.getByText('Order placed.').count()).toBe(0);
    await receipt.getByRole('button', { name: 'View order' }).waitFor();

    // The dialog gives the focus back to the field; Escape leaves it, so that letters are shortcuts again.
    await focused(page, form.getByRole('textbox', { name: 'Quantity' }));
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    await page.keyboard.press('p');
    await focused(page, form.getByRole('textbox', { name: 'Price' }));
    await page.keyboard.type('50000');
    const stops = await tabTo(page, form.getByRole('textbox', { name: 'Quantity' }));
    expect(stops).toBeLessThanOrEqual(2);
    await page.keyboard.type('0.01');
    await form.locator('[data-checked="true"]').waitFor();
    await page.keyboard.press('Enter');
    await focused(page, page.getByRole('dialog').getByRole('button', { name: 'Buy BTC' }));
    await page.keyboard.press('Enter');
    await newsOf(page, /^Order placed: Buy 0\.01 BTCUSDT at 50,000$/);

    await focused(page, form.getByRole('textbox', { name: 'Quantity' }));
    await page.keyboard.press('Escape');
    await page.keyboard.press('o');
    await focused(page, page.getByRole('tabpanel', { name: 'Open orders' }));
    await tabTo(page, page.getByRole('button', { name: 'Cancel order BTCUSDT' }));
    await page.keyboard.press('Enter');
    await newsOf(page, /^Cancelled: Buy 0\.01 BTCUSDT, 0 filled$/);
    await page.getByText('No open orders.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('takes a price, and the size up to it, from the book', async () => {
    const { page, close } = await walkIn();
    const asks = page.getByRole('listbox', { name: 'Asks' });
    await asks.getByRole('option').first().waitFor();
    await tabTo(page, asks);
    for (let up = 0; up < 3; up += 1) await page.keyboard.press('ArrowUp');
    await eventually(() => asks.getAttribute('aria-activedescendant')).toMatch(/-3$/);
    await page.getByTestId('book-summary').waitFor();
    await page.keyboard.press('Shift+Enter');
    const form = formOf(page);
    await eventually(async () =>
      Number(await form.getByRole('textbox', { name: 'Price' }).inputValue()),
    ).toBeGreaterThan(0);
    await eventually(async () =>
      Number(await form.getByRole('textbox', { name: 'Quantity' }).inputValue()),
    ).toBeGreaterThan(0);
    await close();
  });

  it('sets no shortcut off by typing, finds them all under “?”, and can turn them off', async () => {
    const { page, close } = await walkIn();
    const form = formOf(page);
    const sell = form.getByRole('button', { name: 'Sell', exact: true });
    await page.keyboard.press('q');
    await focused(page, form.getByRole('textbox', { name: 'Quantity' }));
    await page.keyboard.press('s');
    await eventually(() => sell.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await form.locator('button[aria-pressed="true"]', { hasText: 'Sell' }).waitFor();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await tabTo(page, sheet.getByRole('checkbox', { name: 'Shortcuts on' }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.keyboard.press('b');
    await eventually(() => sell.getAttribute('aria-pressed')).toBe('true');
    await close();
  });

  it('keeps what was typed over a reload', async () => {
    const { page, close } = await walkIn();
    const quantity = formOf(page).getByRole('textbox', { name: 'Quantity' });
    await page.keyboard.press('q');
    await focused(page, quantity);
    await page.keyboard.type('0.0123');
    await eventually(() => quantity.inputValue()).toBe('0.0123');
    await page.reload();
    await page.getByTestId('available').filter({ hasText: '100,000' }).waitFor();
    await eventually(() => quantity.inputValue()).toBe('0.0123');
    await close();
  });
});

describe('a phone in German', () => {
  it('has the whole form beside the book, and nothing of it over that', async () => {
    const { page, faults, close } = await openClient(started, 'phone', '/', { locale: 'de-DE' });
    await startDemo(page);
    const form = page.locator('form').filter({ has: page.getByTestId('available') });
    await form.locator('select').nth(1).waitFor();
    const outside = () =>
      form.evaluate((element) =>
        [...element.querySelectorAll('select, input, button')]
          .filter((field) => field.getBoundingClientRect().right > element.getBoundingClientRect().right + 1)
          .map((field) => field.outerHTML.slice(0, 60)),
      );
    await eventually(outside).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a screen reader', () => {
  it('finds everything in the form by name and kind, in the order in which it is filled in', async () => {
    const { page, close } = await walkIn();
    const parts = [
      'group "Side"',
      'button "Buy" [pressed]',
      'tablist "Order type"',
      'tab "Limit" [selected]',
      'textbox "Price"',
      'textbox "Quantity"',
      'textbox "Total"',
      'slider "Share of available balance"',
      'combobox "Time in force"',
      'checkbox "Post-only"',
      'button "Buy BTC"',
    ];
    const found = async () => {
      const tree = await formOf(page).ariaSnapshot();
      return parts.filter((part) => tree.includes(part)).sort((a, b) => tree.indexOf(a) - tree.indexOf(b));
    };
    await eventually(found).toEqual(parts);
    await eventually(() => unfit(page)).toEqual([]);
    await close();
  });

  it('hears at the field what is wrong with it and how to put it right', async () => {
    const { page, close } = await walkIn();
    const form = formOf(page);
    const quantity = form.getByRole('textbox', { name: 'Quantity' });
    await page.keyboard.press('q');
    await page.keyboard.press('Enter');
    await focused(page, quantity);
    await eventually(() => quantity.getAttribute('aria-invalid')).toBe('true');
    await eventually(() => descriptionOf(quantity)).not.toBe('');
    await page.keyboard.type('500');
    await form.getByRole('alert').filter({ hasText: /BTC/ }).waitFor();
    const correct = form.getByRole('button', { name: /^Use / });
    await tabTo(page, correct);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await eventually(async () => Number(await quantity.inputValue())).toBeLessThan(500);
    await close();
  });

  it('hears what only the server knows: a price outside the band', async () => {
    const { page, close } = await walkIn();
    const price = formOf(page).getByRole('textbox', { name: 'Price' });
    await page.keyboard.press('p');
    await focused(page, price);
    await page.keyboard.type('900');
    await page.keyboard.press('Escape');
    await page.keyboard.press('q');
    await focused(page, formOf(page).getByRole('textbox', { name: 'Quantity' }));
    await page.keyboard.type('0.1');
    await formOf(page).getByRole('alert').filter({ hasText: 'USDT' }).waitFor();
    await eventually(() => descriptionOf(price)).toMatch(/[\d,.]+/);
    await close();
  });
});
