import type { Amount } from '../../../shared/money.js';

/** What a unit of an asset is worth in USDT, or `null` when nothing prices it. USDT itself is worth 1. */
export abstract class PriceSource {
  /** Now. */
  abstract priceUsdt(asset: string): Amount | null;
  /** At an instant up to now; the same whenever it is asked. */
  abstract priceUsdtAt(asset: string, at: number): Amount | null;
}
