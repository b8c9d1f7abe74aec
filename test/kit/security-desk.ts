import { expect } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { StartedApp } from './app.js';
import { openClient, overflowOf, photograph, WINDOWS, type WindowKind } from './browser.js';
import { signIn } from './console.js';
import { eventually } from './eventually.js';
import { messagesTo } from './people.js';
import { builtScreens } from './screens.js';
import { startStaffed } from './staff-client.js';
import { until } from './until.js';
import { bundle, patternOf, wordsOf } from './words.js';

export type Lang = 'en' | 'de';

/** A server with the built screens of both sides and its first staff accounts. */
export async function startScreens() {
  return startStaffed(builtScreens());
}

type Screens = Awaited<ReturnType<typeof startScreens>>;

/** What is on the screen in a language, by noun and key. */
export function textsOf(lang: Lang) {
  const nouns = new Map<string, Record<string, string>>();
  return (noun: string, key: string, values: Record<string, string> = {}): string => {
    const texts = nouns.get(noun) ?? bundle(lang, noun);
    nouns.set(noun, texts);
    const text = texts[key];
    if (text === undefined) throw new Error(`no text ${lang}/${noun}: ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
}

/** A reader of one language at one kind of window: opens windows, and does by hand what many journeys need. */
export function readerAt(
  { started, browser }: { started: StartedApp; browser: Browser },
  lang: Lang,
  kind: WindowKind,
) {
  const t = textsOf(lang);
  const open = (path: string) =>
    openClient({ browser, url: started.url }, kind, path, { locale: lang === 'de' ? 'de-DE' : 'en-US' });

  async function logIn(page: Page, account: string, password: string): Promise<void> {
    await page.getByLabel(t('account', 'password.account')).fill(account);
    await page.getByLabel(t('account', 'password.password'), { exact: true }).fill(password);
    const form = page.getByRole('tabpanel');
    await form.getByRole('button', { name: t('account', 'password.submit') }).click();
  }

  /** A fresh window, logged in, at the requested page. */
  async function arrive(path: string, account: string, password: string) {
    const window = await open(`/login?from=${encodeURIComponent(path)}`);
    await logIn(window.page, account, password);
    await window.page.waitForURL((url) => url.pathname === path);
    return window;
  }

  /** Sends the code on the screen and reads it from where it arrived. */
  async function codeSent(page: Page, account: string): Promise<string> {
    const before = (await messagesTo(started, account))[0]?.id ?? 0;
    await page.getByRole('button', { name: t('common', 'field.sendCode') }).click();
    let code = '';
    await until(async () => {
      const [newest] = await messagesTo(started, account);
      code = newest !== undefined && newest.id > before ? (newest.letter?.secret ?? '') : '';
      return code !== '';
    });
    return code;
  }

  return { t, open, logIn, arrive, codeSent };
}

/** Whether a reader sees the middle of it, without scrolling and with nothing before it. */
export const isSeen = (text: Locator): Promise<boolean> =>
  text.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(node.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
  });

/** Fills in a small order and confirms the dialog. */
export async function placeOrder(page: Page, lang: Lang): Promise<void> {
  const t = textsOf(lang);
  await page.locator('[data-order-form]').getByLabel(t('order', 'field.quantity')).fill('0.01');
  await page.locator('[data-order-form] [data-checked="true"]').waitFor();
  await page.getByTestId('place-order').click();
  const buy = t('order', 'form.buy', { asset: 'BTC' });
  await page.getByRole('dialog').getByRole('button', { name: buy }).click();
}

/** Waits for the sentence of a placed order, or of a filled one, which replaces it. */
export async function orderTaken(page: Page, lang: Lang): Promise<void> {
  const t = wordsOf(lang);
  const filled = page.getByText(patternOf(t('order:receipt.buy', { asset: 'BTC' })));
  await filled
    .or(page.getByText(t('message:done.placeOrder')))
    .first()
    .waitFor();
}

/** Support freezes an account with a reason, by the button of the person's page. */
export async function freezeByStaff(
  { staffed, browser }: { staffed: Screens; browser: Browser },
  userId: string,
  lang: Lang,
  kind: WindowKind,
): Promise<void> {
  const words = wordsOf(lang);
  const { url } = staffed.started;
  const { page, faults } = await signIn({ url, keys: staffed.keys, browser }, 'support', WINDOWS[kind]);
  if (lang === 'de') {
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  }
  await page.goto(`${url}/admin/#/users/${userId}/show`);
  await page.getByRole('button', { name: words('console:console.freeze.freeze') }).click();
  const sheet = page.getByRole('dialog', { name: words('console:console.freeze.freeze') });
  await sheet.getByText(words('console:console.freeze.freeze_note')).waitFor();
  await sheet.getByLabel(words('console:console.freeze.reason')).fill('The owner reported a stolen phone.');
  await eventually(() => overflowOf(page)).toBe(0);
  await photograph(page, `console-freeze-${lang}-${kind}`);
  await sheet.getByRole('button', { name: words('console:console.freeze.freeze') }).click();
  await sheet.waitFor({ state: 'detached' });
  // The page reloads, and offers the way back.
  await page.getByRole('button', { name: words('console:console.freeze.unfreeze') }).waitFor();
  await page.getByText(words('console:console.status.frozen'), { exact: true }).first().waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
}
