import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DRAND_QUICKNET, type EpochView } from '../../contracts/market.contract.js';
import { commitmentOf, previousSeed } from '../../server/market/simulator/epochs.js';
import { openClient, photograph, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { until } from '../kit/until.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

let started: StartedClient;

beforeAll(async () => {
  started = await startClient({ instruments: 'whole' });
});
afterAll(() => started?.close());

const rows = (page: Page) => page.locator('tbody [data-symbol]');

describe('the market list', () => {
  it('finds an instrument by its name in the reader’s language, and keeps what was starred by keyboard', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/market', { locale: 'ja-JP' });
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    await page.locator('input[type=search]:focus').waitFor();
    // Gold has a name in every language, and is found by that of the catalogue too.
    await page.keyboard.type('gold');
    await page.locator('[data-symbol="XAUUSDT"]').getByText(wordsOf('jp')('instrument:name.XAU')).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('スイス・フラン');
    await page.locator('[data-symbol="USDCHFUSDT"]').waitFor();
    await eventually(() => page.locator('[data-symbol="BTCUSDT"]').count()).toBe(0);
    await page.locator('[data-symbol="USDCHFUSDT"] [aria-pressed]').focus();
    await page.keyboard.press('Space');
    await page.locator('[data-symbol="USDCHFUSDT"] [aria-pressed=true]').waitFor();
    await page.goto(`${started.url}/market?tab=favourites`);
    await rows(page).first().waitFor();
    await eventually(() => rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-symbol')))).toEqual([
      'USDCHFUSDT',
    ]);
    expect(faults).toEqual([]);
    await close();
  });

  it('follows live only what is in sight, and loads again when it is chosen once more', async () => {
    const counts: number[] = [];
    const { page, close } = await openClient(started, 'desktop', '/about');
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const list = /"kind":"tickers","symbols":\[([^\]]*)\]/.exec(String(payload))?.[1];
        if (list !== undefined) counts.push(list.split(',').length);
        else if (String(payload).includes('"kind":"tickers"')) counts.push(Infinity);
      }),
    );
    await page.goto(`${started.url}/market`);
    await rows(page).first().waitFor();
    await until(() => counts.length > 0);
    await page.mouse.move(700, 600);
    const before = counts.length;
    await page.mouse.wheel(0, 9000);
    await until(() => counts.length > before);
    expect(Math.max(...counts)).toBeLessThan(60);
    await eventually(() => rows(page).count()).toBeLessThan(60);
    const again = page.waitForEvent('load');
    const main = page.getByRole('navigation', { name: 'Main navigation' });
    await main.getByRole('link', { name: 'Market', exact: true }).click();
    await again;
    await close();
  });
});

