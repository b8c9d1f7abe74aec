/** One side of a book: price levels sorted by how good they are, and in each level the orders by age. */

import type { Order, Place } from './types.js';

/** An order that lives in a book. Its links belong to the queue and the book alone. */
export interface Resting {
  /** Beside the order, so that a cancellation need not fetch the order from far memory. */
  readonly orderId: string;
  order: Order;
  remainingLots: number;
  sequence: number;
  place: Place;
  /** Of its id, kept by the index of orders. */
  hash: number;
  level: Level;
  older: Resting | null;
  younger: Resting | null;
  owned: OwnerOrders;
  ownerPrevious: Resting | null;
  ownerNext: Resting | null;
  /** The other leg of an OCO pair. */
  partner: Resting | null;
}

/** The open orders of one owner by age. */
export interface OwnerOrders {
  readonly owner: string;
  first: Resting | null;
  last: Resting | null;
  count: number;
  /** How many orders may come with the fills of these. */
  coming: number;
}

export interface Level {
  readonly queue: PriceQueue;
  readonly priceTicks: number;
  /** The price, signed so that a better level has the greater rank. */
  readonly rank: number;
  oldest: Resting | null;
  youngest: Resting | null;
  lots: number;
  orders: number;
}

/** Up to this distance from the best level, shifting by hand beats `splice`, which allocates its answer. */
const SHIFT_BY_HAND = 64;

export class PriceQueue {
  /** Ascending, so the best level is last and comes and goes in constant time. */
  readonly ranks: number[] = [];
  readonly levels: Level[] = [];

  /** @param sign 1 when the highest price is best, -1 when the lowest is */
  constructor(readonly sign: 1 | -1) {}

  best(): Level | null {
    const last = this.levels.length - 1;
    return last < 0 ? null : this.levels[last]!;
  }

  append(resting: Resting, priceTicks: number): void {
    const level = this.levelAt(priceTicks);
    resting.level = level;
    resting.younger = null;
    resting.older = level.youngest;
    if (level.youngest === null) level.oldest = resting;
    else level.youngest.younger = resting;
    level.youngest = resting;
    level.lots += resting.remainingLots;
    level.orders += 1;
  }

  /** The order keeps its own links, so `relink` can put it back exactly where it was. */
  unlink(resting: Resting): void {
    const { level, older, younger } = resting;
    if (older === null) level.oldest = younger;
    else older.younger = younger;
    if (younger === null) level.youngest = older;
    else younger.older = older;
    level.lots -= resting.remainingLots;
    level.orders -= 1;
    if (level.orders === 0) this.drop(level);
  }

  /** Undoes the `unlink` that came last. */
  relink(resting: Resting): void {
    const { level, older, younger } = resting;
    if (level.orders === 0) this.insert(this.position(level.rank), level);
    if (older === null) level.oldest = resting;
    else older.younger = resting;
    if (younger === null) level.youngest = resting;
    else younger.older = resting;
    level.lots += resting.remainingLots;
    level.orders += 1;
  }

  private levelAt(priceTicks: number): Level {
    const rank = this.sign * priceTicks;
    const at = this.position(rank);
    if (at < this.ranks.length && this.ranks[at] === rank) return this.levels[at]!;
    const level: Level = { queue: this, priceTicks, rank, oldest: null, youngest: null, lots: 0, orders: 0 };
    this.insert(at, level);
    return level;
  }

  /** Index of the rank, or where it would be inserted. */
  private position(rank: number): number {
    const ranks = this.ranks;
    let low = 0;
    let high = ranks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ranks[middle]! < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private insert(at: number, level: Level): void {
    const { ranks, levels } = this;
    const length = ranks.length;
    if (length - at > SHIFT_BY_HAND) {
      ranks.splice(at, 0, level.rank);
      levels.splice(at, 0, level);
      return;
    }
    ranks.push(level.rank);
    levels.push(level);
    for (let index = length; index > at; index -= 1) {
      ranks[index] = ranks[index - 1]!;
      levels[index] = levels[index - 1]!;
    }
    ranks[at] = level.rank;
    levels[at] = level;
  }

  private drop(level: Level): void {
    const { ranks, levels } = this;
    const last = ranks.length - 1;
    const at = this.position(level.rank);
    if (last - at > SHIFT_BY_HAND) {
      ranks.splice(at, 1);
      levels.splice(at, 1);
      return;
    }
    for (let index = at; index < last; index += 1) {
      ranks[index] = ranks[index + 1]!;
      levels[index] = levels[index + 1]!;
    }
    ranks.pop();
    levels.pop();
  }
}

/** The orders of a queue, from the worst level on and in each the oldest first; they may be moved while this is walked. */
export function waitingIn({ levels }: PriceQueue): Resting[] {
  const waiting: Resting[] = [];
  for (const level of levels) for (let at = level.oldest; at !== null; at = at.younger) waiting.push(at);
  return waiting;
}
