import { exp } from '../simulator/exact-math.js';

/** Mean age 144 s: that of the five-minute average which the large venues take of their basis. */
export const BASIS_HALF_LIFE_MS = 100_000;
/** Mean age 159 minutes: that of the 480 samples of a funding interval, of which the newest weigh most. */
export const FUNDING_HALF_LIFE_MS = 110 * 60_000;

/** A smaller average is none: no price is that fine, and an old push need not be followed for ever. */
const NEGLIGIBLE_TICKS = 0.01;

/** Quotes that are pushed away from the index, and the push fades. */
export interface FadingPush {
  readonly ticks: number;
  readonly halfLifeMs: number;
}

/**
 * The exponentially weighted average of a book's push, `elapsedMs` later. The push between two fills fades by a known law, so
 * its average has a closed form and no sample is stored. It weighs time instead of taking samples: a push that is taken back
 * within a millisecond counts for a millisecond, and nobody can choose the instant of a sample.
 */
export function averagedBasis(
  averageTicks: number,
  push: FadingPush,
  elapsedMs: number,
  halfLifeMs = BASIS_HALF_LIFE_MS,
): number {
  if (elapsedMs <= 0 || (averageTicks === 0 && push.ticks === 0)) return averageTicks;
  const kept = halved(elapsedMs, halfLifeMs);
  const left = halved(elapsedMs, push.halfLifeMs);
  // From b' = (d - b) * rate, with d fading at its own rate.
  const weight = push.halfLifeMs / (halfLifeMs - push.halfLifeMs);
  return averageTicks * kept + push.ticks * weight * (kept - left);
}

/** As the mark uses it. */
export function basisOf(averageTicks: number): number {
  return Math.abs(averageTicks) < NEGLIGIBLE_TICKS ? 0 : averageTicks;
}

function halved(elapsedMs: number, halfLifeMs: number): number {
  return exp((-0.6931471805599453 * elapsedMs) / halfLifeMs);
}
