import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import type { IdentityView } from '../../contracts/identity.contract.js';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph, startDemo, type WindowKind } from '../kit/browser.js';
import { compareByKeys, openBrowser, signIn } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { last, some } from '../kit/level.js';
import { register } from '../kit/people.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import { until } from '../kit/until.js';
import { bundle, wordsOf } from '../kit/words.js';

jest.setTimeout(180_000);

let staffed: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;
let photo: Buffer;

beforeAll(async () => {
  staffed = await startStaffed(builtScreens());
  await staffed.member('ira', 'reviewer', ['identity']);
  browser = await openBrowser();
  const noise = { type: 'gaussian', mean: 140, sigma: 40 } as const;
  photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#567', noise } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await browser?.close();
  await staffed?.started.close();
});

/** A person who reads one language, logged in to a new account. */
async function reader(lang: 'en' | 'jp', kind: WindowKind) {
  const nouns = ['identity', 'common', 'refusal', 'review', 'personal'];
  const texts = new Map(nouns.map((noun) => [noun, bundle(lang, noun)]));
  const t = (key: string, noun = 'identity'): string => texts.get(noun)?.[key] ?? key;
  const registered = await register(staffed.started, { country: lang === 'jp' ? 'JP' : 'DE' });
  const { token } = registered.data;
  const { url } = staffed.started;
  const window = await openClient({ browser, url }, kind, '/', { locale: lang === 'jp' ? 'ja-JP' : 'en-US' });
  const session = JSON.stringify({ state: { session: registered.data }, version: 1 });
  await window.page.evaluate((kept) => localStorage.setItem('glassbook.session', kept), session);
  const view = async (): Promise<IdentityView> => {
    const answer = await fetch(`${url}/web/getIdentity?token=${token}`);
    return ((await answer.json()) as { data: IdentityView }).data;
  };
  return { ...window, t, lang, kind, view, go: (path: string) => window.page.goto(url + path) };
}
type Reader = Awaited<ReturnType<typeof reader>>;

/** Keeps a picture, and looks for what those who cannot see would stumble over. */
async function look(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  await eventually(() => unfit(page)).toEqual([]);
}

const next = (page: Page, { t }: Reader) => page.getByRole('button', { name: t('action.next'), exact: true }).click();

async function giveImage({ page, t }: Reader, label: string): Promise<void> {
  const kept = page.getByText(t('image.kept', 'personal'));
  const before = await kept.count();
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo };
  await page.getByLabel(t(label), { exact: true }).setInputFiles(file);
  await until(async () => (await kept.count()) > before);
}

/** From the overview to the last step, as a person would. */
async function fillPrimary(person: Reader, documentNumber: string): Promise<void> {
  const { page, t } = person;
  await person.go('/sfyz');
  const raised = t('c2cMax.advanced').replace('{{before}}', '50,000').replace('{{max}}', '100,000');
  await page.getByTestId('c2c-max-advanced').getByText(raised).waitFor();
  await look(page, `identity-overview-${person.lang}`);
  await page.getByRole('link', { name: `${t('open.none')}: ${t('screen.primary', 'common')}` }).click();
  await eventually(() => page.getByLabel(t('field.country')).isDisabled()).toBe(true);
  await next(page, person);
  await page.getByText(t('identity.document-type-empty', 'refusal')).waitFor();
  await page.getByLabel(t('field.documentType')).selectOption('2');
  await next(page, person);
  await page.getByLabel(t('field.realName')).fill(person.lang === 'jp' ? '山田 花子' : 'Anna Müller');
  await page.getByLabel(t('field.documentNumber')).fill(documentNumber);
  await page.getByLabel(t('field.birthDate')).fill('1990-04-01');
  await next(page, person);
  for (const hint of ['noBack', 'photos', 'held']) await page.getByText(t(`hint.${hint}`)).waitFor();
  await giveImage(person, 'field.front');
  await giveImage(person, 'field.held');
  await look(page, `identity-photos-${person.lang}`);
  await next(page, person);
}

async function sendIt({ page, t, lang }: Reader): Promise<void> {
  await look(page, `identity-check-${lang}`);
  await eventually(() => overflowOf(page)).toBe(0);
  await page.getByRole('button', { name: t('action.send') }).click();
  await page.getByRole('heading', { name: t('state.under-review') }).waitFor();
}

async function openRequest(person: Reader): Promise<string> {
  const { levels } = await person.view();
  return levels.find(({ state }) => state === 'under-review')?.requestId ?? '';
}

/** What each key begins. */
const BEGINS = { a: 'approved', r: 'rejected', f: 'asked' } as const;

