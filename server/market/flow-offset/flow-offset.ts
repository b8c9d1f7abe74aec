import type { Instant } from '../../core/clock.js';
import { exp } from '../simulator/exact-math.js';

/** Half of what users pushed for good is gone after a day; it fades at whole hours. */
export const LASTING_HALF_LIFE_HOURS = 24;
/**
 * What users push in a minute is in the price from the start of the second minute after it. By then its trades are durable, so every
 * reader finds the same price, and nobody can push an index in the last second before something is settled by it.
 */
const LANDS_AFTER_MINUTES = 2;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A thousandth of a millionth of the price: no tick is that fine. */
const NEGLIGIBLE_PPM = 0.001;
/** Pushes are counted in whole millionths of a ppm, so their sum does not depend on how they are grouped. */
const STEPS_PER_PPM = 1_000_000;

/** An offset in plain data, from one landing on. */
export interface SavedOffset {
  /** How many landings there are before these. */
  readonly from: number;
  readonly landings: readonly (readonly [at: Instant, steps: number])[];
}

/** What landed at the start of one minute: `carried` was left from before. */
interface Landing {
  readonly at: Instant;
  readonly carried: number;
  steps: number;
  /** How often there had been a push when it was added to last. */
  changes: number;
}

/**
 * How far users of a realm have moved the price of one instrument for good, in millionths of the price (ppm): a sum of pushes, each of
 * which fades by half in a day. It is linear and symmetric and has no bound, so what was bought and sold again leaves nothing.
 */
export class FlowOffset {
  private readonly landings: Landing[] = [];
  /** How often it was pushed: a push that becomes known late changes what was read of its time. */
  changes = 0;

  /** Adds what a command pushed. Commands come in order of time. */
  push(pushedAt: Instant, ppm: number): void {
    const at = (Math.floor(pushedAt / MINUTE_MS) + LANDS_AFTER_MINUTES) * MINUTE_MS;
    const steps = Math.round(ppm * STEPS_PER_PPM);
    const last = this.landings.at(-1);
    if (last?.at === at) this.grow(last, last.steps + steps);
    else this.land(at, steps);
  }

  /** What is to be restored elsewhere where `known` landings were; the last of those may have grown since. */
  saved(known = 0): SavedOffset {
    const from = Math.max(0, known - 1);
    return { from, landings: this.landings.slice(from).map(({ at, steps }) => [at, steps]) };
  }

  /** Takes up what it has not got of what there is elsewhere. `false`, and nothing is done, when it lacks some from before that. */
  restore({ from, landings }: SavedOffset): boolean {
    const have = this.landings.length - from;
    if (have < 0) return false;
    const last = this.landings.at(-1);
    const grown = landings[have - 1];
    if (last !== undefined && grown !== undefined && grown[1] !== last.steps) this.grow(last, grown[1]);
    for (const [at, steps] of landings.slice(have)) this.land(at, steps);
    return true;
  }

  static restored(saved: SavedOffset): FlowOffset {
    const offset = new FlowOffset();
    offset.restore(saved);
    return offset;
  }

  private land(at: Instant, steps: number): void {
    this.changes += 1;
    this.landings.push({ at, carried: this.at(at), steps, changes: this.changes });
  }

  private grow(landing: Landing, steps: number): void {
    this.changes += 1;
    landing.steps = steps;
    landing.changes = this.changes;
  }

  at(at: Instant): number {
    const last = this.landings[this.landingBefore(at)];
    if (last === undefined) return 0;
    const ppm = faded(last.carried + last.steps / STEPS_PER_PPM, hourOf(at) - hourOf(last.at));
    return Math.abs(ppm) < NEGLIGIBLE_PPM ? 0 : ppm;
  }

  /** When the first push landed; `undefined` where nobody ever pushed. */
  get since(): Instant | undefined {
    return this.landings[0]?.at;
  }

  /** Grows with every push that landed up to an instant: what was drawn of the time before is as it was while this is. */
  landedBy(at: Instant): number {
    return this.landings[this.landingBefore(at)]?.changes ?? 0;
  }

  /** The newest instant up to `at` at which it changed. */
  changedBefore(at: Instant): Instant {
    return Math.max(this.landings[this.landingBefore(at)]?.at ?? 0, hourOf(at) * HOUR_MS);
  }

  /** The next instant after `at` at which it changes, `Infinity` when it does no more. */
  changesAfter(at: Instant): Instant {
    const before = this.landingBefore(at);
    const landing = this.landings[before + 1]?.at ?? Infinity;
    return this.at(at) === 0 ? landing : Math.min(landing, (hourOf(at) + 1) * HOUR_MS);
  }

  /** The index of the last landing up to an instant, -1 before the first. */
  private landingBefore(at: Instant): number {
    const { landings } = this;
    let [from, to] = [0, landings.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((landings[middle] as Landing).at <= at) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }
}

function hourOf(at: Instant): number {
  return Math.floor(at / HOUR_MS);
}

function faded(ppm: number, hours: number): number {
  return hours === 0 || ppm === 0 ? ppm : ppm * exp((-0.6931471805599453 * hours) / LASTING_HALF_LIFE_HOURS);
}
