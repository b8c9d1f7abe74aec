import { BoundedMap } from '../../core/bounded-map.js';
import type { Instant } from '../../core/clock.js';
import { BEAT_MS } from '../simulator/beats.js';
import type { Candle } from '../simulator/candles.js';
import type { Extremes } from '../simulator/extremes.js';
import { impactAt, NO_IMPACT, type Impact, type ImpactScale } from '../simulator/impact.js';
import type { AgentLadder, AgentLevel, Touch } from '../simulator/ladder.js';
import type { SessionState } from '../simulator/market-clock.js';
import { calendarHoursOf, type CandleRange, type MarketSource } from '../simulator/market-source.js';
import type { Pause, PriceLimits } from '../simulator/pauses.js';
import { periodEnd, type Period } from '../simulator/periods.js';
import type { TapeTrade } from '../simulator/tape.js';
import type { VarianceSource } from '../simulator/variance-forecast.js';
import {
  NONE_KNOWN,
  partsOf,
  type FlowOffsets,
  type FollowedPart,
  type MovedPrice,
  type SavedPushes,
} from './flow-offsets.js';

/** A stretch of time in which a price is moved by the same ticks. */
interface Stretch {
  readonly fromMs: Instant;
  readonly toMs: Instant;
  readonly ticks: number;
}

/** By how many ticks a price is moved from one change of its offset to the next, as the pushes say that were known then. */
interface KnownTicks {
  readonly changedAt: Instant;
  readonly changes: number;
  readonly ticks: number;
}

/** What an hour held, as far as it had been moved then. */
interface KnownHour {
  readonly landed: number;
  readonly range: Extremes;
}

/** Stretches that are over are searched once, and hours folded once: six years of one price. About 10 MB each. */
const EXTREMES_KEPT = 50_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * The market of one realm: the fundamental prices, moved by what its users pushed for good. Between two changes of the offset a price
 * is moved by the same whole ticks, so candles, tape and quotes of a stretch are those of the seeds, moved by as much.
 */
export class FlowedSource implements MarketSource {
  private readonly parts = new Map<string, readonly FollowedPart[]>();
  private readonly ticks = new Map<string, KnownTicks>();
  private readonly searched = new BoundedMap<string, Extremes>(EXTREMES_KEPT);
  private readonly hours = new BoundedMap<string, KnownHour>(EXTREMES_KEPT);

  constructor(
    private readonly source: MarketSource,
    private readonly offsets: FlowOffsets,
  ) {}

  symbols(): string[] {
    return this.source.symbols();
  }

  spec(symbol: string): ReturnType<MarketSource['spec']> {
    return this.source.spec(symbol);
  }

  sessionState(symbol: string, at: Instant): SessionState {
    return this.source.sessionState(symbol, at);
  }

  variance(symbol: string): VarianceSource | undefined {
    return this.source.variance?.(symbol);
  }

  unmasked(symbol: string): MarketSource {
    return this.source.unmasked?.(symbol) ?? this.source;
  }

  calendarHours(symbol: string, at: Instant): SessionState {
    return calendarHoursOf(this.source, symbol, at);
  }

  pauseAt(symbol: string, at: Instant): Pause | undefined {
    return this.source.pauseAt?.(symbol, at);
  }

  limitsAt(symbol: string, at: Instant): PriceLimits | undefined {
    return this.source.limitsAt?.(symbol, at);
  }

  /** Whether a price was ever moved. */
  isMoved(symbol: string): boolean {
    return this.moved(symbol) !== undefined;
  }

  /** By how many ticks a price is moved; while its market is shut, by as many as at its last beat. */
  offsetTicks(symbol: string, at: Instant): number {
    const moved = this.moved(symbol);
    return moved === undefined ? 0 : this.ticksAt(symbol, moved, this.openBefore(symbol, at));
  }

  /** The same as millionths of the price, not rounded to ticks. */
  offsetShare(symbol: string, at: Instant): number {
    return this.moved(symbol)?.shareAt(this.openBefore(symbol, at)) ?? 0;
  }

  priceTicksAt(symbol: string, at: Instant): number {
    return inTicks(this.source.priceTicksAt(symbol, at), this.offsetTicks(symbol, at));
  }

