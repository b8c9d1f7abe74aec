import type { Amount } from '../../shared/money.js';
import type { Instant } from './clock.js';
import type { RecordedEvent } from './event.js';
import type { WatchedCandle, WatchedSpan } from './ports/watched-prices.js';

/** The public price of one instrument, from revealed seeds. */
export interface PublicPrices {
  /** In the quote asset. */
  readonly tick: Amount;
  /** The candles that were public at an instant, and until when they were counted so. */
  scaleAt(at: Instant): { readonly until: Instant; candles(span: WatchedSpan): readonly WatchedCandle[] };
}

/** Something that a person was told because of a public price. */
export interface PricedFact {
  readonly symbol: string;
  readonly reachedAt: Instant;
  /** What the history says. */
  readonly found: string;
  /** What the prices say. */
  expected(prices: PublicPrices): string;
}

/** A noun's events that follow from public prices alone, for the audit to compute again. */
export interface PriceAudit {
  readonly what: 'alert';
  /** Takes the events of one realm in order. */
  begin(): { take(event: RecordedEvent): PricedFact | undefined };
}
