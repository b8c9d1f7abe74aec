import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../shared/language.js';
import { ROOT } from './sources.js';
import type { Trader } from './trader.js';

/** The two kinds of windows that people trade in. */
export const WINDOWS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;
export type WindowKind = keyof typeof WINDOWS;

/** A window of the client, and everything in it that a user would call a fault. */
export interface ClientWindow {
  page: Page;
  faults: string[];
  close(): Promise<void>;
}

/** A busy server asks for another try. The client makes it; what does not come then is missed by what a test waits for. */
const AGAIN = /^Failed to load resource: .* status of 503 /;

/** From now on: script errors, breaches of the content-security policy and calls to other hosts than the server's. */
export async function watchFaults(page: Page, url: string): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on(
    'console',
    (message) => message.type() === 'error' && !AGAIN.test(message.text()) && faults.push(message.text()),
  );
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) faults.push(request.url());
  });
  // A breach that a script has caught is in no console.
  const report = "(breach) => console.error('content-security policy:', breach.effectiveDirective, breach.blockedURI)";
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', ${report})`);
  return faults;
}

/** Opens a fresh browser at a path, and watches its faults. */
export async function openClient(
  { browser, url }: { browser: Browser; url: string },
  kind: WindowKind,
  path = '/',
  options: BrowserContextOptions = {},
): Promise<ClientWindow> {
  // What moves by itself is drawn at every frame, which takes the time of what is tested.
  const context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...WINDOWS[kind],
    ...options,
  });
  const page = await context.newPage();
  const faults = await watchFaults(page, url);
  await page.goto(url + path);
  return { page, faults, close: () => context.close() };
}

/** A window of a person who is logged in already, by the browser's storage. */
export async function openAs(
  trader: Trader,
  { browser, url }: { browser: Browser; url: string },
  { lang, kind, path }: { lang: Language; kind: WindowKind; path: string },
): Promise<ClientWindow> {
  const { data: session } = await trader.get('info');
  const context = await browser.newContext({ ...WINDOWS[kind], locale: LANGUAGES[lang], reducedMotion: 'reduce' });
  const kept = { state: { session: { ...session, token: trader.token }, other: null }, version: 1 };
  await context.addInitScript((text) => localStorage.setItem('glassbook.session', text), JSON.stringify(kept));
  const page = await context.newPage();
  const faults = await watchFaults(page, url);
  await page.goto(url + path);
  return { page, faults, close: () => context.close() };
}

/** Starts a demo account with the one click that the home page offers; ends in the spot terminal. */
export async function startDemo(page: Page): Promise<void> {
  await page.getByTestId('start-demo').first().click();
  await page.waitForURL(/\/currencyTrade/);
}

/** Waits until the text of an element changes once more: prices and books that are alive. */
export async function waitForChange(element: Locator): Promise<void> {
  const handle = await element.elementHandle();
  await element
    .page()
    .waitForFunction(([watched, before]) => watched?.textContent !== before, [
      handle,
      await element.textContent(),
    ] as const);
}

/** Places a market order by hand, as a person would: side, kind, quantity, click, confirm. */
export async function placeMarketOrder(page: Page, side: 'Buy' | 'Sell', quantity: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Order form' });
  await form.getByRole('group', { name: 'Side' }).getByRole('button', { name: side }).click();
  const list = form.getByRole('combobox', { name: 'Order type' });
  await list
    .or(form.getByRole('tab', { name: 'Market' }))
    .first()
    .waitFor();
  if (await list.isVisible()) await list.selectOption('market');
  else await form.getByRole('tab', { name: 'Market' }).click();
  await form.getByLabel('Quantity').fill(quantity);
  await form.locator('[data-checked="true"]').waitFor();
  await form.getByTestId('place-order').click();
  await page.getByRole('dialog').getByRole('button', { name: side }).click();
}

/** Closes an open dialog or menu by Escape, which it hears from when it has the focus. */
export async function escape(page: Page): Promise<void> {
  await page.locator(':is([role=dialog], [role=menu], [role=presentation]):is(:focus, :has(:focus))').first().waitFor();
  await page.keyboard.press('Escape');
}

/** Moves a finger that rests on the screen. */
export async function dragByFinger(page: Page, handle: Locator, by: number): Promise<void> {
  // Once it stands still, and nothing lies over it.
  await handle.click({ trial: true });
  const box = (await handle.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', to: number) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: to }] });
  await touch('touchStart', y);
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', y + by * part);
  await touch('touchEnd', y + by);
}

/** The balance in an asset row, as decimal text. */
export async function heldOf(page: Page, currency: string): Promise<string> {
  const total = page.locator(`[data-currency="${currency}"]`).getByTestId('coin-total');
  return (await total.innerText()).replaceAll(',', '').trim();
}

/** Whether something sticks out of the window at the side. */
export async function overflowOf(page: Page): Promise<number> {
  return page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
}

/** From the end of an element to that of the window, in pixels: below zero where it is cut off. */
export async function spaceAfter(element: Locator): Promise<number> {
  return element.evaluate(
    (node) => node.ownerDocument.documentElement.clientWidth - node.getBoundingClientRect().right,
  );
}

/** Where pictures for people to look at are kept. */
export const PICTURES = join(ROOT, 'test-results', 'screens');

/** Keeps one. */
export async function photograph(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
