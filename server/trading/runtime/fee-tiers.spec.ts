import { describe, expect, it } from '@jest/globals';
import { seededPolicies } from '../../../test/kit/policies.js';
import { FakeClock } from '../../core/clock.js';
import { FeeTiers, type FeeProduct } from './fee-tiers.js';

const NOON = Date.parse('2026-11-24T12:00:00Z');
const SPOT: FeeProduct = { name: 'spot', policy: 'spot.fees' };
const CONTRACTS: FeeProduct = { name: 'contract', policy: 'contract.fees' };

/** What ann traded in 30 days: enough for tier 2 of spot, and for tier 3 of contracts. */
const VOLUMES: Record<string, string> = { spot: '5000000', contract: '100000000' };

function tiersOf(product: FeeProduct, isBehind = false): FeeTiers {
  const pool = {
    query: (_: string, [, name = '']: readonly string[]) =>
      Promise.resolve({ rows: [{ owner: 'demo-ann.1', volume: VOLUMES[name] }] }),
  };
  const projections = { upToDate: () => Promise.resolve(!isBehind) };
  return new FeeTiers(product, pool as never, projections as never, seededPolicies(), new FakeClock(NOON));
}

describe('the fee tiers of a product', () => {
  it.each<[string, FeeProduct, object]>([
    ['spot', SPOT, { policy: 'spot.fees', tier: 2, volume: '5000000', maker: '0.0008', taker: '0.0009' }],
    [
      'contracts',
      CONTRACTS,
      { policy: 'contract.fees', tier: 3, volume: '100000000', maker: '0.00012', taker: '0.00032' },
    ],
  ])('follow from what was traded of %s alone, by its own table', async (_, product, expected) => {
    const day = '2026-11-24';
    expect(await tiersOf(product).terms('demo', 'demo-ann.1')).toEqual({ ...expected, day, policyVersion: 1 });
    expect(await tiersOf(product).terms('demo', 'demo-bob.1')).toMatchObject({ tier: 0, volume: '0' });
  });

  it('are shown with their table and what is missing for the next', async () => {
    const tiers = tiersOf(CONTRACTS);
    expect(tiers.table()).toMatchObject({ policy: { name: 'contract.fees', version: 1 } });
    expect(tiers.table().tiers.map(({ takerRate }) => takerRate)).toContain('0.00022');
    expect(await tiers.view('demo', 'demo-ann.1')).toMatchObject({
      ...{ tier: 3, runningTier: 3, runningVolume: '100000000' },
      ...{ next: { tier: 4, missing: '500000000' }, policy: { name: 'contract.fees' } },
    });
  });

  it('are refused while the read model is behind', async () => {
    const unavailable = { refusal: 'request.unavailable' };
    expect(await tiersOf(CONTRACTS, true).terms('demo', 'demo-ann.1')).toMatchObject(unavailable);
    expect(await tiersOf(CONTRACTS, true).view('demo', 'demo-ann.1')).toMatchObject(unavailable);
  });
});
