import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { C2cView } from '../../contracts/c2c.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph, type WindowKind } from '../kit/browser.js';
import { startC2cDesk, type C2cDesk } from '../kit/c2c-desk.js';
import { SELLER } from '../kit/c2c-steps.js';
import { compareByKeys, openBrowser, signIn } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { drawing } from '../kit/image-bytes.js';
import type { Trader } from '../kit/trader.js';
import { builtScreens } from '../kit/screens.js';
import { bundle } from '../kit/words.js';

jest.setTimeout(180_000);

const HOUR = 3_600_000;
const clock = new FakeClock(Date.now());
let desk: C2cDesk;
let browser: Browser;

beforeAll(async () => {
  desk = await startC2cDesk(clock, builtScreens());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await desk?.started.close();
});

type Lang = 'en' | 'de';

/** A person's own window, in their language. */
async function buyer(person: Trader, lang: Lang, kind: WindowKind, colorScheme: 'light' | 'dark') {
  const nouns = ['c2c', 'common', 'conversion', 'refusal', 'review'];
  const texts = new Map(nouns.map((noun) => [noun, bundle(lang, noun)]));
  const t = (key: string, noun = 'c2c', values: Record<string, string> = {}): string =>
    Object.entries(values).reduce(
      (filled, [name, value]) => filled.replace(`{{${name}}}`, value),
      texts.get(noun)?.[key] ?? key,
    );
  const { url } = desk.started;
  const window = await openClient({ browser, url }, kind, '/', {
    locale: lang === 'de' ? 'de-DE' : 'en-US',
    colorScheme,
  });
  const { token, userId } = person;
  const own = { token, userId, lang, realm: 'real', name: 'Anna', phone: '', email: '', demo: null };
  const session = JSON.stringify({ state: { session: { ...own, transaction_password: 0 } }, version: 1 });
  await window.page.evaluate((kept) => localStorage.setItem('glassbook.session', kept), session);
  const look = async (name: string): Promise<void> => {
    await photograph(window.page, `c2c-${name}-${lang}-${kind}`);
    await eventually(() => unfit(window.page)).toEqual([]);
    await eventually(() => overflowOf(window.page)).toBe(0);
  };
  return { ...window, t, look, go: (path: string) => window.page.goto(url + path) };
}

async function staffWindow(
  name: string,
): Promise<{ page: Page; faults: string[]; go: (place: string) => Promise<unknown> }> {
  const window = await signIn({ url: desk.started.url, keys: desk.keys, browser, now: clock.now() }, name);
  return { ...window, go: (place) => window.page.goto(`${desk.started.url}/admin/#/${place}`) };
}

const detail = (page: Page, status: string) => page.locator(`[data-testid=c2c-detail][data-status=${status}]`);
const orderIn = (page: Page): string => new URL(page.url()).searchParams.get('id') ?? '';

it('has sellers that risk keeps: from their list to the account of one', async () => {
  const risk = await staffWindow('rick');
  await risk.go('sellers');
  await risk.page.getByRole('link', { name: SELLER.label }).click();
  await risk.page.getByText(SELLER.accountNumber).waitFor();
  await photograph(risk.page, 'c2c-seller-console');
  expect(risk.faults).toEqual([]);
});

