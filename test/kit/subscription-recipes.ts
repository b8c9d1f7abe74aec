import { dateAfter, dateOf } from '../../shared/utc-date.js';
import { fund, tradingPerson } from './factors.js';
import type { Making } from './objects.js';
import { event, type Recipe, type RecipeKit } from './recipe-kit.js';
import { member } from './staff-recipes.js';
import { StaffMember } from './staff-member.js';
import type { Trader } from './trader.js';

const REASON = 'As the board decided.';
let coined = 0;

/** The terms of an issue whose code no other recipe takes. */
export function newCoin(): { coin: string } & Record<string, unknown> {
  coined += 1;
  const today = dateOf(Date.now());
  const dates = { closesOn: dateAfter(today, 3), listsOn: dateAfter(today, 5) };
  const sold = { coin: `RCP${coined}`, name: `Recipe ${coined}`, issuePrice: '0.5', volume: 1000, minimum: 10 };
  return { ...sold, ...dates, lockupDays: 7, reason: REASON };
}

/** Proposed by one of risk; answers the code. */
async function proposed(kit: RecipeKit, changes: object = {}): Promise<string> {
  const form = { ...newCoin(), ...changes };
  await kit.staff((await member(kit, 'risk')).token, 'proposeNewCoin', form);
  return form.coin;
}

/** Open for subscription. */
export async function openCoin(kit: RecipeKit, changes: object = {}): Promise<string> {
  const issueId = await proposed(kit, changes);
  await kit.staff(await kit.actors.staffSession('risk'), 'approveNewCoin', { issueId });
  return issueId;
}

/** A verified person who may trade, with USDT in the finance account. */
export async function subscriber(kit: RecipeKit): Promise<Trader> {
  const { trader } = await tradingPerson(kit.started);
  const requestId = await kit.requested(trader.token);
  await new StaffMember(kit.started.url, await kit.actors.identifierSession()).decides(requestId).then();
  await fund(kit.started, trader.userId, 'USDT', '500');
  await trader.given('transfer', { from: 'spot', to: 'finance', currency: 'USDT', amount: '500' });
  return trader;
}

export async function subscribed(kit: RecipeKit, trader: Trader): Promise<string> {
  const issueId = await openCoin(kit);
  return (await trader.given('subscribeNewCoin', { issueId, coins: '100', agreed: '1' })).subscriptionId;
}

/** Decided by one of risk who did not propose it. */
const byAnother =
  (type: string, issueOf: (kit: RecipeKit) => Promise<string>, more: object = {}): Recipe =>
  async (kit) => {
    const issueId = await issueOf(kit);
    return { token: await kit.actors.staffSession('risk'), body: { issueId, ...more }, effect: event(type) };
  };

export const subscriptionRecipes: Record<string, Recipe> = {
  'web/subscribeNewCoin': async (kit) => {
    const trader = await subscriber(kit);
    const issueId = await openCoin(kit);
    return { token: trader.token, body: { issueId, coins: '100', agreed: '1' }, effect: event('Subscribed') };
  },
  'staff/proposeNewCoin': async (kit) => ({
    token: await kit.actors.staffSession('risk'),
    body: newCoin(),
    effect: event('NewCoinProposed'),
  }),
  'staff/approveNewCoin': byAnother('NewCoinApproved', proposed),
  'staff/rejectNewCoin': byAnother('NewCoinRejected', proposed, { reason: REASON }),
  'staff/cancelNewCoin': byAnother('NewCoinCancelProposed', openCoin, { reason: REASON }),
};

export const subscriptionObjects: Record<string, Making> = {
  'GET web/getSubscription subscriptionId': async (kit) => {
    const [mine, other] = [await subscriber(kit), await subscriber(kit)];
    const id = await subscribed(kit, mine);
    return { owner: mine.token, id, never: 'sbs-none', body: {}, others: [other.token] };
  },
};
