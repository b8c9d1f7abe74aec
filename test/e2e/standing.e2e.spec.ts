import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { CreditView } from '../../contracts/credit.contract.js';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph, type WindowKind } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { drawing } from '../kit/image-bytes.js';
import { last, some } from '../kit/level.js';
import { register } from '../kit/people.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';
import { until } from '../kit/until.js';
import { bundle } from '../kit/words.js';

jest.setTimeout(180_000);

let staffed: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;
let photo: Buffer;

beforeAll(async () => {
  staffed = await startStaffed(builtScreens());
  await staffed.member('rita', 'reviewer', ['identity']);
  await staffed.member('carl', 'reviewer', ['credit']);
  browser = await openBrowser();
  photo = await drawing().jpeg().toBuffer();
});
afterAll(async () => {
  await browser?.close();
  await staffed?.started.close();
});

type Lang = 'en' | 'de';
const LOCALES = { en: 'en-US', de: 'de-DE' } as const;

/** A window in one language, with the texts that it should show. */
async function reader(lang: Lang, kind: WindowKind, path = '/') {
  const nouns = ['risk', 'credit', 'inbox', 'common', 'refusal', 'review', 'personal'];
  const texts = new Map(nouns.map((noun) => [noun, bundle(lang, noun)]));
  const t = (key: string, noun = 'risk', values: Record<string, string> = {}): string => {
    const text = texts.get(noun)?.[key] ?? key;
    return Object.entries(values).reduce((filled, [name, value]) => filled.replace(`{{${name}}}`, value), text);
  };
  const window = await openClient({ browser, url: staffed.started.url }, kind, path, { locale: LOCALES[lang] });
  return { ...window, t, lang, go: (to: string) => window.page.goto(staffed.started.url + to) };
}
type Reader = Awaited<ReturnType<typeof reader>>;

/** The same, logged in to a new real account. */
async function owner(lang: Lang, kind: WindowKind) {
  const window = await reader(lang, kind);
  const { data } = await register(staffed.started, { country: 'DE' });
  const session = JSON.stringify({ state: { session: data }, version: 1 });
  await window.page.evaluate((kept) => localStorage.setItem('glassbook.session', kept), session);
  return { ...window, token: data.token };
}

async function answer({ page, t }: Reader, choices: Record<string, string>): Promise<void> {
  for (const [question, choice] of Object.entries(choices))
    await page
      .getByRole('group', { name: t(`question.${question}.title`) })
      .getByText(choice, { exact: true })
      .click();
}

const bold = ({ t }: Reader) => ({
  purpose: t('purpose.speculate'),
  investment: t('investment.maximum'),
  occupation: t('occupation.finance', 'common'),
});

/** Keeps a picture, and finds what sticks out or who cannot see would stumble over. */
async function look(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  await eventually(async () => [name, await overflowOf(page), await unfit(page)]).toEqual([name, 0, []]);
}

