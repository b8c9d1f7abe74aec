import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { patternOf, wordsOf, type Words } from '../kit/words.js';

jest.setTimeout(120_000);

let started: StartedClient;
beforeAll(async () => {
  started = await startClient({ instruments: 'whole' });
});
afterAll(() => started?.close());

/** Gets and accepts quotes until one holds: between the quote and the click the price may move too far. */
async function accepted(form: Locator, t: Words, done: string): Promise<void> {
  const moved = form.getByText(patternOf(t('refusal:conversion.price-moved')));
  const result = form.page().getByText(patternOf(done));
  do {
    await quoted(form, t);
    await form.getByRole('button', { name: t('conversion:accept') }).click();
    await result.or(moved).first().waitFor();
  } while (!(await result.isVisible()));
}

async function quoted(form: Locator, t: Words): Promise<void> {
  await form.getByRole('button', { name: t('conversion:getQuote') }).click();
  await form
    .getByRole('timer')
    .filter({ hasText: patternOf(t('conversion:secondsLeft_other')) })
    .waitFor();
}

/** The same account in another tab gets a quote. */
function quotedElsewhere(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const kept = JSON.parse(localStorage.getItem('glassbook.session') ?? '{}') as {
      state: { session: { token: string } };
    };
    const headers = { authorization: `Bearer ${kept.state.session.token}` };
    const body = new URLSearchParams({ from: 'USDT', to: 'ETH', amount: '7' });
    await fetch('/web/quoteConversion', { method: 'POST', headers, body });
  });
}

