import { format, times, toAmount } from '../../../shared/money';
import type { CoinRow } from './asset-types';

/** An amount of USDT in another currency, rounded down; `rate` is how much of it one USDT is worth. */
export const converted = (usdt: string, rate: string): string => format(times(toAmount(usdt), toAmount(rate), 'down'));

interface Slice {
  currency: string;
  /** Of the whole, 0 to 1. */
  share: number;
}

const SLICES_MAX = 5;

/** The largest holdings as shares of the whole, and the rest of them together under an empty name. */
export function allocation(coins: readonly CoinRow[]): Slice[] {
  const held = coins.filter(({ share }) => share > 0);
  const shown = held.slice(0, SLICES_MAX).map(({ currency, share }) => ({ currency, share }));
  const rest = held.slice(SLICES_MAX).reduce((sum, { share }) => sum + share, 0);
  return rest > 0 ? [...shown, { currency: '', share: rest }] : shown;
}
