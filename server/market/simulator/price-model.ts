import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import { candlesBetween, LeafCursor, ticksOfLevel, type Candle, type Tree } from './candles.js';
import { dayOf, DAY_SECONDS } from './civil.js';
import { Dynamics } from './dynamics.js';
import { assertEpochMs } from './epochs.js';
import { KeyRing } from './key-ring.js';
import type { MarketCalendar } from './market-calendar.js';
import { clockOf, type MarketClock, type SessionState } from './market-clock.js';
import { periodStart, spanSeconds, type Period } from './periods.js';
import { Roots } from './roots.js';
import { SharedDraws } from './shared-draws.js';
import { Splitter } from './splitter.js';
import type { TreeNode } from './tree-node.js';

export { UnknownEpochError } from './key-ring.js';

/** The first simulated day: 2010-01-01. */
export const PREHISTORY_STARTS_AT: Instant = dayOf(2010, 1, 1) * DAY_SECONDS * 1000;

export interface PriceModelOptions {
  specs: readonly InstrumentSpec[];
  calendars: readonly MarketCalendar[];
  /** When the platform went live: the start of an epoch. Prices before are drawn from the public seed. */
  launchAt: Instant;
  epochMs: number;
  /** The effective seed of an epoch in hex; `undefined` while nobody may know it. */
  seedOf: (epoch: number) => string | undefined;
}

/** `toMs` (or `beforeMs`) is where knowledge ends: only whole seconds before it count, so the last candle may be partial. */
export type CandleRange = { fromMs: Instant; toMs: Instant } | { beforeMs: Instant; limit: number };

/** Everything the model keeps for one instrument. */
export interface SimulatedInstrument {
  spec: InstrumentSpec;
  dynamics: Dynamics;
  clock: MarketClock;
  tree: Tree;
  cursor: LeafCursor;
}

/**
 * Prices of all instruments as pure functions of (seeds, symbol, time): nothing is stored, any moment can be asked for
 * in any order, and caches are of fixed size. Not simulated: see docs/model-card.md.
 */
export class PriceModel {
  readonly launchAt: Instant;
  readonly epochMs: number;
  private readonly instruments = new Map<string, SimulatedInstrument>();
  readonly keys: KeyRing;

  constructor(options: PriceModelOptions) {
    assertEpochMs(options.epochMs);
    if (options.launchAt % options.epochMs !== 0) throw new Error('the launch is the start of an epoch');
    if (options.launchAt <= PREHISTORY_STARTS_AT) throw new Error('the launch is after 2010-01-01');
    this.launchAt = options.launchAt;
    this.epochMs = options.epochMs;
    const timeline = {
      startSecond: PREHISTORY_STARTS_AT / 1000,
      launchSecond: options.launchAt / 1000,
      epochSeconds: options.epochMs / 1000,
    };
    this.keys = new KeyRing(timeline.launchSecond, timeline.epochSeconds, options.seedOf);
    const clocks = new Map(options.calendars.map((calendar) => [calendar.id, clockOf(calendar)]));
    const shared = new SharedDraws();
    for (const spec of options.specs) {
      const clock = clocks.get(spec.calendar);
      if (!clock) throw new Error(`${spec.symbol} keeps the hours of an unknown calendar, ${spec.calendar}`);
      const dynamics = new Dynamics(spec, shared);
      const roots = new Roots(dynamics, clock, this.keys, timeline);
      const splitter = new Splitter(dynamics, clock);
      const tree: Tree = {
        rootAt: (second) => roots.at(second),
        keyOf: (root) => roots.key(root),
        split: (node, key) => splitter.split(node, key),
        isKnownAt: (second) => roots.isKnownAt(second),
        ticksOf: (level) => ticksOfLevel(level, dynamics.referenceTicks),
      };
      this.instruments.set(spec.symbol, { spec, dynamics, clock, tree, cursor: new LeafCursor(tree) });
    }
  }

  /** All symbols, in the order of the catalogue. */
  symbols(): string[] {
    return [...this.instruments.keys()];
  }

  instrument(symbol: string): SimulatedInstrument {
    const instrument = this.instruments.get(symbol);
    if (!instrument) throw new Error(`${symbol} is not in the catalogue`);
    return instrument;
  }

  sessionState(symbol: string, at: Instant): SessionState {
    return this.instrument(symbol).clock.stateAt(Math.floor(at / 1000));
  }

  /**
   * The fundamental price at an instant, in ticks. Within a second it stands for a quarter each at the second's open,
   * its two extremes and its close; while the market is shut it stands at the last close.
   */
  priceTicksAt(symbol: string, at: Instant): number {
    const { clock, tree, cursor } = this.instrument(symbol);
    const second = Math.floor(at / 1000);
    const open = clock.lastOpenSecond(second);
    if (open === undefined) throw new Error(`${symbol} has no price before its first session`);
    if (open === second) return quartersOf(tree, cursor.at(second))[Math.floor((at - second * 1000) / 250)] as number;
    return tree.ticksOf(cursor.at(open).endLevel);
  }

  /** Candles, oldest first; hours without an open market have none. */
  candles(symbol: string, period: Period, range: CandleRange): Candle[] {
    const { clock, tree } = this.instrument(symbol);
    const start = PREHISTORY_STARTS_AT / 1000;
    if ('fromMs' in range) {
      const from = Math.max(start, periodStart(period, Math.floor(range.fromMs / 1000)));
      return candlesBetween(tree, period, from, Math.floor(range.toMs / 1000));
    }
    return latestCandles(tree, clock, period, start, Math.floor(range.beforeMs / 1000), range.limit);
  }
}

/** The last `limit` candles before `end`. */
export function latestCandles(
  tree: Tree,
  clock: MarketClock,
  period: Period,
  start: number,
  end: number,
  limit: number,
): Candle[] {
  const parts: Candle[][] = [];
  let missing = limit;
  let to = end;
  while (missing > 0 && to > start) {
    const lastOpen = clock.lastOpenSecond(to - 1);
    if (lastOpen === undefined || lastOpen < start) break;
    // Closed stretches are jumped over; the end stays where it was when it lies inside a session.
    const until = Math.min(to, lastOpen + 1);
    const from = Math.max(start, periodStart(period, until - spanSeconds(period, missing - 1) - 1));
    const part = candlesBetween(tree, period, from, until).slice(-missing);
    parts.push(part);
    missing -= part.length;
    to = from;
  }
  return parts.reverse().flat();
}

/** A second's four quarters: open, both extremes (a rising second dips first, a falling one peaks first), close. */
export function quartersOf(tree: Tree, leaf: TreeNode): [number, number, number, number] {
  const high = tree.ticksOf(leaf.high);
  const low = tree.ticksOf(leaf.low);
  const rising = leaf.endLevel >= leaf.startLevel;
  return [tree.ticksOf(leaf.startLevel), rising ? low : high, rising ? high : low, tree.ticksOf(leaf.endLevel)];
}
