import type { View } from '../../core/decider.js';
import { accountsOf } from '../../engine/ledger/chart.js';
import { entitlementKind } from './entitlement.decider.js';
import type { Holdings } from './split.decider.js';

/** What a command that changes an owner's holdings needs loaded. */
export const scopeOfOwner = (ownerId: string, base: string) => ({
  streams: [[entitlementKind, ownerId]] as const,
  balances: accountsOf(ownerId).map((account) => [account, base] as const),
});

export function holdingsOf(
  view: View,
  { ownerId, base }: { readonly ownerId: string; readonly base: string },
): Holdings {
  return new Map(accountsOf(ownerId).map((account) => [account, view.balance(account, base)]));
}
