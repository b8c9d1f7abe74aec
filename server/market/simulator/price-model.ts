import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import { pricesFrom, type Candle, type Tree } from './candles.js';
import { dayOf, DAY_SECONDS } from './civil.js';
import { Dynamics } from './dynamics.js';
import { assertEpochMs } from './epochs.js';
import type { Impact, ImpactScale } from './impact.js';
import { KeyRing } from './key-ring.js';
import type { AgentLadder } from './ladder.js';
import type { MarketCalendar } from './market-calendar.js';
import { clockOf, type MarketClock, type SessionState } from './market-clock.js';
import type { CandleRange, MarketSource } from './market-source.js';
import type { Period } from './periods.js';
import { Quoter } from './quoter.js';
import { Roots, type Timeline } from './roots.js';
import { SharedDraws } from './shared-draws.js';
import { Splitter } from './splitter.js';
import type { TapeTrade } from './tape.js';

export { UnknownEpochError } from './key-ring.js';
export type { CandleRange } from './market-source.js';

/** The first simulated day: 2010-01-01. */
export const PREHISTORY_STARTS_AT: Instant = dayOf(2010, 1, 1) * DAY_SECONDS * 1000;

interface PriceModelOptions {
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
  private readonly quoters = new Map<string, Quoter>();

  constructor(options: PriceModelOptions) {
    assertEpochMs(options.epochMs);
    if (options.launchAt % options.epochMs !== 0) throw new Error('the launch is the start of an epoch');
    if (options.launchAt <= PREHISTORY_STARTS_AT) throw new Error('the launch is after 2010-01-01');
    this.launchAt = options.launchAt;
    this.epochMs = options.epochMs;
    const timeline: Timeline = {
      startSecond: PREHISTORY_STARTS_AT / 1000,
      launchSecond: options.launchAt / 1000,
      epochSeconds: options.epochMs / 1000,
    };
    const keys = new KeyRing(timeline.launchSecond, timeline.epochSeconds, options.seedOf);
    const clocks = new Map(options.calendars.map((calendar) => [calendar.id, clockOf(calendar)]));
    const shared = new SharedDraws();
    for (const spec of options.specs) {
      const clock = clocks.get(spec.calendar);
      if (!clock) throw new Error(`${spec.symbol} keeps the hours of an unknown calendar, ${spec.calendar}`);
      const dynamics = new Dynamics(spec, shared);
      const tree = treeOf(dynamics, clock, keys, timeline);
      const { startSecond } = timeline;
      const parts = { spec, word: dynamics.word, clock, tree, keyAt: keys.keyAt, startSecond, shiftSeconds: 0 };
      this.quoters.set(spec.symbol, new Quoter(parts));
    }
  }

  symbols(): string[] {
    return [...this.quoters.keys()];
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

  ladder(symbol: string, at: Instant, impact: Impact): AgentLadder {
    return this.quoter(symbol).ladder(at, impact);
  }

  impactScale(symbol: string, at: Instant): ImpactScale {
    return this.quoter(symbol).impactScale(at);
  }

  trades(symbol: string, fromMs: Instant, toMs: Instant): TapeTrade[] {
    return this.quoter(symbol).trades(fromMs, toMs);
  }

  /** The tree of an instrument, for the reference implementation and the audit. */
  tree(symbol: string): Tree {
    return this.quoter(symbol).parts.tree;
  }

  private quoter(symbol: string): Quoter {
    const quoter = this.quoters.get(symbol);
    if (!quoter) throw new Error(`${symbol} is not in the catalogue`);
    return quoter;
  }
}

function treeOf(dynamics: Dynamics, clock: MarketClock, keys: KeyRing, timeline: Timeline): Tree {
  const roots = new Roots(dynamics, clock, keys, timeline);
  const splitter = new Splitter(dynamics, clock);
  return {
    rootAt: (second) => roots.at(second),
    keyOf: (root) => roots.key(root),
    split: (node, key) => splitter.split(node, key),
    isKnownAt: (second) => roots.isKnownAt(second),
    ...pricesFrom(dynamics.referenceTicks),
  };
}
