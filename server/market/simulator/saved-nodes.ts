import type { Root, Walk } from './walk.js';

/** Nodes of walks of the same legs, written down, and among them the one that promises most. */
export class SavedNodes {
  private numbers: Float64Array;
  private readonly depths: number[] = [];
  private readonly roots: Root[] = [];
  private readonly promises: number[] = [];
  /** A binary heap: each promises at least as much as the two below it. */
  private readonly order: number[] = [];

  constructor(private readonly width: number) {
    this.numbers = new Float64Array(64 * width);
  }

  get count(): number {
    return this.depths.length;
  }

  /** Forgets all beyond the first `count`. */
  cutTo(count: number): void {
    this.depths.length = count;
    this.roots.length = count;
  }

  save(walk: Walk, d: number, root: Root): number {
    const n = this.depths.length;
    this.depths.push(d);
    this.roots.push(root);
    if ((n + 1) * this.width > this.numbers.length) {
      const more = new Float64Array(2 * this.numbers.length);
      more.set(this.numbers);
      this.numbers = more;
    }
    walk.save(d, this.numbers, n * this.width);
    return n;
  }

  /** Goes on from a node, and answers its depth. */
  load(n: number, walk: Walk): number {
    const d = this.depths[n] as number;
    walk.load(d, this.roots[n] as Root, this.numbers, n * this.width);
    return d;
  }

  rootOf(n: number): Root {
    return this.roots[n] as Root;
  }

  /** Puts a node into the order. */
  await(n: number, promise: number): void {
    const { order, promises } = this;
    promises[n] = promise;
    let at = order.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((promises[order[above] as number] as number) >= promise) break;
      order[at] = order[above] as number;
      at = above;
    }
    order[at] = n;
  }

  /** Takes the node that promises most out of the order, unless it promises no more than `least`; then the order is empty. */
  best(least: number): number | undefined {
    const { order, promises } = this;
    const best = order[0];
    if (best === undefined || (promises[best] as number) <= least) {
      order.length = 0;
      return undefined;
    }
    const last = order.pop() as number;
    const { length } = order;
    if (length === 0) return best;
    const promise = promises[last] as number;
    let at = 0;
    for (let below = 1; below < length; below = 2 * at + 1) {
      const next = below + 1;
      if (next < length && promiseAt(order, promises, next) > promiseAt(order, promises, below)) below = next;
      if (promiseAt(order, promises, below) <= promise) break;
      order[at] = order[below] as number;
      at = below;
    }
    order[at] = last;
    return best;
  }
}

function promiseAt(order: readonly number[], promises: readonly number[], at: number): number {
  return promises[order[at] as number] as number;
}

const shared = new Map<number, SavedNodes>();

/** For searches that are over before another begins: all of them share these. */
export function sharedNodes(width: number): SavedNodes {
  const nodes = shared.get(width) ?? new SavedNodes(width);
  shared.set(width, nodes);
  return nodes;
}
