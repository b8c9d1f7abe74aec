import { ZERO, type Amount } from '../../../shared/money.js';
import type { View } from '../../core/decider.js';
import type { ConvertedShares } from '../../core/ports/converted-shares.js';
import { accountsOf, userAccount } from '../../engine/ledger/chart.js';
import { entitlementKind } from './entitlement.decider.js';
import type { Holdings } from './split.decider.js';

/** What a command that changes an owner's holdings needs loaded. */
export const scopeOfOwner = (ownerId: string, base: string) => ({
  streams: [[entitlementKind, ownerId]] as const,
  balances: accountsOf(ownerId).map((account) => [account, base] as const),
});

/** The same, where a command changes what a share is: conversions count them too. */
export function scopeOfShares(shares: ConvertedShares, ownerId: string, base: string) {
  const { streams, balances } = scopeOfOwner(ownerId, base);
  return { streams: [...streams, shares.stream(ownerId)], balances };
}

/** `released`: what the same decision moves from hold to what is available in the spot account. */
export function holdingsOf(
  view: View,
  { ownerId, base }: { readonly ownerId: string; readonly base: string },
  released: Amount = ZERO,
): Holdings {
  const moved = new Map([
    [userAccount(ownerId, 'spot', 'frozen'), -released],
    [userAccount(ownerId, 'spot', 'available'), released],
  ]);
  return new Map(
    accountsOf(ownerId).map((account) => [account, view.balance(account, base) + (moved.get(account) ?? ZERO)]),
  );
}
