import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Language } from '../../shared/language.js';
import { RULES_PAGES } from '../../shared/rules-pages.js';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
import { republish } from '../kit/rules-article.js';
import { claimInConsole, waitingOf } from '../kit/review-desk.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import type { Trader } from '../kit/trader.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(240_000);

const DAY_MS = 86_400_000;
// The console reads by the browser's clock whether a session is over.
const clock = new FakeClock(Date.now());
let desk: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;

beforeAll(async () => {
  desk = await startStaffed({ ...builtScreens(), clock });
  await desk.member('ann', 'reviewer', ['custody']);
  browser = await openBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await desk?.started.close();
});

async function windowOf(trader: Trader, lang: Language, kind: WindowKind, path: string) {
  const window = await openAs(trader, { browser, url: desk.started.url }, { lang, kind, path });
  return { ...window, t: wordsOf(lang) };
}

async function saver(usdt: string): Promise<Trader> {
  const { trader } = await tradingPerson(desk.started);
  await fund(desk.started, trader.userId, 'USDT', usdt);
  return trader;
}

/** Ann approves it in her room of the console. */
async function approve(requestId: string): Promise<void> {
  const { page, bench, send } = await claimInConsole({ desk, browser, now: clock.now() }, 'ann', requestId);
  await bench.getByText('10 USDT').waitFor();
  await photograph(page, 'custody-redemption-console');
  await page.keyboard.press('a');
  await send();
}

const shown = (page: Page) => page.getByTestId('custody-detail');

describe('a custody order', () => {
  it('is bought after the honest text, and ended early by staff after a rejection', async () => {
    const trader = await saver('500');
    const { page, faults, t, close } = await windowOf(trader, 'en', 'desktop', '/profit_index');
    await page.getByRole('heading', { name: 'No AI works here.' }).waitFor();
    await page.getByText('0.3% to 0.5% a day compounds to 198% to 517% a year.').waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'custody-products-desktop');
    await page.getByRole('link', { name: 'See terms' }).first().click();

    const form = page.getByRole('form', { name: 'Review purchase' });
    await eventually(() => form.getByLabel('Amount').inputValue()).toBe('');
    await form.getByLabel('Amount').fill('200');
    await form.getByRole('button', { name: 'Transfer 200 USDT from the spot account' }).click();
    await eventually(() => page.getByTestId('funds-available').innerText()).toBe('200 USDT');
    await eventually(() => page.getByTestId('custody-outcomes').innerText()).toMatch(/−10\.00\s+190\.00/);
    await form.getByRole('button', { name: 'Review purchase' }).click();
    await form.getByText(t('refusal:custody.agreement-needed')).waitFor();
    await form.getByLabel('I have read the rules, version 1.').check();
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'custody-buy-desktop');
    const agreed = form.getByLabel('I have read the rules, version 1.');
    const buy = async (): Promise<void> => {
      await form.getByRole('button', { name: 'Review purchase' }).click();
      const question = page.getByRole('dialog', { name: 'Put 200 USDT into custody?' });
      await question.getByRole('button', { name: 'Buy', exact: true }).click();
    };
    // The rules that were read here are no longer those that are published.
    await republish(desk.as('content'), RULES_PAGES.custody);
    await buy();
    await form.getByText(t('refusal:agreement.changed')).waitFor();
    await eventually(() => agreed.isChecked()).toBe(false);
    await agreed.check();
    await buy();
    await page.waitForURL(/\/profit_wdtg\?order=/);
    await shown(page).getByText('In custody').waitFor();

    await shown(page).getByRole('button', { name: 'End early' }).click();
    const early = page.getByRole('dialog', { name: 'Ask to end this order early?' });
    await early.getByText('190.00 USDT').waitFor();
    await early.getByRole('button', { name: 'Send request' }).click();
    await shown(page).getByRole('button', { name: 'Take request back' }).click();
    await shown(page).getByRole('button', { name: 'End early' }).click();
    await early.getByRole('button', { name: 'Send request' }).click();
    await shown(page).getByText('Redeeming').waitFor();
    const waiting = () => waitingOf(desk.as('ann'), 'custody-redemption', trader.userId);
    const rejected = await waiting();
    await desk
      .as('ann')
      .decides(rejected, 'rejected', { reasons: ['unsure-of-wish'] })
      .then();
    await page.reload();
    await shown(page).getByText(t('review:reason.custody-redemption.unsure-of-wish')).waitFor();
    await shown(page).getByRole('button', { name: 'Ask again' }).click();
    await early.getByRole('button', { name: 'Send request' }).click();
    await shown(page).getByText('Redeeming').waitFor();
    await approve(await waiting());
    await page.reload();
    await shown(page).getByText('Redeemed', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await eventually(() => page.getByTestId('custody-totals').innerText()).toMatch(/Penalties paid\s+10 USDT/);
    expect(faults).toEqual([]);
    await close();
  });

  it('completes by itself, each day with its rate and epoch, on a phone in German', async () => {
    const trader = await saver('300');
    await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: '300' });
    const { order } = await trader.given('buyProfit', { productId: 'daily', amount: '300', agreed: 1 });
    for (let day = 0; day < 8; day++) clock.advance(DAY_MS);
    await eventually(async () => {
      // Timers wait by the real clock; this one has leapt.
      desk.started.app.get<Timers>(Timers, { strict: false }).look();
      return (await trader.given('getProfitInfo', { orderId: order.orderId })).order?.status;
    }).toBe('completed');
    const { page, faults, t, close } = await windowOf(trader, 'de', 'phone', `/profit_wdtg?order=${order.orderId}`);
    await shown(page).getByText(t('custody:status.completed')).waitFor();
    await eventually(() => page.getByTestId('custody-days').locator('tbody a').count()).toBe(7);
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'custody-detail-phone-de');
    expect(faults).toEqual([]);
    await close();
  });

  it('is calculated by a demo account, which reads why it cannot buy', async () => {
    const { page, close } = await openClient({ url: desk.started.url, browser }, 'phone');
    await startDemo(page);
    await page.goto(`${desk.started.url}/profit_buy?product=flat`);
    await page.getByRole('heading', { name: 'No AI works here.' }).waitFor();
    await page.getByText(wordsOf('en')('custody:buy.demo')).waitFor();
    await page.getByRole('heading', { name: wordsOf('en')('refusal:demo.real-only') }).waitFor();
    await page.getByLabel('Amount').fill('1000');
    await eventually(() => page.getByTestId('custody-outcomes').innerText()).toMatch(/−50\.00\s+950\.00/);
    await page.getByRole('heading', { name: 'Who pays the interest' }).waitFor();
    await eventually(() => page.getByRole('button', { name: 'Review purchase' }).count()).toBe(0);
    await eventually(() => page.getByRole('checkbox').count()).toBe(0);
    await eventually(() => overflowOf(page)).toBe(0);
    await close();
  });
});
