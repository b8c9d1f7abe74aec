import { BEATS_PER_SECOND } from './beats.js';
import { exp, ln } from './exact-math.js';
import type { NumberedKey } from './key-ring.js';
import type { Session } from './market-calendar.js';
import type { MarketClock } from './market-clock.js';
import { wordOf, type PathRoot } from './path.js';
import { PriceTree, type TreeParts } from './price-tree.js';
import type { ReplayRow } from './replay-csv.js';
import { usualTradesPerDay } from './usual-sizes.js';
import { LOTS_PER_DAY_LIMIT, type Volume } from './volume.js';
import type { Root } from './walk.js';

interface ReplayedInstrument {
  readonly symbol: string;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly dailyVolumeUsdt: number;
}

/**
 * The given days of a replay as roots: a day (even index), and from its last beat the night after it, in which the close
 * stands (odd index).
 */
export class ReplayedDays {
  private readonly referenceTicks: number;
  private readonly days: readonly GivenDay[];
  private readonly variances: number[];
  private readonly meanVolume: number;
  private readonly tradesPerDay: number;
  /** The keys of days that were drawn more than once. */
  private readonly keys = new Map<number, NumberedKey>();
  private readonly shapes = new Map<number, (drawn: number) => number>();
  /** Finds a day's extremes while another tree stands somewhere. */
  private readonly finder: PriceTree;

  constructor(
    private readonly rows: readonly ReplayRow[],
    private readonly sessions: readonly Session[],
    private readonly spec: ReplayedInstrument,
    private readonly clock: MarketClock,
    private readonly key: NumberedKey,
  ) {
    const ticks = (price: number): number => Math.max(1, Math.round(price / +spec.tickSize));
    this.referenceTicks = ticks((rows[0] as ReplayRow).close);
    const level = (price: number): number => ln(ticks(price) / this.referenceTicks);
    this.days = rows.map(({ open, high, low, close }) => ({
      open: level(open),
      high: level(high),
      low: level(low),
      close: level(close),
    }));
    this.variances = this.days.map(({ high, low }) => rangeVariance(high - low));
    this.meanVolume = rows.reduce((sum, { volume }) => sum + volume, 0) / rows.length;
    this.tradesPerDay = usualTradesPerDay(spec.dailyVolumeUsdt);
    this.finder = new PriceTree(this.partsWith((beat) => this.rootAt(beat)));
  }

  tree(): PriceTree {
    return new PriceTree(
      this.partsWith((beat) => {
        const { index } = this.rootAt(beat);
        // A day that is drawn more than once has its last key from then on.
        if (!isNight(index)) this.shapeOf(index >> 1);
        return this.rootAt(beat);
      }),
    );
  }

  private partsWith(rootAt: (beat: number) => Root): TreeParts {
    const { spec, clock, variances, sessions } = this;
    const word = wordOf(spec.symbol);
    const path = { word, clock, stormy: 1, read: (root: number, out: PathRoot): void => this.read(root, out) };
    const startSecond = (sessions[0] as Session).openSecond;
    return {
      word,
      clock,
      legs: [{ path, weight: 1, convexity: 0 }],
      driftPerSecond: 0,
      launchSecond: 0,
      startSecond,
      rootAt,
      isKnownAt: (second) => second < (sessions.at(-1) as Session).closeSecond && second >= startSecond,
      shaped: true,
      priceOf: (drawn, root) => this.referenceTicks * exp(isNight(root) ? drawn : this.shapeOf(root >> 1)(drawn)),
      varianceOfDay: variances.reduce((sum, variance) => sum + variance, 0) / variances.length,
      tradesPerDay: this.tradesPerDay,
      lotsPerDay: () => 0,
      volumeOf: (root) => this.volumeOf(root),
    };
  }

  private read(root: number, out: PathRoot): void {
    const { open, close } = this.days[root >> 1] as GivenDay;
    out.startLevel = isNight(root) ? close : open;
    out.endLevel = close;
    out.startVariance = 0;
    out.endVariance = isNight(root) ? 0 : (this.variances[root >> 1] as number);
  }

