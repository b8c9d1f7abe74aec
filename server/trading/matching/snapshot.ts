/** A book as plain JSON: the same book gives the same text, and the text gives the same book. */

import { createHash } from 'node:crypto';
import { LIMITS, type BookLimits } from './limits.js';
import { Positions, type SavedPosition } from './positions.js';
import { Book, type Deferred } from './state.js';
import type { Resting } from './price-queue.js';
import type { OpenOrder } from './types.js';

export interface SavedBook {
  readonly schema: 1;
  readonly nextSequence: number;
  readonly lastTradeTicks: number | null;
  readonly deferred: Deferred;
  readonly impact: unknown;
  /** Bids, asks, stops by what they watch, trailing ones that are not active yet, triggered stops, orders at the close, orders of ended auctions; each best level first, and in a level the older first. */
  readonly orders: readonly OpenOrder[];
  /** By their owners' names; a book without positions has no such key. */
  readonly positions?: readonly SavedPosition[];
}

export function openOrder(resting: Resting): OpenOrder {
  const { order, remainingLots, partner, place, sequence } = resting;
  const { positionSide, reduceOnly, trail, margin, attached, parent, wholePosition } = order;
  return {
    order: {
      orderId: order.orderId,
      owner: order.owner,
      side: order.side,
      kind: order.kind,
      priceTicks: order.priceTicks,
      stopTicks: order.stopTicks,
      trigger: order.trigger,
      lots: order.lots,
      budgetTickLots: order.budgetTickLots,
      timeInForce: order.timeInForce,
      postOnly: order.postOnly,
      selfTrade: order.selfTrade,
      tag: order.tag,
      ...(positionSide !== undefined && reduceOnly !== undefined && { positionSide, reduceOnly }),
      ...(trail !== undefined && { trail }),
      ...(margin !== undefined && { margin }),
      ...(attached !== undefined && { attached }),
      ...(parent !== undefined && { parent }),
      ...(wholePosition && { wholePosition }),
    },
    remainingLots,
    ocoOrderId: partner === null ? null : partner.order.orderId,
    place,
    sequence,
  };
}

function savedOrders(book: Book): Omit<SavedBook, 'positions'> {
  const { nextSequence, lastTradeTicks, deferred, impact } = book;
  const orders = Array.from(book.everyOrder(), openOrder);
  return { schema: 1, nextSequence, lastTradeTicks, deferred, impact, orders };
}

export function saveBook(book: Book): SavedBook {
  const saved = savedOrders(book);
  return book.positions === null ? saved : { ...saved, positions: book.positions.save() };
}

/** A book as a snapshot stores it: positions in pages of lines. */
export interface StoredBook extends Omit<SavedBook, 'positions'> {
  readonly positions?: readonly string[];
}

export function storeBook(book: Book): StoredBook {
  const saved = savedOrders(book);
  return book.positions === null ? saved : { ...saved, positions: book.positions.savePages() };
}

export function restoreBook({ positions, ...saved }: StoredBook): Book {
  return loadOrders(new Book(LIMITS, positions === undefined ? null : Positions.loadPages(positions)), saved);
}

export function loadBook({ positions, ...saved }: SavedBook, limits: BookLimits = LIMITS): Book {
  return loadOrders(new Book(limits, positions === undefined ? null : Positions.load(positions)), saved);
}

function loadOrders(book: Book, saved: Omit<SavedBook, 'positions'>): Book {
  // An owner's orders are sorted by age, not by their place in the levels.
  const owned = [...saved.orders].sort((one, other) => one.sequence - other.sequence);
  const loaded = new Map(owned.map((open) => [open.order.orderId, admit(book, open)]));
  for (const { order, ocoOrderId } of saved.orders) {
    const resting = loaded.get(order.orderId)!;
    book.enqueue(resting);
    const partner = ocoOrderId === null ? undefined : loaded.get(ocoOrderId);
    if (partner !== undefined) book.pair(resting, partner);
  }
  const { nextSequence, lastTradeTicks, deferred, impact } = saved;
  return Object.assign(book, { nextSequence, lastTradeTicks, deferred, impact });
}

function admit(book: Book, { order, remainingLots, sequence, place }: OpenOrder): Resting {
  return book.admit(order, remainingLots, sequence, place);
}

/** SHA-256, in hexadecimal, of the saved book. Equal for equal books, whichever way they came about. */
export function hashSaved(saved: SavedBook): string {
  return createHash('sha256').update(JSON.stringify(saved)).digest('hex');
}

export function bookHash(book: Book): string {
  return hashSaved(saveBook(book));
}
