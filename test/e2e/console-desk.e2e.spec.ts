import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { SessionView } from '../../contracts/account.contract.js';
import type { Envelope } from '../../contracts/envelope.contract.js';
import type { OrderAnswer } from '../../contracts/order.contract.js';
import { unfit } from '../kit/axe.js';
import { escape, overflowOf, photograph } from '../kit/browser.js';
import { goTo, rowsOf, signIn, startConsole, type StartedConsole } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { first, some } from '../kit/level.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

const TABLET = { viewport: { width: 820, height: 1180 } };
let started: StartedConsole;
let userId: string;
let orderId: string;

beforeAll(async () => {
  started = await startConsole();
  const session = await call<SessionView>('tempLogin');
  userId = session.userId;
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01', requestToken: 'desk-e2e-1' };
  orderId = (await call<OrderAnswer>('placeOrder', { ...order, token: session.token })).orders[0]?.orderId ?? '';
  const { token } = session;
  await call('transfer', {
    token,
    requestToken: 'desk-e2e-2',
    from: 'spot',
    to: 'contract',
    currency: 'USDT',
    amount: '2000',
  });
  const long = { symbol: 'BTCUSDT-PERP', side: 'buy', positionSide: 'long', type: 'market', quantity: '0.02' };
  await call('placeContractOrder', { ...long, token, requestToken: 'desk-e2e-3' });
  for (let n = 0; n < 3; n += 1) await call('tempLogin');
});
afterAll(() => started?.close());

async function call<Data>(name: string, body?: Record<string, string>): Promise<Data> {
  const sent = body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) };
  const answer = (await (await fetch(`${started.url}/web/${name}`, sent)).json()) as Envelope<Data>;
  if (answer.code !== 0) throw new Error(`${name}: ${answer.message}`);
  return answer.data;
}

const section = (page: Page, title: string): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

