import type { Instant } from '../clock.js';
import type { Amount } from '../../../shared/money.js';
import type { Refusal } from '../refusal.js';

/** The index price of an asset at an instant: anybody recomputes it from the epoch's seed, the instrument and the instant. */
export interface IndexPrice {
  readonly asset: string;
  /** USDT per unit; 1 for USDT itself. */
  readonly priceUsdt: Amount;
  /** The instrument that prices it; `null` for USDT. */
  readonly symbol: string | null;
  readonly at: Instant;
}

/** The price of now, or the last one before its market closed; then `at` is the instant of closing. */
export interface LastIndexPrice extends IndexPrice {
  /** `null` while the market is open. */
  readonly opensAt: Instant | null;
}

/**
 * What somebody may deal at now, as opposed to what something is worth (`PriceSource`): while an instrument's market is closed
 * there is no such price. The market runtime provides it.
 * Refusals: `market.symbol-unknown`, `market.closed`, `market.halted`.
 */
export abstract class IndexPrices {
  abstract index(asset: string): IndexPrice | Refusal;
  /**
   * Whoever deals at a price that stands still takes a margin for what may happen before the market opens. Only a market that
   * never opens again has none: `market.halted`.
   */
  abstract lastIndex(asset: string): LastIndexPrice | Refusal;
}