async function post<Data>(token: string, call: string, body: Record<string, string> | FormData): Promise<Data> {
  const sent = body instanceof FormData ? body : new URLSearchParams(body);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${staffed.started.url}/web/${call}`, { method: 'POST', headers, body: sent });
  return ((await response.json()) as { data: Data }).data;
}

/** The real name verified, as another journey shows in the browser. */
async function verify(token: string, documentNumber: string): Promise<void> {
  const upload = async (purpose: string) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    return (await post<{ id: string }>(token, `uploadImage?purpose=${purpose}`, form)).id;
  };
  const [front, held] = [await upload('document-front'), await upload('document-held')];
  const sent = await post<{ requestId: string }>(token, 'submitPrimary', {
    ...{
      country: 'DE',
      documentType: '2',
      realName: 'Ann Example',
      documentNumber,
      birthDate: '1990-04-01',
      front,
      held,
    },
  });
  await staffed.as('rita').decides(sent.requestId, 'approved').then();
  await until(async () => (await creditOf(token)).score > 500);
}

async function creditOf(token: string): Promise<CreditView> {
  const answered = await fetch(`${staffed.started.url}/web/getCredit?token=${token}`);
  return ((await answered.json()) as { data: CreditView }).data;
}

async function give(page: Page, label: string, message: string): Promise<void> {
  const kept = page.getByText(message);
  const before = await kept.count();
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo };
  await page.getByLabel(label, { exact: true }).setInputFiles(file);
  await until(async () => (await kept.count()) > before);
}

describe.each(
  some(
    [
      ['en', 'desktop', '1,000', 'Over $1,000,000'],
      ['de', 'phone', '1.000', 'Über 1.000.000 $'],
    ] as const,
    last,
  ),
)('in %s on a %s', (lang, kind, thousand, most) => {
  it('a visitor answers the questionnaire, sees the arithmetic, and nothing is sent', async () => {
    const visitor = await reader(lang, kind, '/questionnaire');
    const { page, t, faults } = visitor;
    await page.getByText(t('trial.visitor')).waitFor();
    await page.getByRole('button', { name: t('calculate') }).click();
    await eventually(() => page.getByText(t('unanswered')).count()).toBe(5);
    await look(page, `questionnaire-unanswered-${lang}`);
    const posted: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
    const over = t('band.over', 'common', { from: thousand });
    await answer(visitor, { ...bold(visitor), monthly: over, amount: most });
    await page.getByRole('button', { name: t('calculate') }).click();
    await page.getByText(t('class.aggressive'), { exact: true }).first().waitFor();
    await page.getByRole('row', { name: new RegExp(`${t('arithmetic.sum')} 100`) }).waitFor();
    await look(page, `questionnaire-trial-${lang}`);
    expect([posted, faults]).toEqual([[], []]);
    await visitor.close();
  });

  it('a person is assessed, and sees the class, the cap that it sets and the arithmetic', async () => {
    const person = await owner(lang, kind);
    const { page, t, faults } = person;
    await person.go('/fengxian');
    await page.getByText(t('about.unassessed')).waitFor();
    await look(page, `risk-unassessed-${lang}`);
    await page.getByRole('link', { name: t('screen.begin') }).click();
    const careful = { purpose: t('purpose.hold'), investment: t('investment.growth') };
    await answer(person, { ...careful, occupation: t('occupation.education', 'common'), amount: most });
    await answer(person, { monthly: t('band.over', 'common', { from: thousand }) });
    await page.getByRole('button', { name: t('submit') }).click();
    await eventually(() => page.getByText(t('declare.needed')).count()).toBe(3);
    for (const name of ['truthful', 'mayLose', 'capKnown']) await page.getByLabel(t(`declare.${name}`)).check();
    await page.getByRole('button', { name: t('submit') }).click();
    await page.waitForURL(/\/fengxian/);
    await page.getByText(t('class.aggressive'), { exact: true }).first().waitFor();
    await page.getByText(t('caps.none'), { exact: true }).first().waitFor();
    await page.getByRole('row', { name: new RegExp(`${t('arithmetic.sum')} 70`) }).waitFor();
    await look(page, `risk-assessed-${lang}`);
    await person.go('/questionnaire');
    const [, pause = ''] = t('pause').split(/\{\{\w+\}\}/);
    await page.getByText(pause.trim()).waitFor();
    await eventually(() => page.getByRole('button', { name: t('submit') }).isDisabled()).toBe(true);
    expect(faults).toEqual([]);
    await person.close();
  });

  it('a credit proof is rejected with reasons, read in a message, sent again, accepted and counted', async () => {
    const person = await owner(lang, kind);
    const { page, t, faults, token } = person;
    const c = (key: string) => t(key, 'credit');
    await person.go('/xinyongfen');
    await page.getByText(t('credit.identity-required', 'refusal')).waitFor();
    await look(page, `credit-locked-${lang}`);
    await verify(token, lang === 'en' ? 'C01X00T47' : 'C01X00T58');
    await page.reload();
    await page.getByText(c('cause.primary')).first().waitFor();
    const income = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: c('proof.income.name') }) });
    await income.getByRole('button', { name: c('proofs.send') }).click();
    await page.getByRole('button', { name: c('proofs.submit'), exact: true }).click();
    await page.getByText(t('credit.image-required', 'refusal')).waitFor();
    await give(page, t('proofs.page', 'credit', { number: '1' }), t('image.kept', 'personal'));
    await look(page, `credit-form-${lang}`);
    await page.getByRole('button', { name: c('proofs.submit'), exact: true }).click();
    await income.getByText(c('status.waiting')).waitFor();

    const waiting = (await creditOf(token)).proofs.find(({ status }) => status === 'waiting');
    await staffed
      .as('carl')
      .decides(waiting?.requestId ?? '', 'rejected', { reasons: ['too-old'], note: 'From March on.' })
      .then();
    await person.go('/notice');
    await page.getByRole('tab', { name: new RegExp(t('mine', 'inbox')) }).click();
    await page.getByRole('button', { name: new RegExp(t('kind.credit-proof', 'review')) }).click();
    await page.getByText(t('reason.credit-proof.too-old', 'review')).waitFor();
    await page.getByText('From March on.').waitFor();
    await look(page, `messages-${lang}`);
    await page.getByRole('link', { name: t('open', 'inbox') }).click();

    await income.getByText(t('reason.credit-proof.too-old', 'review')).waitFor();
    await look(page, `credit-rejected-${lang}`);
    await income.getByRole('button', { name: c('proofs.again') }).click();
    await page.getByRole('button', { name: c('proofs.addPage') }).click();
    await give(page, t('proofs.page', 'credit', { number: '2' }), t('image.kept', 'personal'));
    await page.getByRole('button', { name: c('proofs.submit'), exact: true }).click();
    await income.getByText(c('status.waiting')).waitFor();
    const again = (await creditOf(token)).proofs.find(({ status }) => status === 'waiting');
    expect(again?.images).toHaveLength(2);
    await staffed
      .as('carl')
      .decides(again?.requestId ?? '', 'approved')
      .then();
    await page.reload();
    await income.getByText(c('status.accepted')).waitFor();
    await page.getByText('590', { exact: true }).waitFor();
    await page.getByText(c('cause.proofIncome')).first().waitFor();
    await look(page, `credit-accepted-${lang}`);
    expect(faults).toEqual([]);
    await person.close();
  });
});
