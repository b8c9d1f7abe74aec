import type { Instant } from '../../core/clock.js';
import type { OptionTiming } from '../../core/ports/option-prices.js';
import { STEPS_PER_TICK } from '../mark-price/index-price.js';
import { BEATS_PER_SECOND } from '../simulator/beats.js';
import type { MarketSource } from '../simulator/market-source.js';
import type { ExpectedVariances } from '../volatility/expected-variance.js';
import { averagedShare, type OptionSpread } from './option-chances.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * What an option's average is expected to differ from its entry by. The mean of the price follows the drift, so the mean of its logarithm
 * lies half a variance below it: a fall is a little likelier than a rise, and pays a little less. `undefined` where the variance is not drawn.
 */
export function optionSpread(
  source: MarketSource,
  expected: ExpectedVariances,
  symbol: string,
  { seconds, averageSeconds }: Pick<OptionTiming, 'seconds' | 'averageSeconds'>,
  at: Instant,
): OptionSpread | undefined {
  const drawn = source.variance?.(symbol);
  // A whole minute at least: variance is even within one.
  const spanMs = Math.max(MINUTE_MS, seconds * SECOND_MS);
  const found = drawn && expected.within(symbol, at, spanMs);
  if (drawn === undefined || found === undefined) return undefined;
  const beats = averageSeconds * BEATS_PER_SECOND;
  const share = averagedShare(seconds * BEATS_PER_SECOND, beats);
  const variance = ((found.variance * seconds * SECOND_MS) / spanMs) * share;
  const squares = drawn.legs.reduce((sum, { weight }) => sum + weight * weight, 0);
  const convexity = drawn.legs.reduce((sum, leg) => sum + leg.convexity, 0) / squares;
  // On average a price of the mean is half the averaged time before the end.
  const mean = drawn.driftPerSecond * (seconds - averageSeconds / 2) + convexity * variance;
  return { variance, mean, priceSteps: source.exactTicksAt(symbol, at) * STEPS_PER_TICK, beats };
}
