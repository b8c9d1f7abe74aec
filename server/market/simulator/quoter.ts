import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import { BEAT_MS, BEATS_PER_SECOND } from './beats.js';
import type { Candle } from './candles.js';
import type { NumberedKey } from './key-ring.js';
import type { Impact, ImpactScale } from './impact.js';
import {
  basisOf,
  drawLadder,
  impactScaleOf,
  LevelSizes,
  spreadOf,
  touchOf,
  type AgentLadder,
  type QuoteBasis,
  type Touch,
} from './ladder.js';
import type { Activity, MarketClock, SessionState } from './market-clock.js';
import type { CandleRange } from './market-source.js';
import { periodStart, spanSeconds, type Period } from './periods.js';
import type { Extremes } from './extremes.js';
import { ticksOf, type PriceTree } from './price-tree.js';
import { tapeOfBeats, type TapeTrade } from './tape.js';

/** What a quoted instrument is made of. */
interface QuotedInstrument {
  spec: InstrumentSpec;
  /** Separates its random words from other instruments'. */
  word: number;
  clock: MarketClock;
  tree: PriceTree;
  keyAt: (second: number) => NumberedKey;
  /** The first second that has a price. */
  startSecond: number;
  /** Added to the requested time to get the time of tree and clock: a replay may play an old series now. */
  shiftSeconds: number;
}

/** The spread follows the volatility of the minutes before, which everybody has seen. */
const STORM_MINUTES = 30;
/** So many usual minutes stand for those that a session does not have yet. */
const USUAL_MINUTES = 10;
const MINUTE_SECONDS = 60;

/** Draws the candles of the whole seconds [from, to). */
type CandlesOf = (from: number, to: number) => Candle[];

/** Prices, candles, quotes and tape of one instrument over its tree. */
export class Quoter {
  private readonly atFrom: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
  private readonly atTo: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
  private stormMinute = -1;
  private storm = 1;
  private gridRoot = -1;
  private gridMidTicks = 1;
  private readonly sizes: LevelSizes;
  /** The second whose tape was drawn last: each of its beats asks for it. */
  private drawn: { readonly second: number; readonly trades: readonly TapeTrade[] } | undefined;

  constructor(readonly parts: QuotedInstrument) {
    this.sizes = new LevelSizes(parts.word, parts.keyAt);
  }

  sessionState(at: Instant): SessionState {
    const { clock, shiftSeconds } = this.parts;
    const { open, phase, nextChangeAt, callAt, closingAuctionAt, cutOffAt, closedAt } = clock.stateAt(
      Math.floor(at / 1000) + shiftSeconds,
    );
    const shiftMs = shiftSeconds * 1000;
    return {
      open,
      phase,
      ...(nextChangeAt !== undefined && { nextChangeAt: nextChangeAt - shiftMs }),
      ...(callAt !== undefined && { callAt: callAt - shiftMs }),
      ...(closingAuctionAt !== undefined && { closingAuctionAt: closingAuctionAt - shiftMs }),
      ...(cutOffAt !== undefined && { cutOffAt: cutOffAt - shiftMs }),
      ...(closedAt !== undefined && { closedAt: closedAt - shiftMs }),
    };
  }

  /** The price of a beat stands until the next one; while the market is shut the last one stands. */
  priceTicksAt(at: Instant): number {
    return ticksOf(this.exactTicksAt(at));
  }

  exactTicksAt(at: Instant): number {
    const { opening, referencePrice, tickSize } = this.parts.spec;
    if (opening !== undefined && at < opening.at) return +referencePrice / +tickSize;
    return this.parts.tree.priceAt(this.openBeat(at));
  }

  /** The last beat at or before an instant at which the market was open. */
  private openBeat(at: Instant): number {
    const { spec, clock, shiftSeconds } = this.parts;
    const second = Math.floor(at / 1000) + shiftSeconds;
    const open = clock.lastOpenSecond(second);
    if (open === undefined) throw new Error(`${spec.symbol} has no price before its first session`);
    if (open !== second) return open * BEATS_PER_SECOND + BEATS_PER_SECOND - 1;
    return Math.floor(at / BEAT_MS) + shiftSeconds * BEATS_PER_SECOND;
  }

