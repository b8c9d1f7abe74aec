import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph, spaceAfter, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { BOLD_ANSWERS, fund, tradingPerson } from '../kit/factors.js';
import { builtScreens } from '../kit/screens.js';
import { Trader } from '../kit/trader.js';

/** Two hours of the market pass in steps of half a minute. */
jest.setTimeout(400_000);

/** Half an hour before a funding and a delivery. */
const STARTS_AT = Date.UTC(2026, 10, 27, 7, 30);
const DELIVERS_AT = Date.UTC(2026, 10, 27, 8);
const PERPETUAL = 'SOLUSDT-PERP';
const DELIVERY = 'SOLUSDT-261127';
const NEXT = 'SOLUSDT-261204';
const STEP_MS = 30_000;
const clock = new FakeClock(STARTS_AT);
let started: StartedApp;
let browser: Browser;
let demo: Trader;
let real: Trader;

beforeAll(async () => {
  started = await startApp({ clock, clientDir: builtScreens().clientDir });
  started.app.get<TradingService>(TradingService, { strict: false }).open.beat.stop();
  browser = await openBrowser();
  demo = await opened(await Trader.demo(started));
  real = await opened(await realTrader());
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await started?.close();
});

async function realTrader(): Promise<Trader> {
  const { trader } = await tradingPerson(started);
  await trader.given('submitQuestionnaire', BOLD_ANSWERS);
  await fund(started, trader.userId, 'USDT', '2000');
  return trader;
}

/** Long and short side by side at a hundred times, and both sides of a contract that is delivered. */
async function opened(trader: Trader): Promise<Trader> {
  for (const to of ['contract', 'futures'])
    await trader.given('transfer', { from: 'spot', to, currency: 'USDT', amount: '1000' });
  await trader.given('passLeverageQuiz', { answers: '2,3,1,2,3' });
  await trader.given('setLeverage', { symbol: PERPETUAL, leverage: '100' });
  const market = { type: 'market', quantity: '5' };
  await trader.given('placeContractOrder', { ...market, symbol: PERPETUAL, side: 'buy', positionSide: 'long' });
  await trader.given('placeContractOrder', { ...market, symbol: PERPETUAL, side: 'sell', positionSide: 'short' });
  await trader.given('placeContractOrder', { ...market, symbol: DELIVERY, side: 'buy', positionSide: 'long' });
  await trader.given('placeContractOrder', { ...market, symbol: DELIVERY, side: 'sell', positionSide: 'short' });
  return trader;
}

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}

const perpetualsOf = async (trader: Trader) => (await trader.given('getPositions', { symbol: PERPETUAL })).positions;

/** Past the delivery, until one side of the perpetual contract is liquidated. */
async function untilEnded(trader: Trader): Promise<void> {
  while (clock.now() < DELIVERS_AT + STEP_MS) await pass(STEP_MS);
  const latest = DELIVERS_AT + 6 * DEFAULT_EPOCH_MS;
  while ((await perpetualsOf(trader)).length === 2 && clock.now() < latest) await pass(STEP_MS);
}

/** The trader's own window. */
async function open(trader: Trader, kind: WindowKind, colorScheme: 'light' | 'dark') {
  const window = await openClient({ url: started.url, browser }, kind, '/', { colorScheme });
  const own = { ...(await trader.given('info')), token: trader.token };
  const session = JSON.stringify({ state: { session: own }, version: 1 });
  await window.page.evaluate((kept) => localStorage.setItem('glassbook.session', kept), session);
  return { ...window, go: (path: string) => window.page.goto(started.url + path) };
}

async function look(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  await eventually(() => unfit(page)).toEqual([]);
  await eventually(() => overflowOf(page)).toBe(0);
}

const cents = (amount = ''): string =>
  Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'always' });

/** Opens by keyboard what happened to a position, and all figures; the browser computes each amount as it is stated. */
async function computedAgain(page: Page, name: string | RegExp, figure: string): Promise<void> {
  await page.getByRole('button', { name }).first().press('Enter');
  const log = page.getByTestId('position-log');
  await eventually(() => log.locator('li details').count()).toBeGreaterThan(1);
  for (const summary of await log.locator('summary').all()) await summary.press('Enter');
  await log.getByText(figure).first().waitFor();
  await eventually(() => log.locator('[data-check=alike]').count()).toBeGreaterThan(2);
  await eventually(() => log.locator('[data-check=unlike]').count()).toBe(0);
}

