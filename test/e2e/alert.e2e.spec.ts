import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';

jest.setTimeout(240_000);

let started: StartedClient;
beforeAll(async () => {
  started = await startClient();
}, 240_000);
afterAll(() => started?.close());

describe('price alerts', () => {
  it('are set from an instrument, kept in a list, and paused and deleted by keyboard', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await page.goto(`${started.url}/market?symbol=BTCUSDT`);
    await page.getByRole('button', { name: 'Set price alert on BTCUSDT' }).click();
    const dialog = page.getByRole('dialog', { name: 'New price alert' });
    await dialog.getByLabel('Price', { exact: true }).fill('150000');
    await dialog.getByText('Last', { exact: false }).waitFor();
    await photograph(page, 'alert-dialog-desktop');
    await dialog.getByRole('button', { name: 'Set alert' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${started.url}/currencyTrade?symbol=BTCUSDT`);
    await page.getByTestId('chart').locator('canvas').first().waitFor();
    await photograph(page, 'alert-line-desktop');

    await page.goto(`${started.url}/alerts`);
    const row = page.locator('[data-alert]');
    await row.getByText('Reaches 150,000.00 USDT').waitFor();
    await photograph(page, 'alerts-desktop');
    await row.focus();
    await page.keyboard.press('p');
    await row.getByText('Paused').waitFor();
    await page.reload();
    await row.getByText('Paused').waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await row.focus();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Delete alert' }).click();
    await page.getByText('No active alerts', { exact: false }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('fit a phone, and say what is wrong at the field', async () => {
    const { page, faults, close } = await openClient(started, 'phone');
    await startDemo(page);
    await page.goto(`${started.url}/alerts?set=BTCUSDT`);
    const dialog = page.getByRole('dialog', { name: 'New price alert' });
    await dialog.getByLabel('Alert me when').selectOption({ label: 'Price rises to' });
    await dialog.getByLabel('Price', { exact: true }).fill('2');
    await dialog.getByRole('button', { name: 'Set alert' }).click();
    await dialog.getByText('Enter a price from', { exact: false }).waitFor();
    await dialog.getByLabel('Price', { exact: true }).fill('20000');
    await dialog.getByRole('button', { name: 'Set alert' }).click();
    await dialog.getByText('this is reached already', { exact: false }).waitFor();
    await photograph(page, 'alert-dialog-phone');
    await eventually(() => overflowOf(page)).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await close();
  });
});
