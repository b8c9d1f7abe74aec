import { z } from 'zod';
import { commonFields, decimalText } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const conversionRefusals = {
  'conversion.same-currency': { status: 200 },
  /** `worth` and `minimum` in USDT. */
  'conversion.below-minimum': { status: 200, policy: 'conversion.rules' },
  /** `worth` and `maximum` in USDT. */
  'conversion.above-maximum': { status: 200, policy: 'conversion.rules' },
  /** `seconds` that it was valid for. */
  'conversion.quote-expired': { status: 200, policy: 'conversion.rules' },
  /** The quote is worth more than it would be now: what it `offered` and what it would bring at the `current` price, in `currency`. */
  'conversion.price-moved': { status: 200, policy: 'conversion.rules' },
  'conversion.quote-unknown': { status: 200 },
  'conversion.quote-used': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

/** Amounts of a conversion have at most so many decimals. */
export const CONVERSION_DECIMALS = 8;
/** Balances that one conversion of small ones takes at most. */
export const DUST_MAX = 100;

const currency = z.string().regex(/^[A-Z0-9]{1,16}$/);

export const quoteConversionBody = z.strictObject({
  ...commonFields,
  from: currency,
  to: currency,
  /** Of `from`. */
  amount: decimalText,
});
export const quoteDustBody = z.strictObject({ ...commonFields });
/** `quote` as it was answered: it holds all terms, sealed by the server. */
export const convertBody = z.strictObject({ ...commonFields, quote: z.string().min(1).max(40_000) });

export const conversionPrice = z
  .object({
    currency: z.string(),
    priceUsdt: z.string(),
    symbol: z.string().nullable(),
  })
  .meta({
    id: 'ConversionPrice',
    description:
      "What prices a currency: the index of an instrument at the quote's `at`; `symbol` is `null` for USDT, which is 1.",
  });
export type ConversionPrice = z.output<typeof conversionPrice>;

export const conversionLeg = conversionPrice
  .extend({
    amount: z.string(),
    worthUsdt: z.string(),
    receives: z.string(),
    volatility: z
      .string()
      .describe('Deviation of the pair’s price over the life of the quote, from the last public one-minute candles.'),
    spreadRate: z.string().describe('The minimum, or the volatility times `volatilityFactor` where that is more.'),
  })
  .meta({
    id: 'ConversionLeg',
    description: 'Decimal strings; `worthUsdt` at the index price, `receives` after the spread of `spreadRate`.',
  });
export type ConversionLeg = z.output<typeof conversionLeg>;

const moveToleranceRate = z
  .string()
  .describe('We refuse the quote once the same amounts would bring less by more than this share.');

export const conversionQuoteView = z
  .object({
    quote: z.string(),
    quoteId: z.string(),
    from: conversionLeg,
    to: conversionPrice,
    indexRate: z.string(),
    rate: z.string(),
    spreadRate: z.string(),
    moveToleranceRate,
    spreadUsdt: z.string().describe('What the spread costs, in USDT at the index price.'),
    at: z.number(),
    expiresAt: z.number(),
    validMs: z.number(),
    policy: z.string(),
    version: z.number(),
  })
  .meta({
    id: 'ConversionQuoteView',
    description:
      'An offer that stands for `validMs` from when it was answered, unless the price moves further than `moveToleranceRate`. Rates are units of `to` per unit of `from`.',
  });
export type ConversionQuoteView = z.output<typeof conversionQuoteView>;

export const dustQuoteView = z
  .object({
    quote: z.string().nullable(),
    items: z.array(conversionLeg),
    skipped: z
      .array(z.object({ currency: z.string(), amount: z.string(), reason: z.enum(['closed', 'unpriced', 'nothing']) }))
      .describe(
        'Small ones that stay: their market is closed, nothing prices them, or they are worth nothing that can be written.',
      ),
    receives: z.string(),
    spreadRate: z.string().describe('What the spreads of all `items` cost together, as a share of their worth.'),
    moveToleranceRate,
    dustBelowUsdt: z.string(),
    at: z.number(),
    expiresAt: z.number(),
    validMs: z.number(),
    policy: z.string(),
    version: z.number(),
  })
  .meta({
    id: 'DustQuoteView',
    description: 'All small balances of the spot account at once. `quote` is `null` when there is nothing to convert.',
  });
export type DustQuoteView = z.output<typeof dustQuoteView>;

export const conversionView = z
  .object({
    conversionId: z.string(),
    legs: z.array(conversionLeg),
    to: conversionPrice,
    received: z.string(),
    at: z.number(),
    position: z.number(),
  })
  .meta({ id: 'ConversionView' });
export type ConversionView = z.output<typeof conversionView>;
