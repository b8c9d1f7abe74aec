import type { Instant } from '../../core/clock.js';
import { exp } from './exact-math.js';
import { periodEnd, periodStart, type Period } from './periods.js';
import type { NumberedKey } from './shared-draws.js';
import { State, type TreeNode } from './tree-node.js';

/** One candle. Prices are whole ticks, volume whole lots; `openAt` is in milliseconds, UTC. */
export interface Candle {
  openAt: Instant;
  openTicks: number;
  highTicks: number;
  lowTicks: number;
  closeTicks: number;
  volumeLots: number;
  trades: number;
}

/** A tree that can be walked: where its roots are and how its nodes are cut. */
export interface Tree {
  rootAt(second: number): TreeNode;
  keyOf(root: TreeNode): NumberedKey;
  split(node: TreeNode, key: NumberedKey): [TreeNode, TreeNode];
  /** False where the seed is not known: walking stops there. */
  isKnownAt(second: number): boolean;
  /** The price of a level in ticks, not rounded. */
  priceOf(level: number): number;
  ticksOf(level: number): number;
}

/** The prices of levels in ticks. Rounding keeps order, so what holds for levels holds for ticks. */
export function pricesFrom(referenceTicks: number): Pick<Tree, 'priceOf' | 'ticksOf'> {
  const priceOf = (level: number): number => referenceTicks * exp(level);
  return { priceOf, ticksOf: (level) => Math.max(1, Math.round(priceOf(level))) };
}

/**
 * The candles of the whole seconds [from, to), cut only as deep as the period needs. The last one is partial when `to`
 * is. Stretches without an open market have no candle.
 */
export function candlesBetween(tree: Tree, period: Period, from: number, to: number): Candle[] {
  const candles: Candle[] = [];
  let candle: { end: number; high: number; low: number; close: number; open: number } | undefined;
  let openSecond = 0;
  let volumeLots = 0;
  let trades = 0;

  const flush = (): void => {
    if (!candle) return;
    candles.push({
      openAt: openSecond * 1000,
      openTicks: tree.ticksOf(candle.open),
      highTicks: tree.ticksOf(candle.high),
      lowTicks: tree.ticksOf(candle.low),
      closeTicks: tree.ticksOf(candle.close),
      volumeLots,
      trades,
    });
  };

  const add = (node: TreeNode): void => {
    if (!candle || node.from >= candle.end) {
      flush();
      openSecond = periodStart(period, node.from);
      const end = periodEnd(period, openSecond);
      candle = { end, open: node.startLevel, high: node.high, low: node.low, close: node.endLevel };
      volumeLots = node.volumeLots;
      trades = node.trades;
      return;
    }
    if (node.high > candle.high) candle.high = node.high;
    if (node.low < candle.low) candle.low = node.low;
    candle.close = node.endLevel;
    volumeLots += node.volumeLots;
    trades += node.trades;
  };

  const walk = (node: TreeNode, key: NumberedKey): void => {
    if (node.state === State.Closed || node.to <= from || node.from >= to) return;
    if (node.state === State.Open && node.from >= from && node.to <= to) {
      const end = candle && node.from < candle.end ? candle.end : periodEnd(period, periodStart(period, node.from));
      if (node.to <= end) return add(node);
    }
    const [left, right] = tree.split(node, key);
    walk(left, key);
    walk(right, key);
  };

  for (let at = from; at < to;) {
    if (!tree.isKnownAt(at)) break;
    const root = tree.rootAt(at);
    walk(root, tree.keyOf(root));
    at = root.to;
  }
  flush();
  return candles;
}

/** A walk along the seconds that keeps the path to the last one, so the next second costs about one cut. */
export class LeafCursor {
  private path: TreeNode[] = [];
  private key: NumberedKey | undefined;

  constructor(private readonly tree: Tree) {}

  /** The one-second node at `second`. */
  at(second: number): TreeNode {
    const { path } = this;
    while (path.length > 0 && !holds(path.at(-1) as TreeNode, second)) path.pop();
    if (path.length === 0) {
      const root = this.tree.rootAt(second);
      this.key = this.tree.keyOf(root);
      path.push(root);
    }
    let node = path.at(-1) as TreeNode;
    while (node.to - node.from > 1) {
      const [left, right] = this.tree.split(node, this.key as NumberedKey);
      node = second < left.to ? left : right;
      path.push(node);
    }
    return node;
  }

  /** After `at`: the root of the tree. */
  root(): TreeNode {
    return this.path[0] as TreeNode;
  }

  /** After `at`: the smallest node on the path that is at least `seconds` long. */
  ancestor(seconds: number): TreeNode {
    for (let i = this.path.length - 1; i >= 0; i--) {
      const node = this.path[i] as TreeNode;
      if (node.to - node.from >= seconds) return node;
    }
    return this.path[0] as TreeNode;
  }
}

function holds(node: TreeNode, second: number): boolean {
  return second >= node.from && second < node.to;
}

/** The levels of a second's four quarters: open, both extremes (a rising second dips first, a falling one peaks first), close. */
export function quartersOf({ startLevel, endLevel, high, low }: TreeNode): [number, number, number, number] {
  return endLevel >= startLevel ? [startLevel, low, high, endLevel] : [startLevel, high, low, endLevel];
}