  exactTicksAt(symbol: string, at: Instant): number {
    const ticks = this.offsetTicks(symbol, at);
    const exact = this.source.exactTicksAt(symbol, at);
    return ticks === 0 ? exact : Math.max(1, exact + ticks);
  }

  candles(symbol: string, period: Period, range: CandleRange): Candle[] {
    const candles = this.source.candles(symbol, period, range);
    const moved = this.moved(symbol);
    if (moved === undefined) return candles;
    return candles.map((candle) => this.movedCandle(symbol, moved, candle, endOf(period, candle, range)));
  }

  outlines(symbol: string, period: Period, range: CandleRange): Candle[] {
    const candles = this.source.outlines(symbol, period, range);
    const moved = this.moved(symbol);
    if (moved === undefined) return candles;
    const from = 'fromMs' in range ? range.fromMs : -Infinity;
    return candles.map((candle) => {
      const openAt = Math.max(candle.openAt, from);
      const ends = this.movedEnds(symbol, candle, openAt, endOf(period, candle, range));
      return { ...candle, ...ends, ...rangeOf(ends.openTicks, ends.closeTicks) };
    });
  }

  extremes(symbol: string, fromMs: Instant, toMs: Instant, known?: Extremes): Extremes | undefined {
    const moved = this.moved(symbol);
    if (moved === undefined) return this.source.extremes(symbol, fromMs, toMs, known);
    // What was found before is of moved prices, which the search of the seeds' cannot use.
    return wider(known, this.rangeIn(symbol, moved, fromMs, toMs), 0);
  }

  /**
   * Quotes stand around the moved price. What they give beyond the fundamental price is bounded by what users paid, as with a push that
   * passes: so nobody sells a lasting push back, in whatever book.
   */
  ladder(symbol: string, at: Instant, impact: Impact): AgentLadder {
    const ticks = this.offsetTicks(symbol, at);
    if (ticks === 0) return this.source.ladder(symbol, at, impact);
    const left = impactAt(impact, at - (at % BEAT_MS));
    const displacementTicks = left.displacementTicks + ticks;
    const { bids, asks } = this.source.ladder(symbol, at, { ...left, displacementTicks });
    // What was paid reaches as far as the fundamental price; from there on the side is that of a book that nobody moved.
    const still = this.source.ladder(symbol, at, { ...left, displacementTicks: 0, paidTickLots: 0 });
    return displacementTicks > 0
      ? { bids: joined(bids, still.bids, -1), asks }
      : { bids, asks: joined(asks, still.asks, 1) };
  }

  touch(symbol: string, at: Instant): Touch | undefined {
    const ticks = this.offsetTicks(symbol, at);
    const still = this.source.touch(symbol, at);
    if (ticks === 0 || still === undefined) return still;
    const moved = { ...NO_IMPACT, displacementTicks: ticks, asOf: at - (at % BEAT_MS) };
    const { bids, asks } = this.source.ladder(symbol, at, moved);
    // As in the ladder: towards the fundamental price nobody quotes worse than in a book that nobody moved.
    return ticks > 0
      ? { bidTicks: Math.max(bids[0]?.[0] ?? 0, still.bidTicks), askTicks: asks[0]?.[0] ?? still.askTicks }
      : { bidTicks: bids[0]?.[0] ?? still.bidTicks, askTicks: Math.min(asks[0]?.[0] ?? Infinity, still.askTicks) };
  }

  impactScale(symbol: string, at: Instant): ImpactScale {
    return { ...this.source.impactScale(symbol, at), offsetTicks: this.offsetTicks(symbol, at) };
  }

  trades(symbol: string, fromMs: Instant, toMs: Instant): TapeTrade[] {
    const trades = this.source.trades(symbol, fromMs, toMs);
    const moved = this.moved(symbol);
    if (moved === undefined || trades.length === 0) return trades;
    return trades.map((trade) => {
      const ticks = this.ticksAt(symbol, moved, trade.at);
      if (ticks === 0) return trade;
      const { priceTicks, limitTicks } = trade;
      return { ...trade, priceTicks: inTicks(priceTicks, ticks), limitTicks: inTicks(limitTicks, ticks) };
    });
  }

