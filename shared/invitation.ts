import { amount, format, least, roundTo, times, ZERO, type Amount } from './money.js';

/** Rewards are in USDT, rounded down to this. */
const MONEY_DECIMALS = 8;

/** Shares of a fee by level, the nearest first: `level1` is for the inviter, `level4` for the fourth person above. */
export interface LevelShares {
  readonly level1: string;
  readonly level2: string;
  readonly level3: string;
  readonly level4: string;
}

/**
 * What each level earns of a fee. `most`: what the fee tables leave for all levels together. The near levels come first, and the
 * far ones get what is left.
 */
export function sharesOf({ level1, level2, level3, level4 }: LevelShares, most: Amount): readonly Amount[] {
  let left = most;
  return [level1, level2, level3, level4].map((written) => {
    const share = least(amount(written), left);
    left -= share;
    return share;
  });
}

/** USDT for the fees of a level on a date. */
export function rewardOf(fees: string, share: Amount): string {
  return format(roundTo(times(amount(fees), share, 'down'), MONEY_DECIMALS, 'down'));
}

/** Sums texts. */
export function totalOf(texts: readonly string[]): string {
  return format(texts.reduce((sum, text) => sum + amount(text), ZERO));
}
