import type { Amount } from '../../shared/money.js';
import type { Instant } from './clock.js';

/** Net asset values of fund units, which balances are valued by. The fund feature adds them as they are struck. */
export class UnitPrices {
  private readonly byAsset = new Map<string, { readonly at: Instant; readonly price: Amount }[]>();

  /** In the order of their instants; one that is known already changes nothing. */
  add(asset: string, at: Instant, price: Amount): void {
    const known = this.byAsset.get(asset) ?? [];
    if (known.length === 0) this.byAsset.set(asset, known);
    if ((known.at(-1)?.at ?? -Infinity) < at) known.push({ at, price });
  }

  /** The last one struck at an instant or before; `null` where there is none. */
  priceAt(asset: string, at: Instant): Amount | null {
    return this.byAsset.get(asset)?.findLast((one) => one.at <= at)?.price ?? null;
  }
}