  /** What users pushed of all that a price follows, for a source elsewhere that knows some of it. */
  pushesOf(symbol: string, known = NONE_KNOWN): SavedPushes {
    return this.offsets.isEmpty ? [] : this.offsets.saved(this.partsOf(symbol), known);
  }

  /** See `MarketSource.changesUpTo`. */
  changesUpTo(symbol: string, at: Instant): number {
    return this.moved(symbol)?.landedBy(at) ?? 0;
  }

  private moved(symbol: string): MovedPrice | undefined {
    return this.offsets.isEmpty ? undefined : this.offsets.of(this.partsOf(symbol));
  }

  private partsOf(symbol: string): readonly FollowedPart[] {
    let parts = this.parts.get(symbol);
    if (parts === undefined) {
      parts = partsOf(symbol, (each) => this.source.spec(each));
      this.parts.set(symbol, parts);
    }
    return parts;
  }

  /** At an instant of open market. */
  private ticksAt(symbol: string, moved: MovedPrice, at: Instant): number {
    const changedAt = moved.changedBefore(at);
    const known = this.ticks.get(symbol);
    const { changes } = moved;
    if (known?.changedAt === changedAt && known.changes === changes) return known.ticks;
    const share = moved.shareAt(changedAt);
    const ticks = share === 0 ? 0 : Math.round(share * this.source.exactTicksAt(symbol, changedAt)) + 0;
    this.ticks.set(symbol, { changedAt, changes, ticks });
    return ticks;
  }

  private openBefore(symbol: string, at: Instant): Instant {
    const { open, closedAt } = this.source.sessionState(symbol, at);
    return open || closedAt === undefined ? at : closedAt - BEAT_MS;
  }

  /** The first instant of open market in a stretch. A pause tells where it ends a block at a time. */
  private openFrom(symbol: string, fromMs: Instant, toMs: Instant): Instant {
    for (let at = fromMs; ;) {
      const { open, nextChangeAt = toMs } = this.source.sessionState(symbol, at);
      if (open || nextChangeAt >= toMs) return open ? at : fromMs;
      at = nextChangeAt;
    }
  }

  private stretchesOf(symbol: string, moved: MovedPrice, fromMs: Instant, toMs: Instant): Stretch[] {
    const stretches: Stretch[] = [];
    for (let from = fromMs; from < toMs;) {
      const to = Math.min(toMs, moved.changesAfter(from));
      const ticks = this.ticksAt(symbol, moved, from);
      const last = stretches.at(-1);
      if (last?.ticks === ticks) stretches[stretches.length - 1] = { ...last, toMs: to };
      else stretches.push({ fromMs: from, toMs: to, ticks });
      from = to;
    }
    return stretches;
  }

  private movedCandle(symbol: string, moved: MovedPrice, candle: Candle, toMs: Instant): Candle {
    const fromMs = candle.openAt;
    if (fromMs >= toMs) return candle;
    const isMovedOnce =
      moved.changesAfter(fromMs) >= toMs ||
      (toMs - fromMs <= HOUR_MS && this.stretchesOf(symbol, moved, fromMs, toMs).length === 1);
    if (isMovedOnce) return movedBy(candle, this.ticksAt(symbol, moved, fromMs));
    const ends = this.movedEnds(symbol, candle, fromMs, toMs);
    const { highTicks, lowTicks } =
      this.rangeIn(symbol, moved, fromMs, toMs) ?? rangeOf(ends.openTicks, ends.closeTicks);
    return { ...candle, ...ends, highTicks, lowTicks };
  }

  /** What a time holds, as it is moved. A long one is the fold of whole hours, which are kept, and of what is left. */
  private rangeIn(symbol: string, moved: MovedPrice, fromMs: Instant, toMs: Instant): Extremes | undefined {
    let range: Extremes | undefined;
    for (let from = fromMs; from < toMs;) {
      const hourEnd = from - (from % HOUR_MS) + HOUR_MS;
      const changesAt = moved.changesAfter(from);
      const isHour = from % HOUR_MS === 0 && hourEnd <= toMs && changesAt <= hourEnd;
      const to = isHour ? hourEnd : Math.min(toMs, changesAt);
      range = isHour
        ? wider(range, this.hour(symbol, moved, from), 0)
        : wider(range, this.search(symbol, from, to), this.ticksAt(symbol, moved, from));
      from = to;
    }
    return range;
  }

