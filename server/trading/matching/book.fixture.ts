/** Given, when and then for books, drawn as pictures: `sell 101 ann:5 ben:3` is one level, the older order first. */

import { createBook, execute, newOrder, type Book, type BookEvent, type BookLimits, type BookRefusal } from './book.js';
import type {
  AdvanceMarket,
  BookCommand,
  Liquidity,
  MomentPrices,
  Order,
  PriceRange,
  Side,
  TriggersDeferred,
} from './types.js';

/** A beat in which nothing moves and nobody comes. */
export const STILL = {
  type: 'AdvanceMarket',
  traded: null,
  noiseTakers: [],
  index: null,
  mark: null,
  opening: false,
  closing: false,
} as const satisfies AdvanceMarket;

export interface Scene {
  readonly book: Book;
  /** Places an order; its id is its owner's name unless one is named. */
  place(owner: string, side: Side, priceTicks: number, lots: number, terms?: Partial<Order>): Answer;
  when(command: BookCommand, liquidity?: Liquidity, prices?: MomentPrices): Answer;
  picture(): string[];
}
type Answer = readonly string[];

/** A book with these levels, oldest orders first as drawn. Agents quote only where a step hands in liquidity. */
export function given(levels: readonly string[] = [], limits?: BookLimits): Scene {
  const book = createBook(limits);
  const when: Scene['when'] = (command, liquidity, prices) => answerText(execute(book, command, liquidity, prices));
  const scene: Scene = {
    book,
    when,
    place: (owner, side, priceTicks, lots, terms) => when(placing(owner, side, priceTicks, lots, terms)),
    picture: () => picture(book),
  };
  for (const level of levels) {
    const [side, price, ...orders] = level.split(/\s+/);
    for (const order of orders) {
      const [owner, lots] = order.split(':');
      scene.place(owner!, side as Side, Number(price), Number(lots), { orderId: owner! });
    }
  }
  return scene;
}

export function placing(
  owner: string,
  side: Side,
  priceTicks: number,
  lots: number,
  terms: Partial<Order> = {},
): BookCommand & { type: 'PlaceOrder' } {
  return { type: 'PlaceOrder', order: newOrder({ orderId: owner, owner, side, priceTicks, lots, ...terms }) };
}

function picture(book: Book): string[] {
  const levels = (side: Side, queue: Book['bids']): string[] =>
    queue.levels.map((level) => {
      const orders: string[] = [];
      for (let at = level.oldest; at !== null; at = at.younger) orders.push(`${at.order.orderId}:${at.remainingLots}`);
      return `${side} ${level.priceTicks} ${orders.join(' ')}`;
    });
  return [...levels('sell', book.asks), ...levels('buy', book.bids).reverse()];
}

const rangeText = (range: PriceRange | null): string =>
  range === null ? 'none' : `${range.lowTicks}-${range.highTicks}`;

function deferredText({ last, index, mark }: TriggersDeferred): string {
  if ((last ?? index ?? mark) === null) return 'none';
  return `last ${rangeText(last)}, index ${rangeText(index)}, mark ${rangeText(mark)}`;
}

/** Events as short sentences; a refusal as its code. */
export function answerText(answer: BookEvent[] | BookRefusal): Answer {
  return Array.isArray(answer) ? answer.map(sentence) : [answer.refusal];
}

function sentence(event: BookEvent): string {
  switch (event.type) {
    case 'OrderAccepted':
      return `accepted ${event.order.orderId}, rests: ${event.rests}`;
    case 'OrderMatched': {
      const taker = event.takerOrderId ?? event.takerOwner;
      return `${taker} takes ${event.lots} at ${event.priceTicks} from ${event.makerOrderId ?? event.makerOwner}`;
    }
    case 'OrderTriggered':
      return `triggered ${event.orderId}, rests: ${event.rests}`;
    case 'OrderTrailed':
      return `${event.orderId} trails ${event.reachedTicks} at ${event.stopTicks}, at worst for ${event.priceTicks}`;
    case 'OrderAmended':
      return `amended ${event.orderId}, ${event.keepsPriority ? 'keeps' : 'loses'} its place`;
    case 'OrderReduced':
      return `reduced ${event.orderId} by ${event.lots} to ${event.remainingLots}`;
    case 'OrderCancelled':
      return `cancelled ${event.orderId} with ${event.remainingTickLots ?? event.remainingLots} left: ${event.reason}`;
    case 'PositionsAdjusted':
      return `positions adjusted: ${event.changes.map(({ owner, lots, positionSide }) => `${owner} ${positionSide} ${lots}`).join(', ')}`;
    case 'ClosingAuctionOpened':
      return 'closing auction';
    case 'AuctionEnded':
      return `${event.timeInForce} ended: ${event.reason}`;
    case 'LastTradeMoved':
      return `last trade at ${event.lastTicks}`;
    case 'TriggersDeferred':
      return `deferred stops: ${deferredText(event)}`;
    case 'ImpactRecorded':
      return 'impact recorded';
  }
}
