import type { Period } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Instant } from '../../core/clock.js';

/** Of which book, and for which candles, somebody needs to know what users left in it. */
export interface TracedSpan {
  readonly symbol: string;
  readonly period: Period;
  /** Where the first candle opens. */
  readonly fromMs: Instant;
  readonly toMs: Instant;
}

/** What users left in a book, as it came from the read model. */
export interface SavedTraces {
  /** Candles that open before this instant are another part: the book was traded in too often for one. */
  readonly fromMs: Instant;
  /** `Traces` as JSON: it is read in the thread of candles. */
  readonly text: string;
}

/** What users of a realm left in books of contracts; the room that runs the books knows it. */
export interface RealmTraces {
  /** `undefined` where nobody pushed the book. */
  within(realm: TradingRealm, span: TracedSpan): Promise<SavedTraces | undefined>;
}
