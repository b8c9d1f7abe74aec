import type { Instant } from '../clock.js';

/** A dividend, split or delisting of a holding, as it came into effect. */
export interface HoldingAction {
  /** From when prices and shares have it. */
  readonly dueAt: Instant;
  /** Of a dividend: for each share, in USDT. */
  readonly perShare: string | null;
  /** Of a split. */
  readonly newShares: number | null;
  readonly oldShares: number | null;
  /** Of a delisting: what each share is paid, in USDT. */
  readonly cashOut: string | null;
}

/** What funds are valued by. Everything follows from seeds, calendars and the house's history; the market provides it. */
export abstract class FundPrices {
  /** Whether the catalogue has the asset, priced in USDT. */
  abstract has(asset: string): boolean;
  /** The last official close up to an instant, by the calendar: that instant itself of a market that never closes. */
  abstract closeAt(asset: string, at: Instant): Instant | undefined;
  /** The price of a close in USDT, as it was then; `undefined` of an asset that is not priced any more. @throws before the market is open to us */
  abstract priceOf(asset: string, closeAt: Instant): string | undefined;
  /** What came into effect after one instant and up to another, oldest first. */
  abstract actions(asset: string, after: Instant, until: Instant): readonly HoldingAction[];
  /** The past price of an asset in shares of today, less later dividends. */
  abstract pastPrice(asset: string, at: Instant): string | undefined;
  /** The epoch that an instant lies in. */
  abstract epochAt(at: Instant): number;
  /** Whether the seed of the epoch that contains a date's 00:00 UTC draws the date for rebalancing, one in `oneIn`. */
  abstract isRebalancing(level: string, date: string, oneIn: number): boolean;
}