describe('the list of contracts', () => {
  it('has prices, funding and open interest of perpetual contracts, sorts by them, and leads to their terminal', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/market?tab=contracts');
    const cell = (symbol: string, name: string) => page.locator(`[data-symbol="${symbol}"]`).getByTestId(name);
    await eventually(() => cell('BTCUSDT', 'contractPrice').innerText()).toMatch(/^[\d,]+\.\d\d$/);
    await eventually(() => cell('BTCUSDT', 'contractChange').innerText()).toMatch(/%$/);
    await eventually(() => cell('BTCUSDT', 'funding').innerText()).toMatch(/^≈ -?0\.\d{4}% \/ [\d:]+$/);
    await eventually(() => cell('BTCUSDT', 'openInterest').innerText()).toBe('0');
    const funding = page.getByRole('columnheader', { name: 'Funding / in' });
    await funding.getByRole('button').click();
    await eventually(() => funding.getAttribute('aria-sort')).toBe('descending');
    const rates = async () =>
      (await page.getByTestId('funding').allInnerTexts()).slice(0, 5).map((text) => Number(/-?[\d.]+/.exec(text)?.[0]));
    await eventually(async () => {
      const shown = await rates();
      return shown.length === 5 && shown.every((rate, at) => at === 0 || rate <= (shown[at - 1] ?? 0));
    }).toBe(true);
    await photograph(page, 'market-contracts');
    const trade = page
      .locator('[data-symbol]')
      .first()
      .getByRole('link', { name: /^Trade / });
    await eventually(() => trade.getAttribute('href')).toMatch(/^\/preciousMetal\?symbol=/);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the heat map', () => {
  it('is walked through by arrow keys and opens the page of an instrument', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/market?view=map&class=metals');
    const tiles = page.getByRole('region', { name: 'Market heat map' }).getByRole('link');
    await tiles.first().waitFor();
    await tiles.first().focus();
    // Tiles change their places as prices do, so the focused one is read.
    const focused = page.locator('a:focus');
    const symbolOf = (tile: string | null) => tile?.split(' ')[0] ?? '';
    const first = symbolOf(await focused.textContent());
    await page.keyboard.press('ArrowRight');
    await eventually(async () => symbolOf(await focused.textContent())).not.toBe(first);
    await eventually(() => focused.textContent()).toMatch(/^\w+ [+-]?\d+\.\d\d%, .+ 24h turnover .+ USDT$/);
    const second = symbolOf(await focused.textContent());
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/market\?symbol=/);
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('takes a wide window in its whole width', async () => {
    const viewport = { width: 2560, height: 1300 };
    const { page, close } = await openClient(started, 'desktop', '/market?view=map', { viewport });
    const map = page.getByRole('region', { name: 'Market heat map' });
    await map.getByRole('link').first().waitFor();
    await eventually(async () => (await map.boundingBox())?.width).toBeGreaterThan(2400);
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

  it('says where the beacon of the running epoch is from, who runs the chain, and why it is not from drand', async () => {
    const { page, close } = await openClient(started, 'phone', '/about');
    const running = { ...epochs()[0]!, status: 'running' as const, seed: null };
    const fromDrand = { ...running, source: 'drand' as const, withoutDrand: null, drandRound: 34_138_592 };
    const proof = page.getByRole('region', { name: 'Price commitment' });
    const shown = async (epoch: EpochView) => {
      await page.unrouteAll();
      await page.route('**/web/getEpochs*', (route) => route.fulfill({ json: { code: 0, data: [epoch] } }));
      await page.goto(`${started.url}/market?symbol=BTCUSDT`);
      return proof;
    };
    await (await shown({ ...fromDrand, drandChain: DRAND_QUICKNET })).getByText('round 34138592 of drand').waitFor();
    await proof.getByText('The League of Entropy runs it').waitFor();
    await (
      await shown({ ...fromDrand, drandChain: '5c'.repeat(32) })
    )
      .getByText('Find out who runs this chain')
      .waitFor();
    await (
      await shown({ ...running, withoutDrand: 'late', lateMs: 60_000 })
    )
      .getByText('answer came too late')
      .waitFor();
    await proof.getByText('From the latest hashes of the users’ histories').waitFor();
    await proof.getByText('Committed late').waitFor();
    await close();
  });

  it('shows index, mark and last price, and what each is', async () => {
    const { page, close } = await openClient(started, 'phone', '/market?symbol=BTCUSDT');
    const prices = page.getByRole('region', { name: 'Index and mark price' });
    for (const name of ['index', 'mark', 'last']) {
      await eventually(() => prices.getByTestId(`price-${name}`).textContent()).toMatch(/^[\d,]+\.\d\d$/);
    }
    await prices.getByText('One order hardly moves the index.').waitFor();
    await close();
  });

  it('shows funding and implied volatility, says why there is none, and tries again after a failure', async () => {
    const words = wordsOf('en');
    const { page, close } = await openClient(started, 'desktop', '/market?symbol=BTCUSDT');
    const [predicted, index] = ['funding-predicted', 'volatility-index'].map((id) => page.getByTestId(id));
    await eventually(() => predicted?.textContent()).toMatch(/^[−-]?\d\.\d{4}%$/);
    await eventually(() => index?.textContent()).toMatch(/^\d+\.\d%$/);
    await eventually(() => page.locator('table[aria-labelledby=volatility-term] tbody tr').count()).toBe(9);
    await page.goto(`${started.url}/market?symbol=USDCUSDT`);
    await page.getByText(words('market:volatility.none')).waitFor();
    await page.route('**/web/getVolatility*', (route) => route.abort());
    await page.goto(`${started.url}/market?symbol=ETHUSDT`);
    const card = page.locator('section[aria-labelledby=volatility]');
    await card.getByRole('alert').waitFor();
    await page.unroute('**/web/getVolatility*');
    await card.getByRole('button', { name: words('common:action.retry') }).click();
    await index?.waitFor();
    await close();
  });

  it('says of a price level whether it is drawn or from memory, since none has a source', async () => {
    const words = wordsOf('en');
    const { page, close } = await openClient(started, 'desktop', '/market?symbol=AAPLUSDT');
    const listing = page.locator('section[aria-labelledby=listing]');
    await listing.getByText(words('market:listing.remembered')).waitFor();
    await page.goto(`${started.url}/market?symbol=CUBEUSDT`);
    await listing.getByText(words('market:listing.figure.referencePrice')).waitFor();
    await eventually(() => listing.getByText(words('market:listing.remembered')).count()).toBe(0);
    await close();
  });

  it('says when a closed market opens, and its days off', async () => {
    const { page, close } = await openClient(started, 'phone', '/market?symbol=AAPLUSDT');
    const hours = page.getByRole('region', { name: 'Trading hours' });
    await hours.getByRole('heading', { name: 'Market holidays' }).waitFor();
    await eventually(() => hours.getByRole('listitem').count()).toBeGreaterThan(6);
    await eventually(() => hours.textContent()).toContain('America/New_York');
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
    await eventually(() => table.locator('[data-currency]').count()).toBe(1);
    await close();
  });
});

/** Three epochs that are over, linked by their seeds; the oldest one's promise was of another seed. */
function epochs(): EpochView[] {
  const seeds = ['5eed'.repeat(16)];
  for (let n = 0; n < 2; n += 1) seeds.push(previousSeed(seeds[n] ?? ''));
  return seeds.map((seed, n) => ({
    ...{ epoch: 900 - n, startsAt: 1_700_000_000_000, endsAt: 1_700_014_400_000, beacon: 'ab'.repeat(32) },
    ...{ source: 'users' as const, drandChain: null, drandRound: null, withoutDrand: 'off' as const, lateMs: 0 },
    ...{ commitment: n === 2 ? 'cd'.repeat(32) : commitmentOf(seed), seed, status: 'revealed' as const },
  }));
}
