import { z } from 'zod';
import type { InstrumentClass } from './market.contract.js';

/** What a class is divided into, for lists, the heat map and the factors of its instruments. */
export const SECTORS = {
  crypto: [
    ...['payment', 'platform', 'scaling', 'defi', 'exchange', 'infrastructure', 'ai', 'gaming', 'meme', 'backed'],
  ],
  forex: ['major', 'minor', 'emerging', 'cross'],
  metals: ['precious', 'industrial'],
  energy: ['oil', 'gas', 'power'],
  stocks: [
    ...['technology', 'communication', 'consumer-cyclical', 'consumer-staples', 'health', 'financials'],
    ...['industrials', 'energy', 'materials', 'real-estate', 'utilities'],
  ],
  indices: ['americas', 'europe', 'asia', 'currencies', 'coins'],
  etf: ['broad', 'sector', 'international', 'bonds', 'commodities', 'crypto', 'volatility'],
} as const satisfies Record<InstrumentClass, readonly string[]>;
export type Sector = (typeof SECTORS)[InstrumentClass][number];

/** Main venues of the real instruments. Coins, currency pairs and indices have none. */
export const VENUES = [
  ...['NYSE', 'Nasdaq', 'NYSE Arca', 'NYSE American', 'Cboe BZX', 'LSE', 'Xetra', 'Euronext Paris'],
  ...['Tokyo', 'HKEX', 'ASX', 'LBMA', 'LPPM', 'LME', 'COMEX', 'NYMEX', 'ICE Futures Europe', 'ICE Endex'],
] as const;

/** Classes whose instruments name a venue; stocks and funds name a country too. */
const WITH_VENUE: ReadonlySet<InstrumentClass> = new Set(['stocks', 'etf', 'metals', 'energy']);
const WITH_COUNTRY: ReadonlySet<InstrumentClass> = new Set(['stocks', 'etf']);

/** Figures of the simulation that a source may lack. Those of a row are drawn from the distribution of its class. */
export const DRAWN_FIGURES = ['referencePrice', 'dailyVolumeUsdt', 'volatilityAnnual', 'spreadBps', 'factors'] as const;
export type DrawnFigure = (typeof DRAWN_FIGURES)[number];

/** A day, a month or a year, as exactly as sources know it. */
const listedAt = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/, 'a date is YYYY, YYYY-MM or YYYY-MM-DD')
  .refine((text) => listingInstant(text) !== undefined, 'no such day')
  .refine((text) => text >= '1800', 'a listing is not before 1800');

/** What is known of the real instrument behind a simulated one. */
export const listingFields = {
  sector: z.string().min(1),
  /** Where the company or fund sits, ISO 3166; `null` where that means nothing. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'a country is two capital letters of ISO 3166')
    .nullable(),
  venue: z.enum(VENUES).nullable(),
  /** What the real instrument is quoted in, ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'a currency is three capital letters of ISO 4217'),
  /** First day of trading of the real instrument; `null` where no source says it. Series begin there. */
  listedAt: listedAt.nullable(),
  drawn: z.array(z.enum(DRAWN_FIGURES)),
};

interface Listing {
  readonly class: InstrumentClass;
  readonly sector: string;
  readonly country: string | null;
  readonly venue: string | null;
  readonly listedAt: string | null;
  readonly drawn: readonly DrawnFigure[];
}

interface ListingProblem {
  readonly field: keyof Listing;
  readonly message: string;
}

/** What stands against a listing beyond the shape of each field; the first one counts. */
export function listingProblem(listing: Listing): ListingProblem | undefined {
  const sectors: readonly string[] = SECTORS[listing.class];
  if (!sectors.includes(listing.sector)) {
    return { field: 'sector', message: `sectors of ${listing.class} are ${sectors.join(', ')}` };
  }
  if (WITH_COUNTRY.has(listing.class) && listing.country === null) {
    return { field: 'country', message: `${listing.class} name a country` };
  }
  if (WITH_VENUE.has(listing.class) !== (listing.venue !== null)) {
    return { field: 'venue', message: `${listing.class} name ${listing.venue === null ? 'a' : 'no'} venue` };
  }
  if (new Set(listing.drawn).size < listing.drawn.length) return { field: 'drawn', message: 'a figure stands twice' };
  if (listing.listedAt === null && listing.drawn.length === 0) {
    return { field: 'listedAt', message: 'only rows with drawn figures may leave out the listing date' };
  }
  return undefined;
}

/** The first instant of a listing day, month or year in UTC; `undefined` when there is no such day. */
export function listingInstant(text: string): number | undefined {
  const [year = NaN, month = 1, day = 1] = text.split('-').map(Number);
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? at
    : undefined;
}
