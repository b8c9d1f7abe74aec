import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { nextPlanDate } from '../../shared/fund-plan.js';
import type { Language } from '../../shared/language.js';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { goTo, openBrowser, signIn } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { fund, tradingPerson } from '../kit/factors.js';
import { purchase } from '../kit/fund-recipes.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import type { Trader } from '../kit/trader.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(240_000);

const HOUR_MS = 3_600_000;
const clock = new FakeClock(Date.now());
let desk: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;

beforeAll(async () => {
  desk = await startStaffed({ ...builtScreens(), clock });
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

/** Past the strike that a request waits for, epoch by epoch. */
async function pass(strikesAt: number): Promise<void> {
  while (clock.now() < strikesAt + 2_000) {
    clock.setTo(Math.min(strikesAt + 2_000, clock.now() + 4 * HOUR_MS));
    await desk.started.app.get<MarketService>(MarketService, { strict: false }).keepUp();
  }
}

/** The newest request of a person, once its units were counted. */
async function struck(trader: Trader) {
  const read = async () => (await trader.given('getFundRequests')).items[0];
  await eventually(async () => {
    // Timers wait by the real clock; this one has leapt.
    desk.started.app.get<Timers>(Timers, { strict: false }).look();
    return (await read())?.status;
  }).toBe('success');
  return read();
}

describe('a fund', () => {
  it('is bought after its fact sheet, at a value that the page dates, and can be cancelled', async () => {
    const trader = await saver('500');
    const { page, faults, t, close } = await windowOf(trader, 'en', 'desktop', '/etflow_buy?level=balanced');
    await eventually(() => page.getByTestId('fund-facts').innerText()).toMatch(
      /Total cost for a year\s+0\.5%: 5 USDT for each 1,000 USDT\s+Worst fall in a year\s+−[\d.]+%/,
    );
    await eventually(() => page.getByTestId('fund-holdings').locator('tbody tr').count()).toBe(7);
    const form = page.getByRole('form', { name: 'Review purchase' });
    await form.getByLabel('Amount').fill('200');
    await form.getByRole('button', { name: 'Transfer 200 USDT from the spot account' }).click();
    await form.getByText('Every close in it comes after your order.').waitFor();
    await form.getByRole('button', { name: 'Review purchase' }).click();
    await form.getByText(t('refusal:fund.agreement-needed')).waitFor();
    await form.getByLabel('I have read the rules, version 1.').check();
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'fund-buy-desktop');
    await form.getByRole('button', { name: 'Review purchase' }).click();
    const question = page.getByRole('dialog', { name: 'Buy units for 200 USDT?' });
    await question.getByRole('button', { name: 'Buy', exact: true }).click();
    await page.waitForURL(/\/etf_wdtg/);
    await page.getByText('Pending', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows units, the sum of their value and the way out, on a phone in German', async () => {
    const trader = await saver('300');
    await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: '300' });
    const { request } = await trader.given('buyFund', await purchase(trader, '150'));
    await pass(request.strikesAt);
    await struck(trader);
    const { page, faults, t, close } = await windowOf(trader, 'de', 'phone', '/etflow_wdtg');
    await eventually(() => page.getByTestId('fund-own').innerText()).toMatch(/Anteile\s+150/);
    await page.getByText(t('fund:status.success')).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'fund-mine-phone-de');
    const form = page.getByRole('form', { name: t('fund:redeem.review') });
    await form.getByLabel(t('fund:redeem.units')).fill('150.5');
    await form.getByRole('button', { name: t('fund:redeem.review') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('fund:redeem.send'), exact: true })
      .click();
    await form.getByText('Sie können 150 Anteile zurückgeben. Geben Sie weniger ein.').waitFor();
    await form.getByLabel(t('fund:redeem.units')).fill('50');
    await form.getByRole('button', { name: t('fund:redeem.review') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('fund:redeem.send'), exact: true })
      .click();
    await page.getByText(t('fund:status.pending')).waitFor();
    const [asked] = (await trader.given('getFundRequests')).items;
    await pass(asked?.strikesAt ?? 0);
    const redeemed = await struck(trader);
    await page.reload();
    await eventually(() => page.getByTestId('fund-own').innerText()).toMatch(/Anteile\s+100/);
    await photograph(page, 'fund-redeemed-phone-de');
    expect(faults).toEqual([]);
    await close();

    const keys = { url: desk.started.url, keys: desk.keys, browser, now: clock.now() };
    const staff = await signIn(keys, 'auditor');
    await goTo(staff.page, 'fund-requests');
    const row = staff.page.getByRole('row').filter({ hasText: redeemed?.requestId ?? '' });
    await eventually(() => row.innerText()).toMatch(/Redemption\s+Success/);
    await eventually(() => row.innerText()).toContain(`50\t${redeemed?.navDate}\t${redeemed?.nav}`);
    await photograph(staff.page, 'fund-requests-console');
    expect(staff.faults).toEqual([]);
    await staff.page.context().close();
  });

  it('is bought again and again by a plan, which says its cost before and ends at a click', async () => {
    const trader = await saver('100');
    const { page, faults, t, close } = await windowOf(trader, 'en', 'phone', '/etflow_wdtg');
    await eventually(() => page.getByRole('form', { name: t('fund:plan.review') }).count()).toBe(0);
    await page.getByRole('button', { name: t('fund:plan.add') }).click();
    const form = page.getByRole('form', { name: t('fund:plan.review') });
    await form.getByLabel(t('fund:buy.amount')).fill('25');
    await form.getByLabel(t('fund:plan.period')).selectOption('weekly');
    const { from } = await trader.given('getFundPlans');
    const saturday = nextPlanDate('weekly', 6, from);
    await form.getByLabel(t('fund:plan.first')).fill(saturday);
    await form.getByLabel('I have read the rules, version 1.').check();
    await form.getByRole('button', { name: t('fund:plan.review') }).click();
    await form.getByText('Weekly: Monday to Friday.').last().waitFor();
    await form.getByLabel(t('fund:plan.first')).fill(nextPlanDate('weekly', 2, from));
    await form.getByText('Fund fee for a year: 0.2%. Each purchase costs nothing more.').waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'fund-plan-phone');
    await form.getByRole('button', { name: t('fund:plan.review') }).click();
    const question = page.getByRole('dialog', { name: 'Buy units for 25 USDT every week?' });
    await question.getByRole('button', { name: t('fund:plan.set'), exact: true }).click();
    await page.getByText('25 USDT weekly').waitFor();
    await page.getByRole('button', { name: t('fund:plan.end') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('fund:plan.end'), exact: true })
      .click();
    await eventually(() => page.getByText('25 USDT weekly').count()).toBe(0);
    await eventually(async () => (await trader.given('getFundPlans')).plans).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('is refused to a demo account, which reads everything and why', async () => {
    const { page, close } = await openClient({ url: desk.started.url, browser }, 'phone');
    await startDemo(page);
    await page.goto(`${desk.started.url}/etflow_buy?level=low`);
    await page.getByText(wordsOf('en')('fund:buy.demo')).waitFor();
    await page.getByRole('heading', { name: wordsOf('en')('refusal:demo.real-only') }).waitFor();
    await eventually(() => page.getByTestId('fund-holdings').locator('tbody tr').count()).toBe(5);
    await page.getByTestId('fund-pricing').waitFor();
    await eventually(() => page.getByLabel('Amount').count()).toBe(1);
    await eventually(() => page.getByRole('button', { name: 'Review purchase' }).count()).toBe(0);
    await eventually(() => overflowOf(page)).toBe(0);
    await close();
  });
});
