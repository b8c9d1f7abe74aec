import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { AlertsView } from '../../contracts/alert.contract.js';
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

/** The levels of the active alerts of the page's account. */
async function levelsOf(page: Page): Promise<string[]> {
  const view = await page.evaluate<AlertsView>(`(async () => {
    const { state } = JSON.parse(localStorage.getItem('glassbook.session'));
    const headers = { authorization: 'Bearer ' + state.session.token };
    return (await (await fetch('/web/getAlerts?show=active', { headers })).json()).data;
  })()`);
  return view.items.map(({ level }) => level);
}

/**
 * Takes an alert's line near a height and drags it. Live prices shift the scale between a look and a press, and then the press pans the
 * chart: it is tried again, a little higher and lower, until the line has moved. The button stays down.
 */
async function dragLine(page: Page, x: number, [from, to]: [from: number, to: number]): Promise<void> {
  const moved = page.locator('[data-moved="true"]');
  // A line that was let go shows its new price until the answer has come, and can't be taken before.
  await eventually(() => moved.count()).toBe(0);
  let sought = 0;
  await eventually(async () => {
    const away = Math.ceil(sought / 2) * (sought % 2 === 0 ? 4 : -4);
    sought = (sought + 1) % 20;
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.mouse.move(x + 1, from + away);
    await page.mouse.move(x, from + away);
    const pointed = await page.getByRole('application').getAttribute('class');
    if (!pointed?.includes('over-line')) return 0;
    await page.mouse.down();
    await page.mouse.move(x, to, { steps: 4 });
    return moved.count();
  }).toBe(1);
}

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

  it('are set on the chart, and moved by dragging their lines; a refused one goes back', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await page.goto(`${started.url}/currencyTrade?symbol=BTCUSDT`);
    const chart = page.getByRole('application');
    await chart.and(page.locator('[aria-busy="false"]')).waitFor();
    const box = (await chart.boundingBox())!;
    const x = box.x + box.width / 2;
    // Above every price that the chart shows.
    const upper = box.y + 40;
    await page.mouse.move(x, upper);
    const bell = page.getByRole('button', { name: /^Set an alert at / });
    await bell.click();
    const dialog = page.getByRole('dialog', { name: 'New price alert' });
    await dialog.getByLabel('Alert me when').selectOption({ label: 'Price rises to' });
    await dialog.getByRole('button', { name: 'Set alert' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(() => levelsOf(page)).toHaveLength(1);
    const [first] = await levelsOf(page);
    await photograph(page, 'alert-bell-desktop');

    await dragLine(page, x, [upper, upper - 20]);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await eventually(() => levelsOf(page)).toEqual([first]);
    await dragLine(page, x, [upper, upper - 20]);
    await page.mouse.up();
    await page.getByText('Alert saved.').waitFor();
    const [moved] = await levelsOf(page);
    expect(Number(moved)).toBeGreaterThan(Number(first));

    // Below the lowest price it has risen there already.
    await dragLine(page, x, [upper - 20, box.y + box.height * 0.9]);
    await page.mouse.up();
    await page.getByText('this is reached already', { exact: false }).waitFor();
    await eventually(() => levelsOf(page)).toEqual([moved]);
    await dragLine(page, x, [upper - 20, upper]);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await eventually(() => levelsOf(page)).toEqual([moved]);
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
