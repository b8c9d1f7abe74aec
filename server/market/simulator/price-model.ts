import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import { BEATS_PER_SECOND } from './beats.js';
import type { Candle } from './candles.js';
import { dayOf, DAY_SECONDS } from './civil.js';
import { assertEpochMs } from './epochs.js';
import { exp, ln } from './exact-math.js';
import { FactorPaths } from './factor-paths.js';
import type { Impact, ImpactScale } from './impact.js';
import { KeyRing } from './key-ring.js';
import type { AgentLadder, Touch } from './ladder.js';
import type { MarketCalendar } from './market-calendar.js';
import { clockOf, type SessionState } from './market-clock.js';
import type { CandleRange, MarketSource } from './market-source.js';
import { wordOf } from './path.js';
import type { Period } from './periods.js';
import type { Extremes } from './extremes.js';
import { PriceTree } from './price-tree.js';
import { Quoter } from './quoter.js';
import type { TapeTrade } from './tape.js';
import { Timeline } from './timeline.js';
import { usualTradesPerDay } from './usual-sizes.js';
import type { VarianceSource } from './variance-forecast.js';

export { UnknownEpochError } from './key-ring.js';
export type { CandleRange } from './market-source.js';

/** The first simulated day: 2010-01-01. */
export const PREHISTORY_STARTS_AT: Instant = dayOf(2010, 1, 1) * DAY_SECONDS * 1000;

interface PriceModelOptions {
  /** The whole catalogue: an instrument may be a function of others. */
  specs: readonly InstrumentSpec[];
  calendars: readonly MarketCalendar[];
  /** When the platform went live: the start of an epoch. Prices before are drawn from the public seed. */
  launchAt: Instant;
  epochMs: number;
  /** The effective seed of an epoch in hex; `undefined` while it is secret. */
  seedOf: (epoch: number) => string | undefined;
}

/**
 * Prices of all instruments as pure functions of (seeds, symbol, time): nothing is stored, any moment can be asked for
 * in any order, and caches are of fixed size. What is not simulated stands in docs/model-card.md.
 */
export class PriceModel implements MarketSource {
  readonly launchAt: Instant;
  readonly epochMs: number;
  private readonly specs: ReadonlyMap<string, InstrumentSpec>;
  private readonly timeline: Timeline;
  private readonly paths: FactorPaths;
  private readonly quoters = new Map<string, Quoter>();

  constructor(options: PriceModelOptions) {
    assertEpochMs(options.epochMs);
    if (options.launchAt % options.epochMs !== 0) throw new Error('the launch is the start of an epoch');
    if (options.launchAt <= PREHISTORY_STARTS_AT) throw new Error('the launch is after 2010-01-01');
    this.launchAt = options.launchAt;
    this.epochMs = options.epochMs;
    const launchSecond = options.launchAt / 1000;
    const epochSeconds = options.epochMs / 1000;
    const keys = new KeyRing(launchSecond, epochSeconds, options.seedOf);
    this.timeline = new Timeline({ startSecond: PREHISTORY_STARTS_AT / 1000, launchSecond, epochSeconds }, keys);
    this.specs = new Map(options.specs.map((spec) => [spec.symbol, spec]));
    const clocks = new Map(options.calendars.map((calendar) => [calendar.id, clockOf(calendar)]));
    this.paths = new FactorPaths(this.specs, clocks, this.timeline);
    for (const spec of options.specs) this.paths.clockOf(spec);
  }

  symbols(): string[] {
    return [...this.specs.keys()];
  }

  spec(symbol: string): InstrumentSpec {
    return this.quoter(symbol).parts.spec;
  }

  sessionState(symbol: string, at: Instant): SessionState {
    return this.quoter(symbol).sessionState(at);
  }

  priceTicksAt(symbol: string, at: Instant): number {
    return this.quoter(symbol).priceTicksAt(at);
  }

  exactTicksAt(symbol: string, at: Instant): number {
    return this.quoter(symbol).exactTicksAt(at);
  }

  candles(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.quoter(symbol).candles(period, range);
  }

  outlines(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.quoter(symbol).outlines(period, range);
  }

