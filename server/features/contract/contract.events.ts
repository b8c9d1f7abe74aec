import { bookEventsOf } from '../../trading/venue/book-events.js';
import type { PositionFactsOf } from '../../trading/venue/book.facts.js';

/** What happens in one book of a contract, stream `contract-<symbol>`. */
export type ContractFacts = PositionFactsOf<'Contract'>;

export const contractEvents = bookEventsOf('Contract', { hasPositions: true });
