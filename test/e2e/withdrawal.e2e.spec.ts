import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../shared/language.js';
import type { WithdrawalView } from '../../contracts/withdrawal.contract.js';
import { unfit } from '../kit/axe.js';
import { overflowOf, WINDOWS, type WindowKind } from '../kit/browser.js';
import { ChainTime } from '../kit/chain.js';
import { openBrowser } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { fund, TRADE_PASSWORD, tradingPerson } from '../kit/factors.js';
import { OUTSIDE, savedAddress } from '../kit/payees.js';
import { builtScreens } from '../kit/screens.js';
import { Trader } from '../kit/trader.js';
import { payOut, publish, QUIET, savingPerson, startWithdrawals } from '../kit/withdrawals.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(180_000);

let desk: Awaited<ReturnType<typeof startWithdrawals>>;
let browser: Browser;

beforeAll(async () => {
  desk = await startWithdrawals(builtScreens(), Date.now());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await desk?.started.close();
});

/** A window of a logged-in person, by the browser's storage. */
async function windowOf(trader: Trader, lang: Language, kind: WindowKind, path: string) {
  const { data: session } = await trader.get('info');
  const context = await browser.newContext({ ...WINDOWS[kind], locale: LANGUAGES[lang] });
  const kept = { state: { session: { ...session, token: trader.token }, other: null }, version: 1 };
  await context.addInitScript((text) => localStorage.setItem('glassbook.session', text), JSON.stringify(kept));
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(desk.started.url + path);
  return { page, faults, t: wordsOf(lang), close: () => context.close() };
}

/** The console, in a session that a member of the staff has. */
async function consoleOf(name: string): Promise<Page> {
  const token = desk.tokens.get(name) ?? '';
  const { body } = await desk.read<object>('me', token);
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await context.addInitScript(
    (text) => sessionStorage.setItem('glassbook.staff', text),
    JSON.stringify({ ...body, token }),
  );
  return context.newPage();
}

/** A person who may trade and has money. */
async function saver(usdt: string) {
  const { trader } = await tradingPerson(desk.started);
  await fund(desk.started, trader.userId, 'USDT', usdt);
  return trader;
}
const newest = async (trader: Trader): Promise<WithdrawalView> => {
  const { data } = await trader.get('getWithdrawals', { limit: 1 });
  if (data.items[0] === undefined) throw new Error('nothing was asked for');
  return data.items[0];
};

