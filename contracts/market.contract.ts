import { z } from 'zod';
import { auctionView } from './auction.contract.js';
import { commonFields } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';
import { sessionStateView, stateOfSession } from './session.contract.js';

export const marketRefusals = {
  'market.symbol-unknown': { status: 404 },
  'market.closed': { status: 200 },
  'market.halted': { status: 200 },
  'market.not-listed': { status: 200 },
  'market.delisted': { status: 200 },
  /** A contract that has delivered. */
  'market.delivered': { status: 200 },
  /** The mark price has candles of a day at most. */
  'market.mark-period': { status: 422, field: 'period' },
  'market.before-listing': { status: 422, field: 'before' },
  'market.after-delisting': { status: 422, field: 'before' },
} as const satisfies Record<string, RefusalRule>;

/** Candles of contracts are searched for: a page reaches back no further than about so many days, and has one candle at least. */
export const CONTRACT_PAGE_DAYS = 200;

export const PERIODS = ['1s', '1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M', '1y'] as const;
export type Period = (typeof PERIODS)[number];
/** A longer candle of the mark price would look at every trade of weeks in one go. */
export const hasMarkCandles = (period: Period): boolean => !['1w', '1M', '1y'].includes(period);

export const INSTRUMENT_CLASSES = ['crypto', 'forex', 'metals', 'energy', 'stocks', 'indices', 'etf'] as const;
export type InstrumentClass = (typeof INSTRUMENT_CLASSES)[number];

const symbol = z.string().min(2).max(24);

export const instrumentView = z
  .object({
    symbol: z.string(),
    name: z.string(),
    class: z.enum(INSTRUMENT_CLASSES),
    base: z.string(),
    quote: z.string(),
    tickSize: z.string(),
    lotSize: z.string(),
    priceDecimals: z.number(),
    quantityDecimals: z.number(),
    minQuantity: z.string(),
    maxQuantity: z.string(),
    minNotional: z.string(),
    maxNotional: z.string(),
    leverageMax: z.number(),
    hot: z.boolean(),
    sector: z.string().describe('A part of the class, such as `technology` or `defi`.'),
    beginsAt: z
      .number()
      .describe(
        'Where its simulated history begins, milliseconds since the Unix epoch: at its listing, not before 2010.',
      ),
    delistedAt: z.number().nullable().describe('When its last session closed for good; `null` while it is listed.'),
    version: z.number().describe('The catalogue version that these sizes belong to.'),
    session: sessionStateView,
  })
  .meta({
    id: 'InstrumentView',
    description:
      'An instrument as the market lists it. Sizes and prices are decimal strings in the quote or base asset.',
  });
export type InstrumentView = z.output<typeof instrumentView>;

const index = z
  .string()
  .describe('The fundamental price, moved by what users of the realm pushed for good, one to two minutes later.');

export const tickerView = z
  .object({
    symbol: z.string(),
    at: z.number(),
    last: z.string(),
    bid: z.string(),
    ask: z.string(),
    index,
    mark: z
      .string()
      .describe(
        'Median of the index, the index plus the averaged distance of the book from it, and the last trade: a sweep hardly moves it. See `getMarkPrice`.',
      ),
    open24h: z.string(),
    high24h: z.string(),
    low24h: z.string(),
    volume24h: z.string(),
    quoteVolume24h: z.string(),
    changePct: z.string(),
  })
  .meta({ id: 'TickerView', description: 'Rolling 24 hours. `changePct` is in per cent with two decimals, signed.' });
export type TickerView = z.output<typeof tickerView>;

export const markPriceView = z
  .object({
    symbol: z.string(),
    at: z
      .number()
      .describe('Milliseconds since the Unix epoch. While the market is closed the prices are those of its last beat.'),
    mark: z.string().describe('The median of `index`, `index` plus `basis`, and `last`.'),
    index,
    fundamental: z.string().describe('What the seeds give, alike in both realms. Conversions and settlements use it.'),
    basis: z
      .string()
      .describe(
        "How far trades with agents kept the book's quotes from the index: exponentially weighted over time, half of the weight in the last `halfLifeSeconds`. Signed; `0` in a book that nobody pushed.",
      ),
    last: z.string().describe("The last trade: a user's until the tape trades again, else the index."),
    halfLifeSeconds: z.number(),
    lastingHalfLifeHours: z.number().describe('Half of what users pushed for good is gone after so long.'),
    positionLimitUsdt: z
      .string()
      .describe(
        'The most that ten accounts together may hold of everything whose value follows the index, funds and crosses included by their power in it. `0`: nothing does.',
      ),
  })
  .meta({
    id: 'MarkPriceView',
    description:
      'The mark price of a book and what it is made of: decimal strings in the quote asset, to a ten-thousandth of a tick.',
  });
