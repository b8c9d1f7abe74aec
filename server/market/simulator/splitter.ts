import { chachaBlock } from './chacha.js';
import type { Dynamics } from './dynamics.js';
import { bridgeMiddle, drawExtremes, shareExtremes } from './bridge.js';
import { exp, gaussian, uniform } from './exact-math.js';
import type { Activity, MarketClock } from './market-clock.js';
import { Purpose, type NumberedKey } from './shared-draws.js';
import { splitSecond, State, stateOf, type TreeNode } from './tree-node.js';

/** How much of a variance surprise shows in the volume. */
export const VOLUME_FOLLOWS_VARIANCE = 0.6;
const VOLUME_NOISE = 0.2;

/**
 * Cuts a node in two. Variance, volume and trades are shared out without loss; the price in the middle is a Brownian
 * bridge on the clock of the variance; one half inherits the node's high and one its low, and the other halves' extremes
 * are drawn below. So a node is exactly the aggregate of its leaves, though they were never drawn.
 */
export class Splitter {
  private readonly words = new Uint32Array(16);

  constructor(
    private readonly dynamics: Dynamics,
    private readonly clock: MarketClock,
  ) {}

  split(node: TreeNode, key: NumberedKey): [TreeNode, TreeNode] {
    const { from, to, atFrom, atTo } = node;
    const cut = splitSecond(from, to);
    const atCut: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
    this.clock.read(cut, atCut);
    const left = child(node, from, cut, atFrom, atCut);
    const right = child(node, cut, to, atCut, atTo);
    const massLeft = atCut.varianceDays - atFrom.varianceDays;
    const massRight = atTo.varianceDays - atCut.varianceDays;
    if (massLeft <= 0 || massRight <= 0) return this.withoutDraw(node, left, right, massLeft > 0, key);

    const { words } = this;
    const length = to - from;
    chachaBlock(key.words, Purpose.Split, this.dynamics.word, from, length, words);
    const surprise =
      this.dynamics.cascadeDeviation(length) *
      this.dynamics.varianceDraw(gaussian(words[1] as number), key, Purpose.SharedSplit, from, length);
    const weight = massLeft * exp(surprise);
    left.variance = (node.variance * weight) / (weight + massRight);
    right.variance = node.variance - left.variance;
    const draw = this.dynamics.priceDraw(gaussian(words[0] as number), key, Purpose.SharedSplit, from, length);
    this.setMiddle(node, left, right, draw);
    if (node.state === State.Open) shareExtremes(node, left, right, words);
    else {
      if (left.state === State.Open) drawExtremes(left, words[8] as number, words[9] as number);
      if (right.state === State.Open) drawExtremes(right, words[10] as number, words[11] as number);
    }
    shareVolume(node, left, right, surprise, words);
    return [left, right];
  }

  /** All that happens in the node happens on one side. */
  private withoutDraw(
    node: TreeNode,
    left: TreeNode,
    right: TreeNode,
    allLeft: boolean,
    key: NumberedKey,
  ): [TreeNode, TreeNode] {
    const all = allLeft ? left : right;
    const none = allLeft ? right : left;
    none.startLevel = none.endLevel = allLeft ? node.endLevel : node.startLevel;
    none.high = none.low = none.startLevel;
    all.startLevel = node.startLevel;
    all.endLevel = node.endLevel;
    all.variance = node.variance;
    // A half without variance is shut, so trading is where the variance is.
    all.volumeLots = node.volumeLots;
    all.trades = node.trades;
    if (all.state === State.Open) {
      chachaBlock(key.words, Purpose.Split, this.dynamics.word, node.from, node.to - node.from, this.words);
      drawExtremes(all, this.words[8] as number, this.words[9] as number);
    }
    return [left, right];
  }

  private setMiddle(node: TreeNode, left: TreeNode, right: TreeNode, draw: number): void {
    const { startLevel, endLevel, variance } = node;
    const share = variance > 0 ? left.variance / variance : 0.5;
    const middle =
      node.state === State.Open && left.variance > 0 && right.variance > 0
        ? bridgeMiddle(node, left.variance, right.variance, draw)
        : startLevel + (endLevel - startLevel) * share + Math.sqrt(Math.max(0, left.variance * (1 - share))) * draw;
    left.endLevel = right.startLevel = middle;
    left.startLevel = startLevel;
    right.endLevel = endLevel;
  }
}

function child(node: TreeNode, from: number, to: number, atFrom: Activity, atTo: Activity): TreeNode {
  const state = node.state === State.Mixed ? stateOf(from, to, atFrom, atTo) : node.state;
  return {
    from,
    to,
    startLevel: 0,
    endLevel: 0,
    high: 0,
    low: 0,
    variance: 0,
    volumeLots: 0,
    trades: 0,
    state,
    atFrom,
    atTo,
  };
}

/** Whole trades and lots: none is lost, and a half has lots exactly when it has trades. */
function shareVolume(node: TreeNode, left: TreeNode, right: TreeNode, surprise: number, words: Uint32Array): void {
  const tradingLeft = left.atTo.tradingDays - left.atFrom.tradingDays;
  const tradingRight = right.atTo.tradingDays - right.atFrom.tradingDays;
  if (node.trades === 0) return;
  if (tradingLeft <= 0 || tradingRight <= 0) {
    const all = tradingLeft > 0 ? left : right;
    all.volumeLots = node.volumeLots;
    all.trades = node.trades;
    return;
  }
  const weight = tradingLeft * exp(VOLUME_FOLLOWS_VARIANCE * surprise);
  const share = weight / (weight + tradingRight);
  left.trades = binomial(node.trades, share, words[7] as number);
  right.trades = node.trades - left.trades;
  const tilt = weight * exp(VOLUME_NOISE * gaussian(words[6] as number));
  const wanted = Math.round((node.volumeLots * tilt) / (tilt + tradingRight));
  // Every trade is of at least one lot, and without trades there are none.
  const most = right.trades === 0 ? node.volumeLots : node.volumeLots - right.trades;
  const least = right.trades === 0 ? node.volumeLots : left.trades;
  left.volumeLots = left.trades === 0 ? 0 : Math.max(least, Math.min(most, wanted));
  right.volumeLots = node.volumeLots - left.volumeLots;
}

/** How many of `count` fall left, each with chance `share`: exactly so for few, by the normal law for many. */
function binomial(count: number, share: number, word: number): number {
  if (count > 12) {
    const drawn = Math.round(count * share + Math.sqrt(count * share * (1 - share)) * gaussian(word));
    return drawn < 0 ? 0 : drawn > count ? count : drawn;
  }
  const u = uniform(word);
  const odds = share / (1 - share);
  let chance = 1;
  for (let i = 0; i < count; i++) chance *= 1 - share;
  let sum = chance;
  let k = 0;
  while (u > sum && k < count) {
    chance *= (odds * (count - k)) / (k + 1);
    sum += chance;
    k++;
  }
  return k;
}
