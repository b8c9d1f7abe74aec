import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { randomIds } from '../../server/core/ids.js';
import { OptionPrices, type CountedOption } from '../../server/core/ports/option-prices.js';
import { stepsAt } from '../../server/market/option/option-average.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { unfit } from '../kit/axe.js';
import { openAs, overflowOf, photograph } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { builtScreens } from '../kit/screens.js';
import { Trader } from '../kit/trader.js';

jest.setTimeout(240_000);

const [BEAT_MS, SECOND_BEATS, MINUTE_MS, HOUR_MS] = [250, 4, 60_000, 3_600_000];
const AVERAGED = 40;
const TIMING = { seconds: 30, averageSeconds: 10, delayBeatsMin: 2, delayBeatsMax: 8 };
/** New York is open, and the epoch goes on for an hour. */
const STARTS_AT = WEDNESDAY_NOON + 3 * HOUR_MS;
/** Shares of few ticks, whose averages meet an entry price most often: five in 100,000 times at best. */
const SHARES = 'ALEXUSDT,ARKOUSDT,BLFSUSDT,CYRXUSDT,HPPUSDT,HQLUSDT,MGPIUSDT,MNTKUSDT,RILYUSDT,SBHUSDT';

const clock = new FakeClock(STARTS_AT);
/** What the next option is called. Its name is what fixes its delay. */
let nextOption = '';
const ids = { next: (prefix: string) => (prefix === 'opt' ? nextOption : randomIds.next(prefix)) };
let started: StartedApp;
let browser: Browser;

beforeAll(async () => {
  started = await startApp({ clock, ids, instruments: 'whole', clientDir: builtScreens().clientDir });
  started.app.get<TradingService>(TradingService, { strict: false }).open.beat.stop();
  browser = await openBrowser();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await started?.close();
});

const prices = () => started.app.get<OptionPrices>(OptionPrices, { strict: false });

/** The first option of a share, within the epoch that runs, whose average is its entry price to the last step. */
function equalOf(symbol: string): CountedOption | undefined {
  const { market } = started.app.get<MarketService>(MarketService, { strict: false }).open;
  const first = (STARTS_AT + MINUTE_MS) / BEAT_MS;
  const steps = Array.from({ length: 58 * 60 * SECOND_BEATS }, (_, n) => stepsAt(market.source, symbol, first + n));
  const sums = [0n];
  for (const step of steps) sums.push((sums.at(-1) ?? 0n) + step);
  const instrumentVersion = market.version(symbol);
  for (const [at, step] of steps.entries()) {
    const last = at + TIMING.seconds * SECOND_BEATS;
    const [sum, before] = [sums[last + 1], sums[last + 1 - AVERAGED]];
    if (sum === undefined || before === undefined) return undefined;
    if (sum - before !== BigInt(AVERAGED) * step) continue;
    const counted = { symbol, instrumentVersion, entryBeat: first + at, lastBeat: first + last, beats: AVERAGED };
    if ('sumSteps' in prices().average(counted)) return counted;
  }
  return undefined;
}

/** One that is sold, and will end equal. */
async function equalOption(visitor: Trader): Promise<CountedOption> {
  const { items } = await visitor.given('getOptionTerms', { symbols: SHARES });
  for (const { symbol, deliveries } of items) {
    const found = deliveries[0]?.problem === null ? equalOf(symbol) : undefined;
    if (found !== undefined) return found;
  }
  throw new Error('none of these shares ends equal in this hour');
}

/** Goes to the instant from which an option enters at that beat, and names it. */
function goBefore({ entryBeat }: CountedOption): void {
  clock.setTo((entryBeat - 5) * BEAT_MS);
  do nextOption = randomIds.next('opt');
  while (prices().beatsOf(nextOption, TIMING, clock.now()).entryBeat !== entryBeat);
}

describe('an option whose average is its entry price', () => {
  it('gives the stake back, and says so in the terminal, the records, the statement and a message', async () => {
    const demo = await Trader.demo(started);
    await demo.given('transfer', { from: 'spot', to: 'options', currency: 'USDT', amount: '500' });
    await demo.given('confirmOptionWarning');
    const option = await equalOption(demo);
    goBefore(option);
    const { symbol } = option;
    const at = { lang: 'en', kind: 'desktop', path: `/optionTrade?symbol=${symbol}` } as const;
    const { page, faults, close } = await openAs(demo, { browser, url: started.url }, at);
    const form = page.getByRole('form', { name: 'Buy an option' });
    const short = form.getByRole('radio', { name: '30 s' });
    await eventually(async () => {
      await short.press('Space');
      return short.isChecked();
    }).toBe(true);
    await form.getByText('< 0.01%', { exact: true }).waitFor();
    await form.getByLabel('Stake').fill('10');
    await form.getByText('Average cost of 100 such bets').waitFor();
    await form.getByLabel('Stake').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Buy rise' }).press('Enter');
    await eventually(() => page.getByTestId('open-options').locator('tbody tr').innerText()).toContain('30 s');
    await eventually(() => page.getByTestId('option-available').innerText()).toBe('490 USDT');

    // The toast goes after some seconds, so the page itself watches for it from before the settlement on.
    const said = page.getByText(`${symbol} ended equal: 10 USDT are back.`).waitFor({ timeout: 90_000 });
    clock.setTo((option.lastBeat + 1) * BEAT_MS);
    await said;
    await demo.when('getOption', { optionId: nextOption }).then({ option: { status: 'equal', returned: '10' } });
    await eventually(() => page.getByTestId('option-available').innerText()).toBe('500 USDT');
    await page.getByRole('tab', { name: 'History' }).click();
    const row = page.locator('#options-view tbody tr');
    await eventually(() => row.innerText()).toMatch(/\sEqual\s+10\s[\s\S]*\s0\s/);
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'option-equal-desktop');
    await row.getByRole('button').first().press('Enter');
    const detail = page.getByTestId('option-detail');
    await eventually(() => detail.innerText()).toMatch(/Result\s+Equal\s+Stake[\s\S]*Paid back \(USDT\)\s+10\s/);
    await page.keyboard.press('Escape');

    await page.goto(`${started.url}/optionRecord`);
    await eventually(() => page.locator('tbody tr').innerText()).toContain('Equal');
    await page.goto(`${started.url}/accountRecord?postings=all`);
    const settled = page.locator('tbody tr').filter({ hasText: 'Option settled' });
    await eventually(async () => (await settled.allInnerTexts()).join()).toMatch(
      /Options account · Available\s+\+10\.00 USDT/,
    );
    await page.goto(`${started.url}/notice?box=mine`);
    await page.getByText(`Equal price: ${symbol}`).first().click();
    const notices = page.locator('#notices');
    await notices.getByText('settled exactly at its entry price', { exact: false }).waitFor();
    await notices.getByText('Your stake of 10 USDT is back.', { exact: false }).waitFor();
    await eventually(() => overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});