  private volumeOf(root: number): Volume {
    if (isNight(root)) return { lots: 0, trades: 0 };
    const { spec, meanVolume, tradesPerDay } = this;
    const { volume, close } = this.rows[root >> 1] as ReplayRow;
    const busy = meanVolume > 0 ? volume / meanVolume : 0;
    const lots = Math.min(LOTS_PER_DAY_LIMIT, Math.round((busy * spec.dailyVolumeUsdt) / (close * +spec.lotSize)));
    return { lots, trades: lots === 0 ? 0 : Math.min(lots, Math.max(1, Math.round(busy * tradesPerDay))) };
  }

  private rootAt(beat: number): Root {
    const root = rootOf(this.spec, this.sessions, beat, this.key);
    return { ...root, key: this.keys.get(root.index >> 1) ?? this.key };
  }

  /** How the drawn levels of a day become its prices. */
  private shapeOf(day: number): (drawn: number) => number {
    const known = this.shapes.get(day);
    if (known) return known;
    const { finder, variances, key } = this;
    const given = this.days[day] as GivenDay;
    const openBeat = (this.sessions[day] as Session).openSecond * BEATS_PER_SECOND;
    let drawn = finder.extremesOf(openBeat);
    // A day that went straight up or down may have been drawn without leaving its ends: it is drawn again, a little wider.
    for (let n = 1; n < DRAWN_MAX && !reaches(drawn, given); n++) {
      variances[day] = WIDER * (variances[day] as number);
      this.keys.set(day, { id: 0, words: key.words.map((word, i) => (i === 0 ? word + n : word)) });
      drawn = finder.extremesOf(openBeat);
    }
    const shape = stretched(drawn, given);
    this.shapes.set(day, shape);
    return shape;
  }
}

function isNight(root: number): boolean {
  return (root & 1) === 1;
}

interface GivenDay {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const DRAWN_MAX = 60;
const WIDER = 1.5;

/** Does the drawn day leave its ends on both sides where the given one does? */
function reaches(
  drawn: { readonly high: number; readonly low: number },
  { open, high, low, close }: GivenDay,
): boolean {
  const top = Math.max(open, close);
  const bottom = Math.min(open, close);
  return (high <= top || drawn.high > top) && (low >= bottom || drawn.low < bottom);
}

/** Parkinson (1980): the variance of a Brownian path whose range was seen once. */
function rangeVariance(range: number): number {
  return (range * range) / 2.772588722239781;
}

/** A day (even), or from its last beat the night after it, in which the close stands (odd). */
function rootOf(spec: ReplayedInstrument, sessions: readonly Session[], beat: number, key: NumberedKey): Root {
  const day = lastOpenedBy(sessions, beat / BEATS_PER_SECOND);
  const last = sessions.length - 1;
  if (day < 0 || beat >= (sessions[last] as Session).closeSecond * BEATS_PER_SECOND) {
    throw new Error(`the replay of ${spec.symbol} has no beat ${beat}`);
  }
  const { openSecond, closeSecond } = sessions[day] as Session;
  const close = closeSecond * BEATS_PER_SECOND - 1;
  if (beat < close) return { index: 2 * day, fromBeat: openSecond * BEATS_PER_SECOND, toBeat: close, key };
  const next = sessions[day + 1];
  const toBeat = next ? next.openSecond * BEATS_PER_SECOND : close + 1;
  return { index: 2 * day + 1, fromBeat: close, toBeat, key };
}

/** Stretches what lies above and below a day's open and close, each by its own factor, to the given high and low. */
function stretched(drawn: { readonly high: number; readonly low: number }, given: GivenDay): (level: number) => number {
  const top = Math.max(given.open, given.close);
  const bottom = Math.min(given.open, given.close);
  const up = drawn.high > top ? (given.high - top) / (drawn.high - top) : 0;
  const down = drawn.low < bottom ? (bottom - given.low) / (bottom - drawn.low) : 0;
  return (level) => {
    if (level > top) return top + (level - top) * up;
    if (level < bottom) return bottom - (bottom - level) * down;
    return level;
  };
}

/** The last session that has opened by `second`, or -1. */
function lastOpenedBy(sessions: readonly Session[], second: number): number {
  let low = 0;
  let high = sessions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sessions[middle] as Session).openSecond <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
