import type { Instant } from '../../core/clock.js';
import type { MarketSource } from '../simulator/market-source.js';
import { ticksOf } from '../simulator/price-tree.js';

/**
 * The index price of an instrument in ticks, not rounded; while its market is shut, the last one before. It is the fundamental
 * price, alike in both realms. What users of a realm push for good would be added here, and nowhere else.
 */
export function exactIndexTicks(source: MarketSource, symbol: string, at: Instant): number {
  return source.exactTicksAt(symbol, at);
}

export function indexTicks(source: MarketSource, symbol: string, at: Instant): number {
  return ticksOf(exactIndexTicks(source, symbol, at));
}