it('goes from the price to the coins, matched and compared with the bank by staff, in German on a phone', async () => {
  const person = await desk.verified();
  const { page, t, look, go, faults, close } = await buyer(person, 'de', 'phone', 'dark');
  const staff = await staffWindow('cora');
  await go('/c2c_index');
  await page.getByRole('heading', { name: t('price.title', 'c2c', { asset: 'USDT' }) }).waitFor();
  await look('index');
  await page.getByRole('link', { name: t('index.start') }).click();
  const form = page.getByRole('form', { name: t('create.form') });
  await form.getByLabel(t('create.amount')).fill('99');
  await form.getByRole('button', { name: t('create.action') }).click();
  await form.getByText(t('c2c.amount-below-minimum', 'refusal', { min: '100', asset: 'USDT' })).waitFor();
  await form.getByText(t('create.limits', 'c2c', { min: '100', max: '50.000', asset: 'USDT' })).waitFor();
  await form.getByRole('link', { name: t('create.toAdvanced', 'c2c', { max: '100.000', asset: 'USDT' }) }).waitFor();
  await form.getByLabel(t('create.amount')).fill('60000');
  await form.getByRole('button', { name: t('create.action') }).click();
  const both = { max: '50.000', advancedMax: '100.000', asset: 'USDT' };
  const refused = t('c2c.amount-needs-advanced', 'refusal', both).replaceAll('{{asset}}', 'USDT');
  await form.getByText(refused).waitFor();
  await form.getByLabel(t('create.amount')).fill('250');
  await form.getByText('252,50 USD').waitFor();
  await look('create');
  await form.getByRole('button', { name: t('create.action') }).click();
  await page.getByText(t('account.unmatched')).waitFor();
  const orderId = orderIn(page);
  await look('unmatched');

  await staff.go(`reviews/${orderId}-m1/show`);
  await staff.page.getByRole('button', { name: 'Claim this request' }).click();
  await staff.page.getByRole('button', { name: /^Approve/ }).click();
  await staff.page.getByLabel(/Seller account/).click();
  await photograph(staff.page, 'c2c-match-console');
  await staff.page.getByRole('option', { name: SELLER.label }).click();
  await staff.page
    .getByRole('button', { name: /Send approval|Approve/ })
    .last()
    .click();

  await page.getByText(SELLER.accountNumber).waitFor();
  await look('account');
  await page.getByRole('link', { name: t('account.next') }).click();
  const voucher = page.getByRole('form', { name: t('submit.title') });
  await voucher.getByRole('button', { name: t('submit.action') }).click();
  await voucher.getByText(t('c2c.voucher-missing', 'refusal')).waitFor();
  await page.getByRole('button', { name: t('bank.action', 'c2c', { amount: '252,50 USD' }) }).click();
  await page.locator('[role=status]', { hasText: /GB/ }).waitFor();
  await page.reload();
  await page.locator('[role=status]', { hasText: /GB/ }).waitFor();
  await eventually(() =>
    page.getByRole('button', { name: t('bank.action', 'c2c', { amount: '252,50 USD' }) }).count(),
  ).toBe(0);
  await voucher.getByLabel(t('fact.payerName')).fill('Anna Müller');
  await voucher.getByLabel(t('fact.payerBank')).fill('Sparkasse Köln');
  const buffer = await drawing().jpeg().toBuffer();
  const receipt = { name: 'beleg.jpg', mimeType: 'image/jpeg', buffer };
  const held = Promise.withResolvers<void>();
  await page.route('**/web/uploadImage*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await voucher.locator('input[type=file]').first().setInputFiles(receipt);
  await page.locator('[data-purpose=remittance][data-step=sending]').waitFor();
  await voucher.getByRole('button', { name: t('submit.action') }).click();
  await voucher.getByText(t('field.uploading', 'common')).waitFor();
  held.resolve();
  await page.locator('[data-purpose=remittance][data-step=kept]').waitFor();
  await eventually(() => voucher.getByText(t('field.uploading', 'common')).count()).toBe(0);
  await look('submit');
  await voucher.getByRole('button', { name: t('submit.action') }).click();
  await detail(page, 'remitted').waitFor();
  await detail(page, 'remitted')
    .getByRole('img', { name: t('submit.voucher') })
    .waitFor();
  const chat = page.getByRole('form', { name: t('chat.title') });
  await chat.locator('input[type=file]').setInputFiles(receipt);
  await chat.getByText(t('chat.attached', 'common')).waitFor();
  await chat.getByRole('button', { name: t('chat.action', 'common') }).click();
  await page.getByRole('img', { name: t('chat.image', 'common') }).waitFor();
  await look('chat-image');

  await staff.go(`c2c-orders/${orderId}/show`);
  await staff.page.getByRole('button', { name: 'Open image' }).click();
  await staff.page.locator('[data-picture]').waitFor();
  await photograph(staff.page, 'c2c-chat-image-console');
  await staff.go(`reviews/${orderId}-r/show`);
  await staff.page.getByRole('button', { name: 'Claim this request' }).click();
  await staff.page.locator('[data-signal=c2c-wire-full]').waitFor({ state: 'attached' });
  await photograph(staff.page, 'c2c-remittance-console');
  await staff.page.getByRole('button', { name: /^Approve/ }).click();
  await compareByKeys(staff.page);
  await staff.page
    .getByRole('button', { name: /Send approval|Approve/ })
    .last()
    .click();
  await detail(page, 'completed').waitFor();
  await look('completed');
  expect(faults).toEqual([]);
  expect(staff.faults).toEqual([]);
  await close();
});

it('expires after three hours, runs again when support is asked, is rejected and contested, in English on a desk', async () => {
  const person = await desk.verified();
  const { data } = await desk.create(person);
  await desk.match(data.orderId, 'carl');
  const support = await staffWindow('sue');
  const { page, t, look, go, faults, close } = await buyer(person, 'en', 'desktop', 'light');
  // A device whose clock is an hour fast has no less time.
  await page.addInitScript((hour) => {
    const { now } = Date;
    Date.now = () => now() + hour;
  }, HOUR);
  const refused = { code: 2, message: 'Not now', event: '', time: 0, data: { refusal: 'request.unavailable' } };
  await page.route('**/web/getC2cOrders*', (route) => route.fulfill({ json: refused }));
  await go('/c2c_account');
  const again = page.getByRole('button', { name: t('action.retry', 'common') });
  await again.waitFor();
  await page.unroute('**/web/getC2cOrders*');
  await again.click();
  await page.getByText(data.reference).first().waitFor();
  await eventually(() => page.getByRole('timer').first().innerText()).toMatch(/^(2:5\d|3:00):\d\d$/);
  await look('account');
  await desk.pass(3 * HOUR);
  await page.getByText(t('account.expired')).waitFor();
  await go(`/c2c_order?id=${data.orderId}`);
  await detail(page, 'expired').waitFor();
  const chat = page.getByRole('form', { name: t('chat.title') });
  await chat.getByLabel(t('chat.text', 'common')).fill('My bank was closed. Please give me time.');
  await chat.getByRole('button', { name: t('chat.action', 'common') }).click();
  await page.getByRole('listitem').filter({ hasText: 'My bank was closed.' }).waitFor();

  await support.go('c2c-orders');
  await support.page.getByRole('link', { name: data.reference }).click();
  await support.page.getByText('My bank was closed.').waitFor();
  await support.page.getByLabel('Message to the user').fill('Done, you have three more hours.');
  await support.page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'three more hours' }).waitFor();
  await photograph(support.page, 'c2c-order-console');
  await support.page.getByRole('button', { name: 'Reinstate' }).click();
  await detail(page, 'matched').waitFor();
  await look('reinstated');

  await desk.submit(person, data.orderId);
  await desk.decide('cora', `${data.orderId}-r`, 'rejected', {
    reasons: ['wire-missing'],
    note: 'Nothing has arrived.',
  });
  await detail(page, 'rejected').waitFor();
  await page.getByText('Nothing has arrived.').waitFor();
  await page.getByRole('button', { name: t('appeal.open') }).click();
  await page.getByLabel(t('appeal.text')).fill('It was sent this morning.');
  await look('appeal');
  await page.getByRole('button', { name: t('appeal.send') }).click();
  await detail(page, 'appealed').waitFor();
  await desk.wire(person, data);
  const appeal = await desk.decide('carl', `${data.orderId}-a`, 'approved');
  expect(appeal).toBe('approved');
  await detail(page, 'completed').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: t('label.completed') }).waitFor();
  await look('orders');
  expect(faults).toEqual([]);
  expect(support.faults).toEqual([]);
  await close();
});

