import type { InstrumentClass } from '../../../contracts/market.contract.js';
import type { Instant } from '../../core/clock.js';
import { chachaBlock, type Key } from '../simulator/chacha.js';
import { exp, gaussian } from '../simulator/exact-math.js';
import { KeyRing } from '../simulator/key-ring.js';
import { clockOf, type Activity, type MarketClock } from '../simulator/market-clock.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import { wordOf } from '../simulator/path.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import { Purpose } from '../simulator/purposes.js';
import { Timeline } from '../simulator/timeline.js';
import { BoundedMap } from '../../core/bounded-map.js';

/** Half of a premium is left after so many minutes of open market: three funding intervals, a day where the market never closes. */
export const HALF_LIFE_MINUTES = 1_440;
/** The share of the variance that all contracts on one calendar have in common. */
export const SHARED = 0.8;
/** What came before so many roots is forgotten. */
export const LOOKBACK_ROOTS = 240;
const WORDS_PER_BLOCK = 16;
const MINUTE_SECONDS = 60;
/** Of all contracts on the market, those of an interval and that of a day ago: 32 MB where all of them are looked at. */
const KEPT = 16_384;
/** Of all calendars, those of the same roots. */
const PASTS_KEPT = 256;

/**
 * Mean and deviation of the premium by class, in hundred-millionths of the index. The deviation gives the funding rates of large
 * venues: 0.01% in the middle, with a deviation of 0.01 to 0.02%. The mean keeps the yearly Sharpe of receiving them small.
 */
export const PREMIUMS: Readonly<Record<InstrumentClass, { readonly mean: number; readonly deviation: number }>> = {
  crypto: { mean: -22_500, deviation: 44_000 },
  stocks: { mean: -22_500, deviation: 44_000 },
  etf: { mean: -22_500, deviation: 44_000 },
  energy: { mean: -22_500, deviation: 44_000 },
  indices: { mean: -26_500, deviation: 40_000 },
  metals: { mean: -26_500, deviation: 40_000 },
  forex: { mean: -26_500, deviation: 40_000 },
};

/** What a perpetual contract is on. */
export interface Underlying {
  readonly symbol: string;
  readonly class: InstrumentClass;
  readonly calendar: string;
}

export interface PremiumOptions {
  readonly calendars: readonly MarketCalendar[];
  readonly launchAt: Instant;
  readonly epochMs: number;
  /** The effective seed of an epoch in hex; `undefined` while it is secret. */
  seedOf(epoch: number): string | undefined;
}

/** The minutes that were open before a root, and the state at the end of each open minute of it, the root's start first. */
interface DrawnRoot {
  readonly minutes: number;
  readonly states: Float64Array;
}

/** What all paths of a calendar have in common in a root and those before it, oldest first. */
interface Past {
  readonly keys: readonly Key[];
  /** Seconds. */
  readonly starts: readonly number[];
  /** The share of the state that is left at the end of each, and the deviation of what its draw adds. */
  readonly kept: Float64Array;
  readonly scales: Float64Array;
}

/**
 * The premium that a perpetual contract keeps over its index without users' trades: a mean-reverting process in minutes of open
 * market (Ornstein and Uhlenbeck), part of it common to all contracts of a calendar. It is drawn from the seed of the epoch by
 * words that no price sees, so it tells nothing about the index.
 */
