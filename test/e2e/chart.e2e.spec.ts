import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { unfit } from '../kit/axe.js';
import {
  escape,
  openClient,
  overflowOf,
  photograph,
  placeMarketOrder,
  startDemo,
  type WindowKind,
} from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';

jest.setTimeout(120_000);

let started: StartedClient;
beforeAll(async () => {
  started = await startClient();
});
afterAll(() => started?.close());

/** Records every painted text, because a canvas cannot be queried. */
const LISTEN = `
  window.painted = [];
  const paint = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
    window.painted.push(text);
    return paint.call(this, text, ...where);
  };
`;

/** Waits until a text of this form is painted again; answers all texts painted meanwhile. */
async function paintedAnew(page: Page, form: RegExp): Promise<string[]> {
  await page.evaluate(() => void (globalThis as unknown as Listening).painted.splice(0));
  // A function, because the policy lets no text be run.
  await page.waitForFunction(
    (source) => (globalThis as unknown as Listening).painted.some((text) => new RegExp(source).test(text)),
    form.source,
  );
  return page.evaluate(() => (globalThis as unknown as Listening).painted);
}

interface Listening {
  painted: string[];
}

const chartOf = (page: Page): Locator => page.getByTestId('chart');
const canvasOf = (page: Page): Locator => chartOf(page).getByRole('application');
const button = (page: Page, name: string | RegExp): Locator => chartOf(page).getByRole('button', { name });
const drawn = (page: Page): Promise<void> => chartOf(page).locator('[role="application"][aria-busy="false"]').waitFor();

async function openChart(kind: WindowKind = 'desktop') {
  const opened = await openClient(started, kind, '/about');
  await opened.page.addInitScript({ content: LISTEN });
  await opened.page.goto(`${started.url}/`);
  await startDemo(opened.page);
  if (kind === 'phone') await opened.page.locator('[role="tab"][data-value="chart"]').click();
  await drawn(opened.page);
  return opened;
}

/** A place on the chart by shares of its width and height. */
async function placeOn(page: Page, x: number, y: number): Promise<readonly [number, number]> {
  const box = await canvasOf(page).boundingBox();
  if (box === null) throw new Error('the chart has no box');
  return [box.x + box.width * x, box.y + box.height * y];
}

async function addIndicator(page: Page, id: string): Promise<void> {
  await button(page, 'Indicators').click();
  await page.getByRole('dialog').locator(`[data-indicator="${id}"]`).click();
  await escape(page);
}

/** The tag of a line, as a control with a price. */
const tagOf = (page: Page, name: RegExp): Locator => chartOf(page).getByRole('spinbutton', { name });
const priceOf = async (tag: Locator): Promise<number> => Number(await tag.getAttribute('aria-valuenow'));

/** Presses the button on a tag, which a new high or low may shift meanwhile. */
async function pressTag(page: Page, tag: Locator): Promise<void> {
  await tag.hover();
  await page.mouse.down();
}

