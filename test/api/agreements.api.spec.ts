import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RULES_PAGES, type RulesProduct } from '../../shared/rules-pages.js';
import type { CallName } from '../kit/calls.js';
import { startContentDesk } from '../kit/content-desk.js';
import { boughtOrder, custodian, orderForm } from '../kit/custody-recipes.js';
import { investor, plan, purchase } from '../kit/fund-recipes.js';
import { borrower, loanForm } from '../kit/loan-recipes.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { openCoin, subscriber } from '../kit/subscription-recipes.js';
import { republish } from '../kit/rules-article.js';
import type { Trader } from '../kit/trader.js';

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

interface Ticked {
  readonly trader: Trader;
  readonly call: CallName;
  readonly form: Readonly<Record<string, string>>;
}
const TICKS: readonly (readonly [RulesProduct, type: string, make: () => Promise<Ticked>])[] = [
  [
    'loan',
    'LoanRequested',
    async () => {
      const trader = await borrower(kit);
      return { trader, call: 'applyLoan', form: await loanForm(kit, trader) };
    },
  ],
  [
    'custody',
    'CustodyBought',
    async () => {
      const trader = await custodian(desk.started);
      return { trader, call: 'buyProfit', form: await orderForm(trader) };
    },
  ],
  [
    'fund',
    'FundPurchaseRequested',
    async () => {
      const trader = await investor(desk.started);
      return { trader, call: 'buyFund', form: await purchase(trader) };
    },
  ],
  [
    'fund',
    'FundPlanSet',
    async () => {
      const trader = await investor(desk.started);
      return { trader, call: 'setFundPlan', form: await plan(trader) };
    },
  ],
  [
    'subscription',
    'Subscribed',
    async () => {
      const trader = await subscriber(kit);
      return { trader, call: 'subscribeNewCoin', form: { issueId: await openCoin(kit), coins: '100', agreed: '1' } };
    },
  ],
];

it.each(TICKS)('the rules of %s are kept with %s in the version that was read', async (product, type, make) => {
  const slug = RULES_PAGES[product];
  const { trader, call, form } = await make();
  const { version } = await desk.visitor.given('getContent', { slug, lang: 'en' });
  await trader
    .when(call, { ...form, article: `${version + 1}`, lang: 'en' })
    .then({ refusal: 'agreement.changed', field: 'agreed', params: { version } }, 'Read them and tick the box again.');
  await trader.given(call, { ...form, article: `${version}` });
  expect(await agreedIn(type)).toEqual({ slug, version });
});

it('VIP products have rules of their own', async () => {
  await republish(desk.editor, RULES_PAGES.vip);
  const trader = await custodian(desk.started);
  const ticked = { productId: 'vip', amount: '10000', agreed: '1', article: '1' };
  await trader.when('buyProfit', ticked).then({ refusal: 'agreement.changed', params: { version: 2 } });
  const products = new Set<string>([...TICKS.map(([product]) => product), 'vip']);
  expect([...products].sort()).toEqual(Object.keys(RULES_PAGES).sort());
});

it('a newer version of the rules is kept with what is ticked from then on', async () => {
  const slug = RULES_PAGES.loan;
  await republish(desk.editor, slug);
  const { version } = await desk.visitor.given('getContent', { slug, lang: 'en' });
  expect(version).toBeGreaterThan(1);
  const trader = await borrower(kit);
  const form = await loanForm(kit, trader);
  await trader.when('applyLoan', { ...form, article: `${version - 1}` }).then('agreement.changed');
  await trader.given('applyLoan', form);
  expect(await agreedIn('LoanRequested')).toEqual({ slug, version });
});

it('nothing is kept while the rules are not shown, and a tick without a version holds', async () => {
  const slug = RULES_PAGES.custody;
  const { streamVersion } = await desk.editor.given('content/:id', { id: slug });
  await desk.editor.given('withdrawContent', { slug, expectedVersion: streamVersion });
  await boughtOrder(await custodian(desk.started));
  expect(await agreedIn('CustodyBought')).toBeNull();
});
