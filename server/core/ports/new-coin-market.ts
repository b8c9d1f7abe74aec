import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../clock.js';

/** What a new coin is listed with. */
export interface NewCoinTerms {
  readonly coin: string;
  readonly name: string;
  readonly issuePrice: string;
  readonly volume: number;
  readonly listsOn: string;
  readonly openMin: string;
  readonly openMax: string;
  readonly callMinutes: number;
  readonly floatShare: string;
  readonly volatilityAnnual: string;
}

/** A new coin as the catalogue takes it up: from the call on, with the price that a seed drew. */
export interface NewCoinListing {
  readonly spec: InstrumentSpec;
  readonly opensAt: Instant;
  /** Whose effective seed drew the opening price, and which step of the band it was. */
  readonly epoch: number;
  readonly step: number;
  readonly openPrice: string;
}

/** Where new coins are listed, and what is drawn for them; the market provides it. */
export abstract class NewCoinMarket {
  /** Whether no instrument has this code. */
  abstract isFree(coin: string): boolean;
  /** The epoch that ends at 00:00 UTC of a date, and when it may be promised at the earliest: what comes later cannot know it. */
  abstract tieEpoch(listsOn: string): { readonly epoch: number; readonly promisedFrom: Instant };
  /** Its effective seed once it is revealed. @throws before */
  abstract tieSeed(listsOn: string): string;
  /** @throws where the seed of the listing is not known yet */
  abstract listingOf(terms: NewCoinTerms, at: Instant): NewCoinListing;
}
