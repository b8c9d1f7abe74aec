import { exp, ln } from '../simulator/exact-math.js';
import { CUT_VARIANCE } from '../simulator/storms.js';

/** A stretch of the running root, in minutes from its start: how much variance was expected, and how much public prices showed. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Realised over expected. */
  readonly ratio: number;
  /** How many equal returns it was measured from. */
  readonly returns: number;
}

export interface RunningRoot {
  readonly minutes: number;
  /** Deviation of the root's own log variance, and how strongly cuts vary it, as a multiple of the usual. */
  readonly deviation: number;
  readonly stormy: number;
  readonly seen: readonly Stretch[];
}

/** A cut lies on a round instant, so two neighbouring stretches meet about two cuts above their own size. */
const CUTS_ABOVE = 2;

/**
 * How much larger than expected at its start the variance of a part of the running root is, given what public prices showed of the root.
 * The log variance of the cascade is taken as normal, so the mean given several stretches is linear (kriging).
 */
export function runningRatio(root: RunningRoot, part: { readonly from: number; readonly to: number }): number {
  const own = variance(root, part.to - part.from);
  const { mean, left } = given(root, own, (seen) => covariance(root, seen, part));
  return exp(mean + left / 2);
}

/** The surprise of the whole root, as a multiple of its deviation: mean, and what is left of its variance. */
export function rootSurprise(root: RunningRoot): { mean: number; left: number } {
  const own = root.deviation * root.deviation;
  const { mean, left } = given(root, own, () => own);
  return { mean: (mean + own / 2) / root.deviation, left: left / own };
}

function given({ seen, ...root }: RunningRoot, own: number, with_: (seen: Stretch) => number) {
  const across = seen.map(with_);
  const table = seen.map((one, i) => [
    ...seen.map((other, j) =>
      i === j
        ? variance({ ...root, seen }, one.to - one.from) + noise(one.returns)
        : covariance({ ...root, seen }, one, other),
    ),
    // The mean of the logarithm lies half a variance below that of the ratio, and lower still where few returns measured it.
    ln(one.ratio) + variance({ ...root, seen }, one.to - one.from) / 2 + bias(one.returns),
    across[i] as number,
  ]);
  const solved = solve(table, seen.length);
  const told = solved.reduce((sum, [weight], i) => sum + (weight as number) * (across[i] as number), 0);
  const taken = solved.reduce((sum, [, weight], i) => sum + (weight as number) * (across[i] as number), 0);
  return { mean: told - own / 2, left: Math.max(0, own - taken) };
}

/** Of the log variance of a stretch. */
function variance({ minutes, deviation, stormy }: RunningRoot, length: number): number {
  return deviation * deviation + stormy * stormy * CUT_VARIANCE * Math.max(0, halvings(minutes, length));
}

type Place = { readonly from: number; readonly to: number };

function covariance({ minutes, deviation, stormy }: RunningRoot, one: Place, other: Place): number {
  const span = Math.max(one.to, other.to) - Math.min(one.from, other.from);
  const inside =
    one.from >= other.from && one.to <= other.to
      ? other
      : other.from >= one.from && other.to <= one.to
        ? one
        : undefined;
  // A stretch inside another shares all that the other has; two that lie apart share what came above both.
  const shared = inside !== undefined ? halvings(minutes, span) : halvings(minutes, span) - CUTS_ABOVE;
  return deviation * deviation + stormy * stormy * CUT_VARIANCE * Math.max(-1, shared);
}

/** Within a minute variance is even. */
function halvings(minutes: number, length: number): number {
  return ln(minutes / Math.max(1, length)) / ln(2);
}

/** Variance of the logarithm of a mean of so many squared normal returns. */
function noise(returns: number): number {
  return 2 / returns + 3 / (returns * returns);
}

function bias(returns: number): number {
  return 1 / returns + 1 / (3 * returns * returns);
}

/** Gaussian elimination of a small symmetric table with two right sides. */
function solve(table: number[][], size: number): number[][] {
  for (let i = 0; i < size; i++) {
    const pivot = table[i] as number[];
    for (let k = 0; k < size; k++) {
      if (k === i) continue;
      const row = table[k] as number[];
      const share = (row[i] as number) / (pivot[i] as number);
      for (let j = i; j < size + 2; j++) row[j] = (row[j] as number) - share * (pivot[j] as number);
    }
  }
  return table.map((row, i) => [
    (row[size] as number) / (row[i] as number),
    (row[size + 1] as number) / (row[i] as number),
  ]);
}
