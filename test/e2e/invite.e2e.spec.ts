import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import type { Browser } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import type { Language } from '../../shared/language.js';
import { dateAfter, dateOf, startOf } from '../../shared/utc-date.js';
import type { StartedApp } from '../kit/app.js';
import { unfit } from '../kit/axe.js';
import { openAs, openClient, overflowOf, photograph, startDemo, WINDOWS, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { codeOf, invited } from '../kit/invited.js';
import { savedCard } from '../kit/payees.js';
import { messagesTo } from '../kit/people.js';
import { builtScreens } from '../kit/screens.js';
import { listQuery, startStaffed } from '../kit/staff-client.js';
import type { Trader } from '../kit/trader.js';
import { publish } from '../kit/withdrawals.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(240_000);

// The console reads by the browser's clock whether a session is over.
const clock = new FakeClock(Date.now());
let desk: Awaited<ReturnType<typeof startStaffed>>;
let started: StartedApp;
let browser: Browser;
let inviter: Trader;

beforeAll(async () => {
  desk = await startStaffed({ ...builtScreens(), clock });
  ({ started } = desk);
  await desk.member('ann', 'reviewer', ['invitation']);
  browser = await openBrowser();
  inviter = await invited(started);
  const payer = await invited(started, await codeOf(inviter));
  // A ring: they have one bank account.
  const head = await invited(started);
  const shill = await invited(started, await codeOf(head));
  for (const trader of [head, shill]) await savedCard(trader);
  for (const trader of [payer, shill]) await trader.placed({ type: 'market', quoteAmount: '2000' });
  clock.setTo(startOf(dateAfter(dateOf(clock.now()), 1)) + 60_000);
  await started.app.get<MarketService>(MarketService, { strict: false }).keepUp();
  const pool = started.app.get<Pool>(Pool, { strict: false });
  await eventually(async () => {
    started.app.get<Timers>(Timers, { strict: false }).look();
    return (await pool.query(`SELECT 1 FROM events WHERE type = 'InvitationDatePaid'`)).rowCount;
  }).toBe(1);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await started?.close();
});

describe('the page of invitations', () => {
  it.each<[Language, WindowKind]>([
    ['en', 'desktop'],
    ['de', 'phone'],
    ['jp', 'phone'],
    ['ty', 'desktop'],
  ])(
    'shows code, card, levels, rules and rewards, and says what it costs others, in %s on a %s',
    async (lang, kind) => {
      const at = { lang, kind, path: '/invite' };
      const { page, faults, close } = await openAs(inviter, { browser, url: started.url }, at);
      const t = wordsOf(lang);
      await page.getByText(t('invitation:warning')).waitFor();
      await eventually(() => page.getByTestId('level-1').innerText()).toBe('1');
      await eventually(() => page.getByTestId('level-2').innerText()).toBe('0');
      const [reward] = (await inviter.given('getInvitationRewards')).items;
      const shown = (reward?.reward ?? '').slice(0, 4);
      await eventually(async () => (await page.getByTestId('profit-1').innerText()).replace(',', '.')).toMatch(
        new RegExp(`^${shown}`),
      );
      await eventually(() => page.getByTestId('invitation-median').innerText()).toBe(
        t('invitation:median.few', { from: 20 }),
      );
      await page
        .getByText(reward?.date ?? '', { exact: true })
        .first()
        .waitFor();
      await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
      await photograph(page, `invite-${kind}-${lang}`);
      await page.getByRole('heading', { name: t('invitation:rules.title') }).scrollIntoViewIfNeeded();
      await page.emulateMedia({ colorScheme: 'dark' });
      await photograph(page, `invite-rules-${kind}-${lang}`);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: t('invitation:card') }).click();
      const card = await download;
      expect(card.suggestedFilename()).toBe(`${await codeOf(inviter)}.png`);
      expect(faults).toEqual([]);
      await close();
    },
  );

  it.each<[Language, WindowKind]>([
    ['en', 'phone'],
    ['de', 'desktop'],
  ])('tells an invited person who earns what before they register, in %s on a %s', async (lang, kind) => {
    const { page, faults, close } = await openClient({ url: started.url, browser }, kind, '/register', {
      locale: lang === 'de' ? 'de-DE' : 'en-US',
    });
    const t = wordsOf(lang);
    await page.getByLabel(t('account:register.invitation')).waitFor();
    await eventually(() => page.getByTestId('who-earns').count()).toBe(0);
    await page.goto(`${started.url}/register?code=${await codeOf(inviter)}`);
    const earners = page.getByTestId('who-earns');
    await earners.getByText(t('invitation:before.level1')).waitFor();
    await earners.getByText(t('invitation:before.warning')).waitFor();
    await eventually(async () => (await earners.innerText()).match(/\d+\s?%/g)?.length).toBe(4);
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await earners.scrollIntoViewIfNeeded();
    await photograph(page, `invite-register-${kind}-${lang}`);
    expect(faults).toEqual([]);
    await close();
  });

  it('says before registering that the terms could not be read, and reads them again', async () => {
    const { page, close } = await openClient({ url: started.url, browser }, 'phone', '/register');
    const t = wordsOf('en');
    await page.getByLabel(t('account:register.invitation')).waitFor();
    await page.route('**/web/getInvitationTerms*', (route) => route.abort());
    await page.getByLabel(t('account:register.invitation')).fill(await codeOf(inviter));
    const earners = page.getByTestId('who-earns');
    await earners.getByText(t('invitation:before.title')).waitFor();
    await earners.getByRole('alert').waitFor();
    await page.unroute('**/web/getInvitationTerms*');
    await earners.getByRole('button', { name: t('common:action.retry') }).click();
    await earners.getByText(t('invitation:before.warning')).waitFor();
    await close();
  });

  it('asks a demo account for a real one', async () => {
    const { page, close } = await openClient({ url: started.url, browser }, 'phone');
    await startDemo(page);
    await page.goto(`${started.url}/invite`);
    await page.getByText(wordsOf('en')('invitation:realOnly')).waitFor();
    await close();
  });
});

