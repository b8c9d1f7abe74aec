import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import type { Language } from '../../shared/language.js';
import type { StartedApp } from '../kit/app.js';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { goTo, openBrowser, signIn } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { claimInConsole, waitingOf } from '../kit/review-desk.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import { newCoin, openCoin, subscriber } from '../kit/subscription-recipes.js';
import type { Trader } from '../kit/trader.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(240_000);

const clock = new FakeClock(Date.now());
let desk: Awaited<ReturnType<typeof startStaffed>>;
let started: StartedApp;
let browser: Browser;
let kit: RecipeKit;

beforeAll(async () => {
  desk = await startStaffed({ ...builtScreens(), clock });
  ({ started } = desk);
  await desk.member('rita', 'risk');
  await desk.member('rob', 'risk');
  await desk.member('ann', 'reviewer', ['subscription']);
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
    await page.getByRole('heading', { name: wordsOf('en')('refusal:demo.real-only') }).waitFor();
    await page.getByLabel('Coins', { exact: true }).fill('100');
    await eventually(() => page.getByTestId('coin-figures').innerText()).toContain('50.25');
    await eventually(() => page.getByRole('button', { name: 'Review subscription' }).count()).toBe(0);
    await eventually(() => overflowOf(page)).toBe(0);
    await close();
  });
});

const enter = (name: string) => signIn({ url: started.url, keys: desk.keys, browser, now: clock.now() }, name);

