import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import { candlesBetween, LeafCursor, quartersOf, type Candle, type Tree } from './candles.js';
import type { Impact, ImpactScale } from './impact.js';
import { basisOf, drawLadder, impactScaleOf, spreadOf, type AgentLadder, type QuoteBasis } from './ladder.js';
import type { MarketClock, SessionState } from './market-clock.js';
import { QUOTE_INTERVAL_MS, type CandleRange } from './market-source.js';
import { periodStart, spanSeconds, type Period } from './periods.js';
import type { NumberedKey } from './shared-draws.js';
import { tapeOfSecond, type TapeTrade } from './tape.js';

/** What a quoted instrument is made of. */
interface QuotedInstrument {
  spec: InstrumentSpec;
  /** Separates its random words from other instruments'. */
  word: number;
  clock: MarketClock;
  tree: Tree;
  keyAt: (second: number) => NumberedKey;
  /** The first second that has a price. */
  startSecond: number;
  /** Added to the requested time to get the time of tree and clock: a replay may play an old series now. */
  shiftSeconds: number;
}

/** The spread is measured against the variance of the current minute. */
const SPREAD_WINDOW_SECONDS = 60;

/** Prices, candles, quotes and tape of one instrument over its tree. */
export class Quoter {
  private readonly cursor: LeafCursor;

  constructor(readonly parts: QuotedInstrument) {
    this.cursor = new LeafCursor(parts.tree);
  }

  sessionState(at: Instant): SessionState {
    const { clock, shiftSeconds } = this.parts;
    const { open, nextChangeAt, closedAt } = clock.stateAt(Math.floor(at / 1000) + shiftSeconds);
    const shiftMs = shiftSeconds * 1000;
    return {
      open,
      ...(nextChangeAt !== undefined && { nextChangeAt: nextChangeAt - shiftMs }),
      ...(closedAt !== undefined && { closedAt: closedAt - shiftMs }),
    };
  }

  /**
   * Within a second the price stands for a quarter each at the second's open, its two extremes and its close; while the
   * market is shut it stands at the last close.
   */
  priceTicksAt(at: Instant): number {
    return this.parts.tree.ticksOf(this.levelAt(at));
  }

  exactTicksAt(at: Instant): number {
    return this.parts.tree.priceOf(this.levelAt(at));
  }

  private levelAt(at: Instant): number {
    const { spec, clock, shiftSeconds } = this.parts;
    const second = Math.floor(at / 1000);
    const open = clock.lastOpenSecond(second + shiftSeconds);
    if (open === undefined) throw new Error(`${spec.symbol} has no price before its first session`);
    const leaf = this.cursor.at(open);
    if (open !== second + shiftSeconds) return leaf.endLevel;
    return quartersOf(leaf)[Math.floor((at - second * 1000) / QUOTE_INTERVAL_MS)] as number;
  }

  candles(period: Period, range: CandleRange): Candle[] {
    const { tree, startSecond, shiftSeconds } = this.parts;
    const shifted = (ms: number): number => Math.floor(ms / 1000) + shiftSeconds;
    const found =
      'fromMs' in range
        ? candlesBetween(
            tree,
            period,
            Math.max(startSecond, periodStart(period, shifted(range.fromMs))),
            shifted(range.toMs),
          )
        : this.latest(period, shifted(range.beforeMs), range.limit);
    return shiftSeconds === 0
      ? found
      : found.map((candle) => ({ ...candle, openAt: candle.openAt - shiftSeconds * 1000 }));
  }

  ladder(at: Instant, impact: Impact): AgentLadder {
    const { word, keyAt, clock, shiftSeconds } = this.parts;
    const beat = Math.floor(at / QUOTE_INTERVAL_MS) * QUOTE_INTERVAL_MS;
    if (!clock.isOpen(Math.floor(beat / 1000) + shiftSeconds)) return { bids: [], asks: [] };
    const shifted = { ...impact, asOf: impact.asOf + shiftSeconds * 1000 };
    return drawLadder(this.basisAt(beat), shifted, beat + shiftSeconds * 1000, word, keyAt);
  }

  impactScale(at: Instant): ImpactScale {
    return impactScaleOf(this.basisAt(at));
  }

  trades(fromMs: Instant, toMs: Instant): TapeTrade[] {
    const { word, clock, tree, keyAt, startSecond, shiftSeconds } = this.parts;
    const found: TapeTrade[] = [];
    const end = Math.ceil(toMs / 1000) + shiftSeconds;
    for (let second = Math.max(startSecond, Math.floor(fromMs / 1000) + shiftSeconds); second < end; second++) {
      if (!clock.isOpen(second) || !tree.isKnownAt(second)) continue;
      const leaf = this.cursor.at(second);
      const half = Math.ceil(this.spreadTicks(tree.ticksOf(leaf.startLevel)) / 2);
      for (const trade of tapeOfSecond(tree, leaf, keyAt(second), word, half)) {
        const at = trade.at - shiftSeconds * 1000;
        if (at >= fromMs && at < toMs) found.push(shiftSeconds === 0 ? trade : { ...trade, at });
      }
    }
    return found;
  }

  /** What the agents see at an instant inside a session, and how they answer. */
  private basisAt(at: Instant): QuoteBasis {
    const { spec, tree } = this.parts;
    const midTicks = this.priceTicksAt(at);
    // The grid follows the price at the root of the tree, so that it stands still while the price moves.
    const gridMidTicks = tree.ticksOf(this.cursor.root().startLevel);
    return basisOf(spec, { midTicks, gridMidTicks, storm: this.stormNow() });
  }

  private spreadTicks(midTicks: number): number {
    return spreadOf(this.parts.spec, midTicks, this.stormNow());
  }

  /** How the agents answer to the volatility of the cursor's minute: 0.6 in a calm, 4 in the worst storm. */
  private stormNow(): number {
    return Math.min(4, Math.max(0.6, 0.4 + 0.6 * this.stormAtCursor()));
  }

  /** Volatility of the cursor's minute over the usual one. */
  private stormAtCursor(): number {
    const { spec, clock } = this.parts;
    const node = this.cursor.ancestor(SPREAD_WINDOW_SECONDS);
    const days = node.atTo.varianceDays - node.atFrom.varianceDays;
    const usual = (spec.volatilityAnnual * spec.volatilityAnnual * days) / clock.daysPerYear;
    return usual > 0 ? Math.sqrt(node.variance / usual) : 1;
  }

  /** The last `limit` candles before `end`. */
  private latest(period: Period, end: number, limit: number): Candle[] {
    const { tree, clock, startSecond } = this.parts;
    const parts: Candle[][] = [];
    let missing = limit;
    let to = end;
    while (missing > 0 && to > startSecond) {
      const lastOpen = clock.lastOpenSecond(to - 1);
      if (lastOpen === undefined || lastOpen < startSecond) break;
      // Shut stretches are jumped over; inside a session the end stays where it was.
      const until = Math.min(to, lastOpen + 1);
      const from = Math.max(startSecond, periodStart(period, until - spanSeconds(period, missing - 1) - 1));
      const part = candlesBetween(tree, period, from, until).slice(-missing);
      parts.push(part);
      missing -= part.length;
      to = from;
    }
    return parts.reverse().flat();
  }
}