/** A reviewer's decision in the console, by keys: take, look, decide. */
async function decideByKeys(person: Reader, keys: readonly string[], note = ''): Promise<void> {
  const requestId = await openRequest(person);
  const { page } = await signIn({ url: staffed.started.url, keys: staffed.keys, browser }, 'ira');
  await page.goto(`${staffed.started.url}/admin/#/reviews/${requestId}/show`);
  await page.getByRole('button', { name: 'Claim this request' }).click();
  await page.locator('[data-draft=none]').waitFor();
  await photograph(page, 'identity-review');
  for (const key of keys) await page.keyboard.press(key);
  if (keys[0] === 'a') await compareByKeys(page);
  if (note !== '') await page.getByRole('textbox', { name: 'Note to the user' }).fill(note);
  await photograph(page, `identity-review-${keys[0]}`);
  const sends = wordsOf('en')(`console:console.review.send_${BEGINS[keys[0] as keyof typeof BEGINS]}`);
  await page.getByRole('button', { name: new RegExp(`^${sends}`) }).click();
  await until(async () => (await openRequest(person)) === '');
  await page.context().close();
}

describe.each(
  some(
    [
      ['en', 'desktop'],
      ['jp', 'phone'],
    ] as const,
    last,
  ),
)('in %s on a %s', (lang, kind) => {
  it('a person is verified after a question and a rejection, seen from both sides', async () => {
    const person = await reader(lang, kind);
    const { page, t, faults } = person;
    await fillPrimary(person, lang === 'jp' ? 'TK1234567' : 'C01X00T47');
    await sendIt(person);
    await decideByKeys(person, ['f', '5']);
    await page.reload();
    await page.getByRole('heading', { name: t('asked.title') }).waitFor();
    await look(page, `identity-asked-${lang}`);
    const marked = page.getByLabel(t('field.realName'));
    await eventually(() => marked.getAttribute('aria-invalid')).toBe('true');
    await marked.fill(lang === 'jp' ? '山田 花子 エ' : 'Anna M Müller');
    await next(page, person);
    await next(page, person);
    await sendIt(person);
    await decideByKeys(person, ['r', '5'], 'Second name missing');
    await page.reload();
    await page.getByRole('heading', { name: t('state.rejected') }).waitFor();
    await page.getByText(t('reason.identity-primary.name-mismatch', 'review')).first().waitFor();
    await page.getByText('Second name missing').waitFor();
    await look(page, `identity-rejected-${lang}`);
    const name = page.getByLabel(t('field.realName'));
    await eventually(() => name.getAttribute('aria-invalid')).toBe('true');
    await look(page, `identity-marked-${lang}`);
    await name.fill(lang === 'jp' ? '山田 花子 マリア' : 'Anna Maria Müller');
    await eventually(() => name.getAttribute('aria-invalid')).toBeNull();
    await next(page, person);
    await next(page, person);
    await sendIt(person);
    await decideByKeys(person, ['a']);
    await page.reload();
    await page.getByRole('heading', { name: t('state.passed') }).waitFor();
    await page.getByText(t('passed.final')).waitFor();
    await look(page, `identity-passed-${lang}`);
    await person.go('/dzrz');
    await page.getByLabel(t('field.line1')).waitFor();
    await page.getByRole('button', { name: t('action.send') }).click();
    await page.getByText(t('identity.address-empty', 'refusal')).first().waitFor();
    await look(page, `identity-address-${lang}`);
    await person.go('/authenticationhigh');
    await page.getByLabel(t('field.occupation')).selectOption('technology');
    await look(page, `identity-advanced-${lang}`);
    expect(faults).toEqual([]);
    await person.close();
  });

  it('a person takes a request back, and is asked before half a form is left', async () => {
    const person = await reader(lang, kind);
    const { page, t, faults } = person;
    await person.go('/seniorauth');
    await page.getByText(t('locked.body')).waitFor();
    await page.getByRole('link', { name: t('locked.action') }).click();
    await page.getByLabel(t('field.documentType')).selectOption('2');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('screen.identity', 'common') })
      .click();
    await page.getByRole('dialog').getByText(t('leave.body', 'common')).waitFor();
    await page.getByRole('button', { name: t('action.cancel', 'common') }).click();
    await eventually(() => page.getByLabel(t('field.documentType')).inputValue()).toBe('2');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('screen.identity', 'common') })
      .click();
    await page.getByRole('button', { name: t('leave.confirm', 'common') }).click();
    await page.waitForURL(/\/sfyz/);
    await fillPrimary(person, lang === 'jp' ? 'TK7654321' : 'C01X00T99');
    await sendIt(person);
    await page.getByRole('button', { name: t('takeBack.action') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('takeBack.action') })
      .click();
    await page.getByLabel(t('field.documentType')).waitFor();
    await next(page, person);
    await eventually(() => page.getByLabel(t('field.birthDate')).inputValue()).toBe('1990-04-01');
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const personal of ['1990-04-01', 'C01X00T99', 'TK7654321', 'Müller', '花子'])
      expect(kept).not.toContain(personal);
    expect(faults).toEqual([]);
    await person.close();
  });
});

it('a demo account is told that there is nobody to verify', async () => {
  const { page, close } = await openClient({ browser, url: staffed.started.url }, 'desktop');
  await startDemo(page);
  await page.goto(`${staffed.started.url}/smauth`);
  await page.getByRole('heading', { name: 'Switch to a real account first.' }).waitFor();
  await close();
});
