import type { Instant } from '../../core/clock.js';
import { chachaBlock } from './chacha.js';
import { quartersOf, type Tree } from './candles.js';
import { Purpose, type NumberedKey } from './shared-draws.js';
import type { TreeNode } from './tree-node.js';

/** A public trade between agents. */
export interface TapeTrade {
  at: Instant;
  priceTicks: number;
  lots: number;
  /** The taker's side. */
  side: 'buy' | 'sell';
  /** The worst price that the taker would have taken, half a spread away: users' orders up to it come first. */
  limitTicks: number;
}

/** More trades than this in one second are printed as this many, with the same lots in sum. */
export const TRADES_PRINTED_PER_SECOND = 12;

/**
 * The trades of one second. They walk through the second's quarters (open, the extremes, close), so first, highest,
 * lowest and last agree with the candle as far as there are trades to show it, and the lots sum to its volume.
 */
export function tapeOfSecond(
  tree: Tree,
  leaf: TreeNode,
  key: NumberedKey,
  word: number,
  halfSpreadTicks: number,
): TapeTrade[] {
  const count = Math.min(leaf.trades, TRADES_PRINTED_PER_SECOND);
  if (count === 0) return [];
  const words = new Uint32Array(32);
  const second = words.subarray(16);
  chachaBlock(key.words, Purpose.Leaf, word, leaf.from, 0, words);
  chachaBlock(key.words, Purpose.Leaf, word, leaf.from, 1, second);
  const quarters = quartersOf(leaf).map((level) => tree.ticksOf(level));
  const lots = shareLots(leaf.volumeLots, count, words);
  const trades: TapeTrade[] = [];
  let last = quarters[0] as number;
  for (let i = 0; i < count; i++) {
    const quarter = quarterOf(i, count);
    const random = second[i] as number;
    // What the book shows in that quarter: a price on the way to the next one would give the next quote away.
    const priceTicks = quarters[quarter] as number;
    // A print above the one before was bought; at the same price the coin decides.
    const side = priceTicks > last ? 'buy' : priceTicks < last ? 'sell' : random & 1 ? 'buy' : 'sell';
    const place = i - firstOf(quarter, count);
    const step = 250 / inQuarter(quarter, count);
    const at = leaf.from * 1000 + quarter * 250 + Math.floor(place * step + ((random >>> 8) / 16777216) * step);
    const limitTicks = side === 'buy' ? priceTicks + halfSpreadTicks : Math.max(1, priceTicks - halfSpreadTicks);
    trades.push({ at, priceTicks, lots: lots[i] as number, side, limitTicks });
    last = priceTicks;
  }
  return trades;
}

/** Which quarter the i-th of `count` trades falls into; few trades show the close, then the open, then the extremes. */
function quarterOf(i: number, count: number): number {
  if (count === 1) return 3;
  if (count === 2) return i === 0 ? 0 : 3;
  if (count === 3) return [0, 2, 3][i] as number;
  return Math.floor((i * 4) / count);
}

function firstOf(quarter: number, count: number): number {
  for (let i = 0; i < count; i++) if (quarterOf(i, count) === quarter) return i;
  return 0;
}

function inQuarter(quarter: number, count: number): number {
  let n = 0;
  for (let i = 0; i < count; i++) if (quarterOf(i, count) === quarter) n++;
  return n;
}

/** Splits lots over trades, at least one each, by random weights; the sum is exact. */
function shareLots(total: number, count: number, words: Uint32Array): number[] {
  const weights = Array.from({ length: count }, (_, i) => {
    const u = ((words[i] as number) + 1) / 4294967296;
    return 0.05 + u * u * u;
  });
  const sum = weights.reduce((x, y) => x + y, 0);
  const spare = total - count;
  const lots = weights.map((weight) => 1 + Math.floor((spare * weight) / sum));
  const given = lots.reduce((x, y) => x + y, 0);
  lots[count - 1] = (lots[count - 1] as number) + total - given;
  return lots;
}
