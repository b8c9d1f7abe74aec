import { BEATS_PER_MINUTE, BEATS_PER_SECOND, cutBeat, unitOfLastCut } from './beats.js';
import type { Candle } from './candles.js';
import { chachaBlock } from './chacha.js';
import { exp, gaussian } from './exact-math.js';
import type { Activity } from './market-clock.js';
import { periodStart, type Period } from './periods.js';
import { ticksOf, type PriceTree } from './price-tree.js';
import { Purpose } from './purposes.js';
import { CUT_DEVIATION } from './storms.js';
import type { Leg, Root } from './walk.js';

interface Node {
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  readonly unit: number;
  readonly level: readonly [start: number, end: number];
  readonly variance: readonly [start: number, end: number];
  /** The first node of its block, and its place in it. */
  readonly block: { readonly from: number; readonly depth: number };
  readonly heap: number;
}

/**
 * The obvious implementation, kept beside the fast one: for every beat go down each leg's tree alone, add the legs up, and
 * take the largest and the smallest of all beats. It shares where trees are cut and nothing else: no stack, no search, no
 * cursor. Volume is not its business: that every lot arrives is tested by sums.
 */
export function referenceSeconds(tree: PriceTree, from: number, to: number): Omit<Candle, 'volumeLots' | 'trades'>[] {
  const seconds: Omit<Candle, 'volumeLots' | 'trades'>[] = [];
  const { parts } = tree;
  for (let second = from; second < to; second++) {
    if (!parts.clock.isOpen(second)) continue;
    const prices = Array.from({ length: BEATS_PER_SECOND }, (_, i) => {
      const beat = second * BEATS_PER_SECOND + i;
      const root = parts.rootAt(beat);
      const chance = parts.legs.reduce((sum, leg) => sum + legAt(leg, root, beat), 0);
      const drift = parts.driftPerSecond * (beat / BEATS_PER_SECOND - parts.launchSecond);
      return ticksOf(parts.priceOf(chance + drift, root.index));
    });
    seconds.push({
      openAt: second * 1000,
      openTicks: prices[0] as number,
      highTicks: Math.max(...prices),
      lowTicks: Math.min(...prices),
      closeTicks: prices.at(-1) as number,
    });
  }
  return seconds;
}

/** What a leg adds to the log price at a beat. */
function legAt({ path, weight, convexity }: Leg, root: Root, beat: number): number {
  const ends = { startLevel: 0, endLevel: 0, startVariance: 0, endVariance: 0 };
  path.read(root.index, ends);
  let node: Node = {
    from: root.fromBeat,
    to: root.toBeat,
    depth: 0,
    unit: 0,
    level: [ends.startLevel, ends.endLevel],
    variance: [ends.startVariance, ends.endVariance],
    block: { from: root.fromBeat, depth: 0 },
    heap: 1,
  };
  while (node.from !== beat) node = halfAt(path, node, root, beat);
  return weight * node.level[0] + convexity * node.variance[0];
}

/** The half of a node that holds a beat. */
function halfAt(path: Leg['path'], node: Node, root: Root, beat: number): Node {
  const { from, to, depth, level, variance } = node;
  const at = cutBeat(from, to, node.unit);
  const unit = unitOfLastCut();
  const cut = cutOf(path, node, root, at);
  const right = beat >= at;
  const next = depth + 1;
  const isFirst = next % 3 === 0;
  const begin = right ? at : from;
  return {
    from: begin,
    to: right ? to : at,
    depth: next,
    unit,
    level: right ? [cut.level, level[1]] : [level[0], cut.level],
    variance: right ? [cut.variance, variance[1]] : [variance[0], cut.variance],
    block: isFirst ? { from: begin, depth: next } : node.block,
    heap: isFirst ? 1 : 2 * node.heap + (right ? 1 : 0),
  };
}

function cutOf(path: Leg['path'], node: Node, root: Root, at: number): { level: number; variance: number } {
  const { level, variance, block, heap } = node;
  const left = daysBetween(path, node.from, at);
  const right = daysBetween(path, at, node.to);
  const whole = variance[1] - variance[0];
  if (left <= 0) return { level: level[0], variance: variance[0] };
  if (right <= 0 || whole <= 0) return { level: level[1], variance: variance[1] };
  const words = new Uint32Array(16);
  const place = (block.from - root.fromBeat) * 64 + block.depth;
  chachaBlock(root.key.words, Purpose.Split, path.word, root.fromBeat / BEATS_PER_SECOND, place, words);
  const odds = left * exp(CUT_DEVIATION * path.stormy * gaussian(words[2 * heap - 1] as number));
  const length = node.to - node.from;
  const share = length <= BEATS_PER_MINUTE ? (at - node.from) / length : odds / (odds + right);
  const deviation = Math.sqrt(whole * share * (1 - share));
  return {
    level: level[0] + (level[1] - level[0]) * share + deviation * gaussian(words[2 * heap - 2] as number),
    variance: variance[0] + whole * share,
  };
}

function daysBetween({ clock }: Leg['path'], from: number, to: number): number {
  const [one, other]: Activity[] = [
    { varianceDays: 0, tradingDays: 0, openSeconds: 0 },
    { varianceDays: 0, tradingDays: 0, openSeconds: 0 },
  ];
  clock.read(from / BEATS_PER_SECOND, one as Activity);
  clock.read(to / BEATS_PER_SECOND, other as Activity);
  return (other as Activity).varianceDays - (one as Activity).varianceDays;
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
