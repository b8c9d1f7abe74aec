import { exp, ln, normalShare, uniform } from './exact-math.js';
import type { TreeNode } from './tree-node.js';

/**
 * Brownian bridges between the levels of a node, on the clock of its variance: their extremes, and their middle given
 * the extremes. Without that last condition a high would end as a spike in one second, far from any close.
 */
/** High and low of an open node, from the exact law of a bridge's extremes. */
export function drawExtremes(node: TreeNode, highWord: number, lowWord: number): void {
  const { startLevel, endLevel, variance } = node;
  node.high = bridgeMaximum(startLevel, endLevel, variance, uniform(highWord), 0, Infinity);
  node.low = -bridgeMaximum(-startLevel, -endLevel, variance, uniform(lowWord), 0, Infinity);
}

/** The half that holds the high is chosen by its likelihood; the other half's high is drawn below it. Lows alike. */
export function shareExtremes(node: TreeNode, left: TreeNode, right: TreeNode, words: Uint32Array): void {
  const middle = left.endLevel;
  const { startLevel, endLevel, high, low } = node;
  const above = shareHigh(
    high,
    [startLevel, middle, left.variance],
    [middle, endLevel, right.variance],
    uniform(words[4] as number),
    uniform(words[2] as number),
  );
  left.high = above[0];
  right.high = above[1];
  const below = shareHigh(
    -low,
    [-startLevel, -middle, left.variance],
    [-middle, -endLevel, right.variance],
    uniform(words[5] as number),
    uniform(words[3] as number),
  );
  left.low = -below[0];
  right.low = -below[1];
}

type Bridge = readonly [start: number, end: number, variance: number];

function shareHigh(high: number, left: Bridge, right: Bridge, side: number, u: number): [number, number] {
  const powerLeft = exceedancePower(high, left);
  const powerRight = exceedancePower(high, right);
  const reachLeft = exp(powerLeft);
  const reachRight = exp(powerRight);
  const weightLeft = left[2] > 0 ? ((2 * high - left[0] - left[1]) / left[2]) * reachLeft * (1 - reachRight) : 0;
  const weightRight = right[2] > 0 ? ((2 * high - right[0] - right[1]) / right[2]) * reachRight * (1 - reachLeft) : 0;
  const both = weightLeft + weightRight;
  const inLeft = both > 0 ? side * both < weightLeft : powerLeft >= powerRight;
  return inLeft
    ? [high, bridgeMaximum(right[0], right[1], right[2], u, reachRight, high)]
    : [bridgeMaximum(left[0], left[1], left[2], u, reachLeft, high), high];
}

/** The logarithm of the chance that a bridge exceeds `high`. */
function exceedancePower(high: number, [start, end, variance]: Bridge): number {
  const product = (high - start) * (high - end);
  if (product <= 0) return 0;
  return variance > 0 ? (-2 * product) / variance : -Infinity;
}

/** Draws the maximum of a Brownian bridge, given that it stays below `cap`, which it exceeds with chance `reach`. */
function bridgeMaximum(start: number, end: number, variance: number, u: number, reach: number, cap: number): number {
  const most = start > end ? start : end;
  if (variance <= 0) return most;
  const chance = reach + (1 - reach) * u;
  const spread = start - end;
  const maximum = (start + end + Math.sqrt(spread * spread - 2 * variance * ln(chance))) / 2;
  return maximum < most ? most : maximum > cap ? cap : maximum;
}

const CELLS = 16;
/** How far from its mean the middle is looked for, in standard deviations. */
const REACH = 4;
/**
 * The other extreme of a half is drawn without knowing the first, which makes halves a little too alike; widening the
 * middle's deviation by this much brings variance and autocorrelation back (measured in docs/model-card.md).
 */
const WIDENING = 1.1;

/** Chances of the cells, reused: sampling is not re-entrant. */
const weights = new Float64Array(CELLS);

/**
 * The level at the middle of an open node, given its ends and its extremes; `draw` is standard normal and a larger draw
 * never gives a lower level. The density is the bridge's, times the chance that the halves reach high and low just so;
 * on evenly spaced cells every exponential is a geometric series.
 */
export function bridgeMiddle(node: TreeNode, varianceLeft: number, varianceRight: number, draw: number): number {
  const { startLevel, endLevel, high, low } = node;
  const share = varianceLeft / (varianceLeft + varianceRight);
  const mean = startLevel + (endLevel - startLevel) * share;
  const deviation = WIDENING * Math.sqrt(varianceLeft * (1 - share));
  const least = Math.max(low, mean - REACH * deviation);
  const most = Math.min(high, mean + REACH * deviation);
  if (!(most > least)) return mean > high ? high : mean < low ? low : mean;
  const step = (most - least) / CELLS;
  normalWeights((least + step / 2 - mean) / deviation, step / deviation);
  const top = most - step / 2;
  reachWeights(high, [startLevel, top, varianceLeft], [top, endLevel, varianceRight], step, true);
  const bottom = -(least + step / 2);
  reachWeights(-low, [-startLevel, bottom, varianceLeft], [bottom, -endLevel, varianceRight], step, false);
  let sum = 0;
  for (let i = 0; i < CELLS; i++) sum += weights[i] as number;
  let rest = normalShare(draw) * sum;
  for (let i = 0; i < CELLS; i++) {
    const weight = weights[i] as number;
    if (rest < weight) return least + (i + rest / weight) * step;
    rest -= weight;
  }
  return sum > 0 ? most : mean > high ? high : mean < low ? low : mean;
}

/** The bell at evenly spaced points from `first`. */
function normalWeights(first: number, step: number): void {
  let weight = exp((-first * first) / 2);
  let ratio = exp(-(2 * first * step + step * step) / 2);
  const change = exp(-step * step);
  for (let i = 0; i < CELLS; i++) {
    weights[i] = weight;
    weight *= ratio;
    ratio *= change;
  }
}

/** Times the likelihood that one half reaches `high` and the other stays below, for middles going away from it. */
function reachWeights(high: number, left: Bridge, right: Bridge, step: number, downwards: boolean): void {
  const [start, nearest, varianceLeft] = left;
  const [, end, varianceRight] = right;
  let reachLeft = exp((-2 * (high - start) * (high - nearest)) / varianceLeft);
  let reachRight = exp((-2 * (high - end) * (high - nearest)) / varianceRight);
  const fallLeft = exp((-2 * (high - start) * step) / varianceLeft);
  const fallRight = exp((-2 * (high - end) * step) / varianceRight);
  for (let k = 0; k < CELLS; k++) {
    const middle = nearest - k * step;
    const i = downwards ? CELLS - 1 - k : k;
    const inLeft = ((2 * high - start - middle) / varianceLeft) * reachLeft * (1 - reachRight);
    const inRight = ((2 * high - middle - end) / varianceRight) * reachRight * (1 - reachLeft);
    weights[i] = (weights[i] as number) * (inLeft + inRight);
    reachLeft *= fallLeft;
    reachRight *= fallRight;
  }
}