  candles(period: Period, range: CandleRange): Candle[] {
    const { tree, startSecond } = this.parts;
    const draw: CandlesOf = (from, to) => tree.candles(period, from, to);
    if (!('fromMs' in range)) return this.latest(draw, period, range);
    return this.unshifted(
      draw(Math.max(startSecond, periodStart(period, this.shifted(range.fromMs))), this.shifted(range.toMs)),
    );
  }

  outlines(period: Period, range: CandleRange): Candle[] {
    const { tree, startSecond } = this.parts;
    const draw: CandlesOf = (from, to) => tree.outlines(period, from, to);
    if (!('fromMs' in range)) return this.latest(draw, period, range);
    return this.unshifted(draw(Math.max(startSecond, this.shifted(range.fromMs)), this.shifted(range.toMs)));
  }

  extremes(fromMs: Instant, toMs: Instant, known?: Extremes): Extremes | undefined {
    const { tree, startSecond, shiftSeconds } = this.parts;
    const beats = shiftSeconds * BEATS_PER_SECOND;
    const found = tree.extremes(Math.max(startSecond, this.shifted(fromMs)), this.shifted(toMs), moved(known, beats));
    return moved(found, -beats);
  }

  private shifted(ms: Instant): number {
    return Math.floor(ms / 1000) + this.parts.shiftSeconds;
  }

  private unshifted(found: Candle[]): Candle[] {
    const { shiftSeconds } = this.parts;
    if (shiftSeconds === 0) return found;
    return found.map((candle) => ({ ...candle, openAt: candle.openAt - shiftSeconds * 1000 }));
  }

  ladder(at: Instant, impact: Impact): AgentLadder {
    const { clock, shiftSeconds } = this.parts;
    const beat = Math.floor(at / BEAT_MS) * BEAT_MS;
    if (!clock.isOpen(Math.floor(beat / 1000) + shiftSeconds)) return { bids: [], asks: [] };
    const shifted = { ...impact, asOf: impact.asOf + shiftSeconds * 1000 };
    return this.withFloat(drawLadder(this.basisAt(beat), shifted, beat + shiftSeconds * 1000, this.sizes), beat);
  }

  /** In the auction that opens a new coin, what the issuer offers stands at the agents' best ask. */
  private withFloat(ladder: AgentLadder, beat: Instant): AgentLadder {
    const { opening } = this.parts.spec;
    const [best, ...behind] = ladder.asks;
    if (opening?.at !== beat || best === undefined) return ladder;
    return { bids: ladder.bids, asks: [[best[0], best[1] + opening.floatLots], ...behind] };
  }

  /** The best quotes of the ladder of an untouched book, without drawing it. */
  touch(at: Instant): Touch | undefined {
    const { clock, shiftSeconds } = this.parts;
    const beat = Math.floor(at / BEAT_MS) * BEAT_MS;
    const second = Math.floor(beat / 1000) + shiftSeconds;
    if (!clock.isOpen(second)) return undefined;
    const midTicks = this.priceTicksAt(beat);
    return touchOf(midTicks, this.spreadTicks(midTicks, second));
  }

  impactScale(at: Instant): ImpactScale {
    return impactScaleOf(this.basisAt(at));
  }

  trades(fromMs: Instant, toMs: Instant): TapeTrade[] {
    const { clock, tree, startSecond, shiftSeconds } = this.parts;
    const found: TapeTrade[] = [];
    const end = Math.ceil(toMs / 1000) + shiftSeconds;
    for (let second = Math.max(startSecond, Math.floor(fromMs / 1000) + shiftSeconds); second < end; second++) {
      if (!clock.isOpen(second) || !tree.parts.isKnownAt(second)) continue;
      for (const trade of this.tapeOf(second)) {
        const at = trade.at - shiftSeconds * 1000;
        if (at >= fromMs && at < toMs) found.push(shiftSeconds === 0 ? trade : { ...trade, at });
      }
    }
    return found;
  }

