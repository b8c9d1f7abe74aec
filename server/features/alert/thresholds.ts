/**
 * Things in the order in which a price reaches them: the nearest is the last, so that it is found and taken at once. Adding and
 * removing search by halves and shift the rest, which moves memory and compares nothing: 10,000 of them cost microseconds.
 */
export class Thresholds<Item> {
  private readonly ranks: number[] = [];
  private readonly items: Item[] = [];

  /** `sign` 1: a rising price reaches the least first. -1: a falling one reaches the greatest first. */
  constructor(private readonly sign: 1 | -1) {}

  get size(): number {
    return this.items.length;
  }

  /** The threshold that is reached first. */
  get nearest(): number | undefined {
    const rank = this.ranks.at(-1);
    return rank === undefined ? undefined : -rank * this.sign;
  }

  add(threshold: number, item: Item): void {
    const rank = -threshold * this.sign;
    const at = this.firstFrom(rank);
    this.ranks.splice(at, 0, rank);
    this.items.splice(at, 0, item);
  }

  /** False when it is not there. */
  remove(threshold: number, item: Item): boolean {
    const rank = -threshold * this.sign;
    for (let at = this.firstFrom(rank); this.ranks[at] === rank; at += 1) {
      if (this.items[at] !== item) continue;
      this.ranks.splice(at, 1);
      this.items.splice(at, 1);
      return true;
    }
    return false;
  }

  /** All that a price reaches, the nearest first. They stay. */
  reachedBy(price: number): Item[] {
    const reached: Item[] = [];
    const limit = -price * this.sign;
    for (let at = this.items.length - 1; at >= 0 && (this.ranks[at] as number) >= limit; at -= 1)
      reached.push(this.items[at] as Item);
    return reached;
  }

  /** Where the first rank stands that is not below this one. */
  private firstFrom(rank: number): number {
    let [low, high] = [0, this.ranks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ranks[middle] as number) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
