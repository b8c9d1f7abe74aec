import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Language } from '../../shared/language.js';
import { FakeClock } from '../../server/core/clock.js';
import type { StartedApp } from '../kit/app.js';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { fund, TRADE_PASSWORD, tradingPerson } from '../kit/factors.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { claimInConsole, waitingOf } from '../kit/review-desk.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import { vipPerson } from '../kit/vip.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(240_000);

const clock = new FakeClock(Date.now());
let desk: Awaited<ReturnType<typeof startStaffed>>;
let started: StartedApp;
let browser: Browser;

beforeAll(async () => {
  desk = await startStaffed({ ...builtScreens(), clock });
  ({ started } = desk);
  await desk.member('ann', 'reviewer', ['custody']);
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
    await page.getByRole('heading', { name: wordsOf('en')('refusal:demo.real-only') }).waitFor();
    await page.getByLabel('Amount').fill('10000');
    await page.getByTestId('custody-outcomes').waitFor();
    await close();
  });

  it('are bought by a person who passes every gate, and ended early by staff in the console', async () => {
    const trader = await vipPerson(new RecipeKit(started), clock);
    const t = wordsOf('en');
    const at = { lang: 'en', kind: 'phone', path: '/vip_index' } as const;
    const { page, faults, close } = await openAs(trader, { browser, url: started.url }, at);
    const gates = page.getByTestId('vip-gates');
    await eventually(() => gates.getByLabel(t('custody:vip.met'), { exact: true }).count()).toBe(4);
    await gates.getByText(t('custody:vip.yoursMet', { average: '60,000' }), { exact: true }).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'vip-met-phone-en');
    await page.getByRole('link', { name: t('custody:index.terms') }).click();
    const form = page.getByRole('form', { name: t('custody:buy.review') });
    await form.getByLabel(t('custody:buy.amount')).fill('12000');
    await form.getByRole('button', { name: 'Transfer 12,000 USDT from the spot account' }).click();
    const unlock = page.getByRole('dialog', { name: t('security:unlock.title') });
    // 12,000 x 0.4% x 7 days.
    await eventually(() => page.getByTestId('custody-outcomes').innerText()).toMatch(/−336\.00\s+11,664\.00/);
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: t('custody:buy.review') }).click();
    const question = page.getByRole('dialog', { name: 'Put 12,000 USDT into custody?' });
    await photograph(page, 'vip-question-phone-en');
    await question.getByRole('button', { name: t('custody:buy.buy'), exact: true }).click();
    await unlock.getByLabel(t('security:trade.password')).fill(TRADE_PASSWORD);
    await unlock.getByRole('button', { name: t('security:unlock.goOn') }).click();
    await page.waitForURL(/\/vip_wdtg\?order=/);
    const detail = page.getByTestId('custody-detail');
    await detail.getByText(t('custody:status.in-custody')).waitFor();
    await photograph(page, 'vip-order-phone-en');
    await detail.getByRole('button', { name: 'End early' }).click();
    const early = page.getByRole('dialog', { name: 'Ask to end this order early?' });
    await early.getByText('11,664.00 USDT').waitFor();
    await early.getByRole('button', { name: 'Send request' }).click();
    await detail.getByText(t('custody:status.redeeming')).waitFor();

    await desk.again('ann').then((token) => desk.tokens.set('ann', token));
    const requestId = await waitingOf(desk.as('ann'), 'custody-redemption', trader.userId);
    const request = await claimInConsole({ desk, browser, now: clock.now() }, 'ann', requestId);
    await request.bench.getByText('336 USDT').waitFor();
    await photograph(request.page, 'vip-redemption-console');
    await request.bench.getByText(/^11,?664 USDT$/).waitFor();
    await request.page.keyboard.press('a');
    await request.send();
    await page.reload();
    await detail.getByText(t('custody:status.redeemed'), { exact: true }).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'vip-redeemed-phone-en');
    expect(faults).toEqual([]);
    await close();
  });
});