describe('positions that end without their owner', () => {
  it('leave the open terminal by themselves: one is delivered, one liquidated; who rolls goes on', async () => {
    const { page, faults, go, close } = await open(demo, 'desktop', 'light');
    await go('/preciousMetal?symbol=SOLUSDT');
    const rows = page.getByTestId('positions').locator('tbody tr');
    await eventually(() => rows.count()).toBe(4);
    await look(page, 'contract-ends-before');
    await page.getByRole('button', { name: `Roll ${DELIVERY} Short` }).click();
    const dialog = page.getByRole('dialog');
    await eventually(() => dialog.innerText()).toMatch(
      /Next contract\s+SOLUSDT-261204[\s\S]*Basis[\s\S]*Closing fee\s+≈[\s\S]*Liquidation price then\s+≈/,
    );
    await look(page, 'contract-roll-desktop');
    await dialog.getByRole('button', { name: 'Roll position' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Close ${NEXT} Short` }).waitFor();
    await eventually(() => page.getByRole('button', { name: `Close ${DELIVERY} Short` }).count()).toBe(0);
    await untilEnded(demo);
    const [left] = await perpetualsOf(demo);
    const ended = left?.side === 'long' ? 'Short' : 'Long';
    await eventually(() => rows.count()).toBe(2);
    await page.getByRole('tab', { name: 'Position history' }).click();
    const over = page.locator('#contract-view tbody tr');
    await eventually(async () => (await over.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(new RegExp(`^${PERPETUAL} ${ended} Liquidated 5 `)),
      expect.stringMatching(new RegExp(`^${DELIVERY} Long Closed 5 `)),
      expect.stringMatching(new RegExp(`^${DELIVERY} Short Closed 5 `)),
    ]);
    await look(page, 'contract-ends-after');
    await computedAgain(page, `Details of ${PERPETUAL} ${ended}`, 'Funding index');
    await look(page, 'contract-ends-details');
    await page.keyboard.press('Escape');
    await computedAgain(page, `Details of ${DELIVERY} Long`, 'Seconds averaged');
    expect(faults).toEqual([]);
    await close();
  });

  it('of a real account stand in its records with label and cost, and tell their owner by what price', async () => {
    await untilEnded(real);
    const { page, faults, go, close } = await open(real, 'phone', 'dark');
    await go('/contractRecord');
    const { items } = await real.given('getPositionHistory');
    const [liquidated] = items;
    const delivered = items.filter(({ symbol }) => symbol === DELIVERY);
    expect([items.length, liquidated?.label, delivered.map(({ label }) => label)]).toEqual([
      3,
      'liquidated',
      ['closed', 'closed'],
    ]);
    const shown = (amount = '') => Number(amount).toLocaleString('en-US', { maximumFractionDigits: 4 });
    const cards = page.locator('tbody tr');
    await eventually(async () => (await cards.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual(
      items.map(({ symbol, side, label, fees }) =>
        expect.stringMatching(
          new RegExp(
            `^${symbol} ${side === 'long' ? 'Long' : 'Short'} ${label === 'closed' ? 'Closed' : 'Liquidated'} 5 .* ${shown(fees)} `,
          ),
        ),
      ),
    );
    await eventually(() => cards.first().innerText()).toContain(`\n${cents(liquidated?.profit)}`);
    await look(page, 'contract-ends-records-phone');

    await go('/notice?box=mine');
    await page.getByText(`${DELIVERY} delivered`).first().click();
    await page
      .getByText(
        /Your position of .* SOL settled at [\d,.]+ USDT\. Realised PnL: .* are back in your delivery account\./,
      )
      .first()
      .waitFor();
    await page.getByText(`Position liquidated: ${PERPETUAL}`).first().click();
    const told = page.locator('#notices');
    await eventually(() => told.innerText()).toMatch(/Nov 27, 2026 \d\d:\d\d:\d\d\s+Your (long|short) position/);
    await eventually(() => told.innerText()).toMatch(/Mark price: [\d,.]+ USDT\..* You lose no more than its margin\./);
    await look(page, 'contract-ends-message');
    await go('/preciousMetal?symbol=SOLUSDT');
    await page
      .getByTestId('positions')
      .getByText('Long')
      .or(page.getByTestId('positions').getByText('Short'))
      .first()
      .waitFor();
    await look(page, 'contract-ends-phone');
    await eventually(() => spaceAfter(page.getByRole('timer').first())).toBeGreaterThan(0);
    await computedAgain(page, new RegExp(`^Details of ${PERPETUAL}`), 'Funding index');
    await look(page, 'contract-ends-details-phone');
    expect(faults).toEqual([]);
    await close();
  });
});
