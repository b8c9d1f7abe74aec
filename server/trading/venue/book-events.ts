import { declareEventTypesWith, type EventType } from '../../engine/history/event-types.js';
import { BOOK_IDS, type BookFactsOf, type PositionFactsOf } from './book.facts.js';

const BOOK_SCHEMAS = {
  BookOpened: 1,
  BeatDecided: 1,
  BeatsMissed: 1,
  OrderAccepted: 1,
  OrderTriggered: 1,
  OrderTrailed: 1,
  OrderMatched: 1,
  OrderAmended: 1,
  OrderReduced: 1,
  OrderCancelled: 1,
  ClosingAuctionOpened: 1,
  AuctionEnded: 1,
  LastTradeMoved: 1,
  TriggersDeferred: 1,
  ImpactRecorded: 1,
  OrdersSplit: 1,
} as const satisfies Record<keyof BookFactsOf<''>, number>;

const POSITION_BOOK_SCHEMAS = {
  ...BOOK_SCHEMAS,
  PositionsAdjusted: 1,
} as const satisfies Record<keyof PositionFactsOf<''>, number>;

/** Declares what happens in the books of a product under its own names: `SpotOrderMatched`. */
export function bookEventsOf(prefix: string, { hasPositions = false } = {}): readonly EventType[] {
  const schemas = Object.entries(hasPositions ? POSITION_BOOK_SCHEMAS : BOOK_SCHEMAS);
  return declareEventTypesWith(BOOK_IDS, ...schemas.map(([fact, schema]) => ({ type: `${prefix}${fact}`, schema })));
}
