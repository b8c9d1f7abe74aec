import { BEATS_PER_SECOND, cutBeat, unitOfLastCut } from '../simulator/beats.js';
import { exp, ln, normalShare } from '../simulator/exact-math.js';
import { DAY_SECONDS } from '../simulator/civil.js';
import { GAP_SECONDS } from '../simulator/market-calendar.js';
import type { Activity, MarketClock } from '../simulator/market-clock.js';
import type { PathLeg } from '../simulator/factor-paths.js';
import { CUT_DEVIATION, CUT_VARIANCE, freshStormVariance, rootDeviation } from '../simulator/storms.js';
import type { RootSpan } from '../simulator/timeline.js';
import type { VarianceSource } from '../simulator/variance-forecast.js';

/** A market that is shut between two instants, in seconds, and from which root on nothing of its variance is known. */
export interface Closed {
  readonly knownTo: number;
  readonly from: number;
  readonly to: number;
}

/** Five deviations on either side of the mean. */
const NODES = Array.from({ length: 81 }, (_, n) => (n - 40) / 8);
const WEIGHTS = NODES.map((node) => exp((-node * node) / 2));
const WEIGHT = WEIGHTS.reduce((sum, weight) => sum + weight, 0);

/** Over a standard normal number. */
function mean(of: (normal: number, node: number) => number): number {
  return NODES.reduce((sum, normal, n) => sum + of(normal, n) * (WEIGHTS[n] as number), 0) / WEIGHT;
}

/**
 * The log return that a price goes further than with a chance, in one direction or the other, from the close to the open. Given its variance a
 * return is normal, and the log variance is nearly so.
 * @param variance what is expected of the squared return
 * @param spread the variance of the log variance
 */
export function gapBeyond(variance: number, spread: number, chance: number): number {
  const deviations = NODES.map((normal) => Math.sqrt(variance * exp(normal * Math.sqrt(spread) - spread / 2)));
  const beyond = (gap: number): number => mean((_, n) => 2 * normalShare(-gap / (deviations[n] as number)));
  let [low, high] = [0, 40 * Math.sqrt(variance)];
  for (let n = 0; n < 50; n += 1) {
    const middle = (low + high) / 2;
    if (beyond(middle) > chance) low = middle;
    else high = middle;
  }
  return high;
}

/** How the variance of a closed market is spread about what is expected of it. */
export interface ClosedLaw {
  /** The variance of its logarithm, given what is known when margins are fixed. */
  readonly spread: number;
  /** Its mean over its business time: a cut gives a small half more than that on average, and a large one less. */
  readonly lift: number;
}

/** What each path draws for itself evens out over the paths of a price; the storms that they share do not. */
export function lawOfClosed({ legs, rootAt }: VarianceSource, closed: Closed): ClosedLaw {
  const root = rootAt(closed.to - 1);
  const halvings = Math.max(0, ln(DAY_SECONDS / (root.to - root.from)) / ln(2));
  const cuts = Math.max(0, ln((root.to - root.from) / GAP_SECONDS) / ln(2));
  const own = rootDeviation(halvings) ** 2 + CUT_VARIANCE * cuts;
  const parts = legs.map((leg) => ({ leg, variance: usualVariance(leg, closed) }));
  const whole = parts.reduce((sum, { variance }) => sum + variance, 0);
  let [apart, together, lift] = [0, 0, 0];
  for (const { leg, variance } of parts) {
    const [share, stormy] = [variance / whole, leg.path.stormy ** 2];
    apart += share * share * (exp(stormy * own) - 1);
    together += share * stormy * freshOf(leg, closed.knownTo, root.from);
    lift += share * liftOf(leg, closed, root);
  }
  return { spread: ln(1 + apart) + together, lift };
}

/** What the cuts of a root are expected to give the closed part of it, over its business time. */
function liftOf({ path: { clock, stormy } }: PathLeg, { from, to }: Closed, root: RootSpan): number {
  const closed = { from: Math.max(from, root.from) * BEATS_PER_SECOND, to: to * BEATS_PER_SECOND };
  const node = { from: root.from * BEATS_PER_SECOND, to: root.to * BEATS_PER_SECOND };
  const share = massOf(clock, closed) / massOf(clock, node);
  return share > 0 ? meanShare({ clock, deviation: CUT_DEVIATION * stormy, closed }, node, 0) / share : 1;
}

/** In beats. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Cutting {
  readonly clock: MarketClock;
  /** Of the log odds of a cut. */
  readonly deviation: number;
  readonly closed: Stretch;
}

function meanShare(cutting: Cutting, node: Stretch, unit: number): number {
  const { clock, deviation, closed } = cutting;
  const both = { from: Math.max(node.from, closed.from), to: Math.min(node.to, closed.to) };
  const [inside, whole] = [both.to > both.from ? massOf(clock, both) : 0, massOf(clock, node)];
  if (inside <= 0 || whole - inside <= 1e-12 * whole) return inside <= 0 ? 0 : 1;
  const at = cutBeat(node.from, node.to, unit);
  const next = unitOfLastCut();
  const [left, right] = [
    { from: node.from, to: at },
    { from: at, to: node.to },
  ] as const;
  const odds = massOf(clock, left) / massOf(clock, right);
  const given = mean((normal) => 1 - 1 / (1 + odds * exp(deviation * normal)));
  return given * meanShare(cutting, left, next) + (1 - given) * meanShare(cutting, right, next);
}

function massOf(clock: MarketClock, { from, to }: Stretch): number {
  return daysOf(clock, from / BEATS_PER_SECOND, to / BEATS_PER_SECOND);
}

function usualVariance({ path: { clock }, weight }: PathLeg, { from, to }: Closed): number {
  return (weight * weight * daysOf(clock, from, to)) / clock.daysPerYear;
}

function freshOf({ path: { clock, shares } }: PathLeg, from: number, to: number): number {
  const own = freshStormVariance(Math.max(0, daysOf(clock, from, to)));
  if (shares === undefined) return own;
  const shared = freshStormVariance(Math.max(0, daysOf(shares.with.clock, from, to)));
  return shares.weight ** 2 * shared + (1 - shares.weight ** 2) * own;
}

const activity: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };

function daysOf(clock: MarketClock, from: number, to: number): number {
  clock.read(from, activity);
  const before = activity.varianceDays;
  clock.read(to, activity);
  return activity.varianceDays - before;
}
