import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { InstrumentDetailView } from '../../contracts/market.contract.js';
import type { StaffPasswordView } from '../../contracts/staff-lists.contract.js';
import { unfit } from '../kit/axe.js';
import { DAY_MS, openActionDesk } from '../kit/action-desk.js';
import { openClient, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { openBrowser, signIn, startConsole, type StartedConsole } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { builtScreens } from '../kit/screens.js';
import { firstLogin, logIn, staffPost, type StaffKeys } from '../kit/staff-keys.js';

jest.setTimeout(180_000);

let started: StartedConsole;

beforeAll(async () => {
  started = await startConsole();
  const post = staffPost(started.url);
  const token = await logIn(post, started.keys.get('admin') as StaffKeys);
  for (const name of ['ann', 'bob']) {
    const made = await post<StaffPasswordView>('createMember', { name, role: 'risk' }, token);
    started.keys.set(name, await firstLogin(post, name, made.body.password));
  }
});
afterAll(() => started?.close());

/** The last of the next five sessions of the instrument. */
async function comingDate(symbol: string): Promise<string> {
  const answer = await fetch(`${started.url}/web/getInstrumentDetail?symbol=${symbol}`);
  const { sessions } = ((await answer.json()) as { data: InstrumentDetailView }).data;
  return new Date(sessions.at(-1)?.[0] ?? 0).toISOString().slice(0, 10);
}

describe('a dividend', () => {
  it('is proposed by one, announced by another, and read on the page of its instrument', async () => {
    const [ann, bob] = [await signIn(started, 'ann'), await signIn(started, 'bob')];
    await ann.page.goto(`${started.url}/admin/#/corporate-actions`);
    await ann.page.getByRole('button', { name: 'Propose corporate action' }).click();
    const form = ann.page.getByRole('dialog');
    await form.getByLabel('Symbol').fill('aaplusdt');
    await form.getByLabel('Ex-date, report or last day').fill(await comingDate('AAPLUSDT'));
    await form.getByLabel('Per share (USDT)').fill('0.26');
    await form.getByLabel('Reason').fill('As the board decided in December');
    await eventually(() => unfit(ann.page)).toEqual([]);
    await photograph(ann.page, 'corporate-action-form');
    await form.getByRole('button', { name: 'Send proposal' }).click();
    await ann.page.getByText('Proposal sent. Another risk account must approve it.').waitFor();

    await bob.page.goto(`${started.url}/admin/#/corporate-actions`);
    await bob.page.getByRole('cell', { name: 'AAPLUSDT' }).click();
    await bob.page.getByText('As the board decided in December').waitFor();
    await eventually(() => unfit(bob.page)).toEqual([]);
    await bob.page.getByRole('button', { name: 'Approve and announce' }).click();
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Approve and announce' }).click();
    await bob.page.getByText('Announced.', { exact: true }).waitFor();
    await photograph(bob.page, 'corporate-action-announced');

    const visitor = await openClient(started, 'desktop', '/market?symbol=AAPLUSDT');
    const card = visitor.page.locator('section', {
      has: visitor.page.getByRole('heading', { name: 'Corporate actions' }),
    });
    await card.getByText('Dividend: 0.26 USDT per share').waitFor();
    await card.getByText('· Ex-date').waitFor();
    await card.scrollIntoViewIfNeeded();
    await photograph(visitor.page, 'corporate-actions');
    expect([...ann.faults, ...bob.faults, ...visitor.faults]).toEqual([]);
    await visitor.close();
  });
});

describe('the chart of the terminal', () => {
  let desk: Awaited<ReturnType<typeof openActionDesk>>;
  let browser: Browser;
  const symbol = 'AAPLUSDT';

  beforeAll(async () => {
    desk = await openActionDesk(symbol, { clientDir: builtScreens().clientDir });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.close();
  });

  /** The daily chart in a window of its own. */
  async function daily(kind: WindowKind, colorScheme: 'light' | 'dark') {
    const { url } = desk.started();
    const { page, faults, close } = await openClient({ url, browser }, kind, '/', { colorScheme });
    await startDemo(page);
    await page.goto(`${url}/currencyTrade?symbol=${symbol}`);
    if (kind === 'phone') await page.getByRole('tab', { name: 'Chart' }).click();
    const chart = page.getByTestId('chart');
    await chart.getByRole('tab', { name: '1D' }).click();
    await chart.getByText('E Earnings').waitFor();
    return { page, faults, close, chart };
  }

  it('marks a split and earnings at their candles, and says by keys what they are', async () => {
    await desk.announce({ kind: 'earnings', date: '2026-01-13', session: 'before-open' });
    const splitId = await desk.announce({ kind: 'split', date: '2026-01-12', newShares: 4, oldShares: 1 });
    await desk.pass(Date.UTC(2026, 0, 12, 14, 20) - desk.clock.now());
    await desk.isSettled(splitId);
    await desk.pass(2 * DAY_MS);
    for (const [kind, colours] of [
      ['desktop', 'light'],
      ['desktop', 'dark'],
      ['phone', 'light'],
      ['phone', 'dark'],
    ] as const) {
      const { page, faults, close, chart } = await daily(kind, colours);
      const canvas = chart.getByRole('application');
      for (const [key, text] of [
        ['End', 'E Earnings, before the open · Jan 13, 2026'],
        ['ArrowLeft', 'S Split: 4-for-1 · Jan 12, 2026'],
      ] as const) {
        // One key each: the words of the first mark are loaded with it, and another key would lead past it.
        await canvas.press(key);
        await eventually(async () => (await chart.getByRole('status').allInnerTexts()).join(' ')).toContain(text);
        await photograph(page, `terminal-marks-${kind}-${colours}-${text.charAt(0)}`);
      }
      await eventually(() => unfit(page)).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    }
  });
});
