import { drawExtremes } from './bridge.js';
import { chachaBlock } from './chacha.js';
import { CHUNK_SECONDS, INTRADAY_VARIANCE, type Dynamics } from './dynamics.js';
import { exp, gaussian, ln } from './exact-math.js';
import type { KeyRing } from './key-ring.js';
import type { Activity, MarketClock } from './market-clock.js';
import { Purpose, type NumberedKey } from './shared-draws.js';
import { VOLUME_FOLLOWS_VARIANCE } from './splitter.js';
import { State, stateOf, type TreeNode } from './tree-node.js';
import { SlowVolatility } from './volatility.js';

/** The two kinds of time: trees of 64 days before launch, and of one epoch from launch on. All in seconds. */
export interface Timeline {
  startSecond: number;
  launchSecond: number;
  epochSeconds: number;
}

const CHECKPOINT_EPOCHS = 32;
const VOLUME_NOISE = 0.25;
/** A coin that once cost a thousandth would have traded more lots than a year's sum can count exactly. */
const LOTS_PER_DAY_LIMIT = 2e12;

/** The roots of one instrument's trees, with the level that each starts from. */
export class Roots {
  private readonly volatility: SlowVolatility;
  private readonly epochDeviation: number;
  private readonly words = new Uint32Array(16);
  private chunkLevels: Float64Array | undefined;
  /** The level at the start of every 32nd epoch since launch. */
  private readonly checkpoints: number[] = [0];
  private lastEpoch = -1;
  private lastLevel = 0;
  private logVariance = 0;

  constructor(
    private readonly dynamics: Dynamics,
    private readonly clock: MarketClock,
    private readonly keys: KeyRing,
    private readonly timeline: Timeline,
  ) {
    this.volatility = new SlowVolatility(dynamics, keys.keyAt);
    // What a day's tree would have added in the halvings from a day down to an epoch.
    const halvings = ln(86_400 / timeline.epochSeconds) / ln(2);
    this.epochDeviation = Math.sqrt(INTRADAY_VARIANCE * halvings) * dynamics.vov;
  }

  key(root: TreeNode): NumberedKey {
    return this.keys.keyAt(root.from);
  }

  isKnownAt(second: number): boolean {
    const { launchSecond, epochSeconds } = this.timeline;
    return second < launchSecond || this.keys.isKnown(Math.floor(second / epochSeconds));
  }

  /** The root whose stretch holds `second`. */
  at(second: number): TreeNode {
    return second < this.timeline.launchSecond ? this.chunk(second) : this.epoch(second);
  }

  private chunk(second: number): TreeNode {
    const index = Math.floor(second / CHUNK_SECONDS);
    const levels = (this.chunkLevels ??= this.levelsOfChunks());
    const level = levels[index - Math.floor(this.timeline.startSecond / CHUNK_SECONDS)];
    if (level === undefined) throw new Error(`no price was ever simulated at second ${second}`);
    const root = this.draw(index * CHUNK_SECONDS, this.chunkEnd(index), CHUNK_SECONDS, 0);
    return this.place(root, level);
  }

  private chunkEnd(index: number): number {
    return Math.min((index + 1) * CHUNK_SECONDS, this.timeline.launchSecond);
  }

  /** Levels at the starts of the chunks, counted back from the reference price at launch. */
  private levelsOfChunks(): Float64Array {
    const { startSecond, launchSecond } = this.timeline;
    const first = Math.floor(startSecond / CHUNK_SECONDS);
    const last = Math.floor((launchSecond - 1) / CHUNK_SECONDS);
    const levels = new Float64Array(last - first + 1);
    let level = 0;
    for (let index = last; index >= first; index--) {
      const root = this.draw(index * CHUNK_SECONDS, this.chunkEnd(index), CHUNK_SECONDS, 0);
      level -= root.endLevel;
      levels[index - first] = level;
    }
    return levels;
  }

  private epoch(second: number): TreeNode {
    const { epochSeconds, launchSecond } = this.timeline;
    const epoch = Math.floor(second / epochSeconds);
    const n = epoch - Math.floor(launchSecond / epochSeconds);
    const level = this.levelAtEpoch(n);
    const root = this.place(this.drawEpoch(epoch), level);
    // A walk through time asks for the next epoch next.
    this.lastEpoch = n + 1;
    this.lastLevel = root.endLevel;
    this.keepCheckpoint(n + 1, root.endLevel);
    return root;
  }

