import type { Instant } from '../clock.js';
import type { Amount } from '../../../shared/money.js';
import type { Refusal } from '../refusal.js';

/** The fundamental price of an asset at an instant, which no trade moves: anybody recomputes it from seed, instrument and instant. */
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
 * The price to deal at now, as opposed to a valuation (`PriceSource`): a closed market has none. The market runtime provides it.
 * Refusals: `market.symbol-unknown`, `market.closed`, `market.halted`, `market.not-listed`, `market.delisted`.
 */
export abstract class IndexPrices {
  /** To a ten-thousandth of the instrument's tick: a dealer would wait for a rounding in their favour. `at` is now, read once for all prices of a deal. */
  abstract index(asset: string, at: Instant): IndexPrice | Refusal;
  /**
   * The last price of a closed market, rounded to the tick; deals at it add a margin for moves before the opening. Only a market
   * that never opens again has none: `market.halted`, `market.not-listed`, `market.delisted`.
   */
  abstract lastIndex(asset: string): LastIndexPrice | Refusal;
  /**
   * What the price of an asset changed in each of its last thirty traded minutes that were over at an instant, as shares, oldest
   * first: public candles, so they tell nothing early. Empty for USDT.
   */
  abstract minuteReturns(asset: string, at: Instant): readonly number[];
}
