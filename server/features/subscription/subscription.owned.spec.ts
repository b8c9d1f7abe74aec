import { describe, expect, it } from '@jest/globals';
import { amount, ONE } from '../../../shared/money.js';
import { subscriptionOwned } from './subscription.owned.js';
import { newCoinKind, subscriptionKind, type OpenSubscription } from './subscription.state.js';

const LISTED = { opensAt: 5_000, unlocksAt: 9_000 };

function ownedOf(held: number, listed: typeof LISTED | null) {
  const one = { subscriptionId: 's-1', issueId: 'NOVA', coin: 'NOVA', margin: '100', fee: '0.5', held };
  const open = new Map([['s-1', one as OpenSubscription]]);
  const state = ({ name }: { name: string }, id: string) =>
    Promise.resolve(
      name === subscriptionKind.name
        ? { ...subscriptionKind.initial(id), open }
        : { ...newCoinKind.initial(id), listed },
    );
  const reader = {
    realm: 'real',
    userId: 'u-1',
    ownerId: 'u-1.1',
    at: 1,
    total: () => 0n,
    holds: () => [],
    state: state as never,
  };
  return subscriptionOwned.read(reader);
}

describe('subscriptions in “What I own”', () => {
  it('are margin and fee until the allocation, which comes by itself', async () => {
    const usdt = [{ space: 'finance', asset: 'USDT', amount: amount('100.5') }];
    expect(await ownedOf(0, null)).toMatchObject({ items: [{ held: usdt, way: 'settle', availableAt: null }] });
    expect(await ownedOf(0, LISTED)).toMatchObject({ items: [{ held: usdt, way: 'settle', availableAt: 5_000 }] });
    expect(await ownedOf(0, LISTED)).toMatchObject({ income: [] });
  });

  it('are coins until the lock-up ends, at a price that moves', async () => {
    const held = [{ space: 'finance', asset: 'NOVA', amount: 7n * ONE }];
    const locked = { held, way: 'unlock', availableAt: 9_000, isEstimate: true };
    const unlock = { id: 's-1', what: 'unlock', at: 9_000, asset: 'NOVA', least: 7n * ONE, most: 7n * ONE };
    expect(await ownedOf(7, LISTED)).toMatchObject({ items: [locked], income: [unlock] });
  });
});