describe('the past', () => {
  it('is opened from a person’s page and from a stream, by an instant, and two versions are compared', async () => {
    const { page, faults } = await signedIn('auditor');
    await page.goto(`${started.url}/admin/#/users/${userId}/show`);
    await page.getByRole('link', { name: 'Account at a past time' }).click();
    await page.getByLabel('Time', { exact: true }).fill(localNow());
    await page.getByRole('button', { name: 'Show' }).click();
    await section(page, 'Balances').getByText('BTC', { exact: true }).waitFor();
    await section(page, 'Policies in force').getByText('version 1').first().waitFor();

    await section(page, 'Streams')
      .getByRole('link', { name: `account-${userId}` })
      .click();
    await page.getByText('State at version 1').waitFor();
    const market = `${started.url}/admin/#/streams/${encodeURIComponent('demo:spot-BTCUSDT')}/show`;
    await page.goto(`${market}?version=2`);
    // Until it is there, the stream before it stands with fields of the same names.
    await page.getByRole('heading', { name: 'State at version 2' }).waitFor();
    await page.getByLabel('Version at a time').fill(localNow());
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('heading', { name: /^State at version (?!2$)\d+$/ }).waitFor();
    await page.goto(`${market}?version=3`);
    await page.getByRole('heading', { name: 'State at version 3' }).waitFor();
    await page.getByLabel('Compare with version').fill('1');
    await page.getByText('Version 1 → 3').waitFor();
    await page.getByText('What changed between').waitFor();
    // A version that the stream does not have is its newest, and nothing to wait for.
    await page.goto(`${market}?version=3&against=999999`);
    await page.getByText(/^Version (?!1 )\d+ → 3$/).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is read again from its first event on demand, and says when that fails', async () => {
    const { page } = await signedIn('auditor');
    const t = wordsOf('en');
    await page.goto(`${started.url}/admin/#/chain`);
    const demo = section(page, t('console:console.realm.demo'));
    await demo.locator('[data-chain="demo"]').waitFor();
    await page.route(/again=true/, (route) => route.abort());
    await demo.getByRole('button', { name: t('console:console.chain.again') }).click();
    const retry = demo.getByRole('button', { name: t('console:console.retry') });
    await retry.waitFor();
    await page.unroute(/again=true/);
    await retry.click();
    await retry.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('leads from an event to the person by name', async () => {
    const { page } = await signedIn('auditor');
    const filter = encodeURIComponent(JSON.stringify({ type: 'DemoOpened', q: userId }));
    await page.goto(`${started.url}/admin/#/events?filter=${filter}`);
    await rowsOf(page)
      .getByRole('link', { name: /^Demo / })
      .click();
    await section(page, 'Timeline').waitFor();
    await page.context().close();
  });
});

/** As a field for date and time takes it, in the time zone of this machine and its browser. */
function localNow(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

describe('the desk', () => {
  it('walks from list to person by keyboard and tells the person’s history in words', async () => {
    const { page, faults } = await signedIn('support');
    await page.getByRole('menuitem', { name: 'Users' }).click();
    await rowsOf(page).nth(3).waitFor();
    await page.keyboard.press('j');
    const row = rowsOf(page).and(page.locator(':focus'));
    const first = await row.innerText();
    await page.keyboard.press('j');
    await eventually(() => row.innerText()).not.toBe(first);
    await page.keyboard.press('k');
    await eventually(() => row.innerText()).toBe(first);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await escape(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(userId);
    await page.getByRole('option', { name: new RegExp(`^${userId}`) }).waitFor();
    await page.keyboard.press('Enter');
    const timeline = section(page, 'Timeline');
    await timeline.getByText(/^Market order placed: Buy 0.01 BTCUSDT\. On hold: [\d,.]+ USDT\./).waitFor();
    await timeline.getByText('Demo account opened with 100,000 USDT (demo.rules, version 1).').waitFor();
    await timeline.getByRole('button', { name: 'Fills' }).click();
    await timeline.locator('[data-sentence="demo-opened"]').waitFor({ state: 'detached' });
    await timeline.getByText(/^Filled as taker: Buy 0.01 BTCUSDT at/).waitFor();
    await timeline.getByRole('link', { name: orderId }).first().click();
    await page.waitForURL(/#\/orders\//);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('takes a filtered list away whole, and keeps the filter under a name', async () => {
    const { page, faults } = await signedIn('support');
    await page.goto(`${started.url}/admin/#/users`);
    // Before the whole list has loaded, a list of one row proves nothing.
    await rowsOf(page).nth(2).waitFor();
    await page.locator('main').getByLabel('Search').fill(userId);
    await rowsOf(page).nth(1).waitFor({ state: 'detached' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(file.suggestedFilename()).toBe('glassbook-users.csv');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(userId);

    await page.getByRole('button', { name: 'Saved filters' }).click();
    await page.getByLabel('Filter name').fill('The first one');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'The first one', exact: true }).waitFor();
    await page.goto(`${started.url}/admin/#/`);
    await page.goto(`${started.url}/admin/#/users?filter=${encodeURIComponent('{}')}`);
    await rowsOf(page).nth(2).waitFor();
    await page.getByRole('button', { name: 'Saved filters (1)' }).click();
    await page.getByRole('button', { name: 'The first one', exact: true }).click();
    await rowsOf(page).nth(1).waitFor({ state: 'detached' });
    await eventually(() => rowsOf(page).innerText()).toContain(userId);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows what contracts hold, and who is nearest to liquidation', async () => {
    const { page, faults } = await signedIn('support');
    const row = page.getByRole('row', { name: /BTCUSDT-PERP/ });
    await goTo(page, 'open-interest');
    await eventually(() => row.innerText()).toMatch(/0\.02\s+0\s+-0\.02/);
    await goTo(page, 'liquidation-risk');
    await eventually(() => row.innerText()).toMatch(/Long\s+[\d.]+%\s+[\d.]+%/i);
    await page.getByLabel('Account type').click();
    await page.getByRole('option', { name: 'Real' }).click();
    await page.getByText('No open position can be liquidated.').waitFor();
    await goTo(page, 'insurance-fund');
    await rowsOf(page).getByText('Grant by the rule').waitFor();
    await page
      .getByText(/^1,000,000\s*USDT$/)
      .first()
      .waitFor();
    await goTo(page, 'funding-runs');
    await page.getByText('No funding was charged yet.').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows each role its own work and nothing else', async () => {
    const support = await signedIn('support');
    const auditor = await signedIn('auditor');
    const admin = await signedIn('admin');
    const menuOf = ({ page }: typeof support) => page.getByRole('menuitem').allInnerTexts();
    await eventually(() => menuOf(support)).toEqual([
      'Dashboard',
      'Requests to review',
      'Review statistics',
      'Users',
      'Locked logins',
      'Outgoing messages',
      'Orders',
      'Trades',
      'Deposits',
      'Withdrawals',
      'C2C orders',
      'Price alerts',
      'Conversations',
      'Custody orders',
      'Invitation rewards',
      'Fee vouchers',
      'Loans',
      'Fund orders',
      'Subscriptions',
      'Custody treasury',
      'Invitations by date',
      'Lending book',
      'Fund valuations',
      'Options',
      'Positions',
      'Option exposure',
      'Options account',
      'Open interest',
      'Liquidations',
      'Liquidation risk',
      'Insurance fund',
      'Funding runs',
    ]);
    await eventually(() => menuOf(auditor)).toEqual(
      expect.arrayContaining(['Users', 'Ledger accounts', 'Events', 'Timers', 'Read models']),
    );
    await eventually(() => menuOf(admin)).toContain('Staff accounts');
    await eventually(() => menuOf(auditor)).not.toContain('Staff accounts');
    await eventually(() => menuOf(admin)).not.toContain('Users');
    await eventually(() => menuOf(admin)).not.toContain('Requests to review');
    for (const { page } of [support, auditor, admin]) await page.context().close();
  });

  it('scrolls the longest menu by itself on a laptop, with the open page in sight, by keyboard too', async () => {
    const { page, faults } = await signedIn('auditor', { viewport: { width: 1366, height: 768 } });
    const menu = page.locator('.RaSidebar-fixed');
    const isInSight = async (entry: Locator) => {
      const { y = 0, height = 0 } = (await entry.boundingBox()) ?? {};
      return y >= 48 && y + height <= 768;
    };
    await goTo(page, 'read-models');
    const last = page.getByRole('menuitem', { name: 'Read models' });
    await eventually(() => isInSight(last)).toBe(true);
    await eventually(() => menu.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
    await photograph(page, 'console-menu-laptop-end');
    await last.press('Home');
    const dashboard = page.getByRole('menuitem', { name: 'Dashboard' });
    await eventually(() => isInSight(dashboard)).toBe(true);
    await photograph(page, 'console-menu-laptop');
    await dashboard.press('End');
    await eventually(() => isInSight(page.getByRole('menuitem').last())).toBe(true);
    await goTo(page, 'users');
    await eventually(() => isInSight(page.getByRole('menuitem', { name: 'Users' }))).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each(
    some(
      [
        ['light', 'desk'],
        ['dark', 'tablet'],
      ] as const,
      first,
    ),
  )('is legible to everybody in the %s theme, on a %s', async (colorScheme, size) => {
    const { page } = await signedIn('auditor', { colorScheme, ...(size === 'tablet' ? TABLET : {}) });
    for (const place of ['', 'users', `users/${userId}/show`, 'policies', 'read-models']) {
      await goTo(page, place);
      await page.locator('main').getByText('No real value moves').waitFor();
      await page.locator('main [role=progressbar]').first().waitFor({ state: 'detached' });
      await eventually(async () => [place, await overflowOf(page), await unfit(page)]).toEqual([place, 0, []]);
    }
    await page.context().close();
  });

  it('begins with what waits, leads there, and the work done empties the queue', async () => {
    // Guessing locks the address as well, so the administrator logs in before, and no one after.
    const { page, faults } = await signedIn('admin');
    for (let n = 0; n < 5; n += 1) {
      await fetch(`${started.url}/staff/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'risk', password: 'guessed' }),
      });
    }
    await page.locator('[data-queue="staff-locked"]').getByRole('link').click();
    await page.waitForURL(/#\/members/);
    const row = rowsOf(page);
    await row.getByText('Locked').waitFor();
    await eventually(() => row.count()).toBe(1);
    await page.getByRole('button', { name: 'Actions for risk' }).click();
    await page.getByRole('menuitem', { name: 'Reset password' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
    const password = await page.locator('[data-one-time-password]').innerText();
    expect(password).toMatch(/[\w-]{20}/);
    await page.getByRole('button', { name: 'I saved the password' }).click();
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    await page.locator('[data-queues-clear]').getByText('Locked staff accounts').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

function signedIn(role: string, options = {}) {
  return signIn(started, role, options);
}