  extremes(symbol: string, fromMs: Instant, toMs: Instant, known?: Extremes): Extremes | undefined {
    return this.quoter(symbol).extremes(fromMs, toMs, known);
  }

  ladder(symbol: string, at: Instant, impact: Impact): AgentLadder {
    return this.quoter(symbol).ladder(at, impact);
  }

  touch(symbol: string, at: Instant): Touch | undefined {
    return this.quoter(symbol).touch(at);
  }

  impactScale(symbol: string, at: Instant): ImpactScale {
    return this.quoter(symbol).impactScale(at);
  }

  trades(symbol: string, fromMs: Instant, toMs: Instant): TapeTrade[] {
    return this.quoter(symbol).trades(fromMs, toMs);
  }

  /** See `MarketSource.variance`. */
  variance(symbol: string): VarianceSource | undefined {
    const spec = this.specs.get(symbol);
    if (!spec || spec.relation?.band || spec.opening) return undefined;
    const { timeline, paths } = this;
    const { legs, driftAnnual } = paths.blendOf(spec);
    const driftPerSecond = driftAnnual / (365.25 * DAY_SECONDS);
    return { legs, clock: paths.clockOf(spec), driftPerSecond, rootAt: (second) => timeline.spanAt(second) };
  }

  /** The tree of an instrument, for the reference implementation and the audit. */
  tree(symbol: string): PriceTree {
    return this.quoter(symbol).parts.tree;
  }

  /** An instrument is made when it is first asked for. */
  private quoter(symbol: string): Quoter {
    const known = this.quoters.get(symbol);
    if (known) return known;
    const spec = this.specs.get(symbol);
    if (!spec) throw new Error(`${symbol} is not in the catalogue`);
    const { timeline, paths } = this;
    const word = wordOf(symbol);
    const clock = paths.clockOf(spec);
    const tree = new PriceTree(this.partsOf(spec, word));
    const keyAt = (second: number) => timeline.keyAt(second);
    const { startSecond } = timeline;
    const quoter = new Quoter({ spec, word, clock, tree, keyAt, startSecond, shiftSeconds: 0 });
    this.quoters.set(symbol, quoter);
    return quoter;
  }

  private partsOf(spec: InstrumentSpec, word: number): PriceTree['parts'] {
    const { timeline, paths } = this;
    const { legs, driftAnnual, launchTicks } = paths.blendOf(spec);
    const clock = paths.clockOf(spec);
    const lotsAtLaunch = spec.dailyVolumeUsdt / (+spec.referencePrice * +spec.lotSize);
    return {
      word,
      clock,
      legs,
      driftPerSecond: driftAnnual / (365.25 * DAY_SECONDS),
      launchSecond: timeline.launchSecond,
      startSecond: timeline.startSecond,
      rootAt: (beat) => {
        const { index, from, to } = timeline.spanAt(Math.floor(beat / BEATS_PER_SECOND));
        return { index, fromBeat: from * BEATS_PER_SECOND, toBeat: to * BEATS_PER_SECOND, key: timeline.keyAt(from) };
      },
      isKnownAt: (second) => timeline.isKnownAt(second),
      priceOf: priceFunction(spec, launchTicks),
      varianceOfDay: (spec.volatilityAnnual * spec.volatilityAnnual) / clock.daysPerYear,
      tradesPerDay: usualTradesPerDay(spec.dailyVolumeUsdt),
      lotsPerDay: (level) => lotsAtLaunch * exp(-level),
    };
  }
}

/** The price of a level in ticks: over the price at launch, or inside the band that the price never leaves. */
function priceFunction({ tickSize, relation }: InstrumentSpec, launchTicks: number): (level: number) => number {
  if (!relation?.band) return (level) => launchTicks * exp(level);
  const [low, high] = relation.band.map((edge) => +edge / +tickSize) as [number, number];
  // The log odds of the place in the band follow the level, with the slope that a price without a band has at launch.
  const place = (launchTicks - low) / (high - low);
  const odds = ln(place / (1 - place));
  const slope = launchTicks / ((high - low) * place * (1 - place));
  return (level) => low + (high - low) / (1 + exp(-odds - slope * level));
}
