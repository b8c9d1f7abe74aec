import type { TradingRealm } from '../../../contracts/realm.contract.js';

/** Whose books a caller sees: a visitor those of the real realm. */
export function realmOf(session: { readonly realm: TradingRealm } | undefined): TradingRealm {
  return session?.realm ?? 'real';
}
