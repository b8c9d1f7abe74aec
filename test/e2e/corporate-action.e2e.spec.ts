import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { InstrumentDetailView } from '../../contracts/market.contract.js';
import type { StaffPasswordView } from '../../contracts/staff-lists.contract.js';
import { unfit } from '../kit/axe.js';
import { openClient, photograph } from '../kit/browser.js';
import { signIn, startConsole, type StartedConsole } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
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
