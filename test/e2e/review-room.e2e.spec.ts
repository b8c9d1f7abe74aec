import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Language } from '../../shared/language.js';
import type { StaffPasswordView } from '../../contracts/staff-lists.contract.js';
import type { EventRow } from '../../contracts/staff-history.contract.js';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';
import { unfit } from '../kit/axe.js';
import { escape } from '../kit/browser.js';
import { openBrowser, rowsOf, signIn } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { openPerson } from '../kit/person.js';
import type { Trader } from '../kit/trader.js';
import { builtScreens } from '../kit/screens.js';
import { listQuery, startStaffed } from '../kit/staff-client.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(180_000);

let staff: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;
let photo: Buffer;
let number = 1000;

beforeAll(async () => {
  staff = await startStaffed({ adminDir: builtScreens().adminDir });
  await staff.member('ann', 'reviewer', ['identity']);
  await staff.member('ben', 'reviewer', ['identity']);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#345', noise } })
    .jpeg()
    .toBuffer();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await staff?.started.close();
});

/** A person sends a passport and a photo with it. */
async function submit(lang: Language, by?: Trader) {
  const person = by ?? (await openPerson(staff.started, Date.now(), 'DE', lang));
  const upload = async (purpose: string): Promise<string> => (await person.upload(purpose, photo)).data.id;
  number += 1;
  const form = {
    country: 'DE',
    documentType: '2',
    realName: 'Anna Müller',
    documentNumber: `C01X${number}`,
    birthDate: '1990-04-01',
    front: await upload('document-front'),
    held: await upload('document-held'),
  };
  const { requestId } = await person.when('submitPrimary', form).then();
  return { requestId, userId: person.userId, person, form };
}

/** Runs in the page: headings whose text does not fit them. */
const CUT_TITLES = `[...document.querySelectorAll('h1')]
  .filter((title) => title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight + 1)
  .map((title) => title.textContent)`;

const german = wordsOf('de');
const enterAs = (name: string, options = {}) =>
  signIn({ url: staff.started.url, keys: staff.keys, browser }, name, options);
const goTo = (page: Page, place: string) => page.goto(`${staff.started.url}/admin/#/${place}`);
const statusOf = async (requestId: string): Promise<[string, string[]]> => {
  const { body } = await staff.read<{ review: { status: string; reasons: string[] } }>(
    `reviews/${requestId}`,
    staff.tokens.get('auditor'),
  );
  return [body.review.status, body.review.reasons];
};
const eventsOf = async (type: string): Promise<EventRow[]> =>
  (await staff.audit<EventRow[]>(`events?${listQuery({ filter: { realm: 'house', type } })}`)).body;

