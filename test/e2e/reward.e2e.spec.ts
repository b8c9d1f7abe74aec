import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Language } from '../../shared/language.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { withPoints } from '../kit/reward-recipes.js';
import { builtScreens } from '../kit/screens.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(240_000);

let started: StartedApp;
let browser: Browser;
let kit: RecipeKit;

beforeAll(async () => {
  started = await startApp(builtScreens());
  kit = new RecipeKit(started);
  browser = await openBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await started?.close();
});

describe('the reward centre', () => {
  it.each<[Language, WindowKind]>([
    ['en', 'desktop'],
    ['de', 'phone'],
    ['ty', 'phone'],
  ])('takes a person from the time zone to the first day, in %s on a %s', async (lang, kind) => {
    const { trader } = await kit.person();
    const { page, faults, close } = await openAs(
      trader,
      { browser, url: started.url },
      { lang, kind, path: '/benefits' },
    );
    const t = wordsOf(lang);
    await page.getByRole('button', { name: t('reward:zone.set') }).click();
    await page.getByRole('button', { name: t('reward:calendar.sign'), exact: true }).click();
    await eventually(() => page.getByTestId('reward-points').textContent()).toBe('1');
    await eventually(() =>
      page
        .getByRole('listitem')
        .filter({ hasText: t('reward:calendar.signed') })
        .count(),
    ).toBe(1);
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, `rewards-first-${kind}-${lang}`);
    expect(faults).toEqual([]);
    await close();
  });

  it('exchanges points, with every condition before the click', async () => {
    const trader = await withPoints(kit);
    const at = { lang: 'en', kind: 'desktop', path: '/benefits' } as const;
    const { page, faults, close } = await openAs(trader, { browser, url: started.url }, at);
    const t = wordsOf('en');
    await page.getByText(t('reward:terms.notMoney')).waitFor();
    await page.getByRole('button', { name: t('reward:points.exchange') }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByText(t('reward:terms.when')).waitFor();
    await dialog.getByRole('button', { name: t('reward:points.exchange') }).click();
    await page.getByTestId('fee-vouchers').getByText('1 of 1 USDT left').waitFor();
    await eventually(() => page.getByTestId('reward-points').textContent()).toBe('0');
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'rewards-voucher-desktop-en');
    expect(faults).toEqual([]);
    await close();
  });

  it('shows visitors and demo accounts what it is, and gives them no points', async () => {
    const { page, close } = await openClient({ url: started.url, browser }, 'phone');
    const t = wordsOf('en');
    await page.goto(`${started.url}/benefits`);
    await page.getByText(t('reward:visitor')).waitFor();
    await page.goto(started.url);
    await startDemo(page);
    await page.goto(`${started.url}/benefits`);
    await page.getByText(t('reward:demo')).waitFor();
    await page.getByRole('heading', { name: t('refusal:demo.real-only') }).waitFor();
    await eventually(() => page.getByTestId('reward-points').count()).toBe(0);
    await close();
  });
});
