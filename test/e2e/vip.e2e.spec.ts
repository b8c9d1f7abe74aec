import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Language } from '../../shared/language.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
import { builtScreens } from '../kit/screens.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(240_000);

let started: StartedApp;
let browser: Browser;

beforeAll(async () => {
  started = await startApp(builtScreens());
  browser = await openBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await started?.close();
});

describe('VIP products', () => {
  it.each<[Language, WindowKind]>([
    ['en', 'desktop'],
    ['de', 'phone'],
    ['jp', 'phone'],
  ])('show each gate and how far the person is, before the click, in %s on a %s', async (lang, kind) => {
    const { trader } = await tradingPerson(started);
    await fund(started, trader.userId, 'USDT', '20000');
    const at = { lang, kind, path: '/vip_index' };
    const { page, faults, close } = await openAs(trader, { browser, url: started.url }, at);
    const t = wordsOf(lang);
    const gates = page.getByTestId('vip-gates');
    await gates.getByText(t('custody:vip.advanced')).waitFor();
    await eventually(() => gates.getByLabel(t('custody:vip.unmet'), { exact: true }).count()).toBe(4);
    await page.getByText(t('custody:vip.how')).click();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, `vip-products-${kind}-${lang}`);
    await page.getByRole('link', { name: t('custody:index.terms') }).click();
    await page.getByText(t('refusal:custody.vip-advanced')).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, `vip-buy-${kind}-${lang}`);
    await page.goto(`${started.url}/vip_wdtg`);
    await page.getByText(t('custody:orders.none')).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('are read by a demo account, which buys none', async () => {
    const { page, close } = await openClient({ url: started.url, browser }, 'phone');
    await startDemo(page);
    await page.goto(`${started.url}/vip_index`);
    await page.getByTestId('vip-gates').waitFor();
    await page.goto(`${started.url}/profit_buy?product=vip`);
    await page.getByText(wordsOf('en')('custody:buy.demo')).waitFor();
    await page.getByLabel('Amount').fill('10000');
    await page.getByTestId('custody-outcomes').waitFor();
    await close();
  });
});
