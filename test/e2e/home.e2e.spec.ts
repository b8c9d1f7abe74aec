import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openClient, overflowOf, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';

jest.setTimeout(120_000);

let started: StartedClient;

beforeAll(async () => {
  started = await startClient({ instruments: 'whole' });
});
afterAll(() => started?.close());

const opening = (page: Page) => page.locator('.home-opening');
const boxes = async (page: Page) => [
  await opening(page).locator('h1').boundingBox(),
  await opening(page).locator('p').boundingBox(),
];

describe('the home page', () => {
  it.each([
    ['phone', 'de-DE'],
    ['desktop', 'th-TH'],
  ] as const)(
    'has its opening words before any script, where the screen draws them: %s in %s',
    async (kind, locale) => {
      const { page, faults, close } = await openClient(started, kind, '/about', { locale });
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/assets\/index-/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(started.url, { waitUntil: 'commit' });
      await opening(page).locator('p').waitFor();
      const before = [await boxes(page), await opening(page).locator('p').textContent(), await page.title()];
      await eventually(() => page.getByTestId('start-demo').count()).toBe(0);
      release();
      await page.getByTestId('start-demo').first().waitFor();
      await page.locator('section[aria-labelledby="hot-pairs"] li').first().waitFor();
      await eventually(async () => [
        await boxes(page),
        await opening(page).locator('p').textContent(),
        await page.title(),
      ]).toEqual(before);
      expect(faults).toEqual([]);
      await close();
    },
  );
});

const HOT_PAIRS = 'section[aria-labelledby="hot-pairs"]';
/** The most animations at once while a price flashes and when it is as before: asked later, a colour that fades is gone. */
const WATCH_ONE_FLASH = `new Promise((done) => {
  let [price, most] = [null, 0];
  const look = () => {
    price ??= document.querySelector('${HOT_PAIRS} [data-flash]');
    if (price) most = Math.max(most, document.getAnimations().length);
    if (price && !price.hasAttribute('data-flash')) done(most);
    else requestAnimationFrame(look);
  };
  look();
})`;

describe('a price that moves', () => {
  it('changes its colour at once and back, so that the page is not drawn when nothing happens', async () => {
    const { page, close } = await openClient(started, 'desktop', '/', { reducedMotion: 'no-preference' });
    await page.locator(`${HOT_PAIRS} li`).first().waitFor();
    // Until the movers are there, their placeholders shimmer.
    await page.locator('#mover-lists li').first().waitFor();
    await eventually(() => page.evaluate('document.getAnimations().length')).toBe(0);
    const most = await page.evaluate(WATCH_ONE_FLASH);
    expect(most).toBe(0);
    await close();
  });
});

describe('a repeated animation', () => {
  it('ends for people who want less motion', async () => {
    const { page, close } = await openClient(started, 'desktop', '/about', { reducedMotion: 'reduce' });
    await page.locator('#article-title').or(page.locator('main h1')).first().waitFor();
    await page.evaluate("document.body.style.animation = 'breathe 1.4s infinite'");
    const turns = await page.evaluate('getComputedStyle(document.body).animationIterationCount');
    expect(turns).toBe('1');
    await close();
  });
});

describe('a text of the help centre', () => {
  it('is named by its own title at the end of the path over it, on a page that grows no wider', async () => {
    const { page, faults, close } = await openClient(started, 'phone', '/helpDetail?slug=fees', { locale: 'de-DE' });
    const title = await page.locator('#article-title').innerText();
    await page.locator('main nav [aria-current=page]', { hasText: title }).waitFor();
    await eventually(() => overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('an address of a text that names none', () => {
  it('shows the user agreement at /agrt, and leads elsewhere to the list, whose way back is not caught', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/market');
    await page.goto(`${started.url}/agrt`);
    await page.locator('#article-title', { hasText: 'User agreement' }).waitFor();
    for (const [path, list] of [
      ['/helpDetail', '/help'],
      ['/setting-newdetail', '/settingNew'],
      ['/benefitsDetail', '/benefits'],
      ['/text', '/about'],
      ['/bannerDetail', '/index'],
    ] as const) {
      await page.goto(started.url + path);
      await page.waitForURL(started.url + list);
    }
    await page.goBack();
    await page.waitForURL(`${started.url}/about`);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('two tabs of one browser', () => {
  it('follow each other’s theme, language and session', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/');
    await startDemo(page);
    const other = await page.context().newPage();
    await other.goto(`${started.url}/market`);
    await other.getByRole('button', { name: 'Exit demo' }).waitFor();
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await other.locator('html[data-theme="dark"]').waitFor();
    await page.keyboard.press('Escape');
    await other.getByRole('button', { name: 'Language' }).click();
    await other.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Demo beenden' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Demo beenden' }).click();
    await other.getByRole('link', { name: 'Anmelden' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
