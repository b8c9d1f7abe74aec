import type { FakeClock } from '../../server/core/clock.js';
import { BOLD_ANSWERS, fund } from './factors.js';
import { borrower } from './loan-recipes.js';
import { again, passDays } from './passed.js';
import type { RecipeKit } from './recipe-kit.js';
import type { Trader } from './trader.js';

/** A person who passes every gate of VIP products: verified twice, assessed, and rich for thirty days. */
export async function vipPerson(kit: RecipeKit, clock: FakeClock): Promise<Trader> {
  const trader = await borrower(kit);
  await trader.given('submitQuestionnaire', BOLD_ANSWERS);
  await fund(kit.started, trader.userId, 'USDT', '60000');
  await passDays(kit.started, clock, 30);
  return again(kit.started, trader);
}
