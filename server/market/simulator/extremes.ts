import { BEATS_PER_SECOND } from './beats.js';
import type { MarketClock } from './market-clock.js';
import type { Walk } from './walk.js';

/** Prices in whole ticks, and the log prices that they are rounded from. */
export interface Extremes {
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly highLevel: number;
  readonly lowLevel: number;
  /** The beats at which they were. */
  readonly highBeat: number;
  readonly lowBeat: number;
}

/**
 * A node is searched for a new extreme unless its chance of holding one is below one in a billion: a Brownian bridge of
 * variance v rises above its chord by x with chance exp(-2 x^2 / v), and a sum of bridges no oftener.
 */
const SEARCHED_DEVIATIONS = 3.22;

/** Looks through nodes of a walk for the highest and the lowest level, where the market is open. */
export class ExtremeSearch {
  high = -Infinity;
  low = Infinity;
  private highBeat = 0;
  private lowBeat = 0;
  private readonly chords = { low: 0, high: 0, variance: 0 };

  constructor(
    private readonly scan: Walk,
    private readonly clock: MarketClock,
  ) {}

  /** Whether nothing was seen yet. */
  get isEmpty(): boolean {
    return this.high < this.low;
  }

  forget(): void {
    this.high = -Infinity;
    this.low = Infinity;
  }

  /** What was found before: only what reaches beyond it is searched for. */
  start({ highLevel, lowLevel, highBeat, lowBeat }: Extremes): void {
    [this.high, this.low, this.highBeat, this.lowBeat] = [highLevel, lowLevel, highBeat, lowBeat];
  }

  /** What is known so far, widened by what was found, at these prices in whole ticks. */
  widened(known: Extremes | undefined, highTicks: number, lowTicks: number): Extremes {
    const { high: highLevel, low: lowLevel, highBeat, lowBeat } = this;
    const isHigher = known === undefined || highTicks >= known.highTicks;
    const isLower = known === undefined || lowTicks <= known.lowTicks;
    return {
      highTicks: isHigher ? highTicks : known.highTicks,
      lowTicks: isLower ? lowTicks : known.lowTicks,
      highLevel,
      lowLevel,
      highBeat: isHigher ? highBeat : known.highBeat,
      lowBeat: isLower ? lowBeat : known.lowBeat,
    };
  }

  /** Widens `high` and `low` by a node's beats. */
  seeNode(d: number): void {
    const { scan } = this;
    const isOpen = scan.openBeats(d) === scan.length(d);
    if (isOpen || this.isOpen(scan.from[d] as number)) this.see(scan.startLevel[d] as number, scan.from[d] as number);
    if (this.hope(d) > 0) this.explore(d, isOpen);
  }

  private explore(d: number, whole: boolean): void {
    const { scan } = this;
    const isOpen = whole || scan.openBeats(d) === scan.length(d);
    scan.cut(d);
    if (isOpen || this.isOpen(scan.cutAt[d] as number)) this.see(scan.cutLevel[d] as number, scan.cutAt[d] as number);
    // Both halves are single beats, whose starts were seen.
    if (scan.length(d) === 2) return;
    scan.go(d, false);
    const left = this.hope(d + 1);
    scan.go(d, true);
    const right = this.hope(d + 1);
    // The half that promises more comes first, so that the other is more often left out.
    const rightFirst = right > left;
    if (rightFirst) {
      if (right > 0) this.explore(d + 1, isOpen);
      if (left <= 0) return;
      scan.go(d, false);
    } else {
      if (left <= 0) return;
      scan.go(d, false);
      this.explore(d + 1, isOpen);
      if (right <= 0) return;
      scan.go(d, true);
    }
    if (this.hope(d + 1) > 0) this.explore(d + 1, isOpen);
  }

  /** How far a node may reach beyond the extremes known so far; not above zero where it need not be searched. */
  private hope(d: number): number {
    const { scan, chords } = this;
    // A single beat is its start, which was seen.
    if (scan.length(d) === 1 || scan.openBeats(d) === 0) return 0;
    scan.chords(d, chords);
    const reach = SEARCHED_DEVIATIONS * Math.sqrt(chords.variance);
    return Math.max(chords.high + reach - this.high, this.low - chords.low + reach);
  }

  private see(level: number, beat: number): void {
    if (level > this.high) {
      this.high = level;
      this.highBeat = beat;
    }
    if (level < this.low) {
      this.low = level;
      this.lowBeat = beat;
    }
  }

  private isOpen(beat: number): boolean {
    return this.clock.isOpen(Math.floor(beat / BEATS_PER_SECOND));
  }
}
