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

export function saveBook(book: Book): SavedBook {
  const { nextSequence, lastTradeTicks, deferred, impact } = book;
  const orders = Array.from(book.everyOrder(), openOrder);
  const saved = { schema: 1, nextSequence, lastTradeTicks, deferred, impact, orders } as const;
  return book.positions === null ? saved : { ...saved, positions: book.positions.save() };
}

export function loadBook(saved: SavedBook, limits: BookLimits = LIMITS): Book {
  const book = new Book(limits, saved.positions === undefined ? null : Positions.load(saved.positions));
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
