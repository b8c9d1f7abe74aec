import type { Refusal } from '../core/refusal.js';
import type { BookEvent, Liquidity } from './matching/book.js';

/** What the catalogue says of an instrument's book. Sizes and limits are decimal strings. */
export interface BookTerms {
  readonly spec: {
    readonly symbol: string;
    readonly version: number;
    readonly base: string;
    readonly quote: string;
    readonly tickSize: string;
    readonly lotSize: string;
    readonly baseDecimals: number;
    readonly quoteDecimals: number;
  };
  readonly limits: {
    readonly minQuantity: string;
    readonly maxQuantity: string;
    readonly minNotional: string;
    readonly maxNotional: string;
  };
}

/** The market at one instant: a pure function of the epoch's seed, the instant, and what users have done to the book. */
export interface MarketMoment {
  /** The agents' middle price in ticks. */
  readonly referenceTicks: number;
  readonly liquidity: Liquidity;
}

/** Where deciders' wiring gets its market from; the simulator and a replayed series both are one. */
export abstract class SpotMarket {
  abstract terms(symbol: string): BookTerms | Refusal;
  /** A refusal (`market.closed`, `market.halted`, `market.symbol-unknown`) when nothing is quoted. */
  abstract moment(symbol: string, at: number, impact: unknown): MarketMoment | Refusal;
  /** The book's impact after these events; `undefined` when no agent traded. */
  abstract impactAfter(symbol: string, at: number, impact: unknown, events: readonly BookEvent[]): unknown;
}
