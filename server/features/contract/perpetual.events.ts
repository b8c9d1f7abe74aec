import { declareEventTypesWith } from '../../engine/history/event-types.js';
import { BOOK_IDS, type PositionFactsOf } from '../../trading/venue/book.facts.js';

/** What happens in one book of perpetual contracts, stream `perpetual-<contract>`. */
type PerpetualEventType = keyof PositionFactsOf<'Perpetual'>;

const SCHEMAS = {
  PerpetualBookOpened: 1,
  PerpetualBeatDecided: 1,
  PerpetualBeatsMissed: 1,
  PerpetualOrderAccepted: 1,
  PerpetualOrderTriggered: 1,
  PerpetualOrderMatched: 1,
  PerpetualOrderAmended: 1,
  PerpetualOrderReduced: 1,
  PerpetualOrderCancelled: 1,
  PerpetualClosingAuctionOpened: 1,
  PerpetualAuctionEnded: 1,
  PerpetualLastTradeMoved: 1,
  PerpetualTriggersDeferred: 1,
  PerpetualImpactRecorded: 1,
  PerpetualOrdersSplit: 1,
  PerpetualPositionsAdjusted: 1,
} as const satisfies Record<PerpetualEventType, number>;

export const perpetualEvents = declareEventTypesWith(
  BOOK_IDS,
  ...Object.entries(SCHEMAS).map(([type, schema]) => ({ type, schema })),
);
