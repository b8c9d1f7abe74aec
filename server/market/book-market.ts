import type { Refusal } from '../core/refusal.js';
import type { AgentFill } from './simulator/impact.js';

/** The catalogue's terms of an instrument's book. Sizes and limits are decimal strings. */
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

/** One level of the agents' quotes. */
type Quote = readonly [priceTicks: number, lots: number];

/** The market at one instant: a pure function of the epoch's seed, the instant, and what users have done to the book. */
export interface MarketMoment {
  /** The agents' middle price in ticks. */
  readonly referenceTicks: number;
  /** The agents' quotes, best first. */
  readonly liquidity: { readonly bids: readonly Quote[]; readonly asks: readonly Quote[] };
}

/** Where deciders' wiring gets its market from; the simulator and a replayed series both are one. */
export abstract class BookMarket {
  abstract terms(symbol: string): BookTerms | Refusal;
  /** A refusal (`market.closed`, `market.halted`, `market.not-listed`, `market.symbol-unknown`) when nothing is quoted. */
  abstract moment(symbol: string, at: number, impact: unknown): MarketMoment | Refusal;
  /** The book's impact after these fills; `undefined` when there are none. */
  abstract impactAfter(symbol: string, at: number, impact: unknown, fills: readonly AgentFill[]): unknown;
}
