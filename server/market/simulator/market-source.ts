import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Instant } from '../../core/clock.js';
import type { Candle } from './candles.js';
import type { Impact, ImpactScale } from './impact.js';
import type { AgentLadder, Touch } from './ladder.js';
import type { SessionState } from './market-clock.js';
import type { Pause, PriceLimits } from './pauses.js';
import type { Period } from './periods.js';
import type { Extremes } from './extremes.js';
import type { TapeTrade } from './tape.js';
import type { VarianceSource } from './variance-forecast.js';

/** `toMs` (or `beforeMs`) is where knowledge ends: only whole seconds before it count, so the last candle may be partial. */
export type CandleRange = { fromMs: Instant; toMs: Instant } | { beforeMs: Instant; limit: number };

/** Where an instrument's prices and agents come from: the simulator, or a replay of real candles. */
export interface MarketSource {
  symbols(): string[];
  spec(symbol: string): InstrumentSpec;
  sessionState(symbol: string, at: Instant): SessionState;
  /** The fundamental price in ticks. */
  priceTicksAt(symbol: string, at: Instant): number;
  /** The same, not rounded: a tick is 10 to 20 basis points of the cheapest coins. */
  exactTicksAt(symbol: string, at: Instant): number;
  /** Candles, oldest first; hours without an open market have none. */
  candles(symbol: string, period: Period, range: CandleRange): Candle[];
  /** Candles whose high and low are those of open and close: quickly drawn. `fromMs` may lie inside a candle. */
  outlines(symbol: string, period: Period, range: CandleRange): Candle[];
  /** The extremes of the whole seconds from one instant to another and those `known`; `undefined` without an open market. */
  extremes(symbol: string, fromMs: Instant, toMs: Instant, known?: Extremes): Extremes | undefined;
  /** What the agents quote, given what users did to them before; empty while the market is shut. */
  ladder(symbol: string, at: Instant, impact: Impact): AgentLadder;
  /** The best quotes of a book that nobody touched: those of its ladder; `undefined` while the market is shut. */
  touch(symbol: string, at: Instant): Touch | undefined;
  /** How strongly the agents' quotes answer to fills at that instant; for `impactAfter`. */
  impactScale(symbol: string, at: Instant): ImpactScale;
  /** What coming variance is forecast from; `undefined` for a replayed series, a price inside a band and a new coin. */
  variance?(symbol: string): VarianceSource | undefined;
  /** Grows when prices up to an instant become others than they were; what never does leaves it out. */
  changesUpTo?(symbol: string, at: Instant): number;
  /** The hours of its calendar, which no pause changes, so that they tell nothing of a price to come; what never pauses leaves it out. */
  calendarHours?(symbol: string, at: Instant): SessionState;
  /** The same prices as if trading never stopped within a session; what never masks them leaves it out. */
  unmasked?(symbol: string): MarketSource;
  /** The pause that runs at an instant; its end is that of its block. What never pauses leaves it out. */
  pauseAt?(symbol: string, at: Instant): Pause | undefined;
  /** Between which prices the day trades whose session runs or comes next; `undefined` where any price may be. */
  limitsAt?(symbol: string, at: Instant): PriceLimits | undefined;
  /** Trades between agents with `fromMs <= at < toMs`, in order of time. */
  trades(symbol: string, fromMs: Instant, toMs: Instant): TapeTrade[];
  /** Whether users ever moved a price for good, and by how many ticks at an instant; where nobody can, it is left out. */
  isMoved?(symbol: string): boolean;
  offsetTicks?(symbol: string, at: Instant): number;
}

/** What the books of a product take from where its prices come from. */
export interface BookSource extends Omit<
  MarketSource,
  'symbols' | 'spec' | 'candles' | 'outlines' | 'extremes' | 'variance' | 'changesUpTo' | 'unmasked'
> {
  /** The index of a price that stands above or below one; where the price is its own index, it is left out. */
  indexTicksAt?(symbol: string, at: Instant): number;
}

/** See `MarketSource.calendarHours`. */
export function calendarHoursOf(
  source: Pick<MarketSource, 'sessionState' | 'calendarHours'>,
  symbol: string,
  at: Instant,
): SessionState {
  return source.calendarHours?.(symbol, at) ?? source.sessionState(symbol, at);
}
