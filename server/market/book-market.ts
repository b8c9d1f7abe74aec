import type { Amount } from '../../shared/money.js';
import type { Refusal } from '../core/refusal.js';
import type { BookTrace, MarkPrice } from './mark-price/mark-price.js';
import type { AgentFill } from './simulator/impact.js';
import { BEAT_MS } from './simulator/beats.js';
import type { AgentLadder } from './simulator/ladder.js';
import type { PriceLimits } from './simulator/pauses.js';
import type { SessionState } from './simulator/market-clock.js';
import type { TapeTrade } from './simulator/tape.js';

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
  /** When the auction is that a new coin opens with; absent for what opens with its venue. */
  readonly launchAt?: number | undefined;
}

/** One level of the agents' quotes. */
type Quote = readonly [priceTicks: number, lots: number];

/** The market at one instant: a pure function of the epoch's seed, the instant, and what users have done to the book. */
export interface MarketMoment {
  /** The agents' middle price in ticks. */
  readonly referenceTicks: number;
  /** The last traded price as tickers show it: that of a user's trade until the tape trades again, then that of the agents. */
  readonly lastTicks: number;
  /** The price that the product is on: an instrument is its own. */
  readonly indexTicks: number;
  readonly markTicks: number;
  /** The agents' quotes, best first; none in a call. */
  readonly liquidity: { readonly bids: readonly Quote[]; readonly asks: readonly Quote[] };
  /**
   * `call`: the market is shut and gathers orders for its opening auction. Reference and mark are those of the last close, which
   * everybody knows: nothing here tells what the market will open at.
   */
  readonly phase: 'call' | 'continuous';
  /** Between which prices orders are taken today; absent where any price may be. */
  readonly priceLimits?: PriceLimits | undefined;
}

/** Books meet the market in numbered beats: beat n is the instant of n times this. */
export { BEAT_MS };

/** The last beat at or before an instant. */
export const beatOf = (at: number): number => Math.floor(at / BEAT_MS);
export const instantOf = (beat: number): number => beat * BEAT_MS;

/** Whether orders for the auction that ends this session stand: nobody may place, amend or cancel one any more. */
export const isPastCutOff = ({ cutOffAt = Infinity }: SessionState, at: number): boolean => at >= cutOffAt;

/**
 * The auctions whose beats lie from one beat to another: a session's first holds its opening auction, its last the closing one. A pause
 * that lasts until the close misses both.
 */
export function auctionsWithin(hours: (at: number) => SessionState, fromBeat: number, toBeat: number) {
  const toMs = instantOf(toBeat);
  let at = instantOf(fromBeat);
  let state = hours(at);
  const found = { opening: state.open && !hours(at - BEAT_MS).open, closing: false };
  for (;;) {
    const { open, nextChangeAt = Infinity, closingAuctionAt } = state;
    const isLast = open || nextChangeAt === closingAuctionAt;
    if (nextChangeAt <= at || nextChangeAt - (isLast ? BEAT_MS : 0) > toMs) break;
    if (isLast) found.closing = true;
    if (!open) found.opening = true;
    if (found.opening && found.closing) break;
    at = nextChangeAt;
    state = hours(at);
  }
  return found;
}

/** What a book meets in one beat. */
export interface MarketBeat {
  /** The agents' quotes at its instant; empty once the market has closed. */
  readonly liquidity: MarketMoment['liquidity'];
  /** What agents traded since the beat before; `null` when they did not. */
  readonly traded: { readonly lowTicks: number; readonly highTicks: number; readonly lastTicks: number } | null;
  readonly noiseTakers: readonly {
    readonly side: 'buy' | 'sell';
    readonly lots: number;
    readonly limitTicks: number | null;
  }[];
  /** Ranges of index and mark since the beat before, for stops that watch them; `null` when they are not known. */
  readonly index: { readonly lowTicks: number; readonly highTicks: number } | null;
  readonly mark: { readonly lowTicks: number; readonly highTicks: number } | null;
  /** The first beat since the market opened, or since trading paused: its opening auction. */
  readonly opening: boolean;
  /** The last beat before the session ends: its closing auction. */
  readonly closing: boolean;
}

/** Where deciders' wiring gets its market from; the simulator and a replayed series both are one. */
export abstract class BookMarket {
  /** The market of a realm, which its users may have moved. */
  abstract in(realm: string): Pick<BookMarket, 'moment' | 'beat' | 'impactAfter'>;
  abstract terms(symbol: string): BookTerms | Refusal;
  /** A refusal (`market.closed`, `market.halted`, `market.delisted`, `market.delivered`, `market.not-listed`, `market.symbol-unknown`) when no order is taken. */
  abstract moment(symbol: string, at: number, trace: BookTrace): MarketMoment | Refusal;
  /** A pure function of the seed, the beat and what users left in the book; `undefined` while the market is closed. */
  abstract beat(symbol: string, beat: number, trace: BookTrace): MarketBeat | undefined;
  /** Whether it is open, until when, and whether an auction ends the session. Works for every name, listed or not. */
  abstract hours(symbol: string, at: number): SessionState;
  /** The book's impact after these fills; `undefined` when there are none. */
  abstract impactAfter(symbol: string, at: number, impact: unknown, fills: readonly AgentFill[]): unknown;
}

/** What of a market its public books and trades are made of. Prices and quantities are decimal strings. */
export interface ShownMarket extends BookMarket {
  has(symbol: string): boolean;
  /** All that are traded at an instant. */
  symbols(at: number): readonly string[];
  /** When the auction of the call that runs is; `undefined` where none runs. */
  callAt(symbol: string, at: number): number | undefined;
  price(symbol: string, ticks: number): string;
  quantity(symbol: string, lots: number): string;
  /** A price in ticks that are not rounded, to a ten-thousandth of a tick. */
  finePrice(symbol: string, ticks: number): Amount;
  /** The price that no user has moved, not rounded. */
  fundamentalTicks(symbol: string, at: number): number;
  in(realm: string): ReturnType<BookMarket['in']> & {
    readonly marks: { at(symbol: string, at: number, trace: BookTrace | null): MarkPrice };
    /** The agents' quotes with a book's impact; `undefined` while the market is closed. */
    ladder(symbol: string, at: number, impact: unknown): AgentLadder | undefined;
    priceTicks(symbol: string, at: number): number;
    /** The index of the product, not rounded. */
    indexTicks(symbol: string, at: number): number;
    /** Trades between agents, oldest first, from an instant (included) to another. */
    tape(symbol: string, fromMs: number, toMs: number): TapeTrade[];
  };
}
