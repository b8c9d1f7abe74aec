import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';
import { unfit } from '../kit/axe.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { openClient, overflowOf, photograph, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { fund, realPerson, TRADE_PASSWORD } from '../kit/factors.js';
import { first, some } from '../kit/level.js';
import { messagesTo } from '../kit/people.js';
import { builtScreens } from '../kit/screens.js';
import { orderTaken } from '../kit/security-desk.js';
import { until } from '../kit/until.js';
import { bundle } from '../kit/words.js';

jest.setTimeout(180_000);

type Lang = 'en' | 'de';
let started: StartedApp;
let browser: Browser;

beforeAll(async () => {
  started = await startApp({ clientDir: builtScreens().clientDir });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await started?.close();
});

/** What is on the screen in a language, by its key. */
function textsOf(lang: Lang) {
  const nouns = ['security', 'account', 'spot', 'order', 'common', 'message', 'refusal'];
  const all = Object.fromEntries(nouns.map((noun) => [noun, bundle(lang, noun)]));
  return (key: string, values: Record<string, string> = {}, noun = 'security'): string =>
    (all[noun]?.[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

async function logIn(page: Page, lang: Lang, account: string, password: string): Promise<void> {
  const t = textsOf(lang);
  await page.getByLabel(t('password.account', {}, 'account')).fill(account);
  await page.getByLabel(t('password.password', {}, 'account'), { exact: true }).fill(password);
  await submitLogin(page, lang);
}

const submitLogin = (page: Page, lang: Lang) =>
  page
    .getByRole('tabpanel')
    .getByRole('button', { name: textsOf(lang)('password.submit', {}, 'account') })
    .click();

/** A person with a real account, logged in in a window of their own. */
async function arrive(lang: Lang, kind: WindowKind) {
  const person = await realPerson(started);
  const locale = lang === 'de' ? 'de-DE' : 'en-US';
  const window = await openClient({ browser, url: started.url }, kind, '/login?from=/setting', { locale });
  await logIn(window.page, lang, person.account, person.password);
  await window.page.getByRole('heading', { name: textsOf(lang)('centre.title') }).waitFor();
  return { ...person, ...window, t: textsOf(lang) };
}

/** The code that an authenticator with this secret shows; after one that was used, that of the next step: its clock is ahead. */
function authenticator(secret: string) {
  let last = 0;
  return (): string => {
    last = Math.max(last + 1, stepAt(Date.now()));
    return totpAt(secret, last);
  };
}

/** Sends the code on the screen and types it from where it arrived. */
async function typeCode(page: Page, label: string, send: string, account: string): Promise<void> {
  const before = (await messagesTo(started, account))[0]?.id ?? 0;
  await page.getByRole('button', { name: send }).click();
  let code = '';
  await until(async () => {
    const [newest] = await messagesTo(started, account);
    code = newest !== undefined && newest.id > before ? (newest.letter?.secret ?? '') : '';
    return code !== '';
  });
  await page.getByLabel(label).fill(code);
}

describe.each(
  some(
    [
      ['en', 'desktop'],
      ['de', 'phone'],
    ] as const,
    first,
  ),
)('in %s on a %s', (lang, kind) => {
  it('somebody binds Google verification, logs in with it, and with a recovery code when the phone is lost', async () => {
    const { page, faults, close, t, account, password } = await arrive(lang, kind);
    await eventually(() => overflowOf(page)).toBe(0);
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, `security-centre-${lang}-${kind}`);
    await page.getByRole('link', { name: t('centre.doNext'), exact: true }).click();
    await page.waitForURL(/\/googleCode/);
    await page.getByLabel(t('proof.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('google.setUp') }).click();
    const secret = (await page.getByTestId('google-secret').innerText()).replaceAll(' ', '');
    await page.getByRole('img', { name: t('google.qr') }).waitFor();
    await photograph(page, `security-google-${lang}-${kind}`);
    const codeNow = authenticator(secret);
    await page.getByLabel(t('google.testCode')).fill('000000');
    await page.getByRole('button', { name: t('google.bind') }).click();
    await page.getByText(t('security.google-wrong', {}, 'refusal')).waitFor();
    await page.getByLabel(t('google.testCode')).fill(codeNow());
    await page.getByRole('button', { name: t('google.bind') }).click();
    await page.getByRole('heading', { name: t('codes.title') }).waitFor();
    const codes = await page.locator('ol code').allInnerTexts();
    expect(codes).toHaveLength(10);
    await eventually(() => overflowOf(page)).toBe(0);
    await photograph(page, `security-codes-${lang}-${kind}`);
    await eventually(() => page.getByRole('button', { name: t('codes.done') }).isDisabled()).toBe(true);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('codes.done') }).click();
    await page.getByText(t('google.left_other', { count: '10' })).waitFor();

    const other = await openClient({ browser, url: started.url }, kind, '/login?from=/googleCode', {
      locale: lang === 'de' ? 'de-DE' : 'en-US',
    });
    await logIn(other.page, lang, account, password);
    await other.page.getByLabel(t('proof.google')).fill(codeNow());
    await submitLogin(other.page, lang);
    await other.page.getByText(t('google.left_other', { count: '10' })).waitFor();
    await other.close();

    const third = await openClient({ browser, url: started.url }, kind, '/login?from=/googleCode', {
      locale: lang === 'de' ? 'de-DE' : 'en-US',
    });
    await logIn(third.page, lang, account, password);
    await third.page.getByLabel(t('proof.google')).fill(codes[0] ?? '');
    await submitLogin(third.page, lang);
    await third.page.getByText(t('google.left_other', { count: '9' })).waitFor();
    await third.close();
    expect(faults).toEqual([]);
    await close();
  });

  it('somebody sets a trade password on the way to an order, and gives it once in the next session', async () => {
    const { page, faults, close, t, account, password, userId } = await arrive(lang, kind);
    await fund(started, userId, 'USDT', '5000');
    await page.goto(`${started.url}/currencyTrade`);
    await fillOrder(page, lang);
    await placeOrder(page, lang);
    const dialog = page.getByRole('dialog', { name: t('unlock.title') });
    await dialog.getByRole('link', { name: t('trade.setTitle') }).click();
    await page.waitForURL(/\/bindmpwd/);
    await page.getByLabel(t('trade.new')).fill('123456');
    await page.getByLabel(t('trade.again')).fill('123456');
    await page.getByLabel(t('proof.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('trade.set'), exact: true }).click();
    await page.getByText(t('security.trade-password-weak', {}, 'refusal')).waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, `security-trade-${lang}-${kind}`);
    await page.getByLabel(t('trade.new')).fill(TRADE_PASSWORD);
    await page.getByLabel(t('trade.again')).fill(TRADE_PASSWORD);
    await page.getByRole('button', { name: t('trade.set'), exact: true }).click();
    await page.waitForURL(/\/setting/);

    const next = await openClient({ browser, url: started.url }, kind, '/login?from=/currencyTrade', {
      locale: lang === 'de' ? 'de-DE' : 'en-US',
    });
    await logIn(next.page, lang, account, password);
    await fillOrder(next.page, lang);
    await placeOrder(next.page, lang);
    const unlock = next.page.getByRole('dialog', { name: t('unlock.title') });
    await unlock.getByLabel(t('trade.password')).fill(TRADE_PASSWORD);
    await photograph(next.page, `security-unlock-${lang}-${kind}`);
    await unlock.getByRole('button', { name: t('unlock.goOn') }).click();
    // The order goes on by itself; it was typed and confirmed once.
    await orderTaken(next.page, lang);
    await next.close();
    expect(faults.filter((fault) => !/40[03]/.test(fault))).toEqual([]);
    await close();
  });

  it('somebody freezes the account, is let in nowhere, and unfreezes it by a code', async () => {
    const { page, faults, close, t, account, password } = await arrive(lang, kind);
    await page.getByRole('button', { name: t('freeze.title') }).click();
    const dialog = page.getByRole('dialog', { name: t('freeze.title') });
    await dialog.getByLabel(t('proof.password'), { exact: true }).fill(password);
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, `security-freeze-${lang}-${kind}`);
    await dialog.getByRole('button', { name: t('freeze.freeze') }).click();
    await page.getByRole('heading', { level: 1, name: t('unfreeze.title') }).waitFor();
    await eventually(() => page.url()).toMatch(/\/verificationCode$/);
    await page.goto(`${started.url}/login?from=/setting`);
    await logIn(page, lang, account, password);
    await page.getByRole('link', { name: t('unfreeze.title') }).click();
    // The log-in before it has a field of the same name, and stands until this screen is loaded.
    await page.getByRole('heading', { level: 1, name: t('unfreeze.title') }).waitFor();
    await page.getByLabel(t('unfreeze.account')).fill(account);
    await typeCode(page, t('code.label'), t('field.sendCode', {}, 'common'), account);
    await page.getByLabel(t('proof.password'), { exact: true }).fill(password);
    await photograph(page, `security-unfreeze-${lang}-${kind}`);
    await page.getByRole('button', { name: t('unfreeze.submit'), exact: true }).click();
    await page.getByRole('main').getByText(t('unfreeze.done')).waitFor();
    await page.goto(`${started.url}/login?from=/setting`);
    await logIn(page, lang, account, password);
    await page.getByRole('heading', { name: t('centre.title') }).waitFor();
    expect(faults.filter((fault) => !/40[13]/.test(fault))).toEqual([]);
    await close();
  });
});

const quantityOf = (page: Page, lang: Lang) =>
  page.locator('[data-order-form]').getByLabel(textsOf(lang)('field.quantity', {}, 'order'));

async function fillOrder(page: Page, lang: Lang): Promise<void> {
  await page.locator('[data-order-form]').waitFor();
  await quantityOf(page, lang).fill('0.01');
  await page.locator('[data-order-form] [data-checked="true"]').waitFor();
}

/** Presses the button and confirms the dialog. */
async function placeOrder(page: Page, lang: Lang): Promise<void> {
  const buy = textsOf(lang)('form.buy', { asset: 'BTC' }, 'order');
  await page.getByTestId('place-order').click();
  await page.getByRole('dialog').getByRole('button', { name: buy }).click();
}