export type MarkPriceView = z.output<typeof markPriceView>;

/** `[openAt, open, high, low, close, volume]`: milliseconds and decimal strings. */
export const candleRow = z.tuple([z.number(), z.string(), z.string(), z.string(), z.string(), z.string()]);
export type CandleRow = z.output<typeof candleRow>;

export const getCandlesQuery = z.strictObject({
  ...commonFields,
  symbol,
  period: z.enum(PERIODS),
  /** Candles that open before this instant, newest last; now when absent. */
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1500).default(300),
});

export const candlesView = z
  .object({
    symbol: z.string(),
    period: z.enum(PERIODS),
    beginsAt: z
      .number()
      .describe('Where the series begins, milliseconds since the Unix epoch. No candle ends before it.'),
    candles: z.array(candleRow),
  })
  .meta({
    id: 'CandlesView',
    description:
      "Candles of the session's realm, of visitors' the real one: the market's own, with users' trades in high, low, close and volume. The last one reaches to the beat that runs; others are whole.",
  });
export type CandlesView = z.output<typeof candlesView>;

/** `[price, quantity]`, best first. */
export const bookLevel = z.tuple([z.string(), z.string()]);
export type BookLevel = z.output<typeof bookLevel>;

export const bookView = z
  .object({
    symbol: z.string(),
    sequence: z.number(),
    at: z.number(),
    bids: z.array(bookLevel),
    asks: z.array(bookLevel),
    auction: auctionView
      .nullable()
      .describe('While orders are gathered for the opening auction. The levels are then what it would leave.'),
  })
  .meta({
    id: 'BookView',
    description:
      'The public book: agents and users together. `sequence` counts changes; a diff that does not follow it means resync.',
  });
export type BookView = z.output<typeof bookView>;

export const getBookQuery = z.strictObject({
  ...commonFields,
  symbol,
  levels: z.coerce.number().int().min(1).max(100).default(25),
});

export const publicTradeView = z
  .object({
    id: z
      .string()
      .describe('Follows from the trade alone: the same in every window, in the live frames, and for ever.'),
    at: z.number(),
    price: z.string(),
    quantity: z.string(),
    side: z.enum(['buy', 'sell']).describe("The taker's side."),
  })
  .meta({ id: 'PublicTradeView' });
export type PublicTradeView = z.output<typeof publicTradeView>;

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

export const getInstrumentsQuery = z.strictObject({
  ...commonFields,
  symbols: z.string().max(4000).optional(),
  /** The well-known ones, for a first page. */
  hot: z.literal('true').optional(),
});

export const marketSessionsView = z
  .object({
    calendars: z.array(z.object({ calendar: z.string(), ...stateOfSession })),
    symbols: z
      .array(z.object({ symbol: z.string(), ...stateOfSession }))
      .describe('Instruments that differ from their calendar.'),
  })
  .meta({
    id: 'MarketSessionsView',
    description: 'Which markets are open, and when that changes: a few calendars for all.',
  });
export type MarketSessionsView = z.output<typeof marketSessionsView>;

export const currencyView = z
  .object({
    currency: z.string(),
    name: z.string(),
    class: z.union([z.enum(INSTRUMENT_CLASSES), z.literal('stablecoin')]),
    decimals: z.number(),
    priceUsdt: z.string().nullable(),
    symbol: z.string().nullable(),
  })
  .meta({ id: 'CurrencyView', description: 'An asset that can be held, with what it is worth now.' });
export type CurrencyView = z.output<typeof currencyView>;

export const BEACON_SOURCES = ['drand', 'users', 'none'] as const;

/** Why a beacon is not from drand. `off`: the server has no address of drand. */
export const WITHOUT_DRAND = ['off', 'late', 'unavailable', 'invalid'] as const;

/** The chain that the League of Entropy runs. Anyone who runs a chain alone knows its rounds beforehand. */
export const DRAND_QUICKNET = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';

