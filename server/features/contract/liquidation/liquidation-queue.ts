import type { PositionSide } from '../../../../shared/margin.js';
import type { Amount } from '../../../../shared/money.js';

interface Entry {
  readonly id: string;
  price: Amount;
  at: number;
}

/**
 * The positions of one contract and side by their liquidation price, the one that is reached first on top: a binary heap that knows where each
 * position stands. A change costs O(log n). Asking whom a mark price reaches costs O(1) where it reaches nobody, and O(hits) else, for
 * below a position that is not reached none is.
 */
export class LiquidationQueue {
  private readonly heap: Entry[] = [];
  private readonly entries = new Map<string, Entry>();

  /** Longs are reached by a mark price that falls, shorts by one that rises. */
  constructor(readonly side: PositionSide) {}

  get size(): number {
    return this.heap.length;
  }

  /** A position that has no liquidation price (`null`) is not in the queue. */
  set(id: string, price: Amount | null): void {
    const known = this.entries.get(id);
    if (price === null) return known === undefined ? undefined : this.remove(known);
    if (known === undefined) {
      const entry = { id, price, at: this.heap.length };
      this.entries.set(id, entry);
      this.heap.push(entry);
      return this.rise(entry);
    }
    known.price = price;
    this.rise(known);
    this.sink(known);
  }

  /** Whom a mark price reaches, nearest to liquidation first. */
  reachedBy(mark: Amount): string[] {
    const found: Entry[] = [];
    const open = [0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const entry = this.heap[at];
      if (entry === undefined || this.isBefore(mark, entry.price)) continue;
      found.push(entry);
      open.push(2 * at + 1, 2 * at + 2);
    }
    return found.sort((one, other) => this.compare(one, other)).map(({ id }) => id);
  }

  /** The nearest ones, for those who watch: nearest first. */
  nearest(count: number): { readonly id: string; readonly price: Amount }[] {
    const found: Entry[] = [];
    const open: Entry[] = this.heap.slice(0, 1);
    while (found.length < count && open.length > 0) {
      open.sort((one, other) => this.compare(other, one));
      const entry = open.pop() as Entry;
      found.push(entry);
      for (const at of [2 * entry.at + 1, 2 * entry.at + 2])
        if (at < this.heap.length) open.push(this.heap[at] as Entry);
    }
    return found.map(({ id, price }) => ({ id, price }));
  }

  private remove(entry: Entry): void {
    this.entries.delete(entry.id);
    const last = this.heap.pop() as Entry;
    if (last === entry) return;
    this.place(last, entry.at);
    this.rise(last);
    this.sink(last);
  }

  private rise(entry: Entry): void {
    while (entry.at > 0) {
      const parent = this.heap[(entry.at - 1) >> 1] as Entry;
      if (this.compare(parent, entry) < 0) return;
      this.swap(entry, parent);
    }
  }

  private sink(entry: Entry): void {
    for (;;) {
      const [left, right] = [this.heap[2 * entry.at + 1], this.heap[2 * entry.at + 2]];
      if (left === undefined) return;
      const child = right !== undefined && this.compare(right, left) < 0 ? right : left;
      if (this.compare(entry, child) < 0) return;
      this.swap(entry, child);
    }
  }

  private swap(one: Entry, other: Entry): void {
    const { at } = one;
    this.place(one, other.at);
    this.place(other, at);
  }

  private place(entry: Entry, at: number): void {
    entry.at = at;
    this.heap[at] = entry;
  }

  /** Whether a price is reached before another. */
  private isBefore(one: Amount, other: Amount): boolean {
    return this.side === 'long' ? one > other : one < other;
  }

  /** Of equal prices the smaller id comes first, so that there is one order. */
  private compare(one: Entry, other: Entry): number {
    if (this.isBefore(one.price, other.price)) return -1;
    if (this.isBefore(other.price, one.price)) return 1;
    return one.id < other.id ? -1 : 1;
  }
}
