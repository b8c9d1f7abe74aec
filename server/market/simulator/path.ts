import { chachaBlock } from './chacha.js';
import { DAY_SECONDS } from './civil.js';
import { exp, gaussian, ln } from './exact-math.js';
import type { Activity, MarketClock } from './market-clock.js';
import { Purpose } from './purposes.js';
import { passStorm, rootDeviation, STORM_COMPONENTS, STORM_VARIANCE, stormOf } from './storms.js';
import type { Timeline } from './timeline.js';

/** What kind of random path it is; its variance is one a year on average. */
export interface PathKind {
  /** Separates its random words from other paths'. */
  readonly word: number;
  readonly clock: MarketClock;
  /** How strongly volatility itself varies; 1 is an equity index. */
  readonly stormy: number;
  /** Correlation of a fall with the rise of coming volatility, 0 to 1. */
  readonly leverage: number;
  /** Another path whose storms it shares, and with which weight (0 to 1). */
  readonly shares?: { readonly with: Path; readonly weight: number };
  /** Business days after which half of a distance from the mean is left; absent: a martingale. */
  readonly halfLifeDays?: number;
}

/** A root's part of a path: levels and the running sum of variance at both ends. */
export interface PathRoot {
  startLevel: number;
  endLevel: number;
  startVariance: number;
  endVariance: number;
}

const SEGMENT = 32;
/** Level, variance, then the components of volatility. */
const STATE = 2 + STORM_COMPONENTS;
const STORM_AT = 2;

interface Segment {
  readonly index: number;
  /** How many of its roots are drawn: fewer than 32 where the next seed is not known yet. */
  readonly count: number;
  readonly levels: Float64Array;
  readonly variances: Float64Array;
  /** Log variance at the start of each root, known before it. */
  readonly storms: Float64Array;
}

/**
 * A random path on the business clock of its market, root by root: Gaussian returns on a variance that remembers. Inside a
 * root see `Walk`. Levels and variance sums are zero at launch.
 */
export class Path {
  readonly word: number;
  readonly clock: MarketClock;
  /** Deviation of the log odds of a cut, as a multiple of the usual. */
  readonly stormy: number;
  /** The state at every 32nd root, one after the other. */
  private readonly checkpoints: Float64Array[] = [];
  private readonly recent: (Segment | undefined)[] = [undefined, undefined];
  private readonly words = new Uint32Array(16);
  private readonly atFrom: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
  private readonly atTo: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
  private launchLevel: number | undefined;
  private launchVariance = 0;

  constructor(
    private readonly kind: PathKind,
    private readonly timeline: Timeline,
  ) {
    this.word = kind.word;
    this.clock = kind.clock;
    this.stormy = kind.stormy;
    this.checkpoints.push(new Float64Array(STATE));
  }

  /** Writes the root with this index into `out`; throws `UnknownEpochError` where its seed is not known. */
  read(index: number, out: PathRoot): void {
    if (this.launchLevel === undefined) this.anchor();
    const { levels, variances } = this.segmentOf(index, 1);
    const at = index % SEGMENT;
    out.startLevel = (levels[at] as number) - (this.launchLevel as number);
    out.endLevel = (levels[at + 1] as number) - (this.launchLevel as number);
    out.startVariance = (variances[at] as number) - this.launchVariance;
    out.endVariance = (variances[at + 1] as number) - this.launchVariance;
  }

  /** The log of the variance multiplier with which the root starts: known to everybody who saw the roots before it. */
  stormAt(index: number): number {
    return this.segmentOf(index, 0).storms[index % SEGMENT] as number;
  }

  /** The past leads to level zero at launch. */
  private anchor(): void {
    const { launchIndex } = this.timeline;
    const { levels, variances } = this.segmentOf(launchIndex, 0);
    this.launchLevel = levels[launchIndex % SEGMENT] as number;
    this.launchVariance = variances[launchIndex % SEGMENT] as number;
  }

