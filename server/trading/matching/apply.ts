/** What each event does to a book. Replay runs only this; it never refuses. */

import { never } from '../../core/never.js';
import { amendedBy } from './amended.js';
import { movesOf, usersOf } from './positions.js';
import { waitingIn, type Resting } from './price-queue.js';
import type { Book } from './state.js';
import type { BookEvent, OrderAccepted, OrderAmended, OrderMatched, OrderTrailed, OrderTriggered } from './types.js';

/**
 * Changes the book in place. An order that never rested (a market order, say) is not known to the book,
 * so events about it change nothing here.
 */
export function apply(book: Book, event: BookEvent): void {
  switch (event.type) {
    case 'OrderAccepted':
      return accept(book, event);
    case 'OrderMatched':
      return match(book, event);
    case 'OrderCancelled': {
      const resting = book.find(event.orderId);
      if (resting !== null) book.remove(resting);
      return;
    }
    case 'OrderTriggered':
      return trigger(book, event);
    case 'OrderTrailed':
      return follow(book, event);
    case 'OrderAmended':
      return amend(book, event);
    case 'OrderReduced': {
      const resting = book.find(event.orderId);
      if (resting === null) return;
      const lots = resting.order.lots - event.lots;
      return book.resize(resting, { ...resting.order, lots }, event.remainingLots);
    }
    case 'PositionsAdjusted':
      return usersOf(event.changes).forEach((change) => book.movePosition(change));
    case 'ClosingAuctionOpened':
      for (const resting of waitingIn(book.closing))
        book.requeue(resting, resting.order, resting.remainingLots, 'book');
      return;
    case 'AuctionEnded':
      for (const resting of book.ordersFor(event.timeInForce))
        book.requeue(resting, resting.order, resting.remainingLots, event.reason);
      return;
    case 'LastTradeMoved':
      book.lastTradeTicks = event.lastTicks;
      return;
    case 'TriggersDeferred':
      book.deferred = { last: event.last, index: event.index, mark: event.mark };
      return;
    case 'ImpactRecorded':
      book.impact = event.impact;
      return;
    default:
      never(event);
  }
}

function accept(book: Book, event: OrderAccepted): void {
  const sequence = book.nextSequence;
  book.nextSequence = sequence + 1;
  if (event.rests === 'no') return;
  const resting = book.add(event.order, event.order.lots, sequence, event.rests);
  // The first leg finds no partner yet, the second finds the first.
  const partner = event.ocoOrderId === null ? null : book.find(event.ocoOrderId);
  if (partner !== null) book.pair(resting, partner);
}

function match(book: Book, event: OrderMatched): void {
  book.lastTradeTicks = event.priceTicks;
  if (book.positions !== null) for (const move of movesOf(event)) book.movePosition(move);
  const { makerOrderId, takerOrderId } = event;
  if (makerOrderId !== null) {
    const oldest = book.opposite(event.takerSide).best()?.oldest ?? null;
    const maker = oldest?.orderId === makerOrderId ? oldest : book.find(makerOrderId);
    if (maker !== null) setRemaining(book, maker, event.makerRemainingLots);
  }
  if (takerOrderId !== null) {
    const taker = book.find(takerOrderId);
    if (taker !== null) setRemaining(book, taker, event.takerRemainingLots);
  }
}

function setRemaining(book: Book, resting: Resting, remainingLots: number): void {
  if (remainingLots === 0) book.remove(resting);
  else book.resize(resting, resting.order, remainingLots);
}

function trigger(book: Book, event: OrderTriggered): void {
  const resting = book.find(event.orderId);
  if (resting === null) return;
  if (event.rests === 'no') book.remove(resting);
  else book.requeue(resting, resting.order, resting.remainingLots, event.rests);
}

function follow(book: Book, { orderId, stopTicks, priceTicks }: OrderTrailed): void {
  const resting = book.find(orderId);
  if (resting === null || resting.order.trail === undefined) return;
  const trail = { ...resting.order.trail, isActive: true };
  book.requeue(resting, { ...resting.order, stopTicks, priceTicks, trail }, resting.remainingLots, 'stops');
}

function amend(book: Book, event: OrderAmended): void {
  const resting = book.find(event.orderId);
  if (resting === null) return;
  const { remainingLots } = event;
  const order = amendedBy(resting.order, event);
  if (event.keepsPriority) book.resize(resting, order, remainingLots);
  else book.requeue(resting, order, remainingLots, resting.place);
}