/** As another window of the same account would. */
async function cancelOrders(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const { state } = JSON.parse(localStorage.getItem('glassbook.session'));
    const headers = { authorization: 'Bearer ' + state.session.token };
    const body = new URLSearchParams({ requestToken: 'another-tab1' });
    await fetch('/web/cancelAllOrders', { method: 'POST', headers, body });
  })()`);
}

/** What the list of drawings names. */
async function drawings(page: Page): Promise<string[]> {
  await button(page, 'All drawings').click();
  await page.getByRole('menu').waitFor();
  const names = await page.getByRole('menuitemradio').allInnerTexts();
  await escape(page);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return names.map((name) => name.trim());
}

describe('a chart', () => {
  it('keeps an indicator with its parameters, a line and a note over a reload', async () => {
    const { page, faults, close } = await openChart();
    await addIndicator(page, 'ema');
    await button(page, 'Settings of Exponential moving average').click();
    const settings = page.getByRole('dialog', { name: 'Exponential moving average' });
    await settings.getByRole('spinbutton', { name: 'Length' }).fill('50');
    await settings.getByRole('combobox', { name: 'Source' }).selectOption('hlc3');
    await settings.getByRole('button', { name: 'Done' }).click();
    await chartOf(page).getByText('EMA 50 HLC3').waitFor();

    await button(page, 'Trend line').click();
    await page.mouse.click(...(await placeOn(page, 0.3, 0.5)));
    await page.mouse.click(...(await placeOn(page, 0.5, 0.3)));
    await chartOf(page).getByRole('group', { name: 'Trend line' }).waitFor();
    await button(page, 'Text note').click();
    await page.mouse.click(...(await placeOn(page, 0.2, 0.25)));
    await chartOf(page).getByRole('textbox', { name: 'Text' }).fill('Breakout');
    await page.keyboard.press('Enter');
    await paintedAnew(page, /^Breakout$/);

    await page.reload();
    await chartOf(page).getByText('EMA 50 HLC3').waitFor();
    await paintedAnew(page, /^Breakout$/);
    await eventually(() => drawings(page)).toEqual(['Trend line', 'Breakout']);
    await eventually(() => unfit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('takes a saved layout back after it was reset, and compares instruments', async () => {
    const { page, faults, close } = await openChart();
    await addIndicator(page, 'rsi');
    await chartOf(page).getByRole('tab', { name: '1h' }).click();
    await button(page, 'Layouts').click();
    const dialog = page.getByRole('dialog', { name: 'Layouts' });
    await dialog.getByRole('textbox', { name: 'Layout name' }).fill('Swing');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Reset this chart' }).click();
    await chartOf(page).getByText('RSI 14').waitFor({ state: 'detached' });
    await chartOf(page).getByRole('tab', { name: '15m', selected: true }).waitFor();
    await button(page, 'Layouts').click();
    await dialog.getByRole('button', { name: 'Swing 1h' }).click();
    await chartOf(page).getByText('RSI 14').waitFor();
    await chartOf(page).getByRole('tab', { name: '1h', selected: true }).waitFor();

    await button(page, 'Compare').click();
    const others = page.getByRole('dialog', { name: 'Compare' });
    await others.getByLabel('Search symbol or name').fill('ethusdt');
    await others.getByRole('checkbox').first().check();
    await page.keyboard.press('Escape');
    await paintedAnew(page, /%$/);
    await button(page, 'Remove ETHUSDT').click();
    await chartOf(page).getByText('ETHUSDT').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('shows an own fill as a mark and an own order as a line, which mouse and keys move', async () => {
    const { page, faults, close } = await openChart();
    await placeMarketOrder(page, 'Buy', '0.0123');
    await paintedAnew(page, /^0\.0123$/);
    // The price scale's own farthest figure is in sight and is not reached soon; those of the volume are smaller.
    const figures = (await paintedAnew(page, /^\d\d,\d{3}\.\d\d$/)).filter((text) => /^[\d,]+\.\d\d$/.test(text));
    const prices = figures.map((text) => Number(text.replaceAll(',', ''))).filter((price) => price > 10_000);
    const last = Number((await page.getByTestId('last-price').first().innerText()).replaceAll(',', ''));
    const far = prices.reduce((best, price) => (Math.abs(price - last) > Math.abs(best - last) ? price : best), last);
    const side = far > last ? 'Sell' : 'Buy';
    const form = page.getByRole('form', { name: 'Order form' });
    await form.getByRole('tablist', { name: 'Order type' }).getByRole('tab', { name: 'Limit', exact: true }).click();
    await form.getByRole('group', { name: 'Side' }).getByRole('button', { name: side }).click();
    await form.getByRole('textbox', { name: 'Price' }).fill(String(far));
    await form.getByRole('textbox', { name: 'Quantity' }).fill('0.0045');
    await form.locator('[data-checked="true"]').waitFor();
    await form.getByTestId('place-order').click();
    await page.getByRole('dialog').getByRole('button', { name: side }).click();
    const tag = tagOf(page, new RegExp(`^${side} · Limit · 0\\.0045 BTC`));
    await eventually(() => priceOf(tag)).toBe(far);

    await pressTag(page, tag);
    const y = (await tag.boundingBox())!.y + 11;
    await page.mouse.move(600, y + (far > last ? 30 : -30), { steps: 4 });
    await eventually(() => tag.getAttribute('aria-valuetext')).toMatch(/^[\d,.]+ USDT, [+-][\d.]+%$/);
    await photograph(page, 'chart-line-dragged-desktop');
    await page.mouse.up();
    const question = page.getByRole('dialog', { name: 'Amend order · BTCUSDT' });
    await eventually(() => question.innerText()).toMatch(/Price\s+[\d,.]+ → [\d,.]+ USDT[\s\S]*Fee\s+≈ [\d,.]+ USDT/);
    await photograph(page, 'chart-line-question-desktop');
    const [, asked = ''] = /→ ([\d,.]+) USDT/.exec(await question.innerText()) ?? [];
    await question.getByRole('button', { name: 'Amend order' }).click();
    await page.getByTestId('open-orders').getByText(asked).waitFor();
    const dragged = Number(asked.replaceAll(',', ''));
    await eventually(() => priceOf(tag)).toBe(dragged);
    expect(Math.sign(dragged - far)).toBe(far > last ? -1 : 1);

    // By keys: ten ticks and one back; Escape leaves it there, and no question is asked.
    await tag.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Amend order' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    const walked = dragged + 0.09;
    await eventually(() => priceOf(tag)).toBeCloseTo(walked, 5);
    await page.getByTestId('open-orders').getByText(walked.toFixed(2).slice(-6)).waitFor();
    await tag.focus();
    await page.keyboard.press('PageUp');
    await eventually(() => priceOf(tag)).not.toBeCloseTo(walked, 5);
    await page.keyboard.press('Escape');
    await eventually(() => priceOf(tag)).toBeCloseTo(walked, 5);

    // It is gone before the answer: the line says so and goes too.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await question.waitFor();
    await cancelOrders(page);
    await question.getByRole('button', { name: 'Amend order' }).click();
    await page.getByText('We can’t find this order', { exact: false }).waitFor();
    await tag.waitFor({ state: 'detached' });
    await eventually(() => unfit(page)).toEqual([]);
    // The refusal is the only one.
    expect(faults).toEqual([expect.stringContaining('404')]);
    await close();
  });

  it('fills the order form from a price of the chart and of the book, by pointer and by keys', async () => {
    const { page, faults, close } = await openChart();
    const form = page.getByRole('form', { name: 'Order form' });
    const focused = () => form.locator('input[name="quantity"]:focus').count();
    const typed = (name: string) => form.getByRole('textbox', { name }).inputValue();
    await page.mouse.move(...(await placeOn(page, 0.5, 0.6)));
    await button(page, /^Order at /).click();
    const menu = page.getByRole('menu', { name: 'Order at this price' });
    await photograph(page, 'chart-offers-desktop');
    const offer = menu.getByRole('menuitem', { name: /^(Buy limit|Sell limit) at/ });
    const [, named = ''] = /at ([\d,.]+)$/.exec(await offer.first().innerText()) ?? [];
    await offer.first().click();
    await eventually(focused).toBe(1);
    await eventually(() => typed('Price')).toBe(named.replaceAll(',', ''));

    await canvasOf(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await eventually(() => chartOf(page).locator('[role="application"]:focus').count()).toBe(1);

    const bids = page.getByRole('listbox', { name: 'Bids' });
    await bids.getByRole('option').nth(6).click({ button: 'right' });
    await menu.getByRole('menuitem', { name: /^Sell stop at/ }).click();
    await eventually(focused).toBe(1);
    await form.getByRole('button', { name: 'Sell', pressed: true }).waitFor();
    await bids.focus();
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: /^Buy limit at/ }).press('Enter');
    await eventually(focused).toBe(1);
    await form.getByRole('button', { name: 'Buy', pressed: true }).waitFor();
    // Nothing was sent.
    await page.getByText('No open orders.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('says that older history failed, and has it after another try, all by keys', async () => {
    const { page, close } = await openChart();
    await page.route(/before=/, (route) => route.abort());
    await canvasOf(page).focus();
    await page.keyboard.press('Home');
    const failed = chartOf(page).getByRole('alert');
    await failed.getByText('Couldn’t load older history. Try again.').waitFor();
    await page.unroute(/before=/);
    const came = page.waitForResponse(/before=/);
    await failed.getByRole('button', { name: 'Try again' }).press('Enter');
    const answer = await came;
    expect(answer.ok()).toBe(true);
    await failed.waitFor({ state: 'detached' });
    await close();
  });

  it('is drawn on by touch on a phone, fills the screen, and sticks out nowhere', async () => {
    const { page, faults, close } = await openChart('phone');
    await button(page, 'Drawing tools').click();
    await button(page, 'Text note').click();
    await page.touchscreen.tap(...(await placeOn(page, 0.3, 0.4)));
    await chartOf(page).getByRole('textbox', { name: 'Text' }).fill('Retest');
    await page.keyboard.press('Enter');
    await paintedAnew(page, /^Retest$/);
    await eventually(() => drawings(page)).toEqual(['Retest']);
    await eventually(() => overflowOf(page)).toBe(0);
    await eventually(() => unfit(page)).toEqual([]);
    await button(page, 'Full screen').click();
    await button(page, 'Leave full screen').waitFor();
    const box = () => chartOf(page).boundingBox();
    await eventually(box).toMatchObject({ x: 0, y: 0, width: 390 });
    await button(page, 'Leave full screen').click();
    await button(page, 'Full screen').waitFor();
    await eventually(() => overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});