  private tapeOf(second: number): readonly TapeTrade[] {
    if (this.drawn?.second === second) return this.drawn.trades;
    const { word, tree, keyAt } = this.parts;
    const beats = tree.beatsOf(second);
    const half = Math.ceil(this.spreadTicks(beats[0]?.priceTicks ?? 1, second) / 2);
    const trades = tapeOfBeats(beats, keyAt(second), word, half);
    this.drawn = { second, trades };
    return trades;
  }

  /** What the agents see at an instant inside a session, and how they answer. */
  private basisAt(at: Instant): QuoteBasis {
    const { spec, shiftSeconds, tree } = this.parts;
    const midTicks = this.priceTicksAt(at);
    const second = Math.floor(at / 1000) + shiftSeconds;
    const root = tree.parts.rootAt(second * BEATS_PER_SECOND).fromBeat;
    // The grid follows the price at the root of the tree, so that it stands still while the price moves.
    if (root !== this.gridRoot) this.gridMidTicks = this.priceTicksAt(root * BEAT_MS - shiftSeconds * 1000);
    this.gridRoot = root;
    return basisOf(spec, { midTicks, gridMidTicks: this.gridMidTicks, storm: this.stormNow(second) });
  }

  private spreadTicks(midTicks: number, second: number): number {
    return spreadOf(this.parts.spec, midTicks, this.stormNow(second));
  }

  /** How the agents answer to the volatility of the minutes before: 0.6 in a calm, 4 in the worst storm. */
  private stormNow(second: number): number {
    return Math.min(4, Math.max(0.6, 0.4 + 0.6 * this.stormAt(second)));
  }

  /**
   * Volatility of the last whole minutes of the session over the usual one of those minutes. It is made of public prices
   * alone, so a spread tells nothing early.
   */
  private stormAt(second: number): number {
    const minute = Math.floor(second / MINUTE_SECONDS);
    if (this.stormMinute === minute) return this.storm;
    this.stormMinute = minute;
    this.storm = this.stormBefore(minute * MINUTE_SECONDS);
    return this.storm;
  }

  private stormBefore(end: number): number {
    const { clock, tree, startSecond } = this.parts;
    let squares = 0;
    let expected = 0;
    let to = end;
    let last: number | undefined;
    for (let n = 0; n < STORM_MINUTES && to - MINUTE_SECONDS >= startSecond; n++, to -= MINUTE_SECONDS) {
      const from = to - MINUTE_SECONDS;
      if (!clock.isOpen(from) || !clock.isOpen(to - 1)) break;
      last ??= tree.levelAt(to * BEATS_PER_SECOND - 1).level;
      const first = tree.levelAt(from * BEATS_PER_SECOND).level;
      squares += (last - first) * (last - first);
      last = first;
      clock.read(from, this.atFrom);
      clock.read(to, this.atTo);
      expected += (this.atTo.varianceDays - this.atFrom.varianceDays) * tree.parts.varianceOfDay;
    }
    const minutes = (end - to) / MINUTE_SECONDS;
    if (minutes === 0 || expected <= 0) return 1;
    const usual = (expected / minutes) * USUAL_MINUTES;
    return Math.sqrt((squares + usual) / (expected + usual));
  }

  /** The last `limit` candles before an instant. */
  private latest(draw: CandlesOf, period: Period, { beforeMs, limit }: { beforeMs: Instant; limit: number }): Candle[] {
    const { clock, startSecond } = this.parts;
    const parts: Candle[][] = [];
    let missing = limit;
    let to = this.shifted(beforeMs);
    while (missing > 0 && to > startSecond) {
      const lastOpen = clock.lastOpenSecond(to - 1);
      if (lastOpen === undefined || lastOpen < startSecond) break;
      // Shut stretches are jumped over; inside a session the end stays where it was.
      const until = Math.min(to, lastOpen + 1);
      const from = Math.max(startSecond, periodStart(period, until - spanSeconds(period, missing - 1) - 1));
      const part = draw(from, until).slice(-missing);
      parts.push(part);
      missing -= part.length;
      to = from;
    }
    return this.unshifted(parts.reverse().flat());
  }
}

/** The same extremes so many beats further on. */
function moved(found: Extremes | undefined, beats: number): Extremes | undefined {
  if (found === undefined || beats === 0) return found;
  return { ...found, highBeat: found.highBeat + beats, lowBeat: found.lowBeat + beats };
}