it('says before the click that a market is closed, and which margin that adds', async () => {
  const { page, t, look, go, faults, close } = await buyer(await desk.verified(), 'en', 'phone', 'light');
  const most = { max: '10000', primaryMax: '10000', advancedMax: '10000' };
  const closed = { index: '0.86', margin: '0.0175', price: '0.8751', ...most, opensAt: clock.now() + 6 * HOUR };
  // Whether this is a weekend is chance, so the screen is shown one.
  await page.route(/[/]web[/]getC2c[?]/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: C2cView };
    const quotes = body.data.quotes.map((quote) => (quote.currency === 'EUR' ? { ...quote, ...closed } : quote));
    await route.fulfill({ response, json: { ...body, data: { ...body.data, quotes } } });
  });
  await go('/c2c_index');
  await page.getByText(t('price.closedHow', 'c2c', { margin: '0.75%', max: '10,000', asset: 'USDT' })).waitFor();
  await look('index-closed');
  await go('/c2c_create');
  const form = page.getByRole('form', { name: t('create.form') });
  await form.getByRole('radio', { name: 'EUR' }).check();
  const [shut = ''] = t('create.closed', 'c2c', { currency: 'EUR' }).split('{{time}}');
  await form.getByRole('note').getByText(shut).waitFor();
  const margins = { margin: '1.75%', spread: '1%', closed: '0.75%' };
  await form.getByText(t('create.closedMargin', 'c2c', margins)).waitFor();
  await form.getByText('1 USDT = 0.8751 EUR').waitFor();
  await form.getByLabel(t('create.amount')).fill('10000.5');
  await form.getByRole('button', { name: t('create.action') }).click();
  await form.getByText(t('c2c.amount-above-maximum', 'refusal', { max: '10,000', asset: 'USDT' })).waitFor();
  await look('create-closed');
  expect(faults).toEqual([]);
  await close();
});

