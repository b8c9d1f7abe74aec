import type { Instant } from '../clock.js';

/** The lowest and the highest daily rate, as shares. */
export interface RateBand {
  readonly rateMin: string;
  readonly rateMax: string;
}

/** Daily rates of custody, drawn from the epochs' seeds; the market provides them. They follow from seed, product and date alone. */
export abstract class CustodyRates {
  /** The epoch that a date's 00:00 UTC lies in, and when its seed is revealed. */
  abstract epochOf(date: string): { readonly epoch: number; readonly revealsAt: Instant };
  /** Of a date whose seed is revealed. @throws where the seed is not known yet */
  abstract rateOf(productId: string, date: string, band: RateBand): string;
}
