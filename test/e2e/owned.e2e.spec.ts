import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { unfit } from '../kit/axe.js';
import { openAs, overflowOf, photograph, WINDOWS, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { boughtOrder, custodian } from '../kit/custody-recipes.js';
import { eventually } from '../kit/eventually.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { wordsOf } from '../kit/words.js';
import type { Language } from '../../shared/language.js';

jest.setTimeout(240_000);

const clock = new FakeClock(Date.now());
let desk: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;

beforeAll(async () => {
  desk = await startStaffed({ ...builtScreens(), clock });
  await desk.member('sue', 'support');
  browser = await openBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await desk?.started.close();
});

async function opened(trader: Trader, lang: Language, kind: WindowKind) {
  const window = await openAs(trader, { browser, url: desk.started.url }, { lang, kind, path: '/netAssets' });
  return { ...window, t: wordsOf(lang) };
}

describe('“What I own”', () => {
  it('shows an account with nothing open as that, on a phone', async () => {
    const { page, faults, t, close } = await opened(await Trader.demo(desk.started), 'en', 'phone');
    await eventually(() => page.getByTestId('net').innerText()).toBe('100,000.00 USDT');
    for (const key of ['debts.none', 'income.none', 'items.none']) await page.getByText(t(`owned:${key}`)).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'owned-empty-phone');
    expect(faults).toEqual([]);
    await close();
  });

  it('says when custody can be had, what ending it early costs, and what interest is certain', async () => {
    const trader = await custodian(desk.started);
    await boughtOrder(trader, '1000');
    const { page, faults, t, close } = await opened(trader, 'de', 'phone');
    await eventually(() => page.getByTestId('net').innerText()).toBe('2.000,00 USDT');
    const row = page.getByTestId('items').locator('[data-product=custody]');
    await row.getByText(t('owned:cost.early', { cost: '50,00', receives: '950,00' })).waitFor();
    await page.getByText(t('owned:ladder.early', { cost: '50,00', receives: '950,00' })).waitFor();
    await eventually(() => page.getByTestId('income').locator('tbody').innerText()).toMatch(/21,00[^]*35,00/);
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, 'owned-custody-phone-de');
    expect(faults).toEqual([]);
    await close();
  });

  it('marks what moves with prices, by day and by night, and is the tab beside the coins', async () => {
    const demo = await Trader.demo(desk.started);
    await demo.placed({ type: 'market', quantity: '0.1' });
    await demo.placed({ price: await demo.away(-20), quantity: '0.01' });
    await demo.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '20000' });
    const order = { symbol: 'BTCUSDT-PERP', side: 'buy', positionSide: 'long', type: 'market', quantity: '0.1' };
    await demo.given('placeContractOrder', order);
    const { page, faults, t, close } = await opened(demo, 'en', 'desktop');
    await eventually(() => page.getByTestId('net').innerText()).toMatch(/^≈ \d\d,\d{3}\.\d\d USDT$/);
    const position = page.getByTestId('items').locator('[data-product=contract]');
    await position.getByText(t('owned:risk')).waitFor();
    await position.getByText(t('owned:way.close')).waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'owned-desktop-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate("document.documentElement.dataset.theme = 'dark'");
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'owned-desktop-dark');
    await page.getByRole('link', { name: t('asset:byCoin') }).click();
    await page.getByTestId('assets').getByText('BTC', { exact: true }).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('common:screen.netAssets') })
      .click();
    await page.getByTestId('ladder').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('says what failed, and asks again', async () => {
    const demo = await Trader.demo(desk.started);
    const { page, t, close } = await openAs(
      demo,
      { browser, url: desk.started.url },
      { lang: 'en', kind: 'phone', path: '/table2' },
    ).then((window) => ({ ...window, t: wordsOf('en') }));
    await page.route('**/web/getOwned*', (route) => route.abort());
    await page
      .getByRole('main')
      .getByRole('link', { name: t('common:screen.netAssets') })
      .click();
    await page.getByRole('alert').getByRole('button').waitFor();
    await page.unroute('**/web/getOwned*');
    await page.getByRole('alert').getByRole('button').click();
    await eventually(() => page.getByTestId('net').innerText()).toBe('100,000.00 USDT');
    await close();
  });

  it('is on the person’s page of the console', async () => {
    const trader = await custodian(desk.started);
    await boughtOrder(trader, '1000');
    const token = desk.tokens.get('sue') ?? '';
    const { body } = await desk.read<object>('me', token);
    const context = await browser.newContext({ locale: 'en-US', ...WINDOWS.desktop });
    const session = JSON.stringify({ ...body, token });
    await context.addInitScript((text) => sessionStorage.setItem('glassbook.staff', text), session);
    const page = await context.newPage();
    await page.goto(`${desk.started.url}/admin/#/users/${trader.userId}/show`);
    const table = page.getByRole('table', { name: 'Net assets' });
    await eventually(() => table.locator('tbody').innerText()).toMatch(/AI custody[^]*1,000/);
    await photograph(page, 'owned-console');
    await context.close();
  });
});
