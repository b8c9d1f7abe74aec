import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Language } from '../../shared/language.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { builtScreens } from '../kit/screens.js';
import { openCoin, subscriber } from '../kit/subscription-recipes.js';
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

describe('new coins', () => {
  it.each<[Language, WindowKind]>([
    ['en', 'desktop'],
    ['de', 'phone'],
  ])('are subscribed after their outcomes were shown, in %s on a %s', async (lang, kind) => {
    const coin = await openCoin(kit);
    const trader = await subscriber(kit);
    await trader.given('transfer', { from: 'finance', to: 'spot', currency: 'USDT', amount: '480' });
    const t = wordsOf(lang);
    const where = { browser, url: started.url };
    const { page, faults, close } = await openAs(trader, where, { lang, kind, path: '/subscription' });
    await page.getByRole('article').filter({ hasText: coin }).first().waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, `new-coins-${kind}-${lang}`);
    await page.goto(`${started.url}/subscriptionBuy?coin=${coin}`);
    await page.getByText(t('subscription:outcome.losing', { cases: '56' })).waitFor();
    const form = page.getByRole('form', { name: t('subscription:buy.review') });
    await form.getByLabel(t('subscription:buy.coins')).fill('100');
    await eventually(() => page.getByTestId('coin-figures').innerText()).toContain(lang === 'de' ? '50,25' : '50.25');
    const missing = lang === 'de' ? '30,25' : '30.25';
    await form.getByRole('button', { name: t('transfer:funds.move.spot', { missing }) }).click();
    await eventually(() => page.getByTestId('funds-available').innerText()).toMatch(/^50[.,]25 USDT$/);
    await eventually(() => form.getByLabel(t('subscription:buy.coins')).inputValue()).toBe('100');
    await form.getByRole('button', { name: t('subscription:buy.review') }).click();
    await form.getByText(t('refusal:subscription.agreement-needed')).waitFor();
    await form.getByRole('checkbox').check();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, `new-coin-buy-${kind}-${lang}`);
    await form.getByRole('button', { name: t('subscription:buy.review') }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: t('subscription:buy.send'), exact: true }).click();
    // A session is asked for its trade password at most once; this one has given it.
    await page.waitForURL(/\/subscriptionRecord\?subscription=/);
    const detail = page.getByTestId('subscription-detail');
    await detail.getByText(t('subscription:label.under-review')).waitFor();
    await detail.getByText(t('subscription:detail.waiting')).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, `new-coin-record-${kind}-${lang}`);
    expect(faults).toEqual([]);
    await close();
  });

  it('open for a demo account to reckon, which reads why it cannot subscribe', async () => {
    const coin = await openCoin(kit);
    const { page, close } = await openClient({ url: started.url, browser }, 'phone');
    await startDemo(page);
    await page.goto(`${started.url}/subscriptionBuy?coin=${coin}`);
    await page.getByText(wordsOf('en')('subscription:buy.demo')).waitFor();
    await page.getByLabel('Coins', { exact: true }).fill('100');
    await eventually(() => page.getByTestId('coin-figures').innerText()).toContain('50.25');
    await eventually(() => page.getByRole('button', { name: 'Review subscription' }).count()).toBe(0);
    await eventually(() => overflowOf(page)).toBe(0);
    await close();
  });
});
