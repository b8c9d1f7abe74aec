import type { Instant } from '../../core/clock.js';
import type { MarketSource } from '../simulator/market-source.js';
import { fromSteps, type Amount } from '../../../shared/money.js';
import { ticksOf } from '../simulator/price-tree.js';

/** A price to deal at without a book is finer than a tick, which is 10 to 20 basis points of the cheapest coins. */
export const STEPS_PER_TICK = 10_000;

/**
 * The index price of an instrument in ticks, not rounded; while its market is shut, the last one before. From the source of a realm it has
 * in it what users there pushed for good; from that of the seeds it is the fundamental price, which is alike in both realms.
 */
export function exactIndexTicks(source: Pick<MarketSource, 'exactTicksAt'>, symbol: string, at: Instant): number {
  return source.exactTicksAt(symbol, at);
}

export function indexTicks(source: Pick<MarketSource, 'exactTicksAt'>, symbol: string, at: Instant): number {
  return ticksOf(exactIndexTicks(source, symbol, at));
}

/** A price in ticks that are not rounded, to a ten-thousandth of a tick. */
export function finePrice(ticks: number, tick: Amount): Amount {
  return fromSteps(Math.round(ticks * STEPS_PER_TICK), tick) / BigInt(STEPS_PER_TICK);
}
