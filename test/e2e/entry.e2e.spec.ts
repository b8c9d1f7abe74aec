import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type StartedApp } from '../kit/app.js';
import { openClient, overflowOf, photograph, startDemo } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { first, some } from '../kit/level.js';
import { messagesTo, register } from '../kit/people.js';
import { builtScreens } from '../kit/screens.js';
import { until } from '../kit/until.js';
import { bundle, patternOf } from '../kit/words.js';

jest.setTimeout(120_000);

const PASSWORD = 'blue4Whale';
let started: StartedApp;
let browser: Browser;

beforeAll(async () => {
  started = await startApp({ clientDir: builtScreens().clientDir });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await started?.close();
});

/** A reader of one language: texts by their keys, and an own window. */
function reader(lang: 'en' | 'de') {
  const texts = Object.fromEntries(
    ['account', 'common', 'refusal', 'security'].map((noun) => [noun, bundle(lang, noun)]),
  );
  const t = (key: string, noun = 'account'): string => texts[noun]?.[key] ?? key;
  const open = (path: string, kind: 'desktop' | 'phone' = 'desktop') =>
    openClient({ browser, url: started.url }, kind, path, { locale: lang === 'de' ? 'de-DE' : 'en-US' });
  return { t, open };
}
type Reader = ReturnType<typeof reader>;

/** Requests the code on the screen and reads it from the outbox. */
async function typeCode(page: Page, { t }: Reader, account: string): Promise<void> {
  const before = (await messagesTo(started, account))[0]?.id ?? 0;
  await page.getByRole('button', { name: t('field.sendCode', 'common') }).click();
  let code = '';
  await until(async () => {
    const [newest] = await messagesTo(started, account);
    code = newest !== undefined && newest.id > before ? (newest.letter?.secret ?? '') : '';
    return code !== '';
  });
  await page.getByLabel(t('code.label')).fill(code);
}

async function typePasswords(page: Page, { t }: Reader, password: string): Promise<void> {
  await page.getByLabel(t('new.password'), { exact: true }).fill(password);
  await page.getByLabel(t('new.confirm'), { exact: true }).fill(password);
}

async function chooseCountry(page: Page, { t }: Reader, typed: string, name: string): Promise<void> {
  await page.getByLabel(t('register.country')).fill(typed);
  await page.getByRole('option', { name }).click();
}

async function logIn(page: Page, { t }: Reader, account: string, password: string): Promise<void> {
  // The form of a screen that is being left can still be drawn, with fields of the same name.
  const form = page.getByRole('tabpanel');
  await form.getByLabel(t('password.account')).fill(account);
  await form.getByLabel(t('password.password'), { exact: true }).fill(password);
  await form.getByRole('button', { name: t('password.submit') }).click();
}

const menu = (page: Page, { t }: Reader) => page.getByRole('button', { name: t('menu.user', 'common') }).first();

