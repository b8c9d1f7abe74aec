import type { MarketSource } from '../simulator/market-source.js';

const MINUTE_MS = 60_000;
/** Long enough for a steady figure, short enough to follow a storm. */
const RETURNS = 30;

/** What a price changed in each of its last traded minutes that were over at an instant, as shares, oldest first. */
export function minuteReturns(source: Pick<MarketSource, 'outlines'>, symbol: string, at: number): number[] {
  const candles = source.outlines(symbol, '1m', { beforeMs: at - (at % MINUTE_MS), limit: RETURNS });
  return candles.map(({ openTicks, closeTicks }) => (closeTicks - openTicks) / openTicks);
}
