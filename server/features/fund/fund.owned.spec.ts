import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import type { Owned } from '../../core/owned.js';
import { fundOwned } from './fund.owned.js';
import { planDueAt } from './fund-plan.state.js';
import { fundHouseKind, fundKind, type FundState } from './fund.state.js';
import { RULES, SteppedPrices } from './fund.testkit.js';

const SUNDAY = Date.UTC(2026, 0, 11, 12);
const MONDAY_STRIKE = Date.UTC(2026, 0, 12, 22);

const rules = { inForce: () => ({ name: 'fund.rules', version: 1, values: RULES }) } as never;

async function ownedAt(at: number, own: Partial<FundState>, realm = 'real') {
  const state = (kind: { name: string }, id: string) =>
    Promise.resolve(
      kind.name === fundKind.name
        ? { ...fundKind.initial('u-1.1'), ...own }
        : { ...fundHouseKind.initial(id), nav: '1.25' },
    );
  const reader = {
    realm,
    userId: 'u-1',
    ownerId: 'u-1.1',
    at,
    total: () => 0n,
    holds: () => [],
    state: state as never,
  };
  return fundOwned({ fundPrices: new SteppedPrices(), rules }).read(reader);
}

describe('funds in “What I own”', () => {
  const waits = { requestId: 'r-1', userId: 'u-1', ownerId: 'u-1.1', date: '2026-01-12' };
  const dates = { firstCloseAt: SUNDAY + 60_000, strikesAt: MONDAY_STRIKE, requestedAt: SUNDAY };
  const redemption = { ...waits, ...dates, level: 'low', side: 'redemption', units: '2' } as const;
  const held = { low: { units: '5', cost: '5' }, balanced: { units: '0', cost: '0' } };

  it('can be had at the first value that an order of now would get, less what is redeemed already', async () => {
    const found = await ownedAt(SUNDAY, { held, pending: new Map([['r-1', redemption]]) });
    expect(found).toMatchObject({
      items: [
        { id: 'r-1', way: 'redeem', availableAt: MONDAY_STRIKE, held: [{ asset: 'LOWFUND', amount: amount('2') }] },
        { id: 'low', way: 'redeem', availableAt: MONDAY_STRIKE, held: [{ asset: 'LOWFUND', amount: amount('3') }] },
      ],
      income: [{ id: 'r-1', what: 'redemption', at: MONDAY_STRIKE, asset: 'USDT', most: amount('2.5') }],
    });
  });

  it('are money that a cancel frees, until a close of the value is known', async () => {
    const purchase = { ...redemption, side: 'purchase', amount: '10', units: undefined, policy: null, cap: null };
    const pending = new Map([['r-1', purchase as never]]);
    const usdt = { held: [{ asset: 'USDT', amount: amount('10') }] };
    expect(await ownedAt(SUNDAY, { pending })).toMatchObject({
      items: [{ ...usdt, way: 'cancel', availableAt: SUNDAY }],
    });
    expect(await ownedAt(SUNDAY + 60_000, { pending })).toMatchObject({
      items: [{ ...usdt, way: 'settle', availableAt: MONDAY_STRIKE }],
      income: [],
    });
  });

  it('bring by a redemption what nobody knows yet, and cost what a plan may buy next', async () => {
    const plan = { planId: 'fpl-1', level: 'balanced', amount: '40', nextDate: '2026-01-15' };
    const { income } = (await ownedAt(SUNDAY, {
      held,
      pending: new Map([['r-1', redemption]]),
      plans: new Map([['fpl-1', plan as never]]),
    })) as Owned;
    const certain = { asset: 'USDT', least: 0n, isEstimate: true };
    const at = planDueAt('u-1.1', '2026-01-15');
    expect(income).toEqual([
      { id: 'fpl-1', label: 'balanced', what: 'purchase', at, most: -amount('40'), ...certain },
      { id: 'r-1', label: 'low', what: 'redemption', at: MONDAY_STRIKE, most: amount('2.5'), ...certain },
    ]);
  });

  it('are nothing of a demo account', async () => {
    expect(await ownedAt(SUNDAY, { held }, 'demo')).toEqual({});
  });
});
