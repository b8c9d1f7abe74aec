import type { Instant } from '../../core/clock.js';
import type { Candle } from './candles.js';
import type { Extremes } from './extremes.js';
import type { Impact, ImpactScale } from './impact.js';
import type { AgentLadder, Touch } from './ladder.js';
import type { SessionState } from './market-clock.js';
import { calendarHoursOf, type CandleRange, type MarketSource } from './market-source.js';
import type { Pause, PriceLimits } from './pauses.js';
import type { Period } from './periods.js';
import type { TapeTrade } from './tape.js';

/** Instruments that are delisted: their series end when trading in them does. What came before stays as it was. */
export class EndedSource implements MarketSource {
  constructor(
    private readonly source: MarketSource,
    private readonly endOf: ReadonlyMap<string, Instant>,
  ) {}

  symbols(): string[] {
    return [...this.endOf.keys()];
  }

  spec(symbol: string): ReturnType<MarketSource['spec']> {
    return this.source.spec(symbol);
  }

  sessionState(symbol: string, at: Instant): SessionState {
    return this.ended(symbol, at, () => this.source.sessionState(symbol, at));
  }

  calendarHours(symbol: string, at: Instant): SessionState {
    return this.ended(symbol, at, () => calendarHoursOf(this.source, symbol, at));
  }

  private ended(symbol: string, at: Instant, stateOf: () => SessionState): SessionState {
    const end = this.end(symbol);
    if (at >= end) return { open: false, phase: 'closed', closedAt: end };
    const state = stateOf();
    if (!state.open || (state.nextChangeAt ?? Infinity) <= end) return state;
    // It ends before the close, and so without the auction of the close.
    return { open: true, phase: 'open', nextChangeAt: end };
  }

  priceTicksAt(symbol: string, at: Instant): number {
    return this.source.priceTicksAt(symbol, this.last(symbol, at));
  }

  exactTicksAt(symbol: string, at: Instant): number {
    return this.source.exactTicksAt(symbol, this.last(symbol, at));
  }

  candles(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.source.candles(symbol, period, this.cut(symbol, range));
  }

  outlines(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.source.outlines(symbol, period, this.cut(symbol, range));
  }

  extremes(symbol: string, fromMs: Instant, toMs: Instant, known?: Extremes): Extremes | undefined {
    const end = this.end(symbol);
    return fromMs >= end ? known : this.source.extremes(symbol, fromMs, Math.min(toMs, end), known);
  }

  ladder(symbol: string, at: Instant, impact: Impact): AgentLadder {
    return at >= this.end(symbol) ? { bids: [], asks: [] } : this.source.ladder(symbol, at, impact);
  }

  touch(symbol: string, at: Instant): Touch | undefined {
    return at >= this.end(symbol) ? undefined : this.source.touch(symbol, at);
  }

  impactScale(symbol: string, at: Instant): ImpactScale {
    return this.source.impactScale(symbol, this.last(symbol, at));
  }

  trades(symbol: string, fromMs: Instant, toMs: Instant): TapeTrade[] {
    const end = this.end(symbol);
    return fromMs >= end ? [] : this.source.trades(symbol, fromMs, Math.min(toMs, end));
  }

  pauseAt(symbol: string, at: Instant): Pause | undefined {
    return at >= this.end(symbol) ? undefined : this.source.pauseAt?.(symbol, at);
  }

  limitsAt(symbol: string, at: Instant): PriceLimits | undefined {
    return at >= this.end(symbol) ? undefined : this.source.limitsAt?.(symbol, at);
  }

  unmasked(symbol: string): MarketSource {
    return this.source.unmasked?.(symbol) ?? this.source;
  }

  private end(symbol: string): Instant {
    return this.endOf.get(symbol) ?? Infinity;
  }

  private last(symbol: string, at: Instant): Instant {
    return Math.min(at, this.end(symbol) - 1);
  }

  private cut(symbol: string, range: CandleRange): CandleRange {
    const end = this.end(symbol);
    if ('beforeMs' in range) return { ...range, beforeMs: Math.min(range.beforeMs, end) };
    return { fromMs: Math.min(range.fromMs, end), toMs: Math.min(range.toMs, end) };
  }
}