export const epochView = z
  .object({
    epoch: z.number(),
    startsAt: z.number(),
    endsAt: z.number(),
    lateMs: z.number().describe('How long after the epoch began it was committed; 0 if before, as it should be.'),
    commitment: z.string(),
    beacon: z.string(),
    source: z
      .enum(BEACON_SOURCES)
      .describe(
        'Where the beacon is from. `drand`: a round of that public beacon, fixed by the start of the epoch. `users`: the latest hashes of the users’ histories. `none`: nothing had happened there since the commitment before, so only the number of the epoch is new.',
      ),
    drandChain: z.string().nullable().describe('The hash that names a chain of drand; `null` without drand.'),
    drandRound: z.number().nullable(),
    withoutDrand: z
      .enum(WITHOUT_DRAND)
      .nullable()
      .describe('Why the beacon is not from drand. `off`: the server is not set up for it. `null` with drand.'),
    seed: z.string().nullable().describe('`null` until the epoch is over.'),
    status: z.enum(['committed', 'running', 'revealed']),
  })
  .meta({
    id: 'EpochView',
    description: 'A price epoch: what was promised before it, and what was revealed after it. Hex strings of 32 bytes.',
  });
export type EpochView = z.output<typeof epochView>;

export const getEpochsQuery = z.strictObject({
  ...commonFields,
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const bookHashView = z
  .object({
    symbol: z.string(),
    realm: z.string(),
    version: z.number(),
    hash: z.string(),
  })
  .meta({
    id: 'BookHashView',
    description:
      'The live state of a book as one hash: SHA-256 over the JSON that a snapshot of it would hold. A replay of the book’s events up to `version` gives the same (`npm run audit -- stream`).',
  });
export type BookHashView = z.output<typeof bookHashView>;

export const getSparklinesQuery = z.strictObject({ ...commonFields, symbols: z.string().min(2).max(4000) });

export const sparklineView = z
  .object({
    symbol: z.string(),
    closes: z.array(z.string()),
  })
  .meta({
    id: 'SparklineView',
    description:
      'Closing prices of the whole hours of the last 24, oldest first; hours in which the market was shut are left out.',
  });
export type SparklineView = z.output<typeof sparklineView>;

export const getMoversQuery = z.strictObject({
  ...commonFields,
  limit: z.coerce.number().int().min(1).max(20).default(5),
});

export const moversView = z
  .object({
    at: z.number(),
    gainers: z.array(tickerView),
    losers: z.array(tickerView),
    turnover: z.array(tickerView),
  })
  .meta({
    id: 'MoversView',
    description:
      'Instruments whose market is open now, by their rolling 24 hours: risen most, fallen most, most turnover.',
  });
export type MoversView = z.output<typeof moversView>;

export const instrumentVersionView = z
  .object({
    version: z.number(),
    at: z.number().describe('When it came into force, milliseconds since the Unix epoch.'),
    tickSize: z.string(),
    lotSize: z.string(),
    minNotional: z.string(),
    maxQuantity: z.string(),
    leverageMax: z.number(),
    calendar: z.string(),
  })
  .meta({
    id: 'InstrumentVersionView',
    description: "One version of an instrument's specification. Sizes are decimal strings, as in `InstrumentView`.",
  });
export type InstrumentVersionView = z.output<typeof instrumentVersionView>;

export const marketHolidayView = z
  .object({
    date: z.string(),
    closesAt: z.string().nullable(),
  })
  .meta({
    id: 'MarketHolidayView',
    description: 'A day on which a market stays shut, or closes early: the local date and, if early, the local time.',
  });
export type MarketHolidayView = z.output<typeof marketHolidayView>;

export const listingView = z
  .object({
    country: z.string().nullable().describe('ISO 3166, two letters.'),
    venue: z.string().nullable(),
    currency: z.string().describe('What the real instrument is quoted in, ISO 4217.'),
    listedAt: z.string().nullable().describe('A day, a month or a year, as exactly as sources know it.'),
    drawn: z.array(z.string()).describe('Figures that no source gives: drawn from what is usual in the class.'),
  })
  .meta({ id: 'ListingView', description: 'What is known of the real instrument behind the simulated one.' });
export type ListingView = z.output<typeof listingView>;

export const instrumentDetailView = z
  .object({
    instrument: instrumentView,
    listing: listingView,
    timeZone: z.string().describe("The IANA name of the market's own time zone."),
    alwaysOpen: z.boolean(),
    sessions: z
      .array(z.tuple([z.number(), z.number()]))
      .describe(
        '`[opensAt, closesAt]`, milliseconds since the Unix epoch: the session that runs, from now on, and the next ones.',
      ),
    holidays: z.array(marketHolidayView),
    versions: z.array(instrumentVersionView).describe('Newest first.'),
    fees: z
      .object({ makerRate: z.string(), takerRate: z.string(), policy: z.string(), policyVersion: z.number() })
      .describe('Spot fees as shares of the notional, and the policy version that says so.'),
  })
  .meta({ id: 'InstrumentDetailView', description: "All that the instrument's page says and lists do not." });
export type InstrumentDetailView = z.output<typeof instrumentDetailView>;
