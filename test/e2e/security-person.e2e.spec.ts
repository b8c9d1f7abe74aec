import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { masked } from '../../server/edge/auth/login.rules.js';
import { overflowOf, photograph } from '../kit/browser.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { fund, realPerson, tradingPerson, TRADE_PASSWORD } from '../kit/factors.js';
import { first, last, some } from '../kit/level.js';
import { messagesTo, register } from '../kit/people.js';
import {
  freezeByStaff,
  isSeen,
  orderTaken,
  placeOrder,
  readerAt,
  startScreens,
  type Lang,
} from '../kit/security-desk.js';
import { patternOf, wordsOf } from '../kit/words.js';

jest.setTimeout(180_000);

const PASSWORD = 'blue4Whale';
const NEW_TRADE_PASSWORD = '850264';
const ANSWERS = { friend: 'Mira Okafor', idol: 'Emmy Noether', place: 'Lofoten' };
let staffed: Awaited<ReturnType<typeof startScreens>>;
let browser: Browser;

beforeAll(async () => {
  staffed = await startScreens();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await staffed?.started.close();
});

/** A refusal is answered with its status, and the browser writes that down; everything else is a fault. */
const besides = (faults: string[], statuses: RegExp): string[] => faults.filter((fault) => !statuses.test(fault));

const numberOf: Record<Lang, string> = { en: '0170 1113301', de: '0170 1113302' };