/** Opens the question, gives a reason where one is asked for, and sends the decision. */
async function decide(page: Page, button: string, reason?: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** To an instant, with all epochs promised and all that is due done. */
async function leap(at: number): Promise<void> {
  clock.setTo(at);
  await started.app.get<MarketService>(MarketService, { strict: false }).keepUp();
  started.app.get<Timers>(Timers, { strict: false }).look();
}

/** The records of a person, with the detail of one coin's open. */
async function recordOf(trader: Trader, coin: string) {
  const { items } = await trader.given('getSubscriptions');
  const { subscriptionId = '' } = items.find((one) => one.coin === coin) ?? {};
  const at = { lang: 'en', kind: 'phone', path: `/subscriptionRecord?subscription=${subscriptionId}` } as const;
  const window = await openAs(trader, { browser, url: started.url }, at);
  return { ...window, detail: window.page.getByTestId('subscription-detail') };
}

describe('a new coin, from both sides', () => {
  const REASON = 'As the board decided.';
  let [ada, bob, cid]: Trader[] = [];
  let nova = '';
  let tiny = '';
  let gone = '';

  it('is proposed by one of the staff in the console and opened by another', async () => {
    const [rita, rob] = [await enter('rita'), await enter('rob')];
    await goTo(rita.page, 'new-coins');
    await rita.page.getByRole('button', { name: 'Propose a new coin' }).click();
    const { reason: _, ...form } = newCoin();
    nova = form.coin;
    const t = wordsOf('en');
    const dialog = rita.page.getByRole('dialog');
    for (const [field, value] of Object.entries(form))
      await dialog.getByLabel(t(`console:resources.new-coins.fields.${field}`)).fill(String(value));
    await dialog.getByLabel('Reason').fill(REASON);
    await eventually(() => unfit(rita.page)).toEqual([]);
    await photograph(rita.page, 'new-coin-propose-console');
    await rita.page.getByRole('button', { name: 'Send the proposal' }).click();
    await rita.page.getByRole('row').filter({ hasText: nova }).getByText('Proposed').waitFor();
    await goTo(rita.page, `new-coins/${nova}/show`);
    await rita.page.getByText('Somebody else must approve your proposal.').waitFor();
    await goTo(rob.page, `new-coins/${nova}/show`);
    await decide(rob.page, 'Approve');
    await rob.page.getByRole('button', { name: 'Cancel the issue' }).waitFor();
    await photograph(rob.page, 'new-coin-open-console');
    expect([rita.faults, rob.faults]).toEqual([[], []]);
    for (const { page } of [rita, rob]) await page.context().close();
  });

  it('is not passed where a reviewer rejects it, and refunded where two cancel the issue', async () => {
    [ada, bob, cid] = [await subscriber(kit), await subscriber(kit), await subscriber(kit)];
    [tiny, gone] = [await openCoin(kit, { volume: 1, minimum: 1 }), await openCoin(kit)];
    const subscribes = (trader: Trader, issueId: string, coins: string) =>
      trader.given('subscribeNewCoin', { issueId, coins, agreed: '1' });
    await subscribes(ada, nova, '900');
    await subscribes(bob, nova, '300');
    await subscribes(cid, nova, '60');
    for (const trader of [ada, bob]) await subscribes(trader, tiny, '20');
    await subscribes(bob, gone, '40');

    const requestId = await waitingOf(desk.as('ann'), 'subscription', cid.userId);
    const request = await claimInConsole({ desk, browser, now: clock.now() }, 'ann', requestId);
    await request.bench.getByText(`60 ${nova}`).waitFor();
    await request.page.keyboard.press('r');
    await request.page.keyboard.press('1');
    await photograph(request.page, 'new-coin-reject-console');
    await request.send();
    const { page, detail, close } = await recordOf(cid, nova);
    const t = wordsOf('en');
    await detail.getByText(t('subscription:label.not-passed')).waitFor();
    await detail.getByText(t('review:reason.subscription.several-accounts')).waitFor();
    await detail.getByText('30.15 USDT').last().waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'new-coin-not-passed-phone');
    await close();

    for (const name of ['rita', 'rob']) {
      const member = await enter(name);
      await goTo(member.page, `new-coins/${gone}/show`);
      await decide(member.page, 'Cancel the issue', REASON);
      const after = name === 'rita' ? member.page.getByText(t('console:console.new_coin.cancel_waiting')) : null;
      await (after ?? member.page.getByText('Failed', { exact: true })).waitFor();
      expect(member.faults).toEqual([]);
      await member.page.context().close();
    }
    const refunded = await recordOf(bob, gone);
    await refunded.detail.getByText(t('subscription:failure.cancelled')).waitFor();
    await eventually(async () => {
      await refunded.page.reload();
      return refunded.detail.innerText();
    }).toMatch(/Refunded\s+20\.10 USDT/);
    await photograph(refunded.page, 'new-coin-refunded-phone');
    await refunded.close();
  });

  it('is shared out: one person reads what passed and came back, another that it was sold out', async () => {
    const issue = (await ada!.given('getNewCoins')).coins.find(({ coin }) => coin === nova);
    await leap((issue?.listsAt ?? 0) + 1000);
    const statusOf = async (coin: string) =>
      (await ada!.given('getNewCoins')).coins.find((one) => one.coin === coin)?.status;
    for (const coin of [nova, tiny]) await eventually(() => statusOf(coin)).toBe('listed');
    const listed = (await ada!.given('getNewCoins')).coins.find(({ coin }) => coin === nova);
    await leap((listed?.tradesAt ?? 0) + 1000);
    const endOf = async (trader: Trader, coin: string) =>
      (await trader.given('getSubscriptions')).items.find((one) => one.coin === coin)?.status;
    for (const trader of [ada!, bob!]) await eventually(() => endOf(trader, nova)).toBe('passed');
    const ends = async () => [await endOf(ada!, tiny), await endOf(bob!, tiny)].toSorted();
    await eventually(ends).toEqual(['passed', 'sold-out']);

    const t = wordsOf('en');
    const passed = await recordOf(ada!, nova);
    // 900 of 1,200 coins were subscribed for 1,000: 750 pass, for 375 USDT and a fee of 0.5%.
    await eventually(() => passed.detail.innerText()).toMatch(/Passed\s+750 /);
    await eventually(() => passed.detail.innerText()).toMatch(/Refunded\s+75\.375 USDT/);
    await passed.detail.getByTestId('allocation').waitFor();
    await eventually(async () => [await unfit(passed.page), await overflowOf(passed.page)]).toEqual([[], 0]);
    await photograph(passed.page, 'new-coin-passed-phone');
    expect(passed.faults).toEqual([]);
    await passed.close();
    const loser = (await endOf(ada!, tiny)) === 'sold-out' ? ada! : bob!;
    const sold = await recordOf(loser, tiny);
    await sold.detail.getByText(t('subscription:label.sold-out')).waitFor();
    await eventually(() => sold.detail.innerText()).toMatch(/Refunded\s+10\.05 USDT/);
    await photograph(sold.page, 'new-coin-sold-out-phone');
    await sold.page.keyboard.press('Escape');
    await sold.detail.waitFor({ state: 'detached' });
    await eventually(async () => [await unfit(sold.page), await overflowOf(sold.page)]).toEqual([[], 0]);
    await photograph(sold.page, 'new-coin-records-phone');
    await sold.close();
  });
});
