import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Envelope } from '../../contracts/envelope.contract.js';
import type { SessionView } from '../../contracts/account.contract.js';
import type { OrderAnswer } from '../../contracts/order.contract.js';
import { overflowOf } from '../kit/browser.js';
import { enter, goTo, signIn, startConsole, type StartedConsole } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { nextCode, type StaffKeys } from '../kit/staff-keys.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

const german = wordsOf('de');

let started: StartedConsole;
let userId: string;
let orderId: string;

beforeAll(async () => {
  started = await startConsole();
  const session = await call<SessionView>('tempLogin');
  userId = session.userId;
  const order = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01', requestToken: 'console-e2e-1' };
  const answer = await call<OrderAnswer>('placeOrder', { ...order, token: session.token });
  orderId = answer.orders[0]?.orderId ?? '';
});
afterAll(() => started?.close());

const keysOf = (name: string): StaffKeys => started.keys.get(name) as StaffKeys;

async function call<Data>(name: string, body?: Record<string, string>): Promise<Data> {
  const answer = await fetch(
    `${started.url}/web/${name}`,
    body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) },
  );
  const { code, message, data } = (await answer.json()) as Envelope<Data>;
  if (code !== 0) throw new Error(`${name}: ${message}`);
  return data;
}

const section = (page: Page, title: string): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

/** Position and type of every row in a table of events. */
async function eventsIn(table: Locator): Promise<{ position: number; type: string }[]> {
  await table.locator('tbody tr').first().waitFor();
  // Column by column: a row that is gone by the time it is read would be waited for.
  const column = (n: number) => table.locator(`tbody tr td:nth-child(${n})`).allInnerTexts();
  const [positions, types] = [await column(1), await column(3)];
  return positions.map((text, i) => ({ position: Number(text.split(':')[1]), type: types[i] ?? '' }));
}