  /** A push that becomes known late changes an hour that was kept. */
  private hour(symbol: string, moved: MovedPrice, fromMs: Instant): Extremes | undefined {
    const key = `${symbol} ${fromMs}`;
    const landed = moved.landedBy(fromMs + HOUR_MS - 1);
    const known = this.hours.get(key);
    if (known?.landed === landed) return known.range;
    let range: Extremes | undefined;
    for (const stretch of this.stretchesOf(symbol, moved, fromMs, fromMs + HOUR_MS))
      range = wider(range, this.search(symbol, stretch.fromMs, stretch.toMs), stretch.ticks);
    if (range !== undefined) this.hours.set(key, { landed, range });
    return range;
  }

  /** Open and close of a candle, each moved by the ticks of its beat. */
  private movedEnds(symbol: string, { openTicks, closeTicks }: Candle, fromMs: Instant, toMs: Instant) {
    const opensAt = this.openFrom(symbol, fromMs, toMs);
    return {
      openTicks: inTicks(openTicks, this.offsetTicks(symbol, opensAt)),
      closeTicks: inTicks(closeTicks, this.offsetTicks(symbol, toMs - 1)),
    };
  }

  private search(symbol: string, fromMs: Instant, toMs: Instant): Extremes | undefined {
    if (toMs % MINUTE_MS !== 0) return this.source.extremes(symbol, fromMs, toMs);
    const key = `${symbol} ${fromMs} ${toMs}`;
    const known = this.searched.get(key);
    if (known !== undefined) return known;
    const found = this.source.extremes(symbol, fromMs, toMs);
    if (found !== undefined) this.searched.set(key, found);
    return found;
  }
}

/** No price is below one tick. */
function inTicks(priceTicks: number, ticks: number): number {
  return ticks === 0 ? priceTicks : Math.max(1, priceTicks + ticks);
}

/** Where a candle ends, or what is known of it. */
function endOf(period: Period, { openAt }: Candle, range: CandleRange): Instant {
  const knownTo = 'toMs' in range ? range.toMs : range.beforeMs;
  return Math.min(periodEnd(period, openAt / 1000) * 1000, knownTo - (knownTo % 1000));
}

function movedBy(candle: Candle, ticks: number): Candle {
  return {
    ...candle,
    openTicks: inTicks(candle.openTicks, ticks),
    highTicks: inTicks(candle.highTicks, ticks),
    lowTicks: inTicks(candle.lowTicks, ticks),
    closeTicks: inTicks(candle.closeTicks, ticks),
  };
}

function rangeOf(openTicks: number, closeTicks: number): Pick<Candle, 'highTicks' | 'lowTicks'> {
  return { highTicks: Math.max(openTicks, closeTicks), lowTicks: Math.min(openTicks, closeTicks) };
}

/** What was known, widened by what a stretch holds that was moved by so many ticks. */
function wider(known: Extremes | undefined, found: Extremes | undefined, ticks: number): Extremes | undefined {
  if (found === undefined) return known;
  const moved = { ...found, highTicks: inTicks(found.highTicks, ticks), lowTicks: inTicks(found.lowTicks, ticks) };
  if (known === undefined) return moved;
  const high = moved.highTicks > known.highTicks ? moved : known;
  const low = moved.lowTicks < known.lowTicks ? moved : known;
  return {
    highTicks: high.highTicks,
    highLevel: high.highLevel,
    highBeat: high.highBeat,
    lowTicks: low.lowTicks,
    lowLevel: low.lowLevel,
    lowBeat: low.lowBeat,
  };
}

/** The levels of `near` that are better than all of `far`, and those. */
function joined(near: readonly AgentLevel[], far: readonly AgentLevel[], away: 1 | -1): AgentLevel[] {
  const [best] = far;
  return best === undefined ? [...near] : [...near.filter(([ticks]) => (best[0] - ticks) * away > 0), ...far];
}
