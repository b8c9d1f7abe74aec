/** The operations of the matching bench: a book that deepens while its middle wanders slowly. */

import { createBook, execute, newOrder, type Book, type BookCommand } from '../server/trading/matching/book.js';

const MIDDLE_TICKS = 100_000;
export type Operation =
  | {
      readonly kind: 'limit';
      readonly id: string;
      readonly buy: boolean;
      readonly price: number;
      readonly lots: number;
    }
  | { readonly kind: 'cancel'; readonly id: string; readonly buy: boolean }
  | { readonly kind: 'market'; readonly id: string; readonly buy: boolean; readonly lots: number };

function seededDraw(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** 55% limit, 40% cancel of an order that rests, 5% market. One limit order in ten may cross;
 * the middle steps by a tick once in `operationsPerStep`: the faster it wanders, the fewer orders it leaves to rest. */
export function makeOperations(count: number, seed: number, operationsPerStep: number): Operation[] {
  const draw = seededDraw(seed);
  const shadow = createBook();
  const open: { id: string; buy: boolean }[] = [];
  const operations: Operation[] = [];
  let middle = MIDDLE_TICKS;
  while (operations.length < count) {
    const chance = draw(100);
    const buy = draw(2) === 0;
    const id = `o-${operations.length}`;
    const lots = 1 + draw(100);
    if (draw(operationsPerStep) === 0) middle += draw(2) * 2 - 1;
    let operation: Operation | null = null;
    if (chance < 55) {
      const away = draw(10) === 0 ? -draw(5) : 1 + Math.min(draw(200), draw(200));
      operation = { kind: 'limit', id, buy, price: buy ? middle - away : middle + away, lots };
      open.push({ id, buy });
    } else if (chance < 95) {
      operation = pickOpen(shadow, open, draw);
    } else {
      operation = { kind: 'market', id, buy, lots };
    }
    if (operation === null) continue;
    operations.push(operation);
    execute(shadow, commandOf(operation));
  }
  return operations;
}

function pickOpen(
  shadow: Book,
  open: { id: string; buy: boolean }[],
  draw: (bound: number) => number,
): Operation | null {
  while (open.length > 0) {
    const at = draw(open.length);
    const { id, buy } = open[at]!;
    open[at] = open[open.length - 1]!;
    open.pop();
    if (shadow.find(id) !== null) return { kind: 'cancel', id, buy };
  }
  return null;
}

/** Buyers and sellers apart, because the peer's book knows no owners here and lets them trade with themselves. */
const BUYERS = Array.from({ length: 1_000 }, (_, index) => `buyer-${index}`);
const SELLERS = Array.from({ length: 1_000 }, (_, index) => `seller-${index}`);
const ownerOf = (id: string, buy: boolean): string => (buy ? BUYERS : SELLERS)[Number(id.slice(2)) % BUYERS.length]!;

export function commandOf(operation: Operation): BookCommand {
  const { id: orderId, buy } = operation;
  const owner = ownerOf(orderId, buy);
  if (operation.kind === 'cancel') return { type: 'CancelOrder', orderId, owner, reason: 'user' };
  const { lots } = operation;
  const side = buy ? 'buy' : 'sell';
  if (operation.kind === 'limit') {
    return { type: 'PlaceOrder', order: newOrder({ orderId, owner, side, priceTicks: operation.price, lots }) };
  }
  const priceTicks = buy ? 1_000_000_000 : 1;
  return { type: 'PlaceOrder', order: newOrder({ orderId, owner, side, kind: 'market', priceTicks, lots }) };
}
