import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Language } from '../../shared/language.js';
import { FakeClock } from '../../server/core/clock.js';
import { unfit } from '../kit/axe.js';
import { openAs, overflowOf, photograph, type WindowKind } from '../kit/browser.js';
import { openBrowser, signIn } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { drawing } from '../kit/image-bytes.js';
import { openPerson } from '../kit/person.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { bundle } from '../kit/words.js';

jest.setTimeout(180_000);

const clock = new FakeClock(Date.now());
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
let desk: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;

beforeAll(async () => {
  desk = await startStaffed({ ...builtScreens(), clock });
  await desk.member('sue', 'support');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await desk?.started.close();
});

/** A window of a person in their language, on customer service. */
async function asking(of: Trader, lang: Language, kind: WindowKind, colorScheme: 'light' | 'dark') {
  const texts = new Map(['support', 'common', 'refusal'].map((noun) => [noun, bundle(lang, noun)]));
  const t = (key: string, noun = 'support', values: Record<string, string> = {}): string =>
    Object.entries(values).reduce(
      (filled, [name, value]) => filled.replace(`{{${name}}}`, value),
      texts.get(noun)?.[key] ?? key,
    );
  const window = await openAs(of, { browser, url: desk.started.url }, { lang, kind, path: '/service' });
  await window.page.emulateMedia({ colorScheme });
  const look = async (name: string): Promise<void> => {
    await photograph(window.page, `support-${name}-${lang}-${kind}`);
    await eventually(() => unfit(window.page)).toEqual([]);
    await eventually(() => overflowOf(window.page)).toBe(0);
  };
  return { ...window, t, look };
}

const chat = (page: Page, status: string) => page.locator(`[data-testid=support-chat][data-status=${status}]`);

it('goes from a typed question past help to an answer, closing and rating, in German on a phone', async () => {
  const person = await openPerson(desk.started, clock.now());
  const { page, t, look, faults, close } = await asking(person, 'de', 'phone', 'dark');
  const form = page.getByRole('form', { name: t('start.title') });
  await form.getByRole('button', { name: t('chat.action', 'common') }).click();
  await form.getByText(t('support.message-empty', 'refusal')).waitFor();
  await form.getByLabel(t('chat.text', 'common')).fill('Wo bleibt meine Einzahlung?');
  await page.getByTestId('help-offers').getByRole('link').first().waitFor();
  await form.getByRole('button', { name: t('chat.action', 'common') }).click();
  await page.getByText(t('start.missing')).waitFor();
  await page.getByLabel(t('start.topic')).selectOption({ label: t('topic.deposit') });
  const buffer = await drawing().jpeg().toBuffer();
  await form.locator('input[type=file]').setInputFiles({ name: 'beleg.jpg', mimeType: 'image/jpeg', buffer });
  await form.getByText(t('chat.attached', 'common')).waitFor();
  await look('start');
  await form.getByRole('button', { name: t('chat.action', 'common') }).click();
  await chat(page, 'waiting').getByAltText(t('chat.image', 'common')).waitFor();
  await look('waiting');

  const staff = await signIn({ url: desk.started.url, keys: desk.keys, browser, now: clock.now() }, 'sue');
  await staff.page.goto(`${desk.started.url}/admin/#/support`);
  const row = staff.page.getByRole('main').getByRole('link', { name: 'Deposits' });
  await row.waitFor();
  await photograph(staff.page, 'support-queue-console');
  await row.click();
  await staff.page.getByText('Wo bleibt meine Einzahlung?').waitFor();
  await staff.page.locator('[data-sentence=support-opened]').waitFor();
  await staff.page.getByRole('button', { name: 'Open image' }).click();
  await staff.page.locator('[data-picture]').waitFor();
  await staff.page.getByRole('button', { name: 'Take' }).click();
  await staff.page.getByLabel('Message to the user').fill('Wir buchen sie heute Mittag.');
  await staff.page.locator('input[type=file]').setInputFiles({ name: 'plan.jpg', mimeType: 'image/jpeg', buffer });
  await staff.page.getByText('Image', { exact: true }).waitFor();
  await photograph(staff.page, 'support-conversation-console');
  await staff.page.getByRole('button', { name: 'Send', exact: true }).click();

  const lines = chat(page, 'answered').getByRole('listitem');
  await lines.filter({ hasText: 'Wir buchen sie heute Mittag.' }).waitFor();
  await eventually(() => chat(page, 'answered').getByAltText(t('chat.image', 'common')).count()).toBe(2);
  await look('answered');
  await page.getByLabel(t('chat.text', 'common')).fill('Danke!');
  await page.keyboard.press('Enter');
  await chat(page, 'waiting').getByRole('listitem').filter({ hasText: 'Danke!' }).waitFor();
  await staff.page.getByRole('button', { name: 'Close conversation' }).click();
  await chat(page, 'closed').waitFor();
  await page.getByRole('button', { name: t('rate.action') }).click();
  await page.getByText(t('rate.missing')).waitFor();
  await page.getByRole('radio', { name: t('rate.scale', 'support', { rating: '5' }) }).check();
  await page.getByLabel(t('rate.comment')).fill('Schnell und freundlich.');
  await look('closed');
  await page.getByRole('button', { name: t('rate.action') }).click();
  await page.getByTestId('support-start').waitFor();
  await page.getByRole('link', { name: new RegExp(t('status.closed')) }).click();
  await page.getByText('Schnell und freundlich.').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('transcript') }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^glassbook-support-\w+\.txt$/);
  expect(faults).toEqual([]);
  expect(staff.faults).toEqual([]);
  await close();
});

it('says honestly that staff are away, in the person’s time zone, in Japanese on a desk', async () => {
  // 23:00 in Hong Kong, where staff are, is after hours on every day.
  clock.advance(15 * HOUR_MS + DAY_MS - (clock.now() % DAY_MS));
  const person = await openPerson(desk.started, clock.now());
  const { page, t, look, faults, close } = await asking(person, 'jp', 'desktop', 'light');
  await page
    .getByRole('status')
    .filter({ hasText: t('hours.away').split('{{time}}').at(-1) ?? '' })
    .waitFor();
  await page.getByLabel(t('chat.text', 'common')).fill('入金が反映されません');
  await page.getByTestId('help-offers').getByRole('link').first().waitFor();
  await look('away');
  expect(faults).toEqual([]);
  await close();
});

it('helps a demo account by text, in Thai on a desk', async () => {
  const demo = await Trader.demo(desk.started);
  const { page, t, look, faults, close } = await asking(demo, 'ty', 'desktop', 'dark');
  await page.getByText(t('chat.demo')).waitFor();
  await page.getByLabel(t('start.topic')).selectOption({ label: t('topic.trading') });
  await page.getByLabel(t('chat.text', 'common')).fill('คำสั่งของฉันค้าง');
  await page.getByRole('button', { name: t('chat.action', 'common') }).click();
  await chat(page, 'waiting').waitFor();
  await look('demo');
  await page.getByRole('button', { name: t('close.action') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('close.action') })
    .click();
  await chat(page, 'closed').waitFor();
  await look('demo-closed');
  expect(faults).toEqual([]);
  await close();
});
