import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { EpochView } from '../../contracts/market.contract.js';
import { commitmentOf, previousSeed } from '../../server/market/simulator/epochs.js';
import { openClient, startDemo } from '../kit/browser.js';
import { startConsole, type StartedConsole } from '../kit/console.js';
import { until } from '../kit/until.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

let started: StartedConsole;

beforeAll(async () => {
  started = await startConsole();
});
afterAll(() => started?.close());

const rows = (page: Page) => page.locator('tbody [data-symbol]');

describe('the market list', () => {
  it('finds an instrument by its name in the reader’s language, and keeps what was starred by keyboard', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/market', { locale: 'ja-JP' });
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    // Gold has a name in every language, and is found by that of the catalogue too.
    await page.keyboard.type('gold');
    await page.locator('[data-symbol="XAUUSDT"]').getByText(wordsOf('jp')('instrument:name.XAU')).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('スイス・フラン');
    await page.locator('[data-symbol="USDCHFUSDT"]').waitFor();
    expect(await page.locator('[data-symbol="BTCUSDT"]').count()).toBe(0);
    await page.locator('[data-symbol="USDCHFUSDT"]').getByRole('button').focus();
    await page.keyboard.press('Space');
    await page.goto(`${started.url}/market?tab=favourites`);
    await rows(page).first().waitFor();
    expect(await rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-symbol')))).toEqual([
      'USDCHFUSDT',
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  it('follows live only what is in sight', async () => {
    const asked: number[] = [];
    const { page, close } = await openClient(started, 'desktop', '/about');
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const list = /"kind":"tickers","symbols":\[([^\]]*)\]/.exec(String(payload))?.[1];
        if (list !== undefined) asked.push(list.split(',').length);
        else if (String(payload).includes('"kind":"tickers"')) asked.push(Infinity);
      }),
    );
    await page.goto(`${started.url}/market`);
    await rows(page).first().waitFor();
    await expectSoon(() => asked.length > 0);
    await page.mouse.move(700, 600);
    await page.mouse.wheel(0, 9000);
    const before = asked.length;
    await expectSoon(() => asked.length > before);
    expect(Math.max(...asked)).toBeLessThan(60);
    expect(await rows(page).count()).toBeLessThan(60);
    await close();
  });
});

describe('the heat map', () => {
  it('is walked through by arrow keys and opens the page of an instrument', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/market?view=map&class=metals');
    const tiles = page.getByRole('region', { name: 'Market heat map' }).getByRole('link');
    await tiles.first().waitFor();
    await tiles.first().focus();
    await page.keyboard.press('ArrowRight');
    const second = await tiles.nth(1).textContent();
    expect(second).toMatch(/^\w+ [+-]?\d+\.\d\d%, .+ 24h turnover .+ USDT$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/market\?symbol=/);
    await page.getByRole('heading', { level: 1, name: second?.split(' ')[0] ?? '' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('takes a wide window in its whole width', async () => {
    const viewport = { width: 2560, height: 1300 };
    const { page, close } = await openClient(started, 'desktop', '/market?view=map', { viewport });
    const map = page.getByRole('region', { name: 'Market heat map' });
    await map.getByRole('link').first().waitFor();
    expect((await map.boundingBox())?.width).toBeGreaterThan(2400);
    await close();
  });
});

describe('an instrument’s page', () => {
  it('checks a revealed seed in the browser, and finds out one that was exchanged', async () => {
    const { page, close } = await openClient(started, 'desktop', '/about');
    await page.route('**/web/getEpochs*', (route) => route.fulfill({ json: { code: 0, data: epochs() } }));
    await page.goto(`${started.url}/market?symbol=BTCUSDT`);
    const proof = page.getByRole('region', { name: 'Price commitment' });
    const seeds = proof.getByRole('listitem');
    await seeds.first().getByRole('button', { name: 'Verify seed' }).click();
    await seeds.first().getByText('The seed matches the published commitment.').waitFor();
    await seeds.first().getByText('It also leads to the previous epoch’s seed').waitFor();
    await seeds.last().getByRole('button', { name: 'Verify seed' }).click();
    await seeds.last().getByText('The seed doesn’t match the published commitment.').waitFor();
    await close();
  });

  it('says when a closed market opens, and its days off', async () => {
    const { page, close } = await openClient(started, 'phone', '/market?symbol=AAPLUSDT');
    const hours = page.getByRole('region', { name: 'Trading hours' });
    await hours.getByRole('heading', { name: 'Market holidays' }).waitFor();
    expect(await hours.getByRole('listitem').count()).toBeGreaterThan(6);
    expect(await hours.textContent()).toContain('America/New_York');
    await close();
  });
});

describe('the coins', () => {
  it('stand with what the demo account holds, and only that when small balances are hidden', async () => {
    const { page, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await page.goto(`${started.url}/currency`);
    const table = page.getByTestId('coins');
    await table.locator('[data-currency="USDT"]', { hasText: '100,000' }).waitFor();
    await page.getByRole('checkbox').check();
    await expectSoon(async () => (await table.locator('[data-currency]').count()) === 1);
    await close();
  });
});

/** Three epochs that are over, linked by their seeds; the oldest one's promise was of another seed. */
function epochs(): EpochView[] {
  const seeds = ['5eed'.repeat(16)];
  for (let n = 0; n < 2; n += 1) seeds.push(previousSeed(seeds[n] ?? ''));
  return seeds.map((seed, n) => ({
    ...{ epoch: 900 - n, startsAt: 1_700_000_000_000, endsAt: 1_700_014_400_000, beacon: 'ab'.repeat(32) },
    ...{ commitment: n === 2 ? 'cd'.repeat(32) : commitmentOf(seed), seed, status: 'revealed' as const },
  }));
}

/** Waits for a condition of the test's own. */
async function expectSoon(holds: () => boolean | Promise<boolean>): Promise<void> {
  await until(holds);
  expect(await holds()).toBe(true);
}
