import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import type { Candle } from './candles.js';
import type { Impact, ImpactScale } from './impact.js';
import type { AgentLadder, Touch } from './ladder.js';
import type { SessionState } from './market-clock.js';
import { calendarHoursOf, type CandleRange, type MarketSource } from './market-source.js';
import type { Pause, PriceLimits } from './pauses.js';
import type { Period } from './periods.js';
import type { Extremes } from './extremes.js';
import type { TapeTrade } from './tape.js';
import type { VarianceSource } from './variance-forecast.js';

/** Instruments that come from a source of their own. */
export interface Route {
  readonly symbols: readonly string[];
  readonly source: MarketSource;
}

/** One market out of several sources: some instruments from sources of their own, all others from the simulator. */
export class RoutedSource implements MarketSource {
  private readonly routed = new Map<string, MarketSource>();

  constructor(
    private readonly simulator: MarketSource,
    routes: readonly Route[],
  ) {
    for (const { symbols, source } of routes) for (const symbol of symbols) this.routed.set(symbol, source);
  }

  symbols(): string[] {
    return [...new Set([...this.simulator.symbols(), ...this.routed.keys()])];
  }

  spec(symbol: string): InstrumentSpec {
    return this.of(symbol).spec(symbol);
  }

  sessionState(symbol: string, at: Instant): SessionState {
    return this.of(symbol).sessionState(symbol, at);
  }

  priceTicksAt(symbol: string, at: Instant): number {
    return this.of(symbol).priceTicksAt(symbol, at);
  }

  exactTicksAt(symbol: string, at: Instant): number {
    return this.of(symbol).exactTicksAt(symbol, at);
  }

  candles(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.of(symbol).candles(symbol, period, range);
  }

  outlines(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.of(symbol).outlines(symbol, period, range);
  }

  variance(symbol: string): VarianceSource | undefined {
    return this.of(symbol).variance?.(symbol);
  }

  extremes(symbol: string, fromMs: Instant, toMs: Instant, known?: Extremes): Extremes | undefined {
    return this.of(symbol).extremes(symbol, fromMs, toMs, known);
  }

  ladder(symbol: string, at: Instant, impact: Impact): AgentLadder {
    return this.of(symbol).ladder(symbol, at, impact);
  }

  touch(symbol: string, at: Instant): Touch | undefined {
    return this.of(symbol).touch(symbol, at);
  }

  impactScale(symbol: string, at: Instant): ImpactScale {
    return this.of(symbol).impactScale(symbol, at);
  }

  trades(symbol: string, fromMs: Instant, toMs: Instant): TapeTrade[] {
    return this.of(symbol).trades(symbol, fromMs, toMs);
  }

  calendarHours(symbol: string, at: Instant): SessionState {
    return calendarHoursOf(this.of(symbol), symbol, at);
  }

  pauseAt(symbol: string, at: Instant): Pause | undefined {
    return this.of(symbol).pauseAt?.(symbol, at);
  }

  limitsAt(symbol: string, at: Instant): PriceLimits | undefined {
    return this.of(symbol).limitsAt?.(symbol, at);
  }

  unmasked(symbol: string): MarketSource {
    const source = this.of(symbol);
    return source.unmasked?.(symbol) ?? source;
  }

  private of(symbol: string): MarketSource {
    return this.routed.get(symbol) ?? this.simulator;
  }
}
