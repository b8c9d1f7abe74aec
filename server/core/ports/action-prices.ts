import type { Instant } from '../clock.js';

/** What a corporate action is counted from. The market runtime provides it. */
export abstract class ActionPrices {
  /** The last price before an instant, on the tick and in the quote asset; `undefined` before the market is open to us. */
  abstract closeBefore(symbol: string, at: Instant): string | undefined;
  /** The average index of the last open minutes before an instant, as deliveries settle; to a ten-thousandth of a tick. */
  abstract averageBefore(symbol: string, at: Instant): string | undefined;
}
