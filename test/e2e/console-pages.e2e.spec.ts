import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { FakeClock } from '../../server/core/clock.js';
import { openBrowser, signIn } from '../kit/console.js';
import { consolePages, lookAt, watchRows } from '../kit/console-pages.js';
import { fund } from '../kit/factors.js';
import { codeOf, invited } from '../kit/invited.js';
import { appliedLoan, borrower, givenLoan } from '../kit/loan-recipes.js';
import { passDays } from '../kit/passed.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { RECIPES } from '../kit/recipes.js';
import { builtScreens } from '../kit/screens.js';
import { startStaffed } from '../kit/staff-client.js';

jest.setTimeout(600_000);

/** What people and staff did, so that lists have rows. */
const DONE = [
  ...['web/placeOrder', 'web/setAlert', 'web/buyOption', 'web/closePosition', 'web/submitDeposit'],
  ...['web/submitWithdrawal', 'web/createC2c', 'web/openSupport', 'web/sendWire'],
  ...['web/buyProfit', 'web/sellProfit', 'web/buyFund', 'web/subscribeNewCoin', 'web/exchangePoints'],
  ...['staff/addSeller', 'staff/proposeCorporateAction', 'staff/proposeContractHalt', 'staff/runReconciliation'],
];

/** Every other page has a table with rows. */
const WITHOUT_TABLE = {
  /** Nobody was locked out or liquidated. */
  empty: ['locks', 'liquidations'],
  /** Its rows are shown by texts of their own. */
  own: ['outbox'],
  /** They show figures, forms or more than one table, and ask by other calls. */
  none: [
    ...['review-statistics', 'chain-sim', 'bank-sim', 'chain'],
    ...['read-models', 'open-interest', 'liquidation-risk'],
  ],
};

const clock = new FakeClock(Date.now());
let desk: Awaited<ReturnType<typeof startStaffed>>;
let browser: Browser;

beforeAll(async () => {
  desk = await startStaffed({ ...builtScreens(), clock });
  browser = await openBrowser();
  const kit = new RecipeKit(desk.started);
  const refused: string[] = [];
  for (const [n, path] of DONE.entries()) {
    const { refusal } = await kit.send(path, await RECIPES[path]!(kit), `console-page-${n}`);
    if (refusal !== '') refused.push(`${path}: ${refusal}`);
  }
  expect(refused).toEqual([]);
  const overdue = await borrower(kit);
  await givenLoan(kit, overdue);
  const inviter = await invited(desk.started);
  const payer = await invited(desk.started, await codeOf(inviter));
  await payer.placed({ type: 'market', quoteAmount: '2000' });
  await passDays(desk.started, clock, 9);
  await fund(desk.started, overdue.userId, 'USDT', '5');
  await appliedLoan(kit, await borrower(kit));
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await desk?.started.close();
});

describe('the pages of the console', () => {
  it('each show the figures that the server answers, in words, and nothing sticks out', async () => {
    const pages = consolePages();
    const without: Record<keyof typeof WITHOUT_TABLE, string[]> = { empty: [], own: [], none: [] };
    const wrong: string[] = [];
    for (const role of new Set(pages.map((page) => page.role))) {
      const keys = { url: desk.started.url, keys: desk.keys, browser, now: clock.now() };
      const { page, faults } = await signIn(keys, role);
      const answers = watchRows(page);
      for (const each of pages.filter((one) => one.role === role)) {
        const found = await lookAt(page, answers, each);
        wrong.push(...found.wrong, ...faults.splice(0).map((fault) => `${each.name}: ${fault}`));
        if (found.list !== 'table') without[found.list].push(each.name);
      }
      await page.context().close();
    }
    expect({ wrong, without }).toEqual({ wrong: [], without: WITHOUT_TABLE });
  });
});
