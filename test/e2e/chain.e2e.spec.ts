import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph } from '../kit/browser.js';
import { ChainTime } from '../kit/chain.js';
import { openBrowser, signIn } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import { stretch } from '../kit/sweep.js';
import { bundle } from '../kit/words.js';

jest.setTimeout(180_000);

let staffed: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;
let time: ChainTime;
let clock: FakeClock;

beforeAll(async () => {
  clock = new FakeClock(Date.now());
  staffed = await startStaffed({ ...builtScreens(), clock });
  time = new ChainTime(staffed.started, clock);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await staffed?.started.close();
});

/** The words of the explorer in a language. */
const words = (lang: string) => {
  const texts = bundle(lang, 'chain');
  return (key: string): string => texts[key] ?? key;
};

async function look(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  await eventually(() => unfit(page)).toEqual([]);
  await eventually(() => overflowOf(page)).toBe(0);
}

it('staff see heights, mempools and custody of every network', async () => {
  const { started, keys } = staffed;
  const { page, faults } = await signIn({ url: started.url, keys, browser, now: clock.now() }, 'auditor');
  await page.goto(`${started.url}/admin/#/chain-sim`);
  await page.getByText('TRC20 · Tron').waitFor();
  await eventually(() => page.getByRole('table').count()).toBe(6);
  await photograph(page, 'console-networks');
  await eventually(() => overflowOf(page)).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

it('a visitor finds a transfer by its hash and watches it being confirmed, taken back and final', async () => {
  const t = words('en');
  const to = time.chain.depositAddress('ERC20', 3).address;
  const { minedBy } = await time.beforeReorganisation('ERC20');
  const { hash } = await time.pay({ network: 'ERC20', asset: 'USDT', to, amount: '1250.5' });
  const { page, faults, close } = await openClient({ browser, url: staffed.started.url }, 'desktop', '/explorer');
  await page.getByRole('searchbox', { name: t('search.label') }).fill(` ${hash} `);
  await page.keyboard.press('Enter');
  await page.getByRole('progressbar', { name: t('standing.mempool') }).waitFor();
  await time.blocks('ERC20');
  await page.getByRole('progressbar', { name: /^1 / }).waitFor();
  await time.untilFinal('ERC20', hash);
  await page.getByRole('progressbar', { name: t('standing.final') }).waitFor();
  const history = page.getByRole('listitem').filter({ hasText: /\d{2}:\d{2}/ });
  await history.last().getByText(t('history.stands')).waitFor();
  await eventually(() => history.count()).toBe(2);
  await look(page, 'explorer-transfer-desktop');
  await history.first().getByRole('link').click();
  await page.getByText(t('block.reorganisedNote')).waitFor();
  await eventually(() => page.getByRole('link', { name: hash }).count()).toBe(1);
  await eventually(() => page.locator('h2').first().innerText()).toContain(minedBy.toLocaleString('en'));
  expect(faults).toEqual([]);
  await close();
});

it('a phone in German shows the newest blocks, one of them reorganised, and a transfer that was dropped', async () => {
  const t = words('de');
  await time.beforeReorganisation('ERC20');
  const to = time.chain.depositAddress('ERC20', 4).address;
  const { hash } = await time.pay({
    network: 'ERC20',
    asset: 'ETH',
    to,
    amount: '2',
    doubleSpend: 'in-reorganisation',
  });
  await time.blocks('ERC20', 2);
  const options = { locale: 'de-DE', colorScheme: 'dark' } as const;
  const { page, close } = await openClient(
    { browser, url: staffed.started.url },
    'phone',
    '/explorer?network=ERC20',
    options,
  );
  await page.getByText(t('block.reorganised'), { exact: true }).first().waitFor();
  await look(page, 'explorer-phone-de');
  await page.getByRole('link', { name: hash }).click();
  await page.getByText(t('transfer.droppedNote')).waitFor();
  await look(page, 'explorer-dropped-phone-de');
  await page.getByRole('link', { name: t('transfer.instead') }).click();
  await page.getByRole('progressbar').waitFor();
  await eventually(() => stretch(page)).toEqual([]);
  await close();
});
