import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph, startDemo } from '../kit/browser.js';
import { startClient } from '../kit/console.js';
import { withContractFunds } from '../kit/contract-recipes.js';
import { eventually } from '../kit/eventually.js';
import { Trader } from '../kit/trader.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

let started: Awaited<ReturnType<typeof startClient>>;

beforeAll(async () => {
  started = await startClient();
});
afterAll(() => started?.close());

describe('the page of the insurance fund', () => {
  it('shows visitors its rules and an empty history, and fits a phone', async () => {
    const { page, faults, close } = await openClient(started, 'phone', '/insuranceFund', { locale: 'de-DE' });
    const words = wordsOf('de');
    await page.getByRole('heading', { level: 1, name: words('common:screen.insuranceFund') }).waitFor();
    await eventually(() => page.getByTestId('fund-opening').innerText()).toBe('1.000.000 USDT');
    await eventually(() => page.getByTestId('fund-balance').innerText()).toBe('0 USDT');
    await page.getByText(words('contract:fund.none')).waitFor();
    await page.getByText(words('contract:fund.realm.real')).waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await eventually(() => overflowOf(page)).toBe(0);
    await page.getByRole('link', { name: words('common:screen.housePositions') }).click();
    await page.getByRole('heading', { level: 1, name: words('common:screen.housePositions') }).waitFor();
    await eventually(() => page.getByTestId('house-clearing').innerText()).toBe('0 USDT');
    await page.getByText(words('contract:house.none')).waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await eventually(() => overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('is one click away from the terminal', async () => {
    const other = await withContractFunds(await Trader.demo(started));
    const order = { symbol: 'BTCUSDT-PERP', type: 'market', quantity: '0.01' };
    await other.given('placeContractOrder', { ...order, side: 'buy', positionSide: 'long' });
    const { page, close } = await openClient(started, 'desktop', '/login');
    await startDemo(page);
    await page.goto(`${started.url}/preciousMetal?symbol=BTCUSDT`);
    await page.locator('a[href="/insuranceFund"]:visible').first().click();
    await page.getByRole('heading', { level: 1, name: 'Insurance fund' }).waitFor();
    await page.getByText(wordsOf('en')('contract:fund.realm.demo')).waitFor();
    await page.getByRole('link', { name: 'Market makers’ positions' }).click();
    await page.getByRole('cell', { name: 'BTCUSDT-PERP' }).waitFor();
    await eventually(() => page.getByRole('row', { name: /BTCUSDT-PERP/ }).innerText()).toContain('Short 0.01');
    await photograph(page, 'house-positions');
    await close();
  });
});