describe.each(
  some(
    [
      ['en', 'desktop'],
      ['de', 'phone'],
    ] as const,
    last,
  ),
)('in %s on a %s', (lang, kind) => {
  const reader = () => readerAt({ started: staffed.started, browser }, lang, kind);

  async function answer(page: Page, answers: typeof ANSWERS): Promise<void> {
    const { t } = reader();
    for (const question of ['friend', 'idol', 'place'] as const)
      await page.getByLabel(t('security', `questions.${question}`)).fill(answers[question]);
  }

  it('somebody whose old mailbox is lost proves himself by the security questions and logs in with a new address', async () => {
    const { t, arrive, codeSent, open, logIn } = reader();
    const { account, password } = await realPerson(staffed.started);
    const { page, faults, close } = await arrive('/setting', account, password);
    const questions = `${t('security', 'set')}: ${t('security', 'factor.questions')}`;
    await page.getByRole('link', { name: questions }).click();
    const dialog = page.getByRole('dialog', { name: t('security', 'questions.title') });
    await dialog.getByRole('button', { name: t('security', 'questions.set') }).click();
    await eventually(() => dialog.getByText(t('security', 'missing')).count()).toBe(4);
    await answer(page, ANSWERS);
    await dialog.getByLabel(t('security', 'proof.password'), { exact: true }).fill(password);
    await eventually(() => overflowOf(page)).toBe(0);
    await photograph(page, `security-questions-${lang}-${kind}`);
    await dialog.getByRole('button', { name: t('security', 'questions.set') }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: questions }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: `${t('security', 'change')}: ${t('security', 'factor.email')}` }).click();
    await page.getByText(t('security', 'contact.step', { step: '1', steps: '2' })).waitFor();
    await page.getByText(masked(account), { exact: true }).waitFor();
    await page.getByRole('button', { name: t('security', 'contact.email.lost') }).click();
    await answer(page, { ...ANSWERS, idol: 'somebody else' });
    await page.getByLabel(t('security', 'proof.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('security', 'contact.next'), exact: true }).click();
    await page.getByRole('main').getByText(t('refusal', 'security.answers-wrong')).waitFor();
    // Case and blanks are not what proves anybody.
    await answer(page, { ...ANSWERS, idol: ' emmy  noether' });
    await page.getByRole('button', { name: t('security', 'contact.next'), exact: true }).click();

    await page.getByText(t('security', 'contact.step', { step: '2', steps: '2' })).waitFor();
    const fresh = `fresh-${lang}@example.com`;
    await page.getByLabel(t('security', 'contact.email.new')).fill(fresh);
    const code = await codeSent(page, fresh);
    await page.getByLabel(t('security', 'code.label')).fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: t('security', 'contact.bind'), exact: true }).click();
    await page.getByRole('main').getByText(t('refusal', 'code.wrong')).waitFor();
    await page.getByLabel(t('security', 'code.label')).fill(code);
    await eventually(() => overflowOf(page)).toBe(0);
    await photograph(page, `security-email-${lang}-${kind}`);
    await page.getByRole('button', { name: t('security', 'contact.bind'), exact: true }).click();
    await page.waitForURL(/\/setting/);
    await page.getByRole('listitem').getByText(masked(fresh), { exact: true }).first().waitFor();
    // A thief would change it first, so the old address hears of it.
    const messages = () => messagesTo(staffed.started, account);
    await eventually(async () => (await messages()).map(({ template }) => template)).toContain('contact-changed');
    expect(besides(faults, /40[03]/)).toEqual([]);
    await close();

    const next = await open('/login?from=/setting');
    await logIn(next.page, account, password);
    await next.page.getByRole('tabpanel').getByText(t('refusal', 'account.credentials-wrong')).waitFor();
    await logIn(next.page, fresh, password);
    await next.page.getByRole('heading', { name: t('security', 'centre.title') }).waitFor();
    expect(next.faults).toEqual([]);
    await next.close();
  });

  it('somebody changes the address by a code to the old one and a code to the new one', async () => {
    const { t, arrive, codeSent } = reader();
    const { account, password } = await realPerson(staffed.started);
    const { page, faults, close } = await arrive('/email', account, password);
    const oldCode = await codeSent(page, account);
    await page.getByLabel(t('security', 'contact.oldCode', { contact: masked(account) })).fill(oldCode);
    await page.getByLabel(t('security', 'proof.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('security', 'contact.next'), exact: true }).click();
    await page.getByText(t('security', 'contact.step', { step: '2', steps: '2' })).waitFor();
    const fresh = `moved-${lang}@example.com`;
    await page.getByLabel(t('security', 'contact.email.new')).fill(fresh);
    await page.getByLabel(t('security', 'code.label')).fill(await codeSent(page, fresh));
    await page.getByRole('button', { name: t('security', 'contact.bind'), exact: true }).click();
    await page.waitForURL(/\/setting/);
    await page.getByText(t('message', 'done.changeContact')).waitFor();
    expect(faults).toEqual([]);
    await close();
    const next = await arrive('/setting', fresh, password);
    await next.page.getByRole('listitem').getByText(masked(fresh), { exact: true }).first().waitFor();
    expect(next.faults).toEqual([]);
    await next.close();
  });

  it('somebody takes another name, none that looks like staff, and keeps it for a while', async () => {
    const { t, arrive } = reader();
    const { account, password } = await realPerson(staffed.started);
    const { page, faults, close } = await arrive('/info', account, password);
    await page
      .getByRole('link', { name: `${t('account', 'profile.change')}: ${t('account', 'profile.name')}` })
      .click();
    await page.getByRole('heading', { name: t('security', 'name.title') }).waitFor();
    await page.getByLabel(t('security', 'name.new')).fill('Support Desk');
    await page.getByLabel(t('security', 'proof.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('security', 'name.change'), exact: true }).click();
    await page.getByRole('main').getByText(t('refusal', 'security.name-reserved')).waitFor();
    const name = lang === 'de' ? 'Jürgen Weiß' : 'Nora Quill';
    await page.getByLabel(t('security', 'name.new')).fill(name);
    await eventually(() => overflowOf(page)).toBe(0);
    await photograph(page, `security-name-${lang}-${kind}`);
    await page.getByRole('button', { name: t('security', 'name.change'), exact: true }).click();
    await page.waitForURL(/\/setting/);
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.goto(`${staffed.started.url}/username`);
    await page.getByRole('main').getByText(name, { exact: true }).waitFor();
    await page
      .getByRole('main')
      .getByText(patternOf(wordsOf(lang)('security:name.later')))
      .waitFor();
    await eventually(() => page.getByLabel(t('security', 'name.new')).count()).toBe(0);
    await eventually(() => overflowOf(page)).toBe(0);
    expect(besides(faults, /40[03]/)).toEqual([]);
    await close();
  });

  it('somebody who forgot the trade password sets a new one by a code, and only the new one opens trading', async () => {
    const { t, arrive, codeSent } = reader();
    const { account, password, userId } = await tradingPerson(staffed.started);
    await fund(staffed.started, userId, 'USDT', '5000');
    const { page, faults, close } = await arrive('/setting', account, password);
    const change = `${t('security', 'change')}: ${t('security', 'factor.tradePassword')}`;
    await page.getByRole('link', { name: change }).click();
    await page.getByRole('button', { name: t('security', 'trade.forgotten') }).click();
    const target = page.getByLabel(t('security', 'trade.codeTo'));
    await eventually(() => target.locator('option').allInnerTexts()).toEqual([
      `${t('security', 'contact.email.name')} · ${masked(account)}`,
    ]);
    const code = await codeSent(page, account);
    await page.getByLabel(t('security', 'code.label')).fill(code);
    await page.getByLabel(t('security', 'trade.new')).fill(NEW_TRADE_PASSWORD);
    await page.getByLabel(t('security', 'trade.again')).fill('850265');
    await page.getByLabel(t('security', 'proof.password'), { exact: true }).fill(password);
    const reset = page.getByRole('button', { name: t('security', 'trade.reset'), exact: true });
    await reset.click();
    await page.getByText(t('security', 'trade.differ')).waitFor();
    await page.getByLabel(t('security', 'trade.again')).fill(NEW_TRADE_PASSWORD);
    await eventually(() => overflowOf(page)).toBe(0);
    await photograph(page, `security-trade-forgotten-${lang}-${kind}`);
    await reset.click();
    await page.waitForURL(/\/setting/);
    await page.getByText(t('message', 'done.resetTradePassword')).waitFor();
    expect(faults).toEqual([]);
    await close();

    const next = await arrive('/currencyTrade', account, password);
    await placeOrder(next.page, lang);
    const unlock = next.page.getByRole('dialog', { name: t('security', 'unlock.title') });
    await unlock.getByLabel(t('security', 'trade.password')).fill(TRADE_PASSWORD);
    await unlock.getByRole('button', { name: t('security', 'unlock.goOn') }).click();
    await unlock.getByText(t('refusal', 'security.trade-password-wrong')).waitFor();
    await unlock.getByLabel(t('security', 'trade.password')).fill(NEW_TRADE_PASSWORD);
    await unlock.getByRole('button', { name: t('security', 'unlock.goOn') }).click();
    await orderTaken(next.page, lang);
    expect(besides(next.faults, /40[03]/)).toEqual([]);
    await next.close();
  });

  it('an account that staff freeze in the console is out at once, and may only read after the next log-in', async () => {
    const { t, arrive, logIn } = reader();
    const account = `frozen-${lang}@example.com`;
    const { userId } = (await register(staffed.started, { account })).data;
    const { page, faults, close } = await arrive('/setting', account, PASSWORD);
    await page.getByRole('heading', { name: t('security', 'centre.title') }).waitFor();

    await freezeByStaff({ staffed, browser }, userId, lang, kind);
    await page.waitForURL(/\/login/);
    await page.waitForFunction(() => localStorage.getItem('glassbook.session')?.includes('"session":null'));
    await page.goto(`${staffed.started.url}/login?from=/setting`);
    await logIn(page, account, PASSWORD);
    await page.waitForURL(/\/setting/);
    const banner = page.getByText(t('common', 'frozen.readOnly'));
    await banner.waitFor();
    await eventually(() => isSeen(banner)).toBe(true);
    await eventually(() => page.getByRole('link', { name: t('security', 'unfreeze.title') }).count()).toBe(0);
    await eventually(() => overflowOf(page)).toBe(0);
    await photograph(page, `security-frozen-${lang}-${kind}`);
    const messages = async () => (await messagesTo(staffed.started, account)).map(({ template }) => template);
    await eventually(messages).toContain('account-frozen-by-staff');
    expect(besides(faults, /40[13]/)).toEqual([]);
    await close();
  });
});

describe.each(some(['en', 'de'] as const, first))('in %s on a phone', (lang) => {
  it('somebody registers by the phone number, is told of a wrong code, and is known by the number', async () => {
    const { t, open, codeSent } = readerAt({ started: staffed.started, browser }, lang, 'phone');
    const { page, faults, close } = await open('/register');
    await page.getByRole('tab', { name: t('account', 'register.phone') }).click();
    const country = lang === 'de' ? 'Deutschland' : 'Germany';
    await page.getByLabel(t('account', 'register.country')).fill(country.slice(0, 6));
    await page.getByRole('option', { name: country }).click();
    await page.getByText(t('account', 'register.phoneHint', { country })).waitFor();
    const number = numberOf[lang];
    await page.getByLabel(t('account', 'register.phoneNumber')).fill(number);
    const code = await codeSent(page, `+49${number.slice(1).replace(' ', '')}`);
    await page.getByLabel(t('account', 'code.label')).fill(code === '000000' ? '000001' : '000000');
    await page.getByLabel(t('account', 'new.password'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(t('account', 'new.confirm'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('account', 'register.submit') }).click();
    await page.getByRole('main').getByText(t('refusal', 'code.wrong')).waitFor();
    await page.getByLabel(t('account', 'code.label')).fill(code);
    await eventually(() => overflowOf(page)).toBe(0);
    await photograph(page, `register-phone-${lang}-phone`);
    await page.getByRole('button', { name: t('account', 'register.submit') }).click();
    await page.waitForURL(/\/table1/);
    await page.goto(`${staffed.started.url}/setting`);
    const linked = page.getByRole('listitem').filter({ hasText: t('security', 'factor.phone') });
    const maskedNumber = linked.getByText(/^\+49\*\*\*/).first();
    await maskedNumber.waitFor();
    await eventually(() => overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('in German on a phone', () => {
  it('somebody adds a phone number, changes it by a code to the old and to the new one, and logs in with the new one only', async () => {
    const { t, arrive, open, logIn, codeSent } = readerAt({ started: staffed.started, browser }, 'de', 'phone');
    const { account, password } = await realPerson(staffed.started);
    const [first, second] = ['+491701114401', '+491701114402'] as const;
    const { page, faults, close } = await arrive('/mobile', account, password);
    const button = (key: string) => page.getByRole('button', { name: t('security', key), exact: true });
    const [next, bind] = [button('contact.next'), button('contact.bind')];
    await page.getByLabel(t('security', 'proof.password'), { exact: true }).fill(password);
    await next.click();
    // An email address is not a phone number: the form refuses it before a code is sent.
    await page.getByLabel(t('security', 'contact.phone.new')).fill('ann@example.com');
    await page.getByRole('button', { name: t('common', 'field.sendCode') }).click();
    await page.getByText(t('security', 'contact.phone.wrong')).waitFor();
    await page.getByLabel(t('security', 'contact.phone.new')).fill(first);
    await page.getByLabel(t('security', 'code.label')).fill(await codeSent(page, first));
    await bind.click();
    await page.waitForURL(/\/setting/);

    await page.goto(`${staffed.started.url}/mobile`);
    await page
      .getByLabel(t('security', 'contact.oldCode', { contact: masked(first) }))
      .fill(await codeSent(page, first));
    await page.getByLabel(t('security', 'proof.password'), { exact: true }).fill(password);
    await next.click();
    await page.getByLabel(t('security', 'contact.phone.new')).fill(second);
    await page.getByLabel(t('security', 'code.label')).fill(await codeSent(page, second));
    await eventually(() => overflowOf(page)).toBe(0);
    await bind.click();
    await page.waitForURL(/\/setting/);
    await page.getByRole('listitem').getByText(masked(second), { exact: true }).first().waitFor();
    expect(faults).toEqual([]);
    await close();

    const again = await open('/login?from=/setting');
    await logIn(again.page, first, password);
    await again.page.getByRole('tabpanel').getByText(t('refusal', 'account.credentials-wrong')).waitFor();
    await logIn(again.page, second, password);
    await again.page.getByRole('heading', { name: t('security', 'centre.title') }).waitFor();
    await again.close();
  });
});
