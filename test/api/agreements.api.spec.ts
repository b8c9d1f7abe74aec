import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RULES_PAGES, type RulesProduct } from '../../shared/rules-pages.js';
import { startContentDesk } from '../kit/content-desk.js';
import { boughtOrder, custodian } from '../kit/custody-recipes.js';
import { investor, plan, purchase } from '../kit/fund-recipes.js';
import { appliedLoan, borrower } from '../kit/loan-recipes.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { subscribed, subscriber } from '../kit/subscription-recipes.js';

let desk: Awaited<ReturnType<typeof startContentDesk>>;
let kit: RecipeKit;

beforeAll(async () => {
  desk = await startContentDesk();
  kit = new RecipeKit(desk.started);
}, 120_000);
afterAll(() => desk.started.close());

/** What the newest event of a type says was agreed to. */
async function agreedIn(type: string): Promise<unknown> {
  const text = 'SELECT data FROM events WHERE type = $1 ORDER BY position DESC LIMIT 1';
  const { rows } = await kit.pool.query<{ data: string }>(text, [type]);
  return (JSON.parse(rows[0]?.data ?? '{}') as { agreement?: unknown }).agreement;
}

const TICKS: readonly (readonly [RulesProduct, type: string, tick: () => Promise<unknown>])[] = [
  ['loan', 'LoanRequested', async () => appliedLoan(kit, await borrower(kit))],
  ['custody', 'CustodyBought', async () => boughtOrder(await custodian(desk.started))],
  [
    'fund',
    'FundPurchaseRequested',
    async () => {
      const trader = await investor(desk.started);
      return trader.given('buyFund', await purchase(trader));
    },
  ],
  [
    'fund',
    'FundPlanSet',
    async () => {
      const trader = await investor(desk.started);
      return trader.given('setFundPlan', await plan(trader));
    },
  ],
  ['subscription', 'Subscribed', async () => subscribed(kit, await subscriber(kit))],
];

it.each(TICKS)('the rules of %s are kept with %s in the version that is published', async (product, type, tick) => {
  const slug = RULES_PAGES[product];
  await tick();
  const { version } = await desk.visitor.given('getContent', { slug, lang: 'en' });
  expect(await agreedIn(type)).toEqual({ slug, version });
});

it('a newer version of the rules is kept with what is ticked from then on', async () => {
  const slug = RULES_PAGES.loan;
  const { kind, draft, streamVersion } = await desk.editor.given('content/:id', { id: slug });
  const { category, order, link, texts } = draft;
  const en = { ...texts.en, summary: 'Read this before you borrow.' };
  const place = { slug, kind, category, order, link, expectedVersion: streamVersion };
  const saved = await desk.editor.given('saveContent', { ...place, texts: { en } });
  await desk.editor.given('publishContent', { slug, expectedVersion: saved.streamVersion });
  const { version } = await desk.visitor.given('getContent', { slug, lang: 'en' });
  expect(version).toBeGreaterThan(1);
  await appliedLoan(kit, await borrower(kit));
  expect(await agreedIn('LoanRequested')).toEqual({ slug, version });
});

it('nothing is kept while the rules are not shown, and the tick holds', async () => {
  const slug = RULES_PAGES.custody;
  const { streamVersion } = await desk.editor.given('content/:id', { id: slug });
  await desk.editor.given('withdrawContent', { slug, expectedVersion: streamVersion });
  await boughtOrder(await custodian(desk.started));
  expect(await agreedIn('CustodyBought')).toBeNull();
});
