import { bookKind, type BookKind } from '../../trading/venue/book.state.js';
import './spot.events.js';
import { spotProduct } from './spot.settlement.js';

/** Stream `spot-<symbol>`: the book with the users' orders, and what is on hold for each. */
export const spotKind: BookKind = bookKind(spotProduct);
