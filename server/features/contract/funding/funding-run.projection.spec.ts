import { describe, it } from '@jest/globals';
import { amount } from '../../../../shared/money.js';
import { at } from '../../../engine/writer/decider.testkit.js';
import { projection } from '../../../engine/projections/projection.testkit.js';
import { contractWorld, KnownContracts } from '../delivery/contract-period.testkit.js';
import { order, ownerOf, people, SYMBOL } from '../contract.testkit.js';
import { fundingRunProjection, fundingRuns } from './funding-run.projection.js';

const [HOUR_MS, OPENED_AT] = [3_600_000, 1_000_000];
const EIGHT = OPENED_AT + 8 * HOUR_MS;
const charge = (toMs: number) => at(toMs, { type: 'ChargeFunding', data: { symbol: SYMBOL, toMs } });
const post = (toMs: number, persons: readonly string[], isLast: boolean) => {
  const postedDueAt = isLast ? EIGHT : null;
  return at(toMs, { type: 'PostFunding', data: { symbol: SYMBOL, ownerIds: persons.map(ownerOf), postedDueAt } });
};

/** Ann is long 2 BTC at 100, bob short; a tenth of a thousandth is due after eight hours, at a mark of 110. */
function charged() {
  const facts = new KnownContracts();
  facts.fundings.push({ at: EIGHT, rate: amount('0.0001'), premium: amount('0.0002'), mark: amount('110') });
  const story = contractWorld({ facts }).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
  return story.and(charge(EIGHT));
}

describe('the runs of fundings', () => {
  it('have the rate with what it follows from before anybody has settled', () => {
    const inputs = { rate: amount('0.0001'), premium: amount('0.0002'), markPrice: amount('110') };
    projection(fundingRunProjection)
      .given(...charged().realm.events)
      .then(fundingRuns, {
        symbol: SYMBOL,
        dueAt: EIGHT,
        chargedAt: EIGHT,
        ...inputs,
        charge: amount('0.011'),
        positions: 0,
        paid: 0n,
        received: 0n,
        postedAt: 0,
      });
  });

  it('count what positions paid and received, and are complete with the last of them', () => {
    const story = charged().and(post(EIGHT + 500, ['ann', 'bob'], false), post(EIGHT + 750, people, true));
    const sums = { positions: 2, paid: amount('0.022'), received: amount('0.022'), shortfall: 0n, rounding: 0n };
    projection(fundingRunProjection)
      .given(...story.realm.events)
      .then(fundingRuns, { dueAt: EIGHT, ...sums, postedAt: EIGHT + 750 });
  });
});
