/**
 * The door of the matching engine: a book of users' resting orders in price-time priority, on integer ticks and lots.
 * `decide` finds what a command does and changes nothing; `apply` changes the book by one event, live and in replay.
 */

import { isConditional } from '../../../shared/order-type.js';
import { apply } from './apply.js';
import { decide } from './decide.js';
import { LIMITS, type BookLimits } from './limits.js';
import { openOrder } from './snapshot.js';
import { Positions } from './positions.js';
import { Book } from './state.js';
import type { BookCommand, BookEvent, BookRefusal, Liquidity, MomentPrices, OpenOrder, Order, Phase } from './types.js';

export { amendedBy } from './amended.js';
export { apply } from './apply.js';
export { leadsPair } from './checks.js';
export { decide } from './decide.js';
export { closingIndicative, depth, indicative, uncrossed, type Indicative } from './indicative.js';
export { LIMITS, type BookLimits } from './limits.js';
export { bookHash, loadBook, restoreBook, saveBook, storeBook, type SavedBook, type StoredBook } from './snapshot.js';
export {
  ORDER_FACTS,
  ORDER_LIFECYCLE,
  ORDER_STATUSES,
  orderFact,
  statusAfter,
  type OrderFact,
  type OrderStatus,
} from './lifecycle.js';
export { closableLots, isReducing, netLots, type PositionLots, type SavedPosition } from './positions.js';
export type { Book } from './state.js';
export { isDormant } from './trailing.js';
export * from './types.js';

export function createBook(limits: BookLimits = LIMITS): Book {
  return new Book(limits);
}

/** A book that knows how many lots each owner has open, for products with positions. */
export function createPositionBook(limits: BookLimits = LIMITS, positions: Positions = new Positions()): Book {
  return new Book(limits, positions);
}

/** Decides and applies at once. */
export function execute(
  book: Book,
  command: BookCommand,
  liquidity?: Liquidity,
  prices?: MomentPrices,
  phase?: Phase,
): BookEvent[] | BookRefusal {
  const decided = decide(book, command, liquidity, prices, phase);
  if (!Array.isArray(decided)) return decided;
  for (const event of decided) apply(book, event);
  return decided;
}

/** The owner's open orders, untriggered stops included, the oldest first. */
export function ordersOf(book: Book, owner: string): OpenOrder[] {
  return Array.from(book.ordersOf(owner), openOrder);
}

/** One open order, or null. */
export function orderOf(book: Book, orderId: string): OpenOrder | null {
  const resting = book.find(orderId);
  return resting === null ? null : openOrder(resting);
}

const DEFAULTS = {
  stopTicks: null,
  budgetTickLots: null,
  timeInForce: 'GTC',
  postOnly: false,
  selfTrade: 'cancel-taker',
  tag: null,
} as const;

type Plain = Pick<Order, 'orderId' | 'owner' | 'side' | 'priceTicks' | 'lots'>;

/** An order with the usual terms for what is not named: limit, good till cancelled, taker cancelled on self-trade. */
export function newOrder(terms: Plain & Partial<Order>): Order {
  const kind = terms.kind ?? 'limit';
  const timeInForce = kind === 'market' ? 'IOC' : DEFAULTS.timeInForce;
  const trigger = isConditional(kind) ? 'last' : null;
  return { ...DEFAULTS, timeInForce, trigger, kind, ...terms };
}
