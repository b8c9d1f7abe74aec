import { chachaBlock } from './chacha.js';
import { DAY_SECONDS } from './civil.js';
import { exp, gaussian, ln } from './exact-math.js';
import type { Activity, MarketClock } from './market-clock.js';
import { Purpose } from './purposes.js';
import { drawStorm, passStorm, rootDeviation, STORM_COMPONENTS, STORM_VARIANCE, stormOf } from './storms.js';
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
  /**
   * Where the path is drawn from: from the first day on, so that falls raise what comes after them, or from launch both
   * ways, so that today's price needs no past. Backwards the law is the same but for leverage, which it must not have.
   */
  readonly origin: 'first-day' | 'launch';
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

/** Thirty-two roots that lie side by side, drawn away from the origin. */
interface Segment {
  /** Which one ahead of the origin (0 and up), or behind it (-1 and down). */
  readonly number: number;
  /** The index of its earliest root. */
  readonly first: number;
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
  readonly shares: PathKind['shares'];
  /** The states at every 32nd root ahead of the origin and behind it, one after the other. */
  private readonly ahead: Float64Array[];
  private readonly behind: Float64Array[];
  private readonly origin: number;
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
    this.shares = kind.shares;
    const isFromLaunch = kind.origin === 'launch';
    this.origin = isFromLaunch ? timeline.launchIndex : 0;
    const state = isFromLaunch ? this.stateAtLaunch() : new Float64Array(STATE);
    this.ahead = [state];
    this.behind = [state];
  }

  /** Writes the root with this index into `out`; throws `UnknownEpochError` where its seed is not known. */
  read(index: number, out: PathRoot): void {
    if (this.launchLevel === undefined) this.anchor();
    const { levels, variances, first } = this.segmentOf(index, 1);
    const at = index - first;
    out.startLevel = (levels[at] as number) - (this.launchLevel as number);
    out.endLevel = (levels[at + 1] as number) - (this.launchLevel as number);
    out.startVariance = (variances[at] as number) - this.launchVariance;
    out.endVariance = (variances[at + 1] as number) - this.launchVariance;
  }

  /** The log of the variance multiplier with which the root starts: known to everybody who saw the roots before it. */
  stormAt(index: number): number {
    const { storms, first } = this.segmentOf(index, 0);
    return storms[index - first] as number;
  }

  /** The components of that log variance, from the origin on. Everything that a coming variance depends on stands in them. */
  componentsAt(index: number): Float64Array {
    const number = Math.floor((index - this.origin) / SEGMENT);
    // Draws every segment before it, and keeps where it starts.
    this.segmentOf(index, 0);
    const state = (this.ahead[number] as Float64Array).slice();
    for (let at = this.origin + number * SEGMENT; at < index; at++) this.step(state, at, 1);
    return state.slice(STORM_AT);
  }

  /** The past leads to level zero at launch. */
  private anchor(): void {
    const { launchIndex } = this.timeline;
    const { levels, variances, first } = this.segmentOf(launchIndex, 0);
    this.launchLevel = levels[launchIndex - first] as number;
    this.launchVariance = variances[launchIndex - first] as number;
  }

  /** Level and variance zero, and the components of volatility as they are after long. */
  private stateAtLaunch(): Float64Array {
    const { timeline, kind, words } = this;
    const state = new Float64Array(STATE);
    const from = timeline.startOf(timeline.launchIndex);
    chachaBlock(timeline.keyAt(from - 1).words, Purpose.Root, kind.word, from, 1, words);
    drawStorm(state, STORM_AT, words);
    return state;
  }

  /** The segment that holds a root: its start, and with `drawn` 1 the root itself. */
  private segmentOf(root: number, drawn: 0 | 1): Segment {
    const { recent, timeline } = this;
    const number = Math.floor((root - this.origin) / SEGMENT);
    for (const one of recent) if (one?.number === number && one.count >= root - one.first + drawn) return one;
    const found = number < 0 ? this.segmentBehind(-1 - number) : this.segmentAhead(number);
    if (found.count < root - found.first + drawn) timeline.keyAt(timeline.startOf(root));
    if (recent[0]?.number !== number) recent[1] = recent[0];
    recent[0] = found;
    return found;
  }

  private segmentAhead(number: number): Segment {
    const { ahead, timeline } = this;
    while (ahead.length <= number) {
      const { first, count } = this.drawAhead(ahead.length - 1);
      if (count < SEGMENT) timeline.keyAt(timeline.startOf(first + count));
    }
    return this.drawAhead(number);
  }

  private segmentBehind(n: number): Segment {
    while (this.behind.length <= n) this.drawBehind(this.behind.length - 1);
    return this.drawBehind(n);
  }

  /** Draws the roots of a segment as far as their seeds are known, and keeps where the next one starts. */
  private drawAhead(number: number): Segment {
    const { timeline, ahead } = this;
    const first = this.origin + number * SEGMENT;
    const state = (ahead[number] as Float64Array).slice();
    const drawn = emptySegment(number, first);
    let count = 0;
    for (; ; count++) {
      note(drawn, count, state);
      if (count === SEGMENT) break;
      if (!timeline.isKnownAt(timeline.startOf(first + count))) break;
      this.step(state, first + count, 1);
    }
    if (count === SEGMENT && ahead.length === number + 1) ahead.push(state);
    return { ...drawn, count };
  }

  /** The same from the last root of a segment to its first: the past of a path that is drawn from launch. */
  private drawBehind(n: number): Segment {
    const { behind } = this;
    const first = this.origin - (n + 1) * SEGMENT;
    const state = (behind[n] as Float64Array).slice();
    const drawn = emptySegment(-1 - n, first);
    note(drawn, SEGMENT, state);
    // Nothing was ever simulated before the first day.
    for (let at = SEGMENT - 1; at >= 0 && first + at >= 0; at--) {
      this.step(state, first + at, -1);
      note(drawn, at, state);
    }
    if (behind.length === n + 1) behind.push(state);
    return drawn;
  }

  /** One root, forwards or backwards: its return, its variance, and what both leave in the components of volatility. */
  private step(state: Float64Array, index: number, direction: 1 | -1): void {
    const { kind, clock, words, atFrom, atTo, timeline } = this;
    const from = timeline.startOf(index);
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
    state[0] = level + pull + direction * Math.sqrt(variance) * draw;
    state[1] = (state[1] as number) + direction * variance;
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

function emptySegment(number: number, first: number): Segment {
  return {
    number,
    first,
    count: SEGMENT,
    levels: new Float64Array(SEGMENT + 1),
    variances: new Float64Array(SEGMENT + 1),
    storms: new Float64Array(SEGMENT + 1),
  };
}

/** Writes down how a path stands at the start of a segment's root. */
function note({ levels, variances, storms }: Segment, at: number, state: Float64Array): void {
  levels[at] = state[0] as number;
  variances[at] = state[1] as number;
  storms[at] = stormOf(state, STORM_AT);
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