describe('the console', () => {
  /** The console as a member of the staff who has just signed in. */
  async function consoleOf(name: string) {
    const token = await desk.again(name);
    const { body } = await desk.read<object>('me', token);
    const context = await browser.newContext({ locale: 'en-US', ...WINDOWS.desktop });
    const session = JSON.stringify({ ...body, token });
    await context.addInitScript((text) => sessionStorage.setItem('glassbook.staff', text), session);
    return { context, page: await context.newPage(), token };
  }

  it('shows what a ring shares, and pays its reward when a reviewer approves', async () => {
    const { context, page, token } = await consoleOf('ann');
    const query = listQuery({ filter: { queue: 'invitation', status: 'waiting' } });
    const [request] = (await desk.read<{ id: string }[]>(`reviews?${query}`, token)).body;
    await page.goto(`${started.url}/admin/#/reviews/${request?.id}/show`);
    await page.getByRole('button', { name: 'Claim this request' }).click();
    const bench = page.locator(`[data-workbench="${request?.id}"]`);
    await bench.getByText('Accounts with the same card or wallet').waitFor();
    await photograph(page, 'invitation-review-console');
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await bench.waitFor({ state: 'detached' });
    await context.close();
  });

  it('lists rewards and dates', async () => {
    const { context, page } = await consoleOf('auditor');
    await page.goto(`${started.url}/admin/#/invitation-rewards`);
    await page.getByText('Paid after review').first().waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await photograph(page, 'invitation-rewards-console');
    await page.goto(`${started.url}/admin/#/invitation-dates`);
    await page.getByText('Invitations by date').first().waitFor();
    const rows = page.locator('main tbody .RaDataTable-row');
    await eventually(() => rows.count()).toBe(1);
    await photograph(page, 'invitation-dates-console');
    await context.close();
  });
});

describe('registering where the policy requires an invitation', () => {
  it('says that the code is required, refuses without one, and goes on with one', async () => {
    await publish(desk, 'registration.rules', { invitationRequired: true });
    const { page, faults, close } = await openClient({ url: started.url, browser }, 'phone', '/register');
    const t = wordsOf('en');
    const account = 'needs-an-invitation@example.com';
    const invitation = page.getByRole('textbox', { name: t('account:register.invitation') });
    await page.getByText(t('account:register.invitationRequired'), { exact: true }).waitFor();
    await page.getByLabel(t('account:register.emailAddress')).fill(account);
    await page.getByLabel(t('account:register.country')).fill('Switz');
    await page.getByRole('option', { name: 'Switzerland' }).click();
    await page.getByRole('button', { name: t('common:field.sendCode') }).click();
    const sentCode = async () => (await messagesTo(started, account))[0]?.letter?.secret ?? '';
    await eventually(sentCode).toMatch(/^\d+$/);
    await page.getByLabel(t('account:code.label')).fill(await sentCode());
    for (const field of ['new.password', 'new.confirm'])
      await page.getByLabel(t(`account:${field}`), { exact: true }).fill('blue4Whale');
    await page.getByRole('checkbox').check();
    const submit = page.getByRole('button', { name: t('account:register.submit') });
    await submit.click();
    await page.getByRole('alert').getByText(t('account:register.invitationEmpty'), { exact: true }).waitFor();
    await eventually(() => invitation.and(page.locator(':focus')).getAttribute('aria-invalid')).toBe('true');
    await invitation.fill(await codeOf(inviter));
    await submit.click();
    await page.waitForURL(/\/table1/);
    expect(faults).toEqual([]);
    await close();
  });
});
