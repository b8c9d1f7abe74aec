import type { Amount } from '../../core/money.js';

/** Nest token of the `PriceSource`, provided by the market runtime. */
export const PRICE_SOURCE = 'PRICE_SOURCE';

/** What a unit of an asset is worth in USDT, or `null` when nothing prices it. USDT itself is worth 1. */
export interface PriceSource {
  /** Now. */
  priceUsdt(asset: string): Amount | null;
  /** At an instant up to now; the same whenever it is asked. */
  priceUsdtAt(asset: string, at: number): Amount | null;
}
