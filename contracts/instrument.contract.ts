import { z } from 'zod';
import { amount, format, times } from '../shared/money.js';
import { listingFields, listingProblem } from './listing.contract.js';
import { INSTRUMENT_CLASSES } from './market.contract.js';

const power = z.string().regex(/^(1|0\.0{0,7}1)$/, 'a power of ten from 1 down to 0.00000001');
const decimal = z.string().regex(/^\d{1,15}(\.\d{1,8})?$/, 'a decimal number');

/**
 * The common movers that instruments share: what makes related instruments move together. A name is part of the
 * price model: its random words follow from it.
 */
export const FACTORS = [
  ...['WORLD', 'EQUITY', 'CRYPTO', 'METALS', 'ENERGY', 'ASIA', 'EUROPE', 'TECH'],
  ...['EUR', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'NZD', 'CNY'],
  ...['FINANCE', 'HEALTH', 'CONSUMER', 'INDUSTRY', 'DEFI', 'MEME', 'LAYER1', 'BONDS'],
  ...['GOLD', 'OIL', 'GAS', 'EM', 'NORDIC', 'AI', 'GAMING', 'JAPAN'],
  ...['BANKS', 'OILMAJORS', 'BEVERAGES'],
] as const;
export type Factor = (typeof FACTORS)[number];

const factorLoading = z.strictObject({
  factor: z.enum(FACTORS),
  /** Share of the standard deviation, signed. The squares of one instrument sum to at most 1; the rest is its own. */
  weight: z.number().min(-1).max(1),
});

/**
 * What an instrument is a function of: a product of powers of others' prices, times a constant. Without a constant it is
 * the ratio of the prices at launch.
 */
export const relation = z.strictObject({
  of: z.array(z.strictObject({ base: z.string().regex(/^[A-Z0-9]{1,12}$/), power: z.number().min(-2).max(2) })).max(12),
  constant: z.number().positive().optional(),
  /** What a fund takes in a year, as a share of the price. */
  feeAnnual: z.number().min(0).max(0.1),
  /** What it wanders around that function, as a standard deviation of a year's log return; it comes back by halves. */
  noiseAnnual: z.number().min(0).max(1),
  halfLifeDays: z.number().positive().max(2000).optional(),
  /** The price never leaves this band. */
  band: z.tuple([decimal, decimal]).optional(),
});
export type Relation = z.infer<typeof relation>;

/**
 * An instrument of the catalogue: what is traded, in which steps, and how its simulated price behaves.
 *
 * Sizes are decimal strings: `tickSize`, `referencePrice` and `minNotional` in the quote asset, `lotSize` and
 * `maxQuantity` in the base asset. The decimals of tick and lot together never exceed 8, so a notional is exact.
 */
export const instrumentSpec = z
  .strictObject({
    symbol: z.string().regex(/^[A-Z0-9]{1,12}USDT$/),
    base: z.string().regex(/^[A-Z0-9]{1,12}$/),
    quote: z.literal('USDT'),
    /** The name a person knows it by: `Bitcoin`, `EUR/USD`, `Gold, troy ounce`. */
    name: z.string().min(1).max(80),
    class: z.enum(INSTRUMENT_CLASSES),
    /** The simulated price at launch; the past leads up to it and the future starts from it. */
    referencePrice: decimal,
    /** What dividends and splits have made of every price: the product of their ratios. Absent before the first one. */
    adjustment: z
      .string()
      .regex(/^\d{1,9}(\.\d{1,18})?$/)
      .optional(),
    /** When its last session closed for good. Absent while it is listed. */
    delistedAt: z.number().int().positive().optional(),
    /**
     * Of a new coin: orders are gathered from `callAt` on, and trading begins at `at` with an auction, in which so many lots of the
     * issuer are offered beside the agents' quotes. Until then its price is that of the launch. Absent for all others.
     */
    opening: z
      .strictObject({
        callAt: z.number().int().positive(),
        at: z.number().int().positive(),
        floatLots: z.number().int().min(0),
      })
      .optional(),
    tickSize: power,
    lotSize: power,
    priceDecimals: z.number().int().min(0).max(8),
    quantityDecimals: z.number().int().min(0).max(8),
    minNotional: decimal,
    maxQuantity: decimal,
    leverageMax: z.number().int().min(1).max(100),
    /** The market-hours calendar, by id. */
    calendar: z.string().min(1).max(40),
    /** Standard deviation of the yearly log return. */
    volatilityAnnual: z.number().min(0.0001).max(5),
    /** What the price is expected to gain in a year, continuously compounded; nothing of it is chance. */
    driftAnnual: z.number().min(-1).max(1),
    /** Mean traded value of a full day, in the quote asset. */
    dailyVolumeUsdt: z.number().positive().max(1e12),
    /** Mean width between the agents' best bid and ask, in hundredths of a per cent of the price. */
    spreadBps: z.number().positive().max(500),
    factors: z.array(factorLoading).max(12),
    relation: relation.optional(),
    hot: z.boolean(),
    ...listingFields,
  })
  .refine((spec) => spec.symbol === spec.base + spec.quote, { message: 'the symbol is base followed by quote' })
  .refine((spec) => spec.priceDecimals + spec.quantityDecimals <= 8, {
    message: 'tick and lot decimals together exceed 8',
    path: ['lotSize'],
  })
  .refine((spec) => spec.factors.reduce((sum, { weight }) => sum + weight * weight, 0) <= 1.000001, {
    message: 'the squares of the factor weights exceed 1',
    path: ['factors'],
  })
  .superRefine((spec, context) => {
    const problem = figureProblem(spec) ?? listingProblem(spec);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.message, path: [problem.field] });
  });

/** Sizes that contradict each other. Only the direction of a comparison comes from floats; amounts stay strings. */
function figureProblem(spec: {
  readonly referencePrice: string;
  readonly tickSize: string;
  readonly lotSize: string;
  readonly minNotional: string;
  readonly maxQuantity: string;
  readonly factors: readonly { readonly factor: string }[];
}): { field: string; message: string } | undefined {
  const [price, tick, lot] = [Number(spec.referencePrice), Number(spec.tickSize), Number(spec.lotSize)];
  const ticks = price / tick;
  if (ticks < 1 || Math.abs(ticks - Math.round(ticks)) > 1e-6 * ticks) {
    return { field: 'referencePrice', message: 'not a positive multiple of the tick' };
  }
  if (!(Number(spec.minNotional) > 0)) return { field: 'minNotional', message: 'not above zero' };
  if (Number(spec.maxQuantity) < lot) return { field: 'maxQuantity', message: 'less than one lot' };
  const names = spec.factors.map(({ factor }) => factor);
  if (new Set(names).size < names.length) return { field: 'factors', message: 'a factor stands twice' };
  return undefined;
}

export type InstrumentSpec = z.infer<typeof instrumentSpec>;

/**
 * The instrument as its price is drawn: dividends and splits are in its whole series, so no chart has a gap at one. The model is
 * handed another price at launch and needs to know nothing of them.
 */
export function adjustedSpec(spec: InstrumentSpec): InstrumentSpec {
  const { adjustment, referencePrice } = spec;
  if (adjustment === undefined) return spec;
  return { ...spec, referencePrice: format(times(amount(referencePrice), amount(adjustment), 'half-even')) };
}