it('goes from a quick buy to the conversion on one screen, with the amount that was bought', async () => {
  const person = await desk.verified();
  const { page, t, look, go, faults, close } = await buyer(person, 'en', 'phone', 'light');
  await go('/kjmbSelect?coin=ETH&spend=300.129');
  await page.getByRole('button', { name: `${t('buy.c2c', 'conversion')}: ${t('buy.go', 'conversion')}` }).click();
  const form = page.getByRole('form', { name: t('create.form') });
  await eventually(() => form.getByLabel(t('create.amount')).inputValue()).toBe('300.12');
  await form.getByLabel(t('create.amount')).fill('250');
  await form.getByText('252.50 USD').waitFor();
  await form.getByRole('button', { name: t('create.action') }).click();
  const standing = (status: string) => page.locator(`[data-testid=bought-by-c2c][data-status=${status}]`);
  await standing('unmatched').waitFor();
  // An amount without effect is not shown as a field.
  await eventually(() => page.getByLabel(t('buy.spend', 'conversion')).count()).toBe(0);
  await look('quick-unmatched');
  const orderId = new URL(page.url()).searchParams.get('order') ?? '';
  await desk.match(orderId, 'carl');
  await standing('matched').waitFor();
  await page.getByText(SELLER.accountNumber).waitFor();
  await page.getByRole('form', { name: t('submit.title') }).waitFor();
  await look('quick-matched');
  await page.getByRole('button', { name: t('bank.action', 'c2c', { amount: '252.50 USD' }) }).click();
  await page.locator('[role=status]', { hasText: /GB/ }).waitFor();
  await desk.submit(person, orderId);
  await standing('remitted').waitFor();
  const verdict = await desk.decide('cora', `${orderId}-r`, 'approved');
  expect(verdict).toBe('approved');
  await standing('completed').waitFor();
  await look('quick-completed');
  await page.getByRole('button', { name: t('buy.convertIt', 'conversion', { coin: 'ETH' }) }).click();
  await page.waitForURL(/coin=ETH&spend=250&way=convert$/);
  await page.getByRole('button', { name: t('getQuote', 'conversion') }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('is closed to a demo account, with the way to a real one', async () => {
  const answer = await fetch(`${desk.started.url}/web/tempLogin`);
  const { data } = (await answer.json()) as { data: object };
  const window = await openClient({ browser, url: desk.started.url }, 'phone', '/');
  const session = JSON.stringify({ state: { session: data }, version: 1 });
  await window.page.evaluate((kept) => localStorage.setItem('glassbook.session', kept), session);
  await window.page.goto(`${desk.started.url}/c2c_create`);
  await window.page.getByRole('heading', { name: 'Switch to a real account first.' }).waitFor();
  expect(window.faults).toEqual([]);
  await window.close();
});