describe('the first log-in of a member of the staff', () => {
  it('leads through a password of his own and an authenticator, shows the recovery codes once, and opens the console', async () => {
    const made = await staff.post<StaffPasswordView>(
      'createMember',
      { name: 'nora', role: 'reviewer', queues: ['identity'] },
      { token: staff.tokens.get('admin') ?? '' },
    );
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${staff.started.url}/admin/`);
    await page.getByLabel('Name').fill('nora');
    await page.getByLabel('Password').fill(made.body.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
    await page.locator('[name=newPassword]').fill('short');
    await page.locator('[name=again]').fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('alert').getByText('at least 12 characters').waitFor();
    await page.locator('[name=newPassword]').fill('seven green bottles');
    await page.locator('[name=again]').fill('seven green bottles');
    await page.getByRole('button', { name: 'Save password' }).click();

    await page.getByRole('img', { name: 'QR code for the authenticator of nora' }).waitFor();
    const secret = (await page.locator('[data-totp-secret]').getAttribute('data-totp-secret')) ?? '';
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Confirm code' }).click();
    await page.getByRole('alert').getByText('wrong or already used').waitFor();
    await page.getByLabel('Code').fill(totpAt(secret, stepAt(Date.now())));
    await page.getByRole('button', { name: 'Confirm code' }).click();
    await page.locator('[data-recovery-codes]').waitFor();
    await eventually(() => page.locator('[data-recovery-codes] li').count()).toBe(10);
    await eventually(() => unfit(page)).toEqual([]);
    await page.getByRole('button', { name: 'I saved the codes' }).click();
    await page.locator('[data-health]').waitFor();
    await context.close();
  });
});

describe('a reviewer', () => {
  it('takes, looks, rejects and approves by keys alone, and the next request opens by itself', async () => {
    const [first, second] = [await submit('de'), await submit('en')];
    const { page, faults } = await enterAs('ann', { viewport: { width: 1280, height: 800 } });
    await goTo(page, 'reviews');
    await rowsOf(page).nth(1).waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await page.keyboard.press('n');
    const bench = (id: string) => page.locator(`[data-workbench="${id}"]`);
    await bench(first.requestId).waitFor();
    await page.getByText('Anna Müller').waitFor();
    // Nothing of an image is there before it is opened.
    await eventually(() => page.locator('figure img').count()).toBe(0);
    await eventually(() => eventsOf('StaffViewedImage')).toEqual([]);
    await page.keyboard.press('o');
    const pane = page.locator('[data-pane=open]').first();
    await pane.locator('img').waitFor();
    await page.keyboard.press('z');
    await page.keyboard.press('z');
    await eventually(async () => Number(await pane.getAttribute('data-zoom'))).toBeGreaterThan(1.5);
    await page.keyboard.press('t');
    await eventually(() => pane.getAttribute('data-quarters')).toBe('1');
    await page.keyboard.press('s');
    await eventually(() => page.locator('figure').count()).toBe(2);
    await eventually(() => unfit(page)).toEqual([]);

    await page.keyboard.press('r');
    // There is no image of the back, so no reason for it: the second reason is about the photo.
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    const preview = page.locator('[data-preview=de]');
    await preview.getByText(german('review:kind.identity-primary')).waitFor();
    await eventually(() => preview.locator('[lang=de]').innerText()).toContain(' und ');
    await page.keyboard.press('Enter');

    await bench(second.requestId).waitFor();
    await eventually(() => statusOf(first.requestId)).toEqual(['rejected', ['front-unreadable', 'held-unreadable']]);
    await eventually(async () => (await eventsOf('StaffViewedImage')).length).toBe(1);
    await page.keyboard.press('a');
    await page.getByText('You can’t undo it').waitFor();
    await eventually(() => statusOf(second.requestId)).toEqual(['claimed', []]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('choose reasons').waitFor();
    await escape(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.locator('[data-images-left="2"]').waitFor();
    await page.keyboard.press('o');
    await page.locator('[data-images-left="1"]').waitFor();
    await page.keyboard.press('i');
    await page.keyboard.press('o');
    await page.locator('[data-images-left]').waitFor({ state: 'detached' });
    // A missing tick keeps the key of the decision shut.
    for (const key of ['1', '2', '3', '4', 'Enter']) await page.keyboard.press(key);
    await eventually(() => statusOf(second.requestId)).toEqual(['claimed', []]);
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await page.getByText('No more requests to claim.').waitFor();
    await page.getByText('No requests to review.').waitFor();
    await eventually(() => statusOf(second.requestId)).toEqual(['approved', []]);
    await goTo(page, `reviews/${second.requestId}/show`);
    await page.locator('[data-decision=approved]').getByText('identity.rules v').waitFor();
    await goTo(page, `reviews?filter=${encodeURIComponent('{"userId":"real-nobody"}')}`);
    await page.getByText('No results match these filters.').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('sees in German and on a dark screen who works on a request, and takes it once it was given back', async () => {
    const { requestId } = await submit('ty');
    const options = { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 1680, height: 950 } } as const;
    const { page: ben } = await enterAs('ben');
    await goTo(ben, `reviews/${requestId}/show`);
    await ben.getByRole('button', { name: 'Claim this request' }).click();
    await ben.locator(`[data-workbench="${requestId}"]`).waitFor();

    const { page: ann, faults } = await enterAs('ann', { ...options, locale: 'en-US' });
    await ann.evaluate("localStorage.setItem('glassbook.console.language', 'de')");
    await goTo(ann, `reviews/${requestId}/show`);
    await ann.reload();
    await ann.getByText(german('console:console.review.claimed_by', { name: 'ben' })).waitFor();
    await eventually(() => ann.getByText('Anna Müller').count()).toBe(0);

    await ben.keyboard.press('l');
    await ben.waitForURL(/#\/reviews\?/);
    await ann.reload();
    await ann.getByRole('button', { name: german('console:console.review.claim') }).waitFor();
    await ann.keyboard.press('c');
    await ann.locator(`[data-workbench="${requestId}"]`).waitFor();
    await ann.keyboard.press('r');
    await ann.keyboard.press('2');
    await ann.locator('[data-preview=ty]').waitFor();
    await eventually(() => unfit(ann)).toEqual([]);
    // Without a reason there is nothing to read.
    await ann.keyboard.press('2');
    await ann.locator('[data-preview=ty]').waitFor({ state: 'detached' });
    await ann.keyboard.press('2');
    await ann.keyboard.press('Enter');
    await ann.getByText(german('console:console.review.queue_empty')).waitFor();
    await eventually(async () => (await statusOf(requestId))[0]).toBe('rejected');

    await goTo(ann, 'review-statistics');
    await ann
      .getByRole('table', { name: german('console:console.review.figures.by_reviewer') })
      .getByText('ann')
      .waitFor();
    await eventually(() => unfit(ann)).toEqual([]);
    // Seven were decided and all approved: nothing was rejected, which is not that nothing was decided.
    const seven = { approved: 7, rejected: 0, medianMs: 60_000 };
    const approved = {
      waiting: [],
      days: [{ day: '2026-01-07', ...seven }],
      kinds: [{ kind: 'identity-primary', ...seven }],
      reviewers: [{ staffId: 's-ann', name: 'ann', ...seven }],
      reasons: [],
    };
    await ann.route(/[/]staff[/]review-statistics/, (route) => route.fulfill({ json: approved }));
    await ann.reload();
    await ann.getByText(german('console:console.review.figures.no_rejections')).waitFor();
    await eventually(() => ann.getByText(german('console:console.review.figures.none')).count()).toBe(0);
    expect(faults).toEqual([]);
    await ann.context().close();
    await ben.context().close();
  });

  it('sends a request back for more, and finds the answer at its place with its mark', async () => {
    const person = await openPerson(staff.started, Date.now(), 'DE', 'en');
    const { requestId, form } = await submit('en', person);
    const { page, faults } = await enterAs('ann', { viewport: { width: 1280, height: 800 } });
    await goTo(page, `reviews/${requestId}/show`);
    await page.getByRole('button', { name: 'Claim this request' }).click();
    await page.locator(`[data-workbench="${requestId}"]`).waitFor();
    await page.keyboard.press('f');
    await page.locator('[data-draft=asked]').waitFor();
    await page.keyboard.press('1');
    await page.getByLabel('What would help').click();
    await page.getByRole('option', { name: 'without glare' }).click();
    await page.locator('[data-preview=en]').getByText('We can’t decide yet').waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask for more' }).click();
    await page.getByText('No more requests to claim.').waitFor();
    await eventually(async () => (await statusOf(requestId))[0]).toBe('asked');
    const front = (await person.upload('document-front', photo)).data.id;
    await person.when('submitPrimary', { ...form, front }).then();
    await goTo(page, 'reviews');
    await page.locator('[data-answer=given]').waitFor();
    await page
      .locator('tr', { has: page.locator('[data-answer=given]') })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('button', { name: 'Claim this request' }).click();
    await page.locator('[data-signal=answered]').waitFor({ state: 'attached' });
    await page.keyboard.press('e');
    await page.locator('[data-draft=escalated]').waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.getByText('No more requests to claim.').waitFor();
    await eventually(async () => (await statusOf(requestId))[0]).toBe('escalated');
    await page.context().close();

    const { page: risk } = await enterAs('risk', { viewport: { width: 1280, height: 800 } });
    await goTo(risk, `reviews/${requestId}/show`);
    await risk.locator('[data-risk=settle]').waitFor();
    await eventually(() => risk.getByText('Anna Müller').count()).toBe(0);
    await eventually(() => unfit(risk)).toEqual([]);
    await risk.getByRole('button', { name: 'Return to its queue' }).click();
    await risk.locator('[data-decision=returned]').waitFor();
    await eventually(async () => (await statusOf(requestId))[0]).toBe('waiting');
    await person.post('withdrawIdentity', { level: 'primary' });
    expect(faults).toEqual([]);
    await risk.context().close();
  });

  it('has the first request on the first screen of a phone, and no keys where nobody types', async () => {
    const { requestId, person } = await submit('en');
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, faults } = await enterAs('ann', phone);
    await goTo(page, 'reviews');
    const first = page.locator('main li[data-keys=row]').first();
    await first.waitFor();
    const end = async () => {
      const box = await first.boundingBox();
      return (box?.y ?? 844) + (box?.height ?? 0);
    };
    await eventually(end).toBeLessThan(844);
    await eventually(() => page.evaluate(CUT_TITLES)).toEqual([]);
    await eventually(() => page.locator('kbd:visible').count()).toBe(0);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Queue').waitFor();
    await goTo(page, `reviews/${requestId}/show`);
    await page.getByRole('button', { name: 'Claim this request' }).click();
    await page.locator(`[data-workbench="${requestId}"]`).waitFor();
    await eventually(() => page.locator('kbd:visible').count()).toBe(0);
    await person.post('withdrawIdentity', { level: 'primary' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('finds no contents when he is an auditor: what is personal is masked, and there is no image', async () => {
    const { requestId } = await submit('en');
    const { page } = await enterAs('auditor');
    await goTo(page, `reviews/${requestId}/show`);
    await page.getByText(wordsOf('en')('console:console.review.masked')).waitFor();
    await eventually(() => page.getByText('Anna Müller').count()).toBe(0);
    await eventually(() => page.locator('figure').count()).toBe(0);
    await eventually(() => page.getByRole('button', { name: 'Claim this request' }).count()).toBe(0);
    await page.context().close();
  });
});
