import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { StaffPasswordView } from '../../contracts/staff-lists.contract.js';
import { unfit } from '../kit/axe.js';
import { openClient, photograph, startDemo } from '../kit/browser.js';
import { signIn, startConsole, type StartedConsole } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { last, some } from '../kit/level.js';
import { firstLogin, logIn, staffPost, type StaffKeys } from '../kit/staff-keys.js';
import { patternOf, wordsOf } from '../kit/words.js';

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

const enter = (name: string) => signIn(started, name);

async function openPolicy(page: Page, name: string): Promise<void> {
  await page.goto(`${started.url}/admin/#/policies/${name}/show`);
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

async function decide(page: Page, button: string, reason?: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

async function propose(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Propose change' }).click();
  await page.getByLabel(label).fill(value);
  await page.getByLabel('Reason').fill('New people asked for less to begin with');
  await page.getByRole('button', { name: 'Send proposal' }).click();
}

describe('a policy', () => {
  it('is proposed by one, rejected and then agreed to by another, and told to the user who asks why', async () => {
    const ann = await enter('ann');
    const bob = await enter('bob');
    await openPolicy(ann.page, 'demo.rules');
    await propose(ann.page, 'Demo funds: amount', '9999999999999');
    await ann.page.getByText('“Demo funds: amount” is missing, unknown or out of range. Correct it.').waitFor();
    // The browser itself logs a call that was refused.
    ann.faults.length = 0;
    await photograph(ann.page, 'policy-refused');
    await ann.page.getByLabel('Demo funds: amount').fill('25000');
    await ann.page.getByRole('button', { name: 'Send proposal' }).click();
    await ann.page.getByText('You proposed this change.').waitFor();
    await eventually(() => ann.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);

    await bob.page.goto(`${started.url}/admin/#/`);
    // The queue was empty at the log-in; the dashboard polls by itself.
    await bob.page.getByRole('link', { name: /Open policy proposals/ }).click();
    await bob.page.getByRole('cell', { name: /demo\.rules/ }).click();
    await bob.page.getByText('Proposed by ann:').waitFor();
    await eventually(() => unfit(bob.page)).toEqual([]);
    await photograph(bob.page, 'policy-waiting');
    await decide(bob.page, 'Reject', 'Too little for the tutorials');
    await bob.page.getByText('Proposal rejected. The values in force stay.').waitFor();

    await openPolicy(ann.page, 'demo.rules');
    await ann.page.getByText('Too little for the tutorials').waitFor();
    await propose(ann.page, 'Demo funds: amount', '50000');
    await ann.page.getByText('You proposed this change.').waitFor();
    await openPolicy(bob.page, 'demo.rules');
    await decide(bob.page, 'Approve');
    await bob.page.getByText('Approved. The values apply now, or from the proposed time.').waitFor();
    await bob.page.getByRole('row', { name: /2 In force .*ann bob/ }).waitFor();
    await photograph(bob.page, 'policy-published');
    expect([ann.faults, bob.faults]).toEqual([[], []]);
    await ann.page.context().close();
    await bob.page.context().close();
  });

  it('is watched by two at once: what one takes back, the other cannot decide any more, and reads why', async () => {
    const [ann, bob] = [await enter('ann'), await enter('bob')];
    await openPolicy(bob.page, 'login.rules');
    await openPolicy(ann.page, 'login.rules');
    await propose(ann.page, 'Failed attempts before lock', '7');
    await ann.page.getByText('You proposed this change.').waitFor();
    // The other editor's page was open before: it updates by itself.
    await bob.page.getByText('Proposed by ann:').waitFor();
    // From here on that page gets no updates until the decision.
    let hear = (): void => undefined;
    const decided = new Promise<void>((resolve) => (hear = resolve));
    await bob.page.route(/\/staff\/polic/, (route) => decided.then(() => route.continue()));
    await bob.page.getByRole('button', { name: 'Approve' }).click();
    await decide(ann.page, 'Withdraw proposal');
    await ann.page.getByText('You proposed this change.').waitFor({ state: 'detached' });
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await bob.page.getByText('This proposal is already decided. Refresh the list.').waitFor();
    hear();
    await bob.page.keyboard.press('Escape');
    await bob.page.getByText('Proposed by ann:').waitFor({ state: 'detached' });
    // The browser itself logs a call that was refused.
    expect([ann.faults, bob.faults.filter((fault) => !/409/.test(fault))]).toEqual([[], []]);
    await ann.page.context().close();
    await bob.page.context().close();
  });

  it.each(
    some(
      [
        ['en', 'desktop', 'en-US', 'light'],
        ['de', 'phone', 'de-DE', 'light'],
        ['ty', 'desktop', 'th-TH', 'dark'],
      ] as const,
      last,
    ),
  )('answers why in %s on a %s, to the user and to everybody', async (language, kind, locale, colorScheme) => {
    const t = wordsOf(language);
    const sentence = patternOf(t('policy:rule.demo.rules', { grantAsset: 'USDT' }));
    const { page, faults, close } = await openClient(started, kind, '/', { locale, colorScheme });
    await startDemo(page);
    await page.goto(`${started.url}/info`);
    await page.getByRole('button', { name: t('policy:why') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(sentence).waitFor();
    await photograph(page, `why-${kind}-${locale}`);
    await eventually(() => unfit(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await photograph(page, `decisions-${kind}-${locale}`);
    await page.goto(`${started.url}/security`);
    await page
      .locator('summary')
      .filter({ hasText: new RegExp(`^${t('policy:name.demo.rules')}$`) })
      .click();
    await page.getByText(sentence).waitFor();
    await photograph(page, `rules-${kind}-${locale}`);
    await eventually(() => unfit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('an auditor', () => {
  it('reads policies, versions and proposals, and is offered no change', async () => {
    const { page, faults } = await enter('auditor');
    await openPolicy(page, 'login.rules');
    await page.getByRole('table', { name: 'Values' }).getByText('Failed attempts before lock').waitFor();
    await eventually(() => page.getByRole('button', { name: 'Propose change' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
