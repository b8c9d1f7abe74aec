import { exp, ln } from './exact-math.js';

/**
 * From so many USDT a day on, trades are larger and not more: the large futures, which trade in contracts, and more than a tape of three
 * prints a beat could show.
 */
const MOST_TRADES_AT_USDT = 2_000_000_000;

/** Busier markets have more trades and larger ones: about 230,000 a day at 900 million, 15,000 at one million, never above 316,000. */
export function usualTradesPerDay(dailyVolumeUsdt: number): number {
  return 60 * exp(0.4 * ln(Math.min(dailyVolumeUsdt, MOST_TRADES_AT_USDT)));
}

/**
 * The usual size of a quote near the touch, in USDT: 23,000 where 900 million a day trade, 1,500 where one million does. Where trades are
 * larger, quotes are so by the same factor.
 */
export function usualLevelUsdt(dailyVolumeUsdt: number): number {
  const larger = Math.max(1, dailyVolumeUsdt / MOST_TRADES_AT_USDT);
  return 6 * exp(0.4 * ln(dailyVolumeUsdt / larger)) * larger;
}
