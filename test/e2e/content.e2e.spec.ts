import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Envelope } from '../../contracts/envelope.contract.js';
import type { ContentView } from '../../contracts/content.contract.js';
import type { StaffPasswordView } from '../../contracts/staff-lists.contract.js';
import { signIn, startConsole, type StartedConsole } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { firstLogin, logIn, staffPost, type StaffKeys } from '../kit/staff-keys.js';

jest.setTimeout(120_000);

let started: StartedConsole;

beforeAll(async () => {
  started = await startConsole();
  const post = staffPost(started.url);
  const token = await logIn(post, started.keys.get('admin') as StaffKeys);
  for (const name of ['editor', 'second']) {
    const made = await post<StaffPasswordView>('createMember', { name, role: 'content' }, token);
    started.keys.set(name, await firstLogin(post, name, made.body.password));
  }
});
afterAll(() => started?.close());

async function titleOf(slug: string): Promise<string> {
  const answer = await fetch(`${started.url}/web/getContent?slug=${slug}&lang=de`);
  return ((await answer.json()) as Envelope<ContentView>).data.title;
}

describe('the editor of content', () => {
  it('saves a draft by keyboard, asks to publish it, and another editor does, which is shown', async () => {
    const { page, faults } = await signIn(started, 'editor');
    await page.goto(`${started.url}/admin/#/content/user-agreement/show`);
    await page.getByRole('tab', { name: /Deutsch/ }).click();
    const before = await titleOf('user-agreement');
    await page.getByLabel('Title').fill('Vereinbarung');
    await page.locator('[role=tab][aria-selected=true] [data-mark=unsaved]').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved. Only staff can see it.').waitFor();
    await eventually(() => titleOf('user-agreement')).toBe(before);
    await page.getByRole('button', { name: 'Ask to publish', exact: true }).click();
    await page.getByRole('dialog').getByText('Text changes in: Deutsch.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Ask to publish', exact: true }).click();
    await page.getByText('Request sent. A second editor must publish it.').waitFor();
    await eventually(() => titleOf('user-agreement')).toBe(before);
    await page.context().close();
    const other = await signIn(started, 'second');
    await other.page.goto(`${started.url}/admin/#/content/user-agreement/show`);
    await other.page.getByText('editor asks to publish').waitFor();
    await other.page.getByRole('button', { name: 'Publish', exact: true }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await other.page.getByText('Published. Everyone can read it now.').waitFor();
    await eventually(() => titleOf('user-agreement')).toBe('Vereinbarung');
    await other.page.getByRole('row', { name: /Published version 2 second/ }).waitFor();
    expect([...faults, ...other.faults]).toEqual([]);
    await other.page.context().close();
  });

  it('asks before unsaved words are left, and keeps them for those who stay', async () => {
    const { page } = await signIn(started, 'editor');
    await page.goto(`${started.url}/admin/#/content/privacy-policy/show`);
    await page.getByLabel('Title').fill('Half a thought');
    await page.getByRole('menuitem', { name: 'Content' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await eventually(() => page.getByLabel('Title').inputValue()).toBe('Half a thought');
    await page.context().close();
  });

  it('opens the language whose line was refused, and shows no HTML in the preview', async () => {
    const { page } = await signIn(started, 'editor');
    await page.goto(`${started.url}/admin/#/content/privacy-policy/show`);
    await page.getByRole('tab', { name: /Español/ }).click();
    await page.getByLabel('Text', { exact: true }).fill('## A\n\n<b>bold</b>');
    await page.getByRole('region').getByText('bold').waitFor();
    await eventually(() => page.getByRole('region').locator('b').count()).toBe(0);
    await page.getByRole('tab', { name: /English/ }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Line 3 (xby) contains HTML').waitFor();
    await page.locator('#language-xby[aria-selected=true]').waitFor();
    await page.context().close();
  });

  it('is for reading only to an auditor, and not there for support', async () => {
    const auditor = await signIn(started, 'auditor');
    await auditor.page.goto(`${started.url}/admin/#/content/user-agreement/show`);
    await auditor.page.getByRole('tab', { name: /English/ }).waitFor();
    await eventually(() => auditor.page.getByRole('button', { name: 'Save draft' }).count()).toBe(0);
    await eventually(() => auditor.page.getByLabel('Title').getAttribute('readonly')).not.toBeNull();
    await auditor.page.context().close();
    const support = await signIn(started, 'support');
    await eventually(() => support.page.getByRole('menuitem', { name: 'Content' }).count()).toBe(0);
    await support.page.context().close();
  });
});
