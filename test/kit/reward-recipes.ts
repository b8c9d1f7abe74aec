import { event, type Recipe, type RecipeKit } from './recipe-kit.js';
import { newPolicy } from './staff-recipes.js';
import type { Trader } from './trader.js';

const ZONE = { timeZone: 'Europe/Berlin' };

/** A person with as many points as a fee voucher costs; two of the staff make it cost one. */
export async function withPoints(kit: RecipeKit): Promise<Trader> {
  await newPolicy(kit, 'reward.rules', { feeVoucherPoints: 1 });
  const { trader } = await kit.verified();
  await trader.given('setSignInZone', ZONE);
  await trader.given('signIn');
  return trader;
}

export const rewardRecipes: Record<string, Recipe> = {
  'web/setSignInZone': async (kit) => {
    const { trader } = await kit.person();
    return { token: trader.token, body: ZONE, effect: event('SignInZoneSet') };
  },
  'web/signIn': async (kit) => {
    const { trader } = await kit.person();
    await trader.given('setSignInZone', ZONE);
    return { token: trader.token, body: {}, effect: event('SignedIn') };
  },
  'web/exchangePoints': async (kit) => {
    const trader = await withPoints(kit);
    const { rules } = await trader.given('getRewards');
    const body = { rulesVersion: `${rules.version}` };
    return { token: trader.token, body, effect: event('FeeVoucherIssued') };
  },
};
