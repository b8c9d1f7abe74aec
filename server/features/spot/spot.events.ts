import { bookEventsOf } from '../../trading/venue/book-events.js';

/** What happens in one spot book, stream `spot-<symbol>`. */
export const spotEvents = bookEventsOf('Spot');
