import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { clockOf } from '../../server/market/simulator/market-clock.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph, startDemo } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { builtScreens } from '../kit/screens.js';
import { Trader } from '../kit/trader.js';

jest.setTimeout(180_000);

const symbol = 'AAPLUSDT';
const HALF_HOUR_MS = 1_800_000;
let started: StartedApp;
let browser: Browser;
let clock: FakeClock;
let opensAt: number;

/** The next open of New York whose call is still to come. */
function nextOpen(): number {
  const calendar = testCatalogue.calendars.find(({ id }) => id === 'nyse');
  if (calendar === undefined) throw new Error('New York has a calendar');
  const now = Math.floor(Date.now() / 1000);
  const session = clockOf(calendar).sessionAtOrAfter(now);
  const next = session && session.openSecond <= now ? clockOf(calendar).sessionAtOrAfter(session.closeSecond) : session;
  return (next?.openSecond ?? 0) * 1000;
}

/** The book's beats until then, so that the open is not one of many that were missed. */
async function goTo(at: number): Promise<void> {
  clock.setTo(at);
  // The seeds of an epoch are there before its first beat.
  await started.app.get<MarketService>(MarketService, { strict: false }).keepUp();
  await started.app.get<TradingService>(TradingService, { strict: false }).open.advancer.due('demo', symbol);
}

beforeAll(async () => {
  opensAt = nextOpen();
  clock = new FakeClock(opensAt - HALF_HOUR_MS);
  started = await startApp({ clientDir: builtScreens().clientDir, clock });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await started?.close();
});

it('a trader sees the auction being gathered before the open, joins it, and sees it end', async () => {
  const [ann, ben] = [await Trader.demo(started), await Trader.demo(started)];
  const [ticker] = await ann.given('getTickers', { symbols: symbol });
  const close = Number.parseFloat(ticker?.last ?? '');
  const order = await ann.placed({ symbol, price: (close * 1.2).toFixed(2), quantity: '5' });
  await ben.placed({ symbol, price: (close * 0.9).toFixed(2), quantity: '2' });

  const { page, faults, close: leave } = await openClient({ url: started.url, browser }, 'desktop');
  await startDemo(page);
  await page.goto(`${started.url}/currencyTrade?symbol=${symbol}`);
  const auction = page.getByTestId('auction');
  await auction.getByText('no orders meet yet').waitFor();
  await auction.getByText(/^opens in \d/).waitFor();
  await page.getByText('Pre-open', { exact: false }).first().waitFor();
  const form = page.getByRole('form', { name: 'Order form' });
  await form.getByText('Limit orders rest until the opening auction and trade there at one price.').waitFor();
  await photograph(page, 'terminal-pre-open');
  await eventually(() => unfit(page)).toEqual([]);
  await eventually(() => overflowOf(page)).toBe(0);

  await form.getByLabel('Post-only').and(page.locator(':disabled')).waitFor();
  await form.getByRole('tab', { name: 'Market' }).click();
  await form.getByText(/^Trades in the opening auction at \d.+ What is left is cancelled/).waitFor();
  await form.getByRole('tab', { name: 'Limit', exact: true }).click();
  // A limit order rests unless it is wanted for the auction alone.
  await eventually(() => form.getByLabel('Time in force').inputValue()).toBe('GTC');
  await form.getByLabel('Time in force').selectOption('ATC');
  await form.getByText(/^Waits for the auction at \d.+ You can cancel it until \d/).waitFor();
  await form.getByLabel('Time in force').selectOption('OPG');
  await form.getByText(/^Trades in the opening auction at \d.+ What is left is cancelled/).waitFor();
  await form.getByLabel('Quantity').fill('1');
  await form.locator('[data-checked="true"]').waitFor();
  await form.getByTestId('place-order').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click();
  await eventually(async () => (await ann.given('getBook', { symbol })).bids.length).toBe(3);
  await page.getByText('Waiting for the open').first().waitFor();

  await goTo(opensAt - 1_000);
  await goTo(opensAt + 500);
  await eventually(() => auction.count()).toBe(0);
  await eventually(async () => (await ann.order(order.orderId, symbol)).status).toBe('filled');

  // The same session's close: an order for its auction, told before the click when it can be cancelled no more.
  // The page asks for market hours by the minute, and this clock has leapt.
  await page.reload();
  await form.getByLabel('Time in force').selectOption('ATC');
  await form.getByText(/^Waits for the auction at \d.+ You can cancel it until \d/).waitFor();
  await form.getByLabel('Quantity').fill('1');
  await form.locator('[data-checked="true"]').waitFor();
  await form.getByTestId('place-order').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click();
  await page.getByText('Waiting for the close').first().waitFor();
  const { session } = await ann.given('getInstrument', { symbol });
  await goTo((session.cutOffAt ?? 0) + 60_000);
  await auction.getByText('Closing auction').waitFor();
  await auction.getByText(/^closes in \d/).waitFor();
  await eventually(() => unfit(page)).toEqual([]);
  await photograph(page, 'terminal-before-close');
  expect(faults).toEqual([]);
  await leave();
});