  private drawEpoch(epoch: number): TreeNode {
    const { epochSeconds } = this.timeline;
    return this.draw(epoch * epochSeconds, (epoch + 1) * epochSeconds, 0, this.epochDeviation);
  }

  /** The level at the start of the n-th epoch since launch: the sum of the returns before it. */
  private levelAtEpoch(n: number): number {
    const first = Math.floor(this.timeline.launchSecond / this.timeline.epochSeconds);
    let at: number;
    let level: number;
    if (this.lastEpoch >= 0 && this.lastEpoch <= n && n - this.lastEpoch < CHECKPOINT_EPOCHS) {
      at = this.lastEpoch;
      level = this.lastLevel;
    } else {
      at = Math.min(Math.floor(n / CHECKPOINT_EPOCHS), this.checkpoints.length - 1);
      level = this.checkpoints[at] as number;
      at *= CHECKPOINT_EPOCHS;
    }
    while (at < n) {
      level += this.drawEpoch(first + at).endLevel;
      at++;
      this.keepCheckpoint(at, level);
    }
    return level;
  }

  private keepCheckpoint(n: number, level: number): void {
    if (n === this.checkpoints.length * CHECKPOINT_EPOCHS) this.checkpoints.push(level);
  }

  /** A root that starts at level 0, so that `endLevel` is its return. Extremes and volume come with `place`. */
  private draw(from: number, to: number, shortestSeconds: number, ownDeviation: number): TreeNode {
    const { dynamics, words, clock } = this;
    const atFrom: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
    const atTo: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
    clock.read(from, atFrom);
    clock.read(to, atTo);
    const days = atTo.varianceDays - atFrom.varianceDays;
    const state = stateOf(from, to, atFrom, atTo);
    const root: TreeNode = {
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
    if (days <= 0) return root;
    const key = this.keys.keyAt(from);
    const length = to - from;
    chachaBlock(key.words, Purpose.Root, dynamics.word, from, length, words);
    let logVariance = this.volatility.logVariance(from, shortestSeconds);
    if (ownDeviation > 0) {
      const draw = dynamics.varianceDraw(gaussian(words[3] as number), key, Purpose.SharedRoot, from, length);
      logVariance += ownDeviation * draw - (ownDeviation * ownDeviation) / 2;
    }
    const { volatilityAnnual, driftAnnual } = dynamics.spec;
    const years = days / clock.daysPerYear;
    root.variance = volatilityAnnual * volatilityAnnual * years * exp(logVariance);
    const draw = dynamics.priceDraw(gaussian(words[0] as number), key, Purpose.SharedRoot, from, length);
    root.endLevel = driftAnnual * years + Math.sqrt(root.variance) * draw;
    this.logVariance = logVariance;
    return root;
  }

  /** Moves the root just drawn to its level and gives it what only shown roots need: range, volume and trades. */
  private place(root: TreeNode, level: number): TreeNode {
    root.startLevel = level;
    root.endLevel += level;
    root.high = root.low = level;
    const tradingDays = root.atTo.tradingDays - root.atFrom.tradingDays;
    if (root.variance <= 0 || tradingDays <= 0) return root;
    const { dynamics, words } = this;
    if (root.state === State.Open) drawExtremes(root, words[1] as number, words[2] as number);
    const surge =
      tradingDays * exp(VOLUME_FOLLOWS_VARIANCE * this.logVariance + VOLUME_NOISE * gaussian(words[4] as number));
    const lotsPerUsdt = dynamics.lotsPerUsdtAtReference * exp(-level);
    const lots = Math.min(dynamics.spec.dailyVolumeUsdt * lotsPerUsdt * surge, LOTS_PER_DAY_LIMIT * tradingDays);
    root.volumeLots = Math.max(1, Math.round(lots));
    root.trades = Math.min(root.volumeLots, Math.max(1, Math.round(dynamics.tradesPerDay * surge)));
    return root;
  }
}
