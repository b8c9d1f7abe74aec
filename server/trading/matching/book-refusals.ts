/** What a book says no to. */

import type { Refusal } from '../../core/refusal.js';

/** In the order in which they are checked. */
export const BOOK_REFUSALS = [
  'order.price-not-positive',
  'order.stop-price-not-positive',
  'order.quantity-below-minimum',
  'book.quantity-above-limit',
  'order.already-exists',
  'order.not-found',
  'book.not-your-order',
  'book.stop-price-not-allowed',
  'book.budget-only-for-market-buys',
  'book.notional-above-limit',
  'order.time-in-force-not-allowed',
  'order.post-only-not-allowed',
  'book.position-side-not-allowed',
  'book.budget-not-for-reduce-only',
  'book.attached-not-allowed',
  'book.oco-legs-do-not-fit',
  'book.whole-position-has-no-quantity',
  'order.oco-prices-out-of-order',
  'order.quantity-below-filled',
  'order.nothing-to-amend',
  'order.reduce-only-no-position',
  'order.reduce-only-exceeds-position',
  'order.too-many-open-orders',
  'order.book-full',
  'order.stop-already-reached',
  'order.take-profit-already-reached',
  'order.activation-already-reached',
  'order.not-in-call',
  'order.only-in-call',
  'order.closing-cut-off',
  'order.crosses-own-order',
  'order.post-only-would-cross',
  'book.budget-below-one-lot',
  'order.fok-unfillable',
  'book.position-changes-do-not-balance',
  'book.position-below-zero',
] as const;
export type BookRefusalCode = (typeof BOOK_REFUSALS)[number];

/** Why a command does nothing: a name, and the figures the rule looked at. */
export type BookRefusal = Refusal<BookRefusalCode>;
