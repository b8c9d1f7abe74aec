import type { KeyRing, NumberedKey } from './key-ring.js';
import { DAY_SECONDS } from './civil.js';

/** A stretch of time that is drawn from one seed, in seconds: a day before launch, an epoch from launch on. */
export interface RootSpan {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

interface TimelineOptions {
  /** The first simulated second: the start of a day. */
  readonly startSecond: number;
  readonly launchSecond: number;
  readonly epochSeconds: number;
}

/** The roots of all trees, numbered from the first simulated day. */
export class Timeline {
  readonly startSecond: number;
  readonly launchSecond: number;
  /** The index of the first epoch. */
  readonly launchIndex: number;
  private readonly epochSeconds: number;

  constructor(
    { startSecond, launchSecond, epochSeconds }: TimelineOptions,
    private readonly keys: KeyRing,
  ) {
    this.startSecond = startSecond;
    this.launchSecond = launchSecond;
    this.epochSeconds = epochSeconds;
    this.launchIndex = Math.ceil((launchSecond - startSecond) / DAY_SECONDS);
  }

  indexAt(second: number): number {
    if (second < this.startSecond) throw new Error(`no price was ever simulated at second ${second}`);
    if (second < this.launchSecond) return Math.floor((second - this.startSecond) / DAY_SECONDS);
    return this.launchIndex + Math.floor((second - this.launchSecond) / this.epochSeconds);
  }

  /** When the root with this index starts; the last day before launch may be a short one. */
  startOf(index: number): number {
    if (index < this.launchIndex) return this.startSecond + index * DAY_SECONDS;
    return this.launchSecond + (index - this.launchIndex) * this.epochSeconds;
  }

  spanAt(second: number): RootSpan {
    const index = this.indexAt(second);
    return { index, from: this.startOf(index), to: this.startOf(index + 1) };
  }

  keyAt(second: number): NumberedKey {
    return this.keys.keyAt(second);
  }

  /** False from the first epoch on whose seed is not known. */
  isKnownAt(second: number): boolean {
    return second < this.launchSecond || this.keys.isKnown(Math.floor(second / this.epochSeconds));
  }
}
