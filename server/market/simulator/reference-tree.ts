import type { Candle, Tree } from './candles.js';
import { periodStart, type Period } from './periods.js';
import { State, type TreeNode } from './tree-node.js';

/**
 * The obvious implementation, kept beside the fast one: cut every tree down to its seconds, write each second down as a
 * candle, and add candles up. It shares the drawing of nodes with the fast one and nothing of its shortcuts.
 */
export function referenceSeconds(tree: Tree, from: number, to: number): Candle[] {
  const seconds: Candle[] = [];
  for (let at = from; at < to; at++) {
    let node: TreeNode = tree.rootAt(at);
    const key = tree.keyOf(node);
    while (node.to - node.from > 1) {
      const halves = tree.split(node, key);
      node = halves[0].to > at ? halves[0] : halves[1];
    }
    if (node.state !== State.Open) continue;
    seconds.push({
      openAt: at * 1000,
      openTicks: tree.ticksOf(node.startLevel),
      highTicks: tree.ticksOf(node.high),
      lowTicks: tree.ticksOf(node.low),
      closeTicks: tree.ticksOf(node.endLevel),
      volumeLots: node.volumeLots,
      trades: node.trades,
    });
  }
  return seconds;
}

/** Adds finer candles up to those of a coarser period. */
export function aggregateCandles(period: Period, candles: readonly Candle[]): Candle[] {
  const joined: Candle[] = [];
  for (const candle of candles) {
    const openAt = periodStart(period, candle.openAt / 1000) * 1000;
    const last = joined.at(-1);
    if (!last || last.openAt !== openAt) {
      joined.push({ ...candle, openAt });
      continue;
    }
    last.highTicks = Math.max(last.highTicks, candle.highTicks);
    last.lowTicks = Math.min(last.lowTicks, candle.lowTicks);
    last.closeTicks = candle.closeTicks;
    last.volumeLots += candle.volumeLots;
    last.trades += candle.trades;
  }
  return joined;
}
