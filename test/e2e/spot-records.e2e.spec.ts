import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { openClient, overflowOf, placeMarketOrder, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';

jest.setTimeout(120_000);

let started: StartedClient;
beforeAll(async () => {
  started = await startClient();
});
afterAll(() => started?.close());

describe('the records of a trader', () => {
  it('leave as a file exactly what the list shows, and each order tells what happened to it', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await placeMarketOrder(page, 'Buy', '0.01');
    await page.getByTestId('available').filter({ hasNotText: '100,000' }).waitFor();
    await page.goto(`${started.url}/currencyRecord?view=history&side=buy&type=market`);
    await page.locator('tbody tr').first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(file.suggestedFilename()).toBe('glassbook-orders-all.csv');
    await eventually(() => page.locator('tbody tr').count()).toBe(lines.length - 1);

    // The order's price stands beside its fill price.
    await eventually(() => page.getByRole('cell', { name: 'Market', exact: true }).count()).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'BTCUSDT' }).click();
    const detail = page.getByTestId('order-detail');
    await detail.getByText('Filled').first().waitFor();
    await eventually(() => detail.innerText()).toContain('spot.fees v1');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Side' }).selectOption('sell');
    await page.getByText('No orders match these filters.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('come as a file that says how far it is, and is let go by who does not want to wait', async () => {
    const { page, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await page.goto(`${started.url}/currencyRecord?view=history`);
    // Never answered: what ends it is the person.
    await page.route('**/web/export*', () => undefined);
    const start = page.getByRole('button', { name: 'Export CSV' });
    await start.click();
    await page.getByRole('progressbar', { name: '0 rows' }).waitFor();
    await eventually(() => start.getAttribute('aria-busy')).toBe('true');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await eventually(() => start.getAttribute('aria-busy')).toBeNull();
    await eventually(() => page.getByTestId('toasts').innerText()).toBe('');
    await close();
  });

  it('rest with the take-profit and the stop-loss that come with their fills', async () => {
    const { page, faults, close } = await openClient(started, 'phone');
    await startDemo(page);
    const form = page.getByRole('form', { name: 'Order form' });
    await form.getByLabel('Price', { exact: true }).fill('80000');
    await form.getByLabel('Quantity').fill('0.01');
    await form.getByRole('checkbox', { name: 'Take-profit / stop-loss' }).check();
    await form.getByRole('textbox', { name: 'Take-profit' }).fill('90000');
    await form.getByRole('button', { name: 'Add level' }).click();
    await form.getByRole('textbox', { name: 'Stop-loss' }).last().fill('70000');
    await form.getByRole('combobox', { name: 'Enter as' }).waitFor();
    await form.locator('[data-checked="true"]').waitFor();
    await form.getByTestId('place-order').click();
    await page.getByRole('dialog').getByText('TP 90,000.00 · 50%').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click();
    const order = page.getByTestId('open-orders').locator('tbody tr');
    await eventually(() => order.innerText()).toMatch(/TP 90,000\.00 · 50%\s+SL 70,000\.00 · 50%/);
    // What was placed is no part of the next order.
    await eventually(() => form.getByRole('checkbox', { name: 'Take-profit / stop-loss' }).isChecked()).toBe(false);
    await eventually(() => overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('lose nothing that was typed while the connection is away', async () => {
    const { page, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await page.getByRole('listbox', { name: 'Asks' }).waitFor();
    const quantity = page.getByRole('form', { name: 'Order form' }).getByRole('textbox', { name: 'Quantity' });
    await quantity.fill('0.0456');
    await page.context().setOffline(true);
    const mark = page.getByTestId('book').getByText('Offline');
    await mark.waitFor();
    await page.context().setOffline(false);
    await mark.waitFor({ state: 'detached' });
    await eventually(() => quantity.inputValue()).toBe('0.0456');
    await close();
  });
});
