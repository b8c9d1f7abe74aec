import type { Amount } from '../../../shared/money.js';

/** What a unit of an asset is worth in USDT, or `null` when nothing prices it. USDT itself is worth 1. */
export abstract class PriceSource {
  /** Now. */
  abstract priceUsdt(asset: string): Amount | null;
  /** The price at an instant up to now; always the same for the same instant. */
  abstract priceUsdtAt(asset: string, at: number): Amount | null;
}