describe('moving money', () => {
  it('goes to another account and back, and shows what will be there before it is sent', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await page.goto(`${started.url}/transfer?to=finance`);
    const card = page.getByRole('region', { name: 'Transfer' }).first();
    await card.getByText('Available: 100,000 USDT').waitFor();
    await eventually(() => card.getByLabel('To', { exact: true }).locator(':checked').innerText()).toBe(
      'Earning account',
    );
    await card.getByLabel('Amount').fill('2500.25');
    await card.getByText('2,500.25 USDT').waitFor();
    await photograph(page, 'transfer-desktop');
    await card.getByRole('button', { name: 'Transfer' }).click();
    await card.getByText('Available: 97,499.75 USDT').waitFor();
    await page.getByRole('cell', { name: 'Transfer between accounts' }).first().waitFor();

    await card.getByRole('button', { name: 'Swap direction' }).click();
    await card.getByText('Available: 2,500.25 USDT').waitFor();
    await card.getByLabel('Amount').fill('99999');
    await card.getByRole('button', { name: 'Transfer' }).click();
    await card.getByText('Insufficient balance: you have 2,500.25 USDT', { exact: false }).waitFor();
    await card.getByRole('button', { name: 'Max' }).click();
    await card.getByRole('button', { name: 'Transfer' }).click();
    await card.getByText('You have nothing available in this account.').waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('converts at a price that is shown first, and takes small balances together, on a phone and in German', async () => {
    const { page, faults, close } = await openClient(started, 'phone');
    await startDemo(page);
    await page.evaluate(() => {
      const key = 'glassbook.preferences';
      const kept = JSON.parse(localStorage.getItem(key) ?? '{"state":{}}') as { state: object };
      localStorage.setItem(key, JSON.stringify({ ...kept, state: { ...kept.state, language: 'de', theme: 'dark' } }));
    });
    await page.goto(`${started.url}/exchange`);
    const t = wordsOf('de');
    const card = page.getByRole('form', { name: t('conversion:title') });
    // The button is never off: it leads to what is missing.
    await card.getByRole('button', { name: t('conversion:getQuote') }).click();
    await card.getByText(t('refusal:asset.amount-zero')).waitFor();
    const gives = card.getByLabel(t('conversion:sell'), { exact: true });
    await gives.fill('100.000,5');
    const short = { needed: '100.000,5', available: '100.000', currency: 'USDT' };
    await card.getByText(t('refusal:asset.insufficient', short)).waitFor();
    await gives.fill('5');
    await card
      .locator('dl')
      .getByText(patternOf(t('conversion:spreadCost')))
      .waitFor();
    await card.getByText(t('conversion:previewed', { seconds: 10 })).waitFor();
    await photograph(page, 'exchange-preview-phone-de');
    await quoted(card, t);
    await card.getByText(t('conversion:onHold')).waitFor();
    await card.getByText(t('conversion:holds', { share: '0,05\u00a0%' })).waitFor();
    await photograph(page, 'exchange-phone-de');
    await eventually(() => unfit(page)).toEqual([]);
    // One account has one quote: a newer one from elsewhere takes its place, and can be given up here.
    await quotedElsewhere(page);
    await card
      .getByRole('alert')
      .filter({ hasText: t('conversion:ended.replaced') })
      .waitFor();
    await card.getByText('7 USDT', { exact: true }).waitFor();
    await photograph(page, 'exchange-replaced-phone-de');
    await card.getByRole('button', { name: t('conversion:cancel') }).click();
    await eventually(() => gives.inputValue()).toBe('5');
    // The words of a refusal stand until the next step.
    await quoted(card, t);
    const movedPrice = { refusal: 'conversion.price-moved', params: {} };
    const refused = { code: 1, event: 'convert', title: '', message: 'Moved.', data: movedPrice };
    await page.route('**/web/convert', (route) => route.fulfill({ json: refused }), { times: 1 });
    await card.getByRole('button', { name: t('conversion:accept') }).click();
    await card.getByRole('alert').filter({ hasText: 'Moved.' }).waitFor();
    await photograph(page, 'exchange-moved-phone-de');
    await card.getByRole('button', { name: t('conversion:cancel') }).click();
    await eventually(() => card.getByText('Moved.').count()).toBe(0);
    await accepted(card, t, t('conversion:done', { sold: '5 USDT' }));
    await eventually(() => gives.inputValue()).toBe('');
    await eventually(() => unfit(page)).toEqual([]);

    await page.getByRole('tab', { name: t('conversion:tab.dust') }).click();
    await page.getByRole('cell', { name: 'BTC' }).waitFor();
    await eventually(() => overflowOf(page)).toBe(0);
    const dust = page.getByRole('form', { name: t('conversion:dust.table') });
    await quoted(dust, t);
    await dust.getByText(t('conversion:dust.onHold'), { exact: false }).waitFor();
    await photograph(page, 'exchange-dust-phone-de');
    await dust.getByRole('button', { name: t('conversion:dust.accept') }).click();
    await page.getByText(t('conversion:dust.none')).waitFor();

    await page.goto(`${started.url}/kjmbSelect`);
    await page.getByText(t('conversion:buy.most')).waitFor();
    await eventually(() => page.getByText(t('conversion:buy.realOnly')).count()).toBe(2);
    await eventually(() => overflowOf(page)).toBe(0);
    await eventually(() => unfit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the coins of a conversion', () => {
  it('are found among thousands by keyboard, each side its own, and the list is there at once', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    await startDemo(page);
    const t = wordsOf('en');
    await page.goto(`${started.url}/exchange`);
    const gets = page.getByRole('button', { name: `${t('conversion:coinBuy')}: ` });
    // Each reading is a first opening: the page is fresh.
    await eventually(() => framesToOpen(gets)).toBeLessThan(10);
    const list = page.getByRole('dialog', { name: t('conversion:coinBuy') });
    await list.getByRole('status').filter({ hasText: '3,' }).waitFor();
    await list.getByRole('option', { selected: true }).filter({ hasText: 'Bitcoin' }).waitFor();
    const search = list.getByRole('combobox', { name: t('market:search') });
    await eventually(() => search.evaluate((input) => input.matches(':focus'))).toBe(true);
    await eventually(() => unfit(page)).toEqual([]);
    await page.keyboard.type('aapl');
    await list.locator('[data-highlighted]').filter({ hasText: 'AAPL' }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => gets.innerText()).toMatch(/AAPL$/);
    await eventually(() => gets.evaluate((button) => button.matches(':focus'))).toBe(true);

    // What is held stands first, with how much of it there is; the coin of the other side changes places.
    await page.getByRole('button', { name: `${t('conversion:coinSell')}: USDT` }).click();
    const held = page.getByRole('dialog', { name: t('conversion:coinSell') });
    await held
      .getByRole('option')
      .first()
      .getByText(/^100,000$/)
      .waitFor();
    await held.getByRole('tab', { name: t('conversion:held') }).click();
    await eventually(() => held.getByRole('option').count()).toBe(1);
    await held.getByRole('combobox').fill('no such coin');
    await held.getByText(t('market:empty')).waitFor();
    await held.getByRole('combobox').fill('');
    await held.getByRole('tab', { name: t('market:category.all') }).click();
    await held.getByRole('combobox').fill('AAPL');
    await held.getByRole('option').first().click();
    await eventually(() => gets.innerText()).toMatch(/USDT$/);
    expect(faults).toEqual([]);
    await close();
  });
});

/** Of a page that is loaded anew: frames from the click on the button to the first line of its list. */
async function framesToOpen(button: Locator): Promise<number> {
  const page = button.page();
  await page.reload({ waitUntil: 'networkidle' });
  await button.focus();
  return page.evaluate<number>(`new Promise((resolve) => {
    let frames = 0;
    const look = () => {
      if (document.querySelector('[role=option]') !== null) return resolve(frames);
      frames += 1;
      requestAnimationFrame(look);
    };
    document.activeElement.click();
    look();
  })`);
}

describe('a quick buy', () => {
  it('ends where it began: by a firm quote, and by an order in the book, with the amount that was compared', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    await startDemo(page);
    const t = wordsOf('en');
    const go = t('conversion:buy.go');
    await page.goto(`${started.url}/kjmbSelect?coin=ETH`);
    await page.getByLabel(t('conversion:buy.spend')).first().fill('250');
    await page.getByText(t('conversion:buy.most')).waitFor();
    await page.getByRole('button', { name: `${t('conversion:buy.convert')}: ${go}` }).click();
    await page.waitForURL(/coin=ETH&spend=250&way=convert$/);
    const quote = page.getByRole('form', { name: t('conversion:buy.convert') });
    await quote.getByText(t('conversion:rate')).waitFor();
    await photograph(page, 'quick-buy-quote');
    await accepted(quote, t, t('conversion:done', { sold: '250 USDT' }));

    // A reload, or Back, never leads to an empty form.
    await page.getByRole('button', { name: t('conversion:buy.other') }).click();
    await page.getByRole('button', { name: `${t('conversion:buy.order')}: ${go}` }).click();
    await page.reload();
    await eventually(() => page.getByLabel(t('conversion:buy.spend')).first().inputValue()).toBe('250');
    const order = page.getByRole('form', { name: t('conversion:buy.order') });
    await order.getByText(t('conversion:buy.live', { seconds: 10, amount: '250' })).waitFor();
    await order.getByText(t('order:summary.worst')).waitFor();
    // Typed over, the amount counts at once: here, in the address, and for who reloads.
    await page.getByLabel(t('conversion:buy.spend')).first().fill('300');
    await eventually(() => order.count()).toBe(0);
    await page.waitForURL(/coin=ETH&spend=300&way=order$/);
    await order.getByText(t('conversion:buy.live', { seconds: 10, amount: '300' })).waitFor();
    await order.getByRole('button', { name: t('order:form.buy', { asset: 'ETH' }) }).click();
    await page.getByText(patternOf(t('order:receipt.buy', { asset: 'ETH', quote: 'USDT' }))).waitFor();
    await photograph(page, 'quick-buy-receipt');
    expect(new URL(page.url()).pathname).toBe('/kjmbSelect');
    await eventually(() => overflowOf(page)).toBe(0);
    await eventually(() => unfit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('says that there are too few USDT before anything is sent', async () => {
    const { page, close } = await openClient(started, 'phone');
    await startDemo(page);
    const t = wordsOf('en');
    await page.goto(`${started.url}/kjmbSelect?coin=BTC&spend=100000.5&way=order`);
    const short = { needed: '100,000.5', available: '100,000', currency: 'USDT' };
    await page.getByText(t('refusal:asset.insufficient', short)).waitFor();
    await eventually(() => overflowOf(page)).toBe(0);
    await close();
  });
});
