import { bookEventsOf } from '../../trading/venue/book-events.js';
import type { BookFactsOf, RecordedOf } from '../../trading/venue/book.facts.js';

/** What happens in one spot book, stream `spot-<symbol>`. */
export type SpotFacts = BookFactsOf<'Spot'>;
export type SpotEventType = keyof SpotFacts;
export type RecordedSpotEvent = RecordedOf<'Spot'>;
export type SpotOrderAccepted = SpotFacts['SpotOrderAccepted'];
export type SpotOrderMatched = SpotFacts['SpotOrderMatched'];
export type SpotOrderCancelled = SpotFacts['SpotOrderCancelled'];

export const spotEvents = bookEventsOf('Spot');

export const spotEventTypes: readonly string[] = spotEvents.map(({ type }) => type);
