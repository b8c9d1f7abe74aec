import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { unfit } from '../kit/axe.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { openClient, overflowOf, photograph, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { first, some } from '../kit/level.js';
import { register } from '../kit/people.js';
import { builtScreens } from '../kit/screens.js';
import { unzip } from '../kit/unzip.js';
import { bundle } from '../kit/words.js';

jest.setTimeout(180_000);
const PASSWORD = 'blue4Whale';
type Text = (key: string, noun?: string) => string;

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

/** A person on their profile, in one language. */
async function person(lang: 'en' | 'de', kind: WindowKind, theme: 'light' | 'dark') {
  const nouns = ['personal', 'security', 'refusal', 'message'];
  const texts = new Map(nouns.map((noun) => [noun, bundle(lang, noun)]));
  const t = (key: string, noun = 'personal'): string => texts.get(noun)?.[key] ?? key;
  const { data } = await register(started, { country: 'DE' });
  const options = { locale: lang === 'de' ? 'de-DE' : 'en-US', colorScheme: theme, acceptDownloads: true } as const;
  const window = await openClient({ browser, url: started.url }, kind, '/', options);
  const session = JSON.stringify({ state: { session: data }, version: 1 });
  await window.page.evaluate((kept) => localStorage.setItem('glassbook.session', kept), session);
  await window.page.goto(`${started.url}/info`);
  await window.page.getByRole('heading', { name: t('data.title') }).waitFor();
  return { ...window, t, userId: data.userId };
}

it('a person hears that it is done although the socket says before that the session is over', async () => {
  const { page, t, userId, close } = await person('en', 'desktop', 'light');
  const socketClosed = new Promise((resolve) => page.on('websocket', (socket) => socket.on('close', resolve)));
  await page.reload();
  await page.clock.install();
  await page.route('**/web/eraseMe', async (route) => {
    const answer = await route.fetch();
    await socketClosed;
    // Far longer than a page whose session has ended stays open.
    await page.clock.runFor(10_000);
    await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: t('data.eraseOpen') }).click();
  await confirmErasing(page, t, userId);
  await page.getByText(t('done.eraseMe', 'message')).waitFor();
  await eventually(() => page.getByText(t('session.ended', 'refusal')).count()).toBe(0);
  await page.waitForURL((address) => address.pathname === '/');
  await close();
});

/** In the open dialog; what follows is final. */
async function confirmErasing(page: Page, t: Text, userId: string): Promise<void> {
  const erasing = page.getByRole('dialog', { name: t('data.eraseTitle') });
  await erasing.getByLabel(t('data.confirmLabel').replace('{{userId}}', userId)).fill(userId);
  await erasing.getByLabel(t('proof.password', 'security'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

describe.each(
  some(
    [
      ['en', 'desktop', 'light'],
      ['de', 'phone', 'dark'],
    ] as const,
    first,
  ),
)('in %s on a %s', (lang, kind, theme) => {
  it('a person takes his data along, reads what erasing means, and is erased', async () => {
    const { page, t, userId, faults, close } = await person(lang, kind, theme);
    const kept = () => page.evaluate(() => localStorage.getItem('glassbook.session') ?? '');
    await page.getByRole('heading', { name: t('data.title') }).scrollIntoViewIfNeeded();
    await photograph(page, `my-data-${lang}`);
    await eventually(() => overflowOf(page)).toBe(0);

    await page.getByRole('button', { name: t('data.exportButton') }).click();
    const exporting = page.getByRole('dialog', { name: t('data.exportTitle') });
    await exporting.getByLabel(t('proof.password', 'security'), { exact: true }).fill('not this one');
    await exporting.getByRole('button', { name: t('data.exportButton') }).click();
    await exporting.getByText(t('security.password-wrong', 'refusal')).waitFor();
    await exporting.getByLabel(t('proof.password', 'security'), { exact: true }).fill(PASSWORD);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      exporting.getByRole('button', { name: t('data.exportButton') }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^glassbook-my-data-.*\.zip$/);
    const data =
      unzip(readFileSync(await download.path()))
        .get('data.json')
        ?.toString() ?? '{}';
    expect(JSON.parse(data)).toMatchObject({ userId });

    await page.getByRole('button', { name: t('data.eraseOpen') }).click();
    const erasing = page.getByRole('dialog', { name: t('data.eraseTitle') });
    await erasing.getByText(t('data.stays1').replace('{{userId}}', userId)).waitFor();
    await photograph(page, `erase-me-${lang}`);
    await eventually(() => unfit(page, { within: '[role=dialog]' })).toEqual([]);
    await erasing.getByRole('button', { name: t('data.eraseButton') }).click();
    await erasing.getByText(t('data.confirmWrong')).waitFor();
    await confirmErasing(page, t, userId);
    await page.getByText(t('done.eraseMe', 'message')).waitFor();
    await page.waitForURL((address) => address.pathname === '/');
    await eventually(kept).not.toContain(userId);
    expect(faults.filter((fault) => !fault.includes('422') && !fault.includes('status of'))).toEqual([]);
    await close();
  });
});
