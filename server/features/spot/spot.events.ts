import { declareEventTypesWith } from '../../engine/history/event-types.js';
import { BOOK_IDS, type BookFactsOf, type RecordedOf } from '../../trading/venue/book.facts.js';

/** What happens in one spot book, stream `spot-<symbol>`. */
export type SpotFacts = BookFactsOf<'Spot'>;
export type SpotEventType = keyof SpotFacts;
export type RecordedSpotEvent = RecordedOf<'Spot'>;
export type SpotOrderAccepted = SpotFacts['SpotOrderAccepted'];
export type SpotOrderMatched = SpotFacts['SpotOrderMatched'];
export type SpotOrderCancelled = SpotFacts['SpotOrderCancelled'];

const SCHEMAS = {
  SpotBookOpened: 1,
  SpotBeatDecided: 1,
  SpotBeatsMissed: 1,
  SpotOrderAccepted: 1,
  SpotOrderTriggered: 1,
  SpotOrderMatched: 1,
  SpotOrderAmended: 1,
  SpotOrderReduced: 1,
  SpotOrderCancelled: 1,
  SpotClosingAuctionOpened: 1,
  SpotAuctionEnded: 1,
  SpotLastTradeMoved: 1,
  SpotTriggersDeferred: 1,
  SpotImpactRecorded: 1,
  SpotOrdersSplit: 1,
} as const satisfies Record<SpotEventType, number>;

export const spotEventTypes: readonly string[] = Object.keys(SCHEMAS);

export const spotEvents = declareEventTypesWith(
  BOOK_IDS,
  ...Object.entries(SCHEMAS).map(([type, schema]) => ({ type, schema })),
);