describe('the console, as an auditor uses it', () => {
  it('shows at a glance that every writer holds its lease and every read model keeps up', async () => {
    const { page, faults } = await signIn(started, 'auditor');
    await eventually(() => page.locator('[data-health]').getAttribute('data-health')).toBe('healthy');
    for (const realm of ['House', 'Demo', 'Real'])
      await eventually(() => section(page, realm).getByText('Lease held').count()).toBe(1);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows the events of an order in the order in which they happened, on a sound chain', async () => {
    const { page, faults } = await signIn(started, 'auditor');
    await page.getByRole('menuitem', { name: 'Orders', exact: true }).click();
    await page.getByRole('link', { name: orderId }).click();
    const events = await eventsIn(section(page, 'Events'));
    expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['SpotOrderAccepted', 'SpotOrderMatched']);
    expect(events.map(({ position }) => position)).toEqual(
      events.map(({ position }) => position).sort((a, b) => a - b),
    );

    await section(page, 'Events')
      .getByRole('link', { name: `demo:${events[1]?.position}` })
      .click();
    await page.locator('[data-link-state="linked"]').waitFor();
    await page.getByRole('button', { name: 'Verify here' }).click();
    await page.locator('[data-check="equal"]').waitFor();
    for (const asset of ['BTC', 'USDT']) await page.getByText(`Sum ${asset}: 0`, { exact: true }).waitFor();

    await page.getByText('PlaceSpotOrder ·').waitFor();
    await page.getByRole('link', { name: 'What followed' }).click();
    await page.waitForURL(/correlation/);
    const ofRequest = async () => (await eventsIn(page.getByRole('main'))).map(({ position }) => position);
    await eventually(ofRequest).toEqual(expect.arrayContaining(events.map(({ position }) => position)));

    await page.getByRole('menuitem', { name: 'Chain status' }).click();
    await page.locator('[data-chain="demo"][data-verdict="sound"]').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('finds a person’s events in the explorer, each linked to the one before', async () => {
    const { page, faults } = await signIn(started, 'auditor');
    await page.getByRole('menuitem', { name: 'Users' }).click();
    await page.getByRole('link', { name: userId }).click();
    await section(page, 'Timeline').locator('[data-sentence="demo-opened"]').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Events' }).click();
    await page.waitForURL(/#\/events/);
    await page.locator('[data-link-state="linked"]').first().waitFor();
    await eventually(() => page.locator('[data-link-state="broken"]').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('travels through a stream: the state at version N and what its event changed', async () => {
    const { page, faults } = await signIn(started, 'auditor');
    await page.goto(`${started.url}/admin/#/streams/${encodeURIComponent('demo:spot-BTCUSDT')}/show?version=3`);
    await page.getByRole('heading', { name: 'State at version 3' }).waitFor();
    await section(page, 'What this event changed').getByText('trades', { exact: true }).waitFor();
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: 'State at version 2' }).waitFor();
    await page.getByRole('button', { name: 'First version' }).click();
    await page.getByRole('heading', { name: 'State at version 1' }).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows that every asset of the ledger sums to zero', async () => {
    const { page, faults } = await signIn(started, 'auditor');
    await page.getByRole('menuitem', { name: 'Ledger accounts' }).click();
    await page.locator('[data-zero-sum="demo"]').getByText('every asset sums to zero').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('fits a phone, in another language', async () => {
    const { page, faults } = await signIn(started, 'auditor', { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await page.getByText(german('console:console.health.healthy')).waitFor();
    for (const place of ['', 'orders', 'events', 'ledger-accounts', 'chain', 'epochs']) {
      await goTo(page, place);
      await page.getByText(german('console:console.simulation')).waitFor();
      await eventually(async () => [place, await overflowOf(page)]).toEqual([place, 0]);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('the door of the console', () => {
  it('says in the reader’s language why it stays shut, and leads to the page that was asked for once it opens', async () => {
    const context = await started.browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto(`${started.url}/admin/#/chain`);
    const password = page.getByLabel(german('console:ra.auth.password'));
    const logIn = page.getByRole('button', { name: german('console:ra.auth.sign_in') });
    await page.getByLabel(german('console:ra.auth.username')).fill('auditor');
    await password.fill('guessed');
    await logIn.click();
    await page.getByRole('alert').getByText(german('refusal:staff.credentials-wrong')).waitFor();
    await password.fill(keysOf('auditor').password);
    await logIn.click();
    await page.getByLabel(german('console:console.factor.code'), { exact: false }).fill(nextCode(keysOf('auditor')));
    await logIn.click();
    await page.locator('[data-chain="demo"]').waitFor();
    await context.close();
  });

  it('shuts when the session has ended, and opens again on the same page', async () => {
    const { page } = await signIn(started, 'auditor');
    await page.getByRole('menuitem', { name: 'Trades' }).click();
    await page.getByRole('link', { name: 'demo:' }).first().waitFor();
    await page.evaluate(async () => {
      const { token } = JSON.parse(sessionStorage.getItem('glassbook.staff') ?? '{}') as { token?: string };
      await fetch('/staff/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    });
    await page.getByRole('alert').getByText('Your session has ended').waitFor();
    await enter(page, keysOf('auditor'));
    await page.waitForURL(/#\/trades/);
    await page.context().close();
  });
});

describe('roles in the console', () => {
  it('hide what they do not permit, and the server refuses it as well', async () => {
    const { page } = await signIn(started, 'admin');
    await eventually(() => page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Dashboard',
      'Content',
      'Staff accounts',
    ]);
    const status = await page.evaluate(async () => {
      const { token } = JSON.parse(sessionStorage.getItem('glassbook.staff') ?? '{}') as { token?: string };
      const answer = await fetch('/staff/users', { headers: { authorization: `Bearer ${token}` } });
      return answer.status;
    });
    expect(status).toBe(403);
    await page.context().close();
  });

  it('say so on a page that is opened by its address, without asking the server for what it would refuse', async () => {
    const { page, faults } = await signIn(started, 'content');
    for (const address of ['withdrawals', 'orders', 'reviews']) {
      await page.goto(`${started.url}/admin/#/${address}`);
      // One page that is denied looks like the next.
      await page.reload();
      await page.getByText('Access denied').waitFor();
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
