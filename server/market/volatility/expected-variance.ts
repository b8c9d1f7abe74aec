import type { Instant } from '../../core/clock.js';
import { exp, ln } from '../simulator/exact-math.js';
import type { Activity } from '../simulator/market-clock.js';
import { calendarHoursOf, type MarketSource } from '../simulator/market-source.js';
import { VarianceForecast } from '../simulator/variance-forecast.js';
import { rootSurprise, runningRatio, type RunningRoot, type Stretch } from './running-variance.js';
import { BoundedMap } from '../../core/bounded-map.js';

const [SECOND_MS, MINUTE_MS] = [1_000, 60_000];
/** Minutes that the running root is looked at from: the last five, the last thirty, and all. */
const LOOKED_BACK = [5, 30] as const;
/** Older than half an hour, a look every five minutes is enough. */
const COARSE_MINUTES = 5;
const KEPT = 512;
const LEAST_RATIO = 1e-3;

/** Of one horizon. */
export interface ExpectedVariance {
  /** The sum of squared log returns that is expected, on average. */
  readonly variance: number;
  /** Years of the market's business until then: nights and holidays take none, and busy hours more than quiet ones. */
  readonly years: number;
}

/** What is known of a price at an instant: seeds of roots that are over, and public prices of the one that runs. */
interface Known {
  readonly forecast: VarianceForecast;
  readonly root: RunningRoot;
  /** The last instant that public prices show, in seconds. */
  readonly seenTo: number;
}

/**
 * The variance that is expected of instruments. Seeds of ended epochs give the exact mean of what follows them; of the running epoch
 * only its public prices count, minute by minute. Its seed is never asked for anything else.
 */
export class ExpectedVariances {
  private readonly forecasts = new BoundedMap<string, VarianceForecast>(KEPT);
  private readonly known = new BoundedMap<string, Known>(KEPT);
  private readonly activity: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };

  /** `states` says what variance is forecast from: the audit hands in one that knows ended epochs only. */
  constructor(
    private readonly source: MarketSource,
    private readonly states: Pick<MarketSource, 'variance'> = source,
  ) {}

  /** Between the minute of `at` and a span after it; `undefined` for instruments whose variance is not drawn. */
  within(symbol: string, at: Instant, spanMs: number): ExpectedVariance | undefined {
    const from = this.states.variance?.(symbol);
    if (from === undefined) return undefined;
    const minuteAt = at - (at % MINUTE_MS);
    const known = this.knownAt(symbol, minuteAt);
    const until = this.lastOpen(symbol, minuteAt + spanMs) / SECOND_MS;
    if (until <= known.seenTo) return { variance: 0, years: 0 };
    const variance = this.sumOf(known, known.seenTo, until);
    const days = this.days(symbol, until) - this.days(symbol, known.seenTo);
    return { variance, years: days / from.clock.daysPerYear };
  }

  /** The same between two later instants, by what was known at the minute of `at`. */
  between(symbol: string, at: Instant, fromMs: Instant, toMs: Instant): number | undefined {
    if (this.states.variance?.(symbol) === undefined) return undefined;
    const known = this.knownAt(symbol, at - (at % MINUTE_MS));
    return this.sumOf(known, Math.max(known.seenTo, fromMs / SECOND_MS), toMs / SECOND_MS);
  }

  private sumOf({ forecast, root }: Known, from: number, to: number): number {
    const { from: start, to: end } = forecast.root;
    const [first, last] = [Math.min(from, end), Math.min(to, end)];
    const place = { from: (first - start) / 60, to: (last - start) / 60 };
    const inside = last > first ? forecast.inside(first, last) * runningRatio(root, place) : 0;
    if (to <= end) return inside;
    const lift = this.liftOf(forecast, root);
    return inside + forecast.after(to, lift) - (from > end ? forecast.after(from, lift) : 0);
  }

  private knownAt(symbol: string, at: Instant): Known {
    return this.known.of(`${symbol} ${at}`, () => this.look(symbol, at));
  }

  private look(symbol: string, at: Instant): Known {
    const forecast = this.forecastAt(symbol, at);
    const { from, to } = forecast.root;
    const places = this.places(symbol, from, at / SECOND_MS);
    const seenTo = places.at(-1) as number;
    const levels = places.map((second) => ln(this.source.exactTicksAt(symbol, second * SECOND_MS)));
    const starts = [...LOOKED_BACK.map((minutes) => seenTo - minutes * 60), from].filter((start) => start >= from);
    const seen = [...new Set(starts)].flatMap((start) => stretchOf({ forecast, places, levels }, start) ?? []);
    const root = { minutes: (to - from) / 60, deviation: forecast.rootDeviation(), stormy: forecast.stormy, seen };
    return { forecast, root, seenTo };
  }

  /** Seconds from the start of the root to now at which the price was public and the market open. */
  private places(symbol: string, from: number, now: number): number[] {
    const found = [from];
    for (let second = from + 60; second <= now; second += 60) {
      const isCoarse = now - second > 30 * 60 && (second / 60) % COARSE_MINUTES !== 0;
      if (!isCoarse && this.isSeen(symbol, second * SECOND_MS)) found.push(second);
    }
    return found;
  }

  /** While the market is open, and at its close. */
  private isSeen(symbol: string, at: Instant): boolean {
    return this.source.sessionState(symbol, at).open || this.source.sessionState(symbol, at - 1).open;
  }

  /** A root that is wilder than expected raises what comes after it: by as much as its seed will show, on average. */
  private liftOf(forecast: VarianceForecast, root: RunningRoot): (days: number) => number {
    if (root.seen.length === 0) return () => 1;
    const { mean, left } = rootSurprise(root);
    return (days) => {
      const response = forecast.response(days);
      return exp(response * mean - (response * response * (1 - left)) / 2);
    };
  }

  private forecastAt(symbol: string, at: Instant): VarianceForecast {
    const from = this.states.variance?.(symbol);
    if (from === undefined) throw new Error(`the variance of ${symbol} is not drawn`);
    const key = `${symbol} ${from.rootAt(at / SECOND_MS).index}`;
    return this.forecasts.of(key, () => new VarianceForecast(from, at / SECOND_MS));
  }

  /** By the calendar: a pause that is to come is known to nobody. */
  private lastOpen(symbol: string, at: Instant): Instant {
    const { open, closedAt } = calendarHoursOf(this.source, symbol, at);
    return open ? at : (closedAt ?? 0);
  }

  private days(symbol: string, second: number): number {
    this.states.variance?.(symbol)?.clock.read(second, this.activity);
    return this.activity.varianceDays;
  }
}

interface Looked {
  readonly forecast: VarianceForecast;
  readonly places: readonly number[];
  readonly levels: readonly number[];
}

/** From the first place at or after `start` to the last one. */
function stretchOf({ forecast, places, levels }: Looked, start: number): Stretch | undefined {
  const first = places.findIndex((second) => second >= start);
  let [realised, expected, squared] = [0, 0, 0];
  for (let n = first + 1; n < places.length; n++) {
    const due = forecast.inside(places[n - 1] as number, places[n] as number);
    realised += ((levels[n] as number) - (levels[n - 1] as number)) ** 2;
    expected += due;
    squared += due * due;
  }
  if (squared === 0) return undefined;
  const { from } = forecast.root;
  const ratio = Math.max(LEAST_RATIO, realised / expected);
  return {
    from: ((places[first] as number) - from) / 60,
    to: ((places.at(-1) as number) - from) / 60,
    ratio,
    returns: (expected * expected) / squared,
  };
}