describe.each(some(['en', 'de'] as const, first))('in %s', (lang) => {
  const person = reader(lang);
  const { t } = person;

  it('somebody invited registers by e-mail, and what was typed outlives a reload but no secret does', async () => {
    const inviter = await register(started);
    const promotion = await fetch(`${started.url}/web/getMyPromotion?token=${inviter.data.token}`);
    const { data } = (await promotion.json()) as { data: { code: string } };
    const { page, faults, close } = await person.open(`/register?code=${data.code}`, 'phone');
    const account = `invited-${lang}@example.com`;
    await page.getByLabel(t('register.emailAddress')).fill(account);
    await chooseCountry(page, person, lang === 'de' ? 'Schweiz' : 'Switz', lang === 'de' ? 'Schweiz' : 'Switzerland');
    await page.getByLabel(t('new.password'), { exact: true }).fill('secret-that-goes');
    await page.reload();
    await eventually(() => page.getByLabel(t('register.emailAddress')).inputValue()).toBe(account);
    await eventually(() => page.getByLabel(t('register.invitation')).inputValue()).toBe(data.code);
    await eventually(() => page.getByLabel(t('new.password'), { exact: true }).inputValue()).toBe('');
    await typeCode(page, person, account);
    await typePasswords(page, person, PASSWORD);
    await page.getByRole('button', { name: t('register.submit') }).click();
    await page.getByText(t('register.agreementEmpty')).waitFor();
    await page.getByRole('checkbox').check();
    await eventually(() => overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: t('register.submit') }).click();
    await page.waitForURL(/\/table1/);
    // Nothing to trade with yet: depositing comes first, and instead of empty boxes the way to begin.
    await page.locator('main a[href="/authenticationrj"]:first-child').waitFor();
    const steps = page.getByTestId('first-steps');
    await steps.getByText(t('first.progress').replace('{{done}}', '0').replace('{{all}}', '4')).waitFor();
    await photograph(page, `first-steps-${lang}`);
    await eventually(() => page.locator('#records').count()).toBe(0);
    await eventually(() => overflowOf(page)).toBe(0);
    await steps.getByRole('button', { name: t('first.hide') }).click();
    await page.locator('#records').waitFor();
    await page.reload();
    await page.locator('#records').waitFor();
    await eventually(() => steps.count()).toBe(0);
    await page.goto(`${started.url}/setting`);
    await page.getByRole('switch', { name: t('centre.firstSteps') }).check();
    await page.goto(`${started.url}/table1`);
    await steps.waitFor();
    await page.goto(`${started.url}/invite`);
    await eventually(() => page.getByTestId('invitation-code').innerText()).toMatch(/^[0-9A-Z]{10}$/);
    await page.goto(`${started.url}/info`);
    await page.getByTestId('session').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('somebody registers by phone, and is told what is wrong with a number', async () => {
    const { page, faults, close } = await person.open('/register');
    await page.getByRole('tab', { name: t('register.phone') }).click();
    await chooseCountry(page, person, lang === 'de' ? 'Deutschl' : 'German', lang === 'de' ? 'Deutschland' : 'Germany');
    const number = lang === 'de' ? '0170 1112201' : '0170 1112202';
    await page.getByLabel(t('register.phoneNumber')).fill('12');
    await page.getByRole('button', { name: t('register.submit') }).click();
    await page.getByText(t('register.phoneWrong')).waitFor();
    await page.getByLabel(t('register.phoneNumber')).fill(number);
    await typeCode(page, person, `+49${number.slice(1).replace(' ', '')}`);
    const again = page.getByRole('button', { name: patternOf(t('field.resendIn', 'common')), disabled: true });
    const secondsLeft = async () => Number(/\d+/.exec(await again.innerText())?.[0]);
    const before = await secondsLeft();
    expect(before).toBeLessThanOrEqual(60);
    await eventually(secondsLeft).toBeLessThan(before);
    await typePasswords(page, person, PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('register.submit') }).click();
    await page.waitForURL(/\/table1/);
    await eventually(() => menu(page, person).innerText()).toMatch(/^\+49\*\*\*/);
    expect(faults).toEqual([]);
    await close();
  });

  it('who asks for a code without an address, or with a wrong one, is told so at the field', async () => {
    const { page, faults, close } = await person.open('/register');
    const send = page.getByRole('button', { name: t('field.sendCode', 'common') });
    const expectProblem = async (field: string, message: string) => {
      await page.getByRole('alert').getByText(message, { exact: true }).waitFor();
      // The field is the one that has the focus then, and is read out with what is wrong with it.
      const focused = page.locator(':focus');
      await eventually(() => focused.getAttribute('name')).toBe(field);
      await eventually(() => focused.getAttribute('aria-invalid')).toBe('true');
    };
    await send.click();
    await expectProblem('email', t('register.emailEmpty'));
    await page.getByLabel(t('register.emailAddress')).fill('anna.example.com');
    await send.click();
    await expectProblem('email', t('register.emailWrong'));
    // Only the server knows that no mail server has such a name.
    await page.getByLabel(t('register.emailAddress')).fill('anna@example.c_m');
    await send.click();
    await expectProblem('email', t('account.email-invalid', 'refusal'));
    await page.getByRole('tab', { name: t('register.phone') }).click();
    await send.click();
    await expectProblem('phone', t('register.phoneEmpty'));
    await page.goto(`${started.url}/forgetpwd`);
    await send.click();
    await expectProblem('account', t('password.accountEmpty'));
    await page.getByLabel(t('password.account')).fill('12');
    await send.click();
    await expectProblem('account', t('account.phone-invalid', 'refusal'));
    await eventually(() => page.getByText(t('account.phone-invalid', 'refusal')).count()).toBe(1);
    // What is refused is a failed request to the browser.
    expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
    await close();
  });

  it('somebody who forgot the password sets a new one and logs in by it', async () => {
    const account = `forgot-${lang}@example.com`;
    await register(started, { account });
    const { page, faults, close } = await person.open('/login');
    await page.getByRole('link', { name: t('password.forgot') }).click();
    // The log-in before it has a field of the same name, and stands until this screen is loaded.
    await page.getByRole('heading', { level: 1, name: t('forgot.title') }).waitFor();
    await page.getByLabel(t('password.account')).fill(account);
    await typeCode(page, person, account);
    await typePasswords(page, person, 'green7Tiger');
    await page.getByRole('button', { name: t('forgot.submit') }).click();
    await page.waitForURL(/\/login/);
    await logIn(page, person, account, 'green7Tiger');
    await page.waitForURL(/\/table1/);
    expect(faults).toEqual([]);
    await close();
  });

  it('a session that another device ends is cleared here, after the time that the server names', async () => {
    const account = `revoked-${lang}@example.com`;
    await register(started, { account });
    const [one, other] = await Promise.all([person.open('/login?from=%2Finfo'), person.open('/login?from=%2Finfo')]);
    for (const { page } of [one, other]) {
      await logIn(page, person, account, PASSWORD);
      await page.getByTestId('session').first().waitFor();
    }
    await one.page.reload();
    const theirs = one.page.locator('[data-testid="session"]:not([data-current])');
    await theirs.nth(1).waitFor();
    await one.page.getByRole('button', { name: t('sessions.endOthers') }).click();
    await one.page
      .getByRole('dialog')
      .getByRole('button', { name: t('sessions.endOthers') })
      .click();
    await theirs.first().waitFor({ state: 'detached' });
    await other.page.waitForURL(/\/login/);
    // It reloads once more after clearing, as code 1000 says.
    await other.page.waitForFunction(() => localStorage.getItem('glassbook.session')?.includes('"session":null'));
    await Promise.all([one.close(), other.close()]);
  });

  it('somebody goes from the demo account to the real one and back, and leaving one leaves the other', async () => {
    const account = `both-${lang}@example.com`;
    await register(started, { account });
    const { page, faults, close } = await person.open('/');
    await startDemo(page);
    const session = () =>
      page.evaluate(() => {
        const kept = JSON.parse(localStorage.getItem('glassbook.session') ?? '{}') as {
          state: { session: { userId: string; token: string } };
        };
        return kept.state.session;
      });
    const userId = async () => (await session()).userId;
    const demoId = await userId();
    await menu(page, person).click();
    await page.getByRole('menuitem', { name: t('menu.logInReal', 'common') }).click();
    await logIn(page, person, account, PASSWORD);
    await page.waitForURL(/\/table1/);
    await eventually(userId).toMatch(/^real-/);
    await menu(page, person).click();
    await page.getByRole('menuitem', { name: t('menu.toDemo', 'common') }).click();
    await eventually(userId).toBe(demoId);
    await menu(page, person).click();
    await page.getByRole('menuitem', { name: t('menu.toReal', 'common') }).click();
    await eventually(userId).toMatch(/^real-/);
    const { token } = await session();
    await page.goto(`${started.url}/forgetpwd?type=changepwd`);
    await page.waitForURL(/\/editPassword$/);
    await menu(page, person).click();
    await page.getByRole('menuitem', { name: t('menu.logOut', 'common') }).click();
    await eventually(userId).toBe(demoId);
    await eventually(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain(token);
    await page.goto(`${started.url}/table1`);
    await eventually(userId).toBe(demoId);
    expect(faults).toEqual([]);
    await close();
  });
});