describe('a withdrawal to an address', () => {
  it('goes from the rules over a new address, a check and two reviewers to its end on the chain', async () => {
    const trader = await saver('50000');
    const { page, faults, t, close } = await windowOf(trader, 'en', 'desktop', '/authenticationcj');
    // The rules stand there before anything is typed.
    await page.getByText(t('withdrawal:rules.today', { used: 0, max: 2 })).waitFor();
    await page
      .getByText(t('withdrawal:rules.amounts', { min: '100', max: '200,000' }))
      .first()
      .waitFor();
    await page.getByText(t('withdrawal:form.none.crypto')).waitFor();
    await eventually(() => unfit(page)).toEqual([]);

    await page.getByRole('link', { name: t('withdrawal:form.add.crypto') }).click();
    await page.getByLabel(t('payee:address.label'), { exact: true }).fill(OUTSIDE.TRC20);
    await page.getByLabel(t('payee:address.name'), { exact: true }).fill('Cold wallet');
    await page.getByLabel(t('payee:proof.tradePassword'), { exact: true }).fill(TRADE_PASSWORD);
    await page.getByRole('button', { name: t('payee:action.save') }).click();
    const wrong = { found: 'TRC20', network: 'ERC20' };
    await page.getByText(t('refusal:payee.address-network', wrong)).waitFor();
    const network = page.getByLabel(t('payee:address.network'), { exact: true });
    await page.getByRole('button', { name: t('payee:address.useNetwork', { network: 'TRC20' }) }).click();
    await eventually(() => network.inputValue()).toBe('TRC20');
    await network.selectOption('ERC20');
    await page.getByLabel(t('payee:address.label'), { exact: true }).fill(OUTSIDE.ERC20);
    await page.getByRole('button', { name: t('payee:action.save') }).click();

    // Back where the address was wanted.
    await page.waitForURL(/\/authenticationcj/);
    await page.getByRole('radio', { name: /Cold wallet/ }).check();
    await page.getByLabel(t('withdrawal:form.amount'), { exact: true }).fill('50');
    await page.getByRole('alert').first().waitFor();
    await page.getByLabel(t('withdrawal:form.amount'), { exact: true }).fill('12000');
    await page.getByText('11,400 USDT').waitFor();
    await page.getByRole('button', { name: t('withdrawal:form.next') }).click();

    await page.getByRole('heading', { name: t('withdrawal:confirm.title') }).waitFor();
    // Back leads to the form as it was, and a reload of the check as well.
    await page.goBack();
    const amount = page.getByLabel(t('withdrawal:form.amount'), { exact: true });
    await amount.waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: t('withdrawal:confirm.title') }).waitFor();
    await page.reload();
    await amount.waitFor();
    await eventually(() => amount.inputValue()).toBe('12000');
    await amount.press('Enter');
    await page.getByRole('heading', { name: t('withdrawal:confirm.title') }).waitFor();
    await eventually(() => page.getByLabel(OUTSIDE.ERC20).innerText()).toMatch(/^0x\s+5aAe\s+b605/);
    const read = page.getByLabel(t('withdrawal:confirm.read.crypto'));
    await eventually(() => read.isChecked()).toBe(false);
    await page.getByLabel(t('payee:proof.tradePassword'), { exact: true }).fill(TRADE_PASSWORD);
    await page.getByRole('button', { name: t('withdrawal:confirm.send') }).click();
    await page.getByText(t('withdrawal:confirm.unread.crypto')).waitFor();
    await read.check();
    await eventually(() => unfit(page)).toEqual([]);
    await page.getByRole('button', { name: t('withdrawal:confirm.send') }).click();
    await page.getByRole('status').getByText(t('withdrawal:status.review')).waitFor();

    const { withdrawalId } = await newest(trader);
    for (const name of ['ann', 'ben']) {
      const room = await consoleOf(name);
      await room.goto(`${desk.started.url}/admin/#/reviews/${withdrawalId}/show`);
      await room.getByRole('button', { name: 'Claim this request' }).click();
      await room.locator(`[data-workbench="${withdrawalId}"]`).waitFor();
      await room.getByText(OUTSIDE.ERC20).first().waitFor();
      await room.keyboard.press('a');
      await room.keyboard.press('Enter');
      await room.locator(`[data-workbench="${withdrawalId}"]`).waitFor({ state: 'detached' });
      await room.context().close();
    }
    await payOut(desk.started);
    const { hash } = await newest(trader);
    await new ChainTime(desk.started, desk.clock).untilFinal('ERC20', hash ?? '');
    await payOut(desk.started);
    // The page moves by itself.
    await page.getByRole('status').getByText(t('withdrawal:status.paid')).waitFor();
    const explorer = page.getByRole('link', { name: t('withdrawal:detail.explorer') });
    await eventually(() => explorer.getAttribute('href')).toContain(`/explorer?hash=${hash}`);
    await eventually(() => unfit(page)).toEqual([]);

    await page.goto(`${desk.started.url}/moneyRecord?label=success`);
    await page.getByRole('button', { name: '12,000 USDT' }).click();
    await page.getByRole('dialog').getByRole('list').getByText(t('withdrawal:step.paid')).waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('asset:filter.export') }).click(),
    ]);
    const csv = readFileSync(await saved.path(), 'utf8');
    expect(csv.trim().split('\n')).toHaveLength(2);
    expect(csv).toContain(withdrawalId);
    expect(faults).toEqual([]);
    await close();
  });

  it('says in German on a phone why it was rejected, gives everything back, and lets a new one be asked for', async () => {
    const trader = await saver('3000');
    await savedAddress(trader);
    const { page, faults, t, close } = await windowOf(trader, 'de', 'phone', '/authenticationcj');
    const request = async (amount: string) => {
      await page.getByRole('radio', { name: /Cold wallet/ }).check();
      await page.getByLabel(t('withdrawal:form.amount'), { exact: true }).fill(amount);
      await page.getByRole('button', { name: t('withdrawal:form.next') }).click();
      await page.getByLabel(t('withdrawal:confirm.read.crypto')).check();
      await page.getByLabel(t('payee:proof.tradePassword'), { exact: true }).fill(TRADE_PASSWORD);
      await page.getByRole('button', { name: t('withdrawal:confirm.send') }).click();
      await page.getByRole('status').getByText(t('withdrawal:status.review')).waitFor();
    };
    await request('1000');
    const { withdrawalId } = await newest(trader);
    await eventually(() => trader.funds('USDT')).toBe('2000 1000');
    await desk
      .as('ann')
      .decides(withdrawalId, 'rejected', { reasons: ['source-unclear'] })
      .then();
    await page.getByText(t('review:reason.withdrawal-crypto.source-unclear')).waitFor();
    await page.getByText(t('withdrawal:detail.released')).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);

    await page.getByRole('link', { name: t('withdrawal:result.another') }).click();
    await request('500');
    await eventually(() => trader.funds('USDT')).toBe('2500 500');
    await page.getByRole('button', { name: t('withdrawal:cancel.confirm') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('withdrawal:cancel.confirm') })
      .click();
    await page.getByRole('status').getByText(t('withdrawal:status.cancelled')).waitFor();
    await eventually(() => trader.funds('USDT')).toBe('3000 0');
    // Both count: the page refuses a third one of the day before any input.
    await page.goto(`${desk.started.url}/authenticationcj`);
    await page.getByText(t('withdrawal:rules.today', { used: 2, max: 2 })).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the only address of somebody, while it cools off', () => {
  it('is chosen, and the form says from when it can be used and the earliest moment', async () => {
    const trader = await saver('3000');
    await publish(desk, 'payee.rules', { coolingHours: 24 });
    await savedAddress(trader);
    await publish(desk, 'payee.rules', { coolingHours: 0 });
    const { page, faults, t, close } = await windowOf(trader, 'en', 'phone', '/authenticationcj');
    await page.getByText(t('withdrawal:form.usableFrom', { name: 'Cold wallet', when: '' })).waitFor();
    await eventually(() => page.getByRole('radio', { name: /Cold wallet/ }).isChecked()).toBe(true);
    await page.getByLabel(t('withdrawal:form.amount'), { exact: true }).fill('500');
    await page.getByRole('button', { name: t('withdrawal:form.next') }).click();
    await page.getByRole('status').getByText(t('withdrawal:form.earliestText')).waitFor();
    await page.getByRole('alert').getByText('This address or account is new.').waitFor();
    await eventually(() => page.getByText(t('refusal:withdrawal.payee-required')).count()).toBe(0);
    await page.getByText(t('withdrawal:rules.fraud')).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('one withdrawal that risk puts on hold', () => {
  const text = wordsOf('en');
  const words = (key: string): string => text(`console:console.review.${key}`);

  it('leaves its queue, says so to its person, and waits until another of risk returns it', async () => {
    const person = await savingPerson(desk.started, '5000');
    const { withdrawalId } = await person.withdraw('700');
    const path = `/authenticationcj?withdrawalId=${withdrawalId}`;
    const { page, faults, t, close } = await windowOf(person.trader, 'de', 'phone', path);
    await page.getByRole('status').getByText(t('withdrawal:status.review')).waitFor();

    const rita = await consoleOf('rita');
    await rita.goto(`${desk.started.url}/admin/#/withdrawals`);
    await rita.getByRole('link', { name: withdrawalId }).click();
    const hold = rita.locator('[data-risk=hold]');
    await hold.waitFor();
    // Risk decides about money and sees no person.
    await eventually(() => rita.getByText(OUTSIDE.ERC20).count()).toBe(0);
    await hold.getByLabel(words('escalation_reason')).click();
    await rita.getByRole('option', { name: text('review:escalation.source-unclear') }).click();
    await eventually(() => unfit(rita)).toEqual([]);
    await hold.getByRole('button', { name: words('hold') }).click();
    await rita.locator('[data-escalation=source-unclear]').waitFor();
    await rita.getByText(words('escalated_own')).waitFor();
    await page.getByRole('status').getByText(t('withdrawal:status.held')).waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);

    const ann = await consoleOf('ann');
    await ann.goto(`${desk.started.url}/admin/#/reviews/${withdrawalId}/show`);
    await ann.locator('[data-escalation]').waitFor();
    await eventually(() => ann.getByRole('button', { name: words('claim') }).count()).toBe(0);
    await ann.context().close();

    const rob = await consoleOf('rob');
    await rob.goto(`${desk.started.url}/admin/#/`);
    await rob.locator('[data-queue=reviews-escalated]').getByRole('link').click();
    await rob.getByRole('link', { name: text('review:kind.withdrawal-crypto') }).click();
    await rob
      .locator('[data-risk=settle]')
      .getByRole('button', { name: words('return') })
      .click();
    await rob.locator('[data-decision=returned]').waitFor();
    await page.getByRole('status').getByText(t('withdrawal:status.review')).waitFor();
    expect(faults).toEqual([]);
    for (const each of [rita, rob]) await each.context().close();
    await person.trader.post('cancelWithdrawal', { withdrawalId });
    await close();
  });
});

describe('a batch of approvals', () => {
  it('sends what its second step names, whatever is opened meanwhile', async () => {
    // People and payees of this test are minutes old, and a warning keeps a request out of a batch.
    await publish(desk, 'review.signals', QUIET);
    const person = await savingPerson(desk.started, '50000');
    const token = { token: desk.tokens.get('cleo') ?? '' };
    const opened = async (amount: string): Promise<string> => {
      const { withdrawalId } = await person.withdraw(amount);
      await desk.post('claimReview', { requestId: withdrawalId }, token);
      await desk.read(`reviews/${withdrawalId}`, token.token);
      return withdrawalId;
    };
    const first = await opened('500');
    const page = await consoleOf('cleo');
    await page.goto(`${desk.started.url}/admin/#/reviews`);
    const panel = page.locator('[data-batch]');
    await panel.getByRole('checkbox').waitFor();
    await page.keyboard.press('b');
    await panel.getByText('Approve 1 request').waitFor();
    const second = await opened('600');
    await page.locator('[data-batch="2"]').waitFor();
    await eventually(async () => [await panel.getByText(first).count(), await panel.getByText(second).count()]).toEqual(
      [1, 0],
    );
    await panel.getByText('Approve 1 request').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[data-batch-outcome]').waitFor();
    // It may be on its way already.
    const [approved, untouched] = [await person.of(first), await person.of(second)];
    expect(approved.timeline.map(({ status }) => status)).toContain('approved');
    expect(untouched.status).toBe('review');
    await page.context().close();
  });
});

describe('a bank card', () => {
  it('is checked to its last digit, saved, and shown in groups', async () => {
    const trader = await saver('100');
    const { page, faults, t, close } = await windowOf(trader, 'en', 'desktop', '/bankAdd');
    const account = page.getByLabel(t('payee:card.ibanOrAccount'), { exact: true });
    await page.getByLabel(t('payee:card.country'), { exact: true }).fill('Germany');
    await page.getByRole('option', { name: 'Germany' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel(t('payee:card.bankName'), { exact: true }).fill('Commerzbank');
    await account.pressSequentially('DE88370400440532013000');
    await eventually(() => account.inputValue()).toBe('DE88 3704 0044 0532 0130 00');
    await page.getByLabel(t('payee:card.payeeName'), { exact: true }).fill('Anna Müller');
    await page.getByLabel(t('payee:proof.tradePassword'), { exact: true }).fill(TRADE_PASSWORD);
    await page.getByRole('button', { name: t('payee:action.save') }).click();
    await page.getByText(t('refusal:payee.iban-checksum')).waitFor();
    await account.fill('DE89370400440532013000');
    await page.getByRole('button', { name: t('payee:action.save') }).click();
    await page.waitForURL(/\/bank$/);
    await page.getByText('DE89 3704 0044 0532 0130 00').waitFor();
    await page.getByRole('button', { name: t('payee:label.named', { label: 'Commerzbank' }) }).click();
    await page.getByRole('textbox', { name: t('payee:label.title') }).fill(' ');
    await page.keyboard.press('Enter');
    await page.getByText(t('payee:label.missing')).waitFor();
    await page.getByRole('textbox', { name: t('payee:label.title') }).fill('Salary');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Salary' }).waitFor();
    await eventually(() => unfit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a demo account', () => {
  it('is told plainly that its money stays, and shown the way to a real account', async () => {
    const demo = await Trader.demo(desk.started);
    const { page, t, close } = await windowOf(demo, 'de', 'phone', '/authenticationcj');
    await page.getByText(t('refusal:demo.real-only')).waitFor();
    await eventually(() => page.getByRole('link', { name: t('payee:demo.register') }).getAttribute('href')).toBe(
      '/register',
    );
    await page.goto(`${desk.started.url}/tbjl`);
    await page.getByText(t('refusal:demo.real-only')).waitFor();
    await close();
  });
});
