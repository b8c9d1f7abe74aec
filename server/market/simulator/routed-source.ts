import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import type { Candle } from './candles.js';
import type { Impact, ImpactScale } from './impact.js';
import type { AgentLadder, Touch } from './ladder.js';
import type { SessionState } from './market-clock.js';
import type { CandleRange, MarketSource } from './market-source.js';
import type { Period } from './periods.js';
import type { Extremes } from './extremes.js';
import type { TapeTrade } from './tape.js';

/** One market out of several sources: replayed instruments from their replays, all others from the simulator. */
export class RoutedSource implements MarketSource {
  private readonly replayed = new Map<string, MarketSource>();

  constructor(
    private readonly simulator: MarketSource,
    replays: readonly MarketSource[],
  ) {
    for (const replay of replays) for (const symbol of replay.symbols()) this.replayed.set(symbol, replay);
  }

  symbols(): string[] {
    return [...new Set([...this.simulator.symbols(), ...this.replayed.keys()])];
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

  private of(symbol: string): MarketSource {
    return this.replayed.get(symbol) ?? this.simulator;
  }
}
