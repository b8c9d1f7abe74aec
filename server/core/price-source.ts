import type { Amount } from '../../shared/money.js';

/** What a unit of an asset is worth in USDT, or `null` when nothing prices it. USDT itself is worth 1. Token `PRICE_SOURCE`. */
export interface PriceSource {
  /** Now. */
  priceUsdt(asset: string): Amount | null;
  /** At an instant up to now; the same whenever it is asked. */
  priceUsdtAt(asset: string, at: number): Amount | null;
}
