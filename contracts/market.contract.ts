import { z } from 'zod';
import { commonFields } from './account.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const marketRefusals = {
  'market.symbol-unknown': { status: 404 },
  'market.closed': { status: 200 },
  'market.halted': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

export const PERIODS = ['1s', '1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M', '1y'] as const;
export type Period = (typeof PERIODS)[number];

export const INSTRUMENT_CLASSES = ['crypto', 'forex', 'metals', 'energy', 'stocks', 'indices', 'etf'] as const;
export type InstrumentClass = (typeof INSTRUMENT_CLASSES)[number];

const symbol = z.string().min(2).max(24);

/** An instrument as the market lists it. Sizes and prices are decimal strings in the quote or base asset. */
export interface InstrumentView {
  symbol: string;
  name: string;
  class: InstrumentClass;
  base: string;
  quote: string;
  tickSize: string;
  lotSize: string;
  priceDecimals: number;
  quantityDecimals: number;
  minQuantity: string;
  maxQuantity: string;
  minNotional: string;
  maxNotional: string;
  leverageMax: number;
  hot: boolean;
  /** The catalogue version that these sizes belong to. */
  version: number;
  session: SessionStateView;
}

export interface SessionStateView {
  open: boolean;
  calendar: string;
  /** When the state changes next, milliseconds since the Unix epoch; `null` when it never does. */
  nextChangeAt: number | null;
}

/** Rolling 24 hours. `changePct` is in per cent with two decimals, signed. */
export interface TickerView {
  symbol: string;
  at: number;
  last: string;
  bid: string;
  ask: string;
  open24h: string;
  high24h: string;
  low24h: string;
  volume24h: string;
  quoteVolume24h: string;
  changePct: string;
}

/** `[openAt, open, high, low, close, volume]`: milliseconds and decimal strings. */
export type CandleRow = [number, string, string, string, string, string];

export const getCandlesQuery = z.strictObject({
  ...commonFields,
  symbol,
  period: z.enum(PERIODS),
  /** Candles that open before this instant, newest last; now when absent. */
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1500).default(300),
});

export interface CandlesView {
  symbol: string;
  period: Period;
  candles: CandleRow[];
}

/** `[price, quantity]`, best first. */
export type BookLevel = [string, string];

/** The public book: agents and users together. `sequence` counts changes; a diff that does not follow it means resync. */
export interface BookView {
  symbol: string;
  sequence: number;
  at: number;
  bids: BookLevel[];
  asks: BookLevel[];
}

export const getBookQuery = z.strictObject({
  ...commonFields,
  symbol,
  levels: z.coerce.number().int().min(1).max(100).default(25),
});

export interface PublicTradeView {
  /** Follows from the trade alone: the same in every window, in the live frames, and for ever. */
  id: string;
  at: number;
  price: string;
  quantity: string;
  /** The taker's side. */
  side: 'buy' | 'sell';
}

export const getTradesQuery = z.strictObject({
  ...commonFields,
  symbol,
  /**
   * Trades before this instant; now when absent. The `at` of the oldest trade of a page leads to the page before it: none is
   * repeated or left out. A page reaches back an hour at most.
   */
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const symbolQuery = z.strictObject({ ...commonFields, symbol });
export const getTickersQuery = z.strictObject({
  ...commonFields,
  symbols: z.string().max(4000).optional(),
  class: z.enum(INSTRUMENT_CLASSES).optional(),
});

/** An asset that can be held, with what it is worth now. */
export interface CurrencyView {
  currency: string;
  name: string;
  class: InstrumentClass | 'stablecoin';
  decimals: number;
  priceUsdt: string | null;
  symbol: string | null;
}

/** A price epoch: what was promised before it, and what was revealed after it. Hex strings of 32 bytes. */
export interface EpochView {
  epoch: number;
  startsAt: number;
  endsAt: number;
  commitment: string;
  beacon: string;
  /** `null` until the epoch is over. */
  seed: string | null;
  status: 'committed' | 'running' | 'revealed';
}

export const getEpochsQuery = z.strictObject({
  ...commonFields,
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/**
 * The live state of a book as one hash: SHA-256 over the JSON that a snapshot of it would hold. Whoever replays the book's
 * events up to `version` gets the same (`npm run audit -- stream`).
 */
export interface BookHashView {
  symbol: string;
  realm: string;
  version: number;
  hash: string;
}

export const getSparklinesQuery = z.strictObject({ ...commonFields, symbols: z.string().min(2).max(4000) });

/** Closing prices of the whole hours of the last 24, oldest first; hours in which the market was shut are left out. */
export interface SparklineView {
  symbol: string;
  closes: string[];
}

export const getMoversQuery = z.strictObject({
  ...commonFields,
  limit: z.coerce.number().int().min(1).max(20).default(5),
});

/** Instruments whose market is open now, by their rolling 24 hours: risen most, fallen most, most turnover. */
export interface MoversView {
  at: number;
  gainers: TickerView[];
  losers: TickerView[];
  turnover: TickerView[];
}

/** One version of an instrument's specification. Sizes are decimal strings, as in `InstrumentView`. */
export interface InstrumentVersionView {
  version: number;
  /** When it came into force, milliseconds since the Unix epoch. */
  at: number;
  tickSize: string;
  lotSize: string;
  minNotional: string;
  maxQuantity: string;
  leverageMax: number;
  calendar: string;
}

/** A day on which a market stays shut, or closes early: the local date and, if early, the local time. */
export interface MarketHolidayView {
  date: string;
  closesAt: string | null;
}

/** All that the instrument's page says and lists do not. */
export interface InstrumentDetailView {
  instrument: InstrumentView;
  /** The IANA name of the market's own time zone. */
  timeZone: string;
  alwaysOpen: boolean;
  /** `[opensAt, closesAt]`, milliseconds since the Unix epoch: the session that runs, from now on, and the next ones. */
  sessions: [number, number][];
  holidays: MarketHolidayView[];
  /** Newest first. */
  versions: InstrumentVersionView[];
  /** Spot fees as shares of the notional, and the policy version that says so. */
  fees: { makerRate: string; takerRate: string; policy: string; policyVersion: number };
}
