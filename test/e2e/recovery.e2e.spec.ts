import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { unfit } from '../kit/axe.js';
import { overflowOf, photograph } from '../kit/browser.js';
import { openBrowser, rowsOf, signIn } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { messagesTo } from '../kit/people.js';
import { guarded, photo, startRecoveryDesk } from '../kit/recovery.js';
import { builtScreens } from '../kit/screens.js';
import { readerAt } from '../kit/security-desk.js';
import { until } from '../kit/until.js';

jest.setTimeout(180_000);

const DAY_MS = 86_400_000;
let desk: Awaited<ReturnType<typeof startRecoveryDesk>>;
let browser: Browser;

beforeAll(async () => {
  desk = await startRecoveryDesk(builtScreens(), Date.now());
  browser = await openBrowser();
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await desk?.started.close();
});

async function look(page: Page, name: string): Promise<void> {
  await photograph(page, `recovery-${name}`);
  await eventually(() => unfit(page)).toEqual([]);
  await eventually(() => overflowOf(page)).toBe(0);
}

describe('in de on a phone', () => {
  it('who has lost phone and recovery codes comes back in, and sees beforehand and all the way what happens', async () => {
    const { started, clock } = desk;
    const person = await guarded(started, clock);
    const { account, password, trader, userId } = person;
    await desk.verifies(trader);
    const reader = readerAt({ started, browser }, 'de', 'phone');
    const { t } = reader;
    const { page, faults, close } = await reader.open('/login?from=/setting');
    await reader.logIn(page, account, password);
    await page.getByRole('link', { name: t('security', 'recovery.link') }).click();
    await page.waitForURL(/\/lostGoogle/);
    const hours = { waiting: '24', closed: '24' };
    for (const step of ['proof', 'review', 'wait', 'effect', 'told'])
      await page.getByText(t('security', `recovery.step.${step}`, hours)).waitFor();
    await look(page, 'before');
    await page.getByLabel(t('security', 'unfreeze.account')).fill(account);
    await page.getByRole('button', { name: t('common', 'field.sendCode') }).click();
    await page.getByLabel(t('security', 'code.label')).fill(await codeTo(account));
    await page.getByLabel(t('security', 'proof.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('security', 'contact.next') }).click();
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() };
    await page.getByLabel(t('security', 'recovery.photo'), { exact: true }).setInputFiles(file);
    await page.getByText(t('personal', 'image.kept')).waitFor();
    await look(page, 'photo');
    await page.getByRole('button', { name: t('security', 'recovery.submit') }).click();
    await page.getByText(t('security', 'recovery.done')).waitFor();
    await look(page, 'sent');

    const requestId = await desk.requestOf(userId);
    await reviewedByIra(requestId);
    await desk.approved(userId);
    await page.evaluate((kept) => localStorage.setItem('glassbook.session', kept), sessionOf(person));
    await page.goto(`${started.url}/setting`);
    const notice = page.getByRole('alert').filter({ has: page.getByRole('button') });
    await notice.getByRole('button', { name: t('security', 'recovery.stop') }).waitFor();
    await notice.getByRole('button', { name: t('policy', 'why') }).click();
    await page.getByRole('dialog').getByText(t('policy', 'name.recovery.rules')).first().waitFor();
    await page.keyboard.press('Escape');
    await look(page, 'notice');
    clock.advance(DAY_MS);
    await until(async () => (await trader.get('info')).refusal === 'session.ended');
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${started.url}/login?from=/setting`);
    await reader.logIn(page, account, password);
    await page.getByRole('heading', { name: t('security', 'centre.title') }).waitFor();
    await page.getByText(t('security', 'centre.next.google')).waitFor();
    await eventually(() => page.getByRole('button', { name: t('security', 'recovery.stop') }).count()).toBe(0);
    await look(page, 'over');
    expect(faults.filter((fault) => !/401/.test(fault))).toEqual([]);
    await close();
  });
});

/** The console shows the new photo beside those on file, and the message of an approval. */
async function reviewedByIra(requestId: string): Promise<void> {
  const { started, keys, clock } = desk;
  const { page, faults } = await signIn({ url: started.url, keys, browser, now: clock.now() }, 'ira');
  await page.goto(`${started.url}/admin/#/reviews`);
  await rowsOf(page).first().waitFor();
  await page.keyboard.press('n');
  await page.locator(`[data-workbench="${requestId}"]`).waitFor();
  await page.getByText('Anna Müller').waitFor();
  await page.getByText('New photo with document').first().waitFor();
  await page.getByText('Photo with document', { exact: true }).first().waitFor();
  await photograph(page, 'recovery-review');
  expect(faults).toEqual([]);
  await page.context().close();
}

async function codeTo(account: string): Promise<string> {
  let code = '';
  await until(async () => {
    const sent = (await messagesTo(desk.started, account)).find(({ template }) => template === 'code.lost-google');
    code = sent?.letter?.secret ?? '';
    return code !== '';
  });
  return code;
}

/** The person's earlier session, on another device. */
function sessionOf({ trader, userId }: { trader: { token: string }; userId: string }): string {
  const own = {
    token: trader.token,
    userId,
    lang: 'de',
    realm: 'real',
    name: 'Anna',
    phone: '',
    email: '',
    demo: null,
  };
  return JSON.stringify({ state: { session: { ...own, transaction_password: 0 } }, version: 1 });
}
