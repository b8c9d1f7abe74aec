import type { StartedApp } from './app.js';
import { fund, tradingPerson } from './factors.js';
import type { Making } from './objects.js';
import { event, type Recipe } from './recipe-kit.js';
import type { Trader } from './trader.js';

/** A person who may trade, with USDT in the finance account. */
export async function custodian(started: StartedApp, usdt = '2000'): Promise<Trader> {
  const { trader } = await tradingPerson(started);
  await fund(started, trader.userId, 'USDT', usdt);
  await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: usdt });
  return trader;
}

/** An order of 200 USDT under the rules of now: within the cap of a person whose risk nobody assessed. */
export async function orderForm(trader: Trader, amount = '200', productId = 'flat') {
  const { products } = await trader.given('getProfitList');
  const version = products.find((product) => product.productId === productId)?.version ?? 0;
  return { productId, amount, agreed: `${version}` };
}

export async function boughtOrder(trader: Trader, amount = '200', productId = 'flat'): Promise<string> {
  const { order } = await trader.given('buyProfit', await orderForm(trader, amount, productId));
  return order.orderId;
}

const asCustodian =
  (type: string, body: (trader: Trader) => Promise<object>): Recipe =>
  async ({ started }) => {
    const trader = await custodian(started);
    return { token: trader.token, body: { ...(await body(trader)) }, effect: event(type) };
  };

/** What redeeming 200 USDT costs by the flat penalty. */
const PENALTY = '10';

export const custodyRecipes: Record<string, Recipe> = {
  'web/buyProfit': asCustodian('CustodyBought', (trader) => orderForm(trader)),
  'web/sellProfit': asCustodian('CustodyRedemptionRequested', async (trader) => ({
    orderId: await boughtOrder(trader),
    shownPenalty: PENALTY,
  })),
  'web/continueCustody': asCustodian('CustodyContinued', async (trader) => {
    const orderId = await boughtOrder(trader);
    await trader.given('sellProfit', { orderId, shownPenalty: PENALTY });
    return { orderId };
  }),
  'web/setCustodyLossLimit': asCustodian('CustodyLossLimitSet', () => Promise.resolve({ limit: '50' })),
  'web/setCustodyPause': asCustodian('CustodyPauseSet', () => Promise.resolve({ until: `${Date.now() + 86_400_000}` })),
};

const order =
  (body: Record<string, string>, redeeming = false): Making =>
  async ({ started }) => {
    const [mine, other] = [await custodian(started), await custodian(started)];
    const id = await boughtOrder(mine);
    if (redeeming) await mine.given('sellProfit', { orderId: id, shownPenalty: PENALTY });
    return { owner: mine.token, id, never: 'cus-none', body, others: [other.token] };
  };

export const custodyObjects: Record<string, Making> = {
  'GET web/getProfitInfo orderId': order({}),
  'POST web/sellProfit orderId': order({ shownPenalty: PENALTY }),
  'POST web/continueCustody orderId': order({}, true),
};
