import { ACCOUNT_SPACES, type AccountSpace, type AssetRow } from '../../../contracts/asset.contract';
import { format, roundTo, toAmount } from '../../../shared/money';

export const isSpace = (text: string | null): text is AccountSpace => ACCOUNT_SPACES.some((space) => space === text);

/** What is available of a coin in a space; `0` where there is none. */
export function availableIn(rows: readonly AssetRow[], space: AccountSpace, currency: string): string {
  return rows.find((row) => row.space === space && row.currency === currency)?.available ?? '0';
}

/** How much an account lacks for an amount; `null` if nothing. */
export function missingFor(amount: string, available: string): string | null {
  const missing = toAmount(amount || '0') - toAmount(available);
  return missing > 0n ? format(missing) : null;
}

/** Coins that can be moved out of a space, what is worth most first, as the server sorts them. */
export function movable(rows: readonly AssetRow[], space: AccountSpace): AssetRow[] {
  return rows.filter((row) => row.space === space && toAmount(row.available) > 0n);
}

/** A share of an amount in per cent, rounded down to eight decimals; the whole is everything to the last digit. */
export function shareOf(available: string, percent: number): string {
  if (percent >= 100) return available;
  return format(roundTo((toAmount(available) * BigInt(Math.round(percent))) / 100n, 8, 'down'));
}

/** How much of what is available an amount is: 0 to 100. */
export function percentOf(amount: string, available: string): number {
  const all = toAmount(available);
  if (all <= 0n) return 0;
  const percent = (toAmount(amount || '0') * 100n) / all;
  return percent > 100n ? 100 : Number(percent);
}

export const sum = (a: string, b: string): string => format(toAmount(a) + toAmount(b || '0'));
