import type { Amount } from '../../../shared/money.js';
import type { Instant } from '../clock.js';

/** What users traded in the last 24 hours, in the book of any product. */
export abstract class DayTrades {
  /** The highest and lowest price up to an instant, to the minute, and no earlier than `since`; `undefined` where no user traded. */
  abstract traded(
    realm: string,
    symbol: string,
    at: Instant,
    since: Instant,
  ): { readonly high: Amount; readonly low: Amount } | undefined;
}
