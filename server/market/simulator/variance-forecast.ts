import { exp, ln } from './exact-math.js';
import type { PathLeg } from './factor-paths.js';
import type { Activity, MarketClock } from './market-clock.js';
import type { Path } from './path.js';
import { fadedStorm, freshStormVariance, rootDeviation, stormResponse, STORM_VARIANCE } from './storms.js';
import { DAY_SECONDS } from './civil.js';
import type { RootSpan } from './timeline.js';

/** What coming variance follows from: the paths of a price, the hours of its market, and the roots that are drawn from one seed. */
export interface VarianceSource {
  readonly legs: readonly PathLeg[];
  readonly clock: MarketClock;
  /** What the log price gains in a second without any chance. */
  readonly driftPerSecond: number;
  rootAt(second: number): RootSpan;
}

const HOUR = 3600;
/** Seconds after the running root between which the rate of variance is taken as a straight line. */
const NODES = [0, 4, 8, 16, 24, 48, 96, 192, 384, 768, 1536, 3072, 4800].map((hours) => hours * HOUR);

/** A leg's expected variance for each day of its market's business. */
interface LegCurve {
  readonly clock: MarketClock;
  /** In the root itself. */
  readonly rate: number;
  /** At each node after it. */
  readonly rates: readonly number[];
  /** Business days of the leg's clock before each node. */
  readonly days: readonly number[];
  readonly stormy: number;
}

/**
 * The variance that an instrument is expected to have after the start of a root, given the seeds of all roots before it and nothing
 * else: an exact mean over what the model may draw. Squared log returns; no seed of the root itself is read.
 */
export class VarianceForecast {
  readonly root: RootSpan;
  private readonly legs: readonly LegCurve[];
  private readonly activity: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
  /** How strongly the log variance of the whole varies, as a multiple of a usual path's. */
  readonly stormy: number;

  constructor(source: VarianceSource, second: number) {
    this.root = source.rootAt(second);
    this.legs = source.legs.map((leg) => this.curveOf(leg));
    this.stormy = this.jointStormy();
  }

  /** Expected variance between two instants of the root, in seconds. */
  inside(from: number, to: number): number {
    return this.legs.reduce((sum, { clock, rate }) => sum + rate * (this.days(clock, to) - this.days(clock, from)), 0);
  }

  /**
   * Expected variance between the end of the root and a second after it. `lift` is what the running root is known to add to the
   * mean of coming log variance, by business days after it.
   */
  after(to: number, lift: (days: number) => number): number {
    const { to: end } = this.root;
    let sum = 0;
    for (const { clock, rates, days } of this.legs) {
      const until = this.days(clock, to);
      for (let n = 0; n + 1 < NODES.length && end + (NODES[n] as number) < to; n++) {
        const [from, next] = [days[n] as number, Math.min(until, days[n + 1] as number)];
        if (next <= from) continue;
        const [low, high] = [rates[n] as number, rates[n + 1] as number];
        const whole = (days[n + 1] as number) - from;
        // The mean of a straight line over the part that counts.
        const rate = low + ((high - low) * (next - from)) / (2 * whole);
        sum += rate * (next - from) * lift((from + next) / 2 - (days[0] as number));
      }
    }
    return sum;
  }

  /** Deviation of the root's own log variance. */
  rootDeviation(): number {
    const halvings = Math.max(0, ln(DAY_SECONDS / (this.root.to - this.root.from)) / ln(2));
    return this.stormy * rootDeviation(halvings);
  }

  /** What a surprise of one in the root adds to coming log variance, `days` of business after it. */
  response(days: number): number {
    const first = this.legs[0];
    if (first === undefined) return 0;
    const rootDays = this.days(first.clock, this.root.to) - this.days(first.clock, this.root.from);
    return this.stormy * stormResponse(rootDays, days);
  }

  private curveOf({ path, weight }: PathLeg): LegCurve {
    const { clock, stormy } = path;
    const { from, to, index } = this.root;
    const own = path.componentsAt(index);
    const shared = path.shares?.with.componentsAt(index);
    const rateAt = (second: number): number =>
      (weight * weight * this.rate(path, { own, shared }, from, second)) / clock.daysPerYear;
    const instants = NODES.map((node) => to + node);
    return {
      clock,
      stormy,
      rate: rateAt(from),
      rates: instants.map(rateAt),
      days: instants.map((second) => this.days(clock, second)),
    };
  }

  /** The mean of the variance multiplier of a root that starts at `second`. */
  private rate(
    { clock, stormy, shares }: Path,
    { own, shared }: { own: Float64Array; shared: Float64Array | undefined },
    from: number,
    second: number,
  ): number {
    const days = this.days(clock, second) - this.days(clock, from);
    let [mean, variance] = [fadedStorm(own, days), freshStormVariance(days)];
    if (shares !== undefined && shared !== undefined) {
      const { weight } = shares;
      const sharedDays = this.days(shares.with.clock, second) - this.days(shares.with.clock, from);
      mean = weight * fadedStorm(shared, sharedDays) + Math.sqrt(1 - weight * weight) * mean;
      variance = weight * weight * freshStormVariance(sharedDays) + (1 - weight * weight) * variance;
    }
    return exp(stormy * mean + (stormy * stormy * (variance - STORM_VARIANCE)) / 2);
  }

  /** Legs vary on their own, so their sum varies less than each: matched by the variance of the sum. */
  private jointStormy(): number {
    const { from, to } = this.root;
    const parts = this.legs.map(({ clock, rate, stormy }) => ({
      part: rate * Math.max(1e-9, this.days(clock, to) - this.days(clock, from)),
      stormy,
    }));
    const whole = parts.reduce((sum, { part }) => sum + part, 0);
    const scale = 0.5;
    const spread = parts.reduce(
      (sum, { part, stormy }) => sum + (part / whole) ** 2 * (exp(scale * stormy * stormy) - 1),
      0,
    );
    return Math.sqrt(ln(1 + spread) / scale);
  }

  private days(clock: MarketClock, second: number): number {
    clock.read(second, this.activity);
    return this.activity.varianceDays;
  }
}