export class PremiumProcess {
  private readonly timeline: Timeline;
  private readonly clocks: ReadonlyMap<string, MarketClock>;
  /** By path and root: a number is found faster than a text. */
  private readonly roots = new BoundedMap<number, DrawnRoot>(KEPT);
  /** By calendar and root. */
  private readonly pasts = new BoundedMap<string, Past>(PASTS_KEPT);
  /** The word of each path, by the calendar or the symbol that it belongs to. */
  private readonly wordsOfPaths = new Map<string, number>();
  private readonly words = new Uint32Array(WORDS_PER_BLOCK);
  private readonly activity: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };

  constructor(options: PremiumOptions) {
    this.timeline = timelineOf(options);
    this.clocks = new Map(options.calendars.map((calendar) => [calendar.id, clockOf(calendar)]));
  }

  clockOf({ symbol, calendar }: Pick<Underlying, 'symbol' | 'calendar'>): MarketClock {
    const clock = this.clocks.get(calendar);
    if (clock === undefined) throw new Error(`${symbol} keeps the hours of an unknown calendar, ${calendar}`);
    return clock;
  }

  /** The premium at the end of the newest whole open minute, in hundred-millionths of the index; not rounded. */
  at(spec: Underlying, at: Instant): number {
    const { mean, deviation } = PREMIUMS[spec.class];
    const clock = this.clockOf(spec);
    const second = Math.floor(at / 1000);
    const shared = this.stateAt(spec.calendar, clock, second);
    const own = this.stateAt(spec.symbol, clock, second);
    return mean + deviation * (Math.sqrt(SHARED) * shared + Math.sqrt(1 - SHARED) * own);
  }

  private stateAt(of: string, clock: MarketClock, second: number): number {
    const { minutes, states } = this.root(this.wordOf(of), clock, this.timeline.indexAt(second));
    return states[this.minutes(clock, second) - minutes] as number;
  }

  private wordOf(of: string): number {
    let word = this.wordsOfPaths.get(of);
    if (word === undefined) {
      word = wordOf(`premium ${of}`);
      this.wordsOfPaths.set(of, word);
    }
    return word;
  }

  private root(word: number, clock: MarketClock, index: number): DrawnRoot {
    return this.roots.of(keyOf(word, index), () => this.drawRoot(word, clock, index));
  }

  /** The states of a root: a free path from its start, bent to the end that the root's own draw gives. */
  private drawRoot(word: number, clock: MarketClock, index: number): DrawnRoot {
    const [from, to] = [this.timeline.startOf(index), this.timeline.startOf(index + 1)];
    const minutes = this.minutes(clock, from);
    const count = this.minutes(clock, to) - minutes;
    const states = new Float64Array(count + 1);
    const { start, end } = this.ends(word, this.past(clock, index));
    states[0] = start;
    if (count === 0) return { minutes, states };
    const a = keptAfter(1);
    const scale = Math.sqrt(1 - a * a);
    const key = this.timeline.keyAt(from).words;
    for (let minute = 1; minute <= count; minute++) {
      const place = (minute - 1) % WORDS_PER_BLOCK;
      if (place === 0) chachaBlock(key, Purpose.Premium, word, from, 1 + (minute - 1) / WORDS_PER_BLOCK, this.words);
      states[minute] = a * (states[minute - 1] as number) + scale * gaussian(this.words[place] as number);
    }
    const missed = end - (states[count] as number);
    const whole = 1 - keptAfter(2 * count);
    for (let minute = 1; minute <= count; minute++) {
      const bend = (keptAfter(count - minute) * (1 - keptAfter(2 * minute))) / whole;
      states[minute] = (states[minute] as number) + bend * missed;
    }
    return { minutes, states };
  }

  /** The state at the start and at the end of a root: what it and the roots before it added, as far as it is not forgotten. */
  private ends(word: number, { keys, starts, kept, scales }: Past): { start: number; end: number } {
    let [start, end] = [0, 0];
    for (let at = 0; at < keys.length; at++) {
      start = end;
      chachaBlock(keys[at] as Key, Purpose.Premium, word, starts[at] as number, 0, this.words);
      end = (kept[at] as number) * start + (scales[at] as number) * gaussian(this.words[0] as number);
    }
    return { start, end };
  }

  private past(clock: MarketClock, index: number): Past {
    return this.pasts.of(`${clock.calendar.id} ${index}`, () => {
      const first = Math.max(0, index - LOOKBACK_ROOTS);
      const starts = Array.from({ length: index + 1 - first }, (_, n) => this.timeline.startOf(first + n));
      const minutes = [...starts, this.timeline.startOf(index + 1)].map((start) => this.minutes(clock, start));
      const kept = Float64Array.from(starts, (_, n) => keptAfter((minutes[n + 1] as number) - (minutes[n] as number)));
      const scales = kept.map((share) => Math.sqrt(1 - share * share));
      return { keys: starts.map((start) => this.timeline.keyAt(start).words), starts, kept, scales };
    });
  }

  /** Open minutes before a second. */
  private minutes(clock: MarketClock, second: number): number {
    clock.read(second, this.activity);
    return Math.floor(this.activity.openSeconds / MINUTE_SECONDS);
  }
}

/** The roots that premiums are drawn from: those of prices. */
export function timelineOf({ launchAt, epochMs, seedOf }: PremiumOptions): Timeline {
  const [launchSecond, epochSeconds] = [launchAt / 1000, epochMs / 1000];
  const keys = new KeyRing(launchSecond, epochSeconds, seedOf);
  return new Timeline({ startSecond: PREHISTORY_STARTS_AT / 1000, launchSecond, epochSeconds }, keys);
}

/** Of a path of 32 bits and a root: below a million of them the number is exact. */
function keyOf(word: number, index: number): number {
  return word * 1_048_576 + index;
}

/** A root has a day's minutes at most, and is bent by twice as many. */
const KEPT_AFTER = Float64Array.from({ length: 2 * 1_440 + 1 }, (_, minutes) => halved(minutes));

function keptAfter(minutes: number): number {
  return KEPT_AFTER[minutes] ?? halved(minutes);
}

function halved(minutes: number): number {
  return exp((-0.6931471805599453 * minutes) / HALF_LIFE_MINUTES);
}