  /** The segment that holds a root: its start, and with `drawn` 1 the root itself. */
  private segmentOf(root: number, drawn: 0 | 1): Segment {
    const { recent, checkpoints, timeline } = this;
    const index = Math.floor(root / SEGMENT);
    const needed = (root % SEGMENT) + drawn;
    for (const one of recent) if (one?.index === index && one.count >= needed) return one;
    while (checkpoints.length <= index) {
      const { count } = this.draw(checkpoints.length - 1);
      if (count < SEGMENT) timeline.keyAt(timeline.startOf((checkpoints.length - 1) * SEGMENT + count));
    }
    const found = this.draw(index);
    if (found.count < needed) timeline.keyAt(timeline.startOf(root));
    const kept = recent[0]?.index === index ? 0 : 1;
    if (kept === 1) recent[1] = recent[0];
    recent[0] = found;
    return found;
  }

  /** Draws the roots of a segment as far as their seeds are known, and keeps where the next one starts. */
  private draw(index: number): Segment {
    const { timeline } = this;
    const state = (this.checkpoints[index] as Float64Array).slice();
    const levels = new Float64Array(SEGMENT + 1);
    const variances = new Float64Array(SEGMENT + 1);
    const storms = new Float64Array(SEGMENT + 1);
    let count = 0;
    for (; ; count++) {
      levels[count] = state[0] as number;
      variances[count] = state[1] as number;
      storms[count] = stormOf(state, STORM_AT);
      if (count === SEGMENT) break;
      const root = index * SEGMENT + count;
      const from = timeline.startOf(root);
      if (!timeline.isKnownAt(from)) break;
      this.step(state, root, from);
    }
    if (count === SEGMENT && this.checkpoints.length === index + 1) this.checkpoints.push(state);
    return { index, count, levels, variances, storms };
  }

  /** One root: its return, its variance, and what both leave in the components of volatility. */
  private step(state: Float64Array, index: number, from: number): void {
    const { kind, clock, words, atFrom, atTo, timeline } = this;
    const to = timeline.startOf(index + 1);
    clock.read(from, atFrom);
    clock.read(to, atTo);
    const days = atTo.varianceDays - atFrom.varianceDays;
    if (days <= 0) return;
    chachaBlock(timeline.keyAt(from).words, Purpose.Root, kind.word, from, 0, words);
    const draw = gaussian(words[0] as number);
    const surprise = gaussian(words[1] as number);
    const deviation = kind.stormy * rootDeviation(halvingsBelowADay(to - from));
    const storm = this.logVariance(state, index) + deviation * surprise - (deviation * deviation) / 2;
    const variance = (days / clock.daysPerYear) * exp(storm);
    const level = state[0] as number;
    const pull =
      kind.halfLifeDays === undefined ? 0 : level * (exp((-0.6931471805599453 * days) / kind.halfLifeDays) - 1);
    state[0] = level + pull + Math.sqrt(variance) * draw;
    state[1] = (state[1] as number) + variance;
    const { leverage } = kind;
    passStorm(state, STORM_AT, days, Math.sqrt(1 - leverage * leverage) * surprise - leverage * draw);
  }

  private logVariance(state: Float64Array, index: number): number {
    const { stormy, shares } = this.kind;
    const own = stormOf(state, STORM_AT);
    if (!shares) return stormy * own - (stormy * stormy * STORM_VARIANCE) / 2;
    const { weight } = shares;
    const both = weight * shares.with.stormAt(index) + Math.sqrt(1 - weight * weight) * own;
    return stormy * both - (stormy * stormy * STORM_VARIANCE) / 2;
  }
}

/** What a day's tree would have added in the halvings from a day down to a shorter root. */
function halvingsBelowADay(seconds: number): number {
  return seconds >= DAY_SECONDS ? 0 : ln(DAY_SECONDS / seconds) / ln(2);
}

/** FNV-1a, 32 bits. */
export function wordOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
