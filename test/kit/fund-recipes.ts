import type { StartedApp } from './app.js';
import { nextPlanDate } from '../../shared/fund-plan.js';
import { fund, tradingPerson } from './factors.js';
import type { Making } from './objects.js';
import { event, type Recipe } from './recipe-kit.js';
import type { Trader } from './trader.js';

/** A person who may trade, with USDT in the finance account. */
export async function investor(started: StartedApp, usdt = '2000'): Promise<Trader> {
  const { trader } = await tradingPerson(started);
  await fund(started, trader.userId, 'USDT', usdt);
  await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: usdt });
  return trader;
}

/** A purchase under the rules of now: within the cap of a person whose risk nobody assessed. */
export async function purchase(trader: Trader, text = '200', level: 'low' | 'balanced' = 'low') {
  const { version } = await trader.given('getFund', { level });
  return { level, amount: text, agreed: `${version}` };
}

const requested = async (trader: Trader): Promise<string> =>
  (await trader.given('buyFund', await purchase(trader))).request.requestId;

/** A plan under the rules of now: it buys for the first time in a week, on a day on which markets trade. */
export async function plan(trader: Trader, text = '50') {
  const { from } = await trader.given('getFundPlans');
  const { version } = await trader.given('getFund', { level: 'low' });
  const firstDate = nextPlanDate('weekly', 3, from);
  return { level: 'low', amount: text, period: 'weekly', firstDate, agreed: `${version}` } as const;
}

const planned = async (trader: Trader): Promise<string> =>
  (await trader.given('setFundPlan', await plan(trader))).plan.planId;

const asInvestor =
  (type: string, body: (trader: Trader) => Promise<object>): Recipe =>
  async ({ started }) => {
    const trader = await investor(started);
    return { token: trader.token, body: { ...(await body(trader)) }, effect: event(type) };
  };

export const fundRecipes: Record<string, Recipe> = {
  'web/buyFund': asInvestor('FundPurchaseRequested', (trader) => purchase(trader)),
  'web/cancelFundRequest': asInvestor('FundRequestCancelled', async (trader) => ({
    level: 'low',
    requestId: await requested(trader),
  })),
  'web/setFundPlan': asInvestor('FundPlanSet', (trader) => plan(trader)),
  'web/endFundPlan': asInvestor('FundPlanEnded', async (trader) => ({ planId: await planned(trader) })),
};

export const fundObjects: Record<string, Making> = {
  'POST web/cancelFundRequest requestId': async ({ started }) => {
    const [mine, other] = [await investor(started), await investor(started)];
    return {
      owner: mine.token,
      id: await requested(mine),
      never: 'fnd-none',
      body: { level: 'low' },
      others: [other.token],
    };
  },
  'POST web/endFundPlan planId': async ({ started }) => {
    const [mine, other] = [await investor(started), await investor(started)];
    return { owner: mine.token, id: await planned(mine), never: 'fpl-none', body: {}, others: [other.token] };
  },
};
