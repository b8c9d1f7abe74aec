import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { DepositView } from '../../contracts/deposit.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { unfit } from '../kit/axe.js';
import { escape, openClient, overflowOf, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { ChainTime } from '../kit/chain.js';
import { compareByKeys, openBrowser, signIn } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { register } from '../kit/people.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import { until } from '../kit/until.js';
import { bundle } from '../kit/words.js';

jest.setTimeout(180_000);

let staffed: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;
let clock: FakeClock;
let time: ChainTime;

beforeAll(async () => {
  clock = new FakeClock(Date.now());
  staffed = await startStaffed({ ...builtScreens(), clock });
  await staffed.member('dora', 'reviewer', ['deposit']);
  time = new ChainTime(staffed.started, clock);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await staffed?.started.close();
});

/** A person who reads one language, logged in to a new account. */
async function depositor(lang: 'en' | 'jp', kind: WindowKind, theme: 'light' | 'dark') {
  const nouns = ['deposit', 'chain', 'common', 'refusal', 'review'];
  const texts = new Map(nouns.map((noun) => [noun, bundle(lang, noun)]));
  const t = (key: string, noun = 'deposit'): string => texts.get(noun)?.[key] ?? key;
  const registered = await register(staffed.started, { country: lang === 'jp' ? 'JP' : 'DE' });
  const { url } = staffed.started;
  const options = { locale: lang === 'jp' ? 'ja-JP' : 'en-US', colorScheme: theme };
  const window = await openClient({ browser, url }, kind, '/', options);
  const session = JSON.stringify({ state: { session: registered.data }, version: 1 });
  await window.page.evaluate((kept) => localStorage.setItem('glassbook.session', kept), session);
  const newest = async (): Promise<DepositView | undefined> => {
    const answer = await fetch(`${url}/web/getDeposits?token=${registered.data.token}`);
    return ((await answer.json()) as { data: { items: DepositView[] } }).data.items[0];
  };
  const look = async (name: string): Promise<void> => {
    await photograph(window.page, `deposit-${name}-${lang}`);
    await eventually(() => unfit(window.page)).toEqual([]);
    await eventually(() => overflowOf(window.page)).toBe(0);
  };
  return { ...window, t, newest, look, go: (path: string) => window.page.goto(url + path) };
}

it('what the faucet sends is counted on the screen by itself, credited, and found in the records', async () => {
  const { page, t, faults, newest, look, go, close } = await depositor('en', 'desktop', 'light');
  await go('/table1');
  await page.getByTestId('first-steps').locator('li[data-done=false] a[href="/authenticationrj"]').waitFor();
  await eventually(() => page.locator('#records').count()).toBe(0);
  await go('/authenticationrj?currency=USDT&network=TRC20');
  await page.getByTestId('deposit-address').waitFor();
  await page.getByRole('img', { name: t('address.qr').replace('{{network}}', 'TRC20') }).waitFor();
  await page.getByText(t('rules.minimum').replace('{{minimum}}', '1 USDT')).waitFor();
  await look('screen');
  const faucet = page.getByRole('form', { name: t('faucet.title', 'chain') });
  await faucet.getByLabel(t('faucet.amount', 'chain')).fill('25.5');
  await faucet.getByRole('button', { name: t('faucet.send', 'chain').replace('{{asset}}', 'USDT') }).click();
  const newestIn = (status: string) => page.locator(`[data-testid=newest-deposit][data-status=${status}]`);
  await newestIn('seen').waitFor();
  await time.blocks('TRC20', 3);
  await newestIn('confirming').waitFor();
  await look('counted');
  await time.untilFinal('TRC20', (await newest())?.hash ?? '');
  await newestIn('credited').waitFor();
  await look('credited');
  // What came in ticks its step off; the empty boxes that it stood for are filled now.
  await go('/table1');
  await page.locator('#records').waitFor();
  const steps = page.getByTestId('first-steps');
  await steps.locator('li[data-done=true]').waitFor();
  await eventually(() => steps.locator('li[data-done=false] a[href="/authenticationrj"]').count()).toBe(0);
  await look('first-steps');

  await go('/cbjl');
  await page.getByRole('cell', { name: /25\.50? USDT/ }).waitFor();
  await page.getByLabel(t('filter.hash')).fill((await newest())?.hash.slice(0, 10) ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL(/hash=/);
  await page.getByRole('button', { name: /25\.50? USDT/ }).click();
  await page.getByTestId('deposit-detail').getByText(t('event.DepositCredited')).waitFor();
  await look('detail');
  await escape(page);
  await look('records');
  expect(faults).toEqual([]);
  await close();
});

it('a proof of what no network knows cannot be approved, is rejected, and read with its reasons in Japanese', async () => {
  const { page, t, faults, newest, look, go, close } = await depositor('jp', 'phone', 'dark');
  await go('/authenticationrj?currency=USDT&network=ERC20');
  // Folded by default.
  await page.locator('summary', { hasText: t('proof.title') }).click();
  const form = page.getByRole('form', { name: t('proof.title') });
  await form.getByRole('button', { name: t('proof.send') }).click();
  await form.getByRole('alert').getByText(t('deposit.hash-required', 'refusal')).waitFor();
  await look('missing');
  await form.getByLabel(t('proof.amount')).fill('12');
  await form.getByLabel(t('proof.hash')).fill(`0x${'ab'.repeat(32)}`);
  await form.getByLabel(t('proof.note')).fill('取引所から送金しました');
  await form.getByRole('button', { name: t('proof.send') }).click();
  await page.getByText(t('proof.sentReview')).waitFor();
  await page.locator('[data-testid=newest-deposit][data-status=review]').waitFor();
  await look('sent');

  const requestId = (await newest())?.depositId ?? '';
  const now = clock.now();
  const staff = await signIn({ url: staffed.started.url, keys: staffed.keys, browser, now }, 'dora');
  await staff.page.goto(`${staffed.started.url}/admin/#/reviews/${requestId}/show`);
  await staff.page.getByRole('button', { name: 'Claim this request' }).click();
  await staff.page.getByText('取引所から送金しました').waitFor();
  await staff.page.keyboard.press('a');
  await compareByKeys(staff.page);
  await staff.page.getByRole('button', { name: /^Approve/ }).click();
  await staff.page
    .getByText(/shows no transfer with this hash/)
    .first()
    .waitFor();
  await photograph(staff.page, 'deposit-review');
  await staff.page.keyboard.press('Escape');
  await staff.page.keyboard.press('r');
  await staff.page.keyboard.press('1');
  await staff.page.getByRole('button', { name: /^Reject/ }).click();
  await until(async () => (await newest())?.status === 'rejected');
  await staff.page.context().close();

  await page.locator('[data-testid=newest-deposit][data-status=rejected]').waitFor();
  await go(`/rechargeRecord?deposit=${requestId}`);
  await page.getByText(t('reason.deposit-proof.not-on-chain', 'review')).waitFor();
  await look('rejected');
  expect(faults).toEqual([]);
  await close();
});

it('a demo account reads why it has nothing to deposit, and where a real account begins', async () => {
  const { page, close } = await openClient({ browser, url: staffed.started.url }, 'desktop');
  await startDemo(page);
  for (const path of ['/authenticationrj', '/cbjl']) {
    await page.goto(staffed.started.url + path);
    await page.getByRole('heading', { name: 'Switch to a real account first.' }).waitFor();
  }
  await page.getByRole('link', { name: 'Open a real account' }).waitFor();
  await close();
});
