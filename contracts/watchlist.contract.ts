import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const watchlistRefusals = {
  'watchlist.not-found': { status: 404, field: 'watchlistId' },
  'watchlist.too-many': { status: 200 },
  'watchlist.full': { status: 200 },
  'watchlist.name-taken': { status: 200, field: 'name' },
  'watchlist.favourites-stay': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

/**
 * How much one account or one device keeps. They are no policy: no money depends on them. They bound what one person's stream
 * holds in memory, and no page shows more columns side by side.
 */
export const WATCHLIST_LIMITS = { lists: 20, symbols: 500, name: 40, columns: 8 } as const;

/** Everybody has this list, and it stays. Its name is in the reader's language. */
export const FAVOURITES_ID = 'favourites';

/** What a list can show of an instrument besides its name, in the order in which they are offered. */
export const WATCHLIST_COLUMNS = [
  'price',
  'change',
  'curve',
  'range',
  'high',
  'low',
  'volume',
  'turnover',
  'spread',
  'class',
  'sector',
  'leverage',
  'session',
] as const;
export type WatchlistColumn = (typeof WATCHLIST_COLUMNS)[number];

/** What a new list shows. */
export const FIRST_COLUMNS: readonly WatchlistColumn[] = ['price', 'change', 'curve', 'range', 'turnover', 'session'];

const watchlistId = z.string().min(1).max(64);
const name = z.string().trim().min(1).max(WATCHLIST_LIMITS.name);
const symbolText = z.string().min(2).max(24);

/** A text such as `BTCUSDT,ETHUSDT` as its parts, each once. */
const separated = (most: number) =>
  z
    .string()
    .max(25 * most)
    .transform((text) => [...new Set(text.split(',').filter(Boolean))]);

const isColumn = (text: unknown): text is WatchlistColumn => WATCHLIST_COLUMNS.some((column) => column === text);
const columns = separated(WATCHLIST_LIMITS.columns).pipe(
  z.custom<WatchlistColumn[]>(
    (all) => Array.isArray(all) && all.length > 0 && all.length <= WATCHLIST_LIMITS.columns && all.every(isColumn),
  ),
);
const symbols = separated(WATCHLIST_LIMITS.symbols).pipe(z.array(symbolText).max(WATCHLIST_LIMITS.symbols));

export const createWatchlistBody = z.strictObject({
  ...commonFields,
  name,
  /** Separated by commas, from left to right. */
  columns: columns.optional(),
  /** What it begins with, separated by commas. */
  symbols: symbols.optional(),
});
export const changeWatchlistBody = z.strictObject({
  ...commonFields,
  watchlistId,
  name: name.optional(),
  columns: columns.optional(),
});
export const removeWatchlistBody = z.strictObject({ ...commonFields, watchlistId });
export const starInstrumentsBody = z.strictObject({
  ...commonFields,
  watchlistId,
  symbols,
  /** Where the first of them stands afterwards, from 0; at the end when absent. One that is there already moves. */
  place: z.coerce.number().int().min(0).max(WATCHLIST_LIMITS.symbols).optional(),
});
export const unstarInstrumentBody = z.strictObject({ ...commonFields, watchlistId, symbol: symbolText });

export const watchlistView = z
  .object({
    watchlistId: z.string(),
    name: z.string().nullable().describe('`null` of the favourites, which every language names itself.'),
    columns: z.array(z.enum(WATCHLIST_COLUMNS)),
    symbols: z.array(z.string()),
  })
  .meta({ id: 'WatchlistView', description: 'A list of instruments, with the columns that it shows.' });
export type WatchlistView = z.output<typeof watchlistView>;

export const watchlistsView = z
  .object({ lists: z.array(watchlistView) })
  .meta({ id: 'WatchlistsView', description: 'The favourites first, then in the order in which they were made.' });
export type WatchlistsView = z.output<typeof watchlistsView>;

export const watchlistCreatedView = z.object({ watchlistId: z.string() }).meta({ id: 'WatchlistCreatedView' });
export type WatchlistCreatedView = z.output<typeof watchlistCreatedView>;
