import { z } from 'zod';
import { commonFields, decimalText } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const conversionRefusals = {
  'conversion.same-currency': { status: 200 },
  /** `worth` and `minimum` in USDT. */
  'conversion.below-minimum': { status: 200, policy: 'conversion.rules' },
  /** `worth` and `maximum` in USDT. */
  'conversion.above-maximum': { status: 200, policy: 'conversion.rules' },
  'conversion.inventory-full': { status: 200, policy: 'conversion.rules' },
  /** `seconds` that it was valid for. */
  'conversion.quote-expired': { status: 200, policy: 'conversion.rules' },
  /** The quote is worth more than it would be now: what it `offered` and what it would bring at the `current` price, in `currency`. */
  'conversion.price-moved': { status: 200, policy: 'conversion.rules' },
  'conversion.quote-unknown': { status: 200 },
  'conversion.quote-used': { status: 200 },
  /** A newer quote of the same account took its place. */
  'conversion.quote-replaced': { status: 200 },
  'conversion.quote-cancelled': { status: 200 },
  /** Its acceptance was refused before, which ended it. */
  'conversion.quote-refused': { status: 200 },
  /** `perMinute` that an account may get, and the `seconds` until the next. */
  'conversion.too-many-quotes': { status: 200, policy: 'conversion.rules' },
  /** Nothing in the spot account is small and can be converted. */
  'conversion.nothing-small': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

/** Amounts of a conversion have at most so many decimals. */
export const CONVERSION_DECIMALS = 8;
/** As many quotes of an account are remembered, and it may get as many a minute at most. */
export const QUOTES_KEPT = 60;
/** Balances that one conversion of small ones takes at most. */
export const DUST_MAX = 100;

const currency = z.string().regex(/^[A-Z0-9]{1,16}$/);

const wanted = {
  from: currency,
  to: currency,
  /** Of `from`. */
  amount: decimalText,
};
export const previewConversionQuery = z.strictObject({ ...commonFields, ...wanted });
export const quoteConversionBody = z.strictObject({ ...commonFields, ...wanted });
export const previewDustQuery = z.strictObject({ ...commonFields });
export const quoteDustBody = z.strictObject({ ...commonFields });
export const getConversionQuoteQuery = z.strictObject({ ...commonFields });
const named = { quoteId: z.string().min(1).max(60) };
export const cancelConversionQuoteBody = z.strictObject({ ...commonFields, ...named });
export const convertBody = z.strictObject({ ...commonFields, ...named });

/** `dust`: all small balances of the spot account at once. */
export const CONVERSION_KINDS = ['single', 'dust'] as const;
export type ConversionKind = (typeof CONVERSION_KINDS)[number];

/** How a quote ends without a conversion; `stopped`: its account was frozen, closed or ended. */
export const QUOTE_ENDS = ['expired', 'replaced', 'cancelled', 'refused', 'stopped'] as const;
export type QuoteEnd = (typeof QUOTE_ENDS)[number];

export const conversionPrice = z
  .object({
    currency: z.string(),
    priceUsdt: z.string(),
    symbol: z.string().nullable(),
  })
  .meta({
    id: 'ConversionPrice',
    description:
      "What prices a currency: the fundamental price of an instrument at the quote's `at`; `symbol` is `null` for USDT, which is 1.",
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
    description: 'Decimal strings; `worthUsdt` at the fundamental price, `receives` after the spread of `spreadRate`.',
  });
export type ConversionLeg = z.output<typeof conversionLeg>;

const moveToleranceRate = z
  .string()
  .describe('We refuse the quote once the same amounts would bring less by more than this share.');
const spreadUsdt = z.string().describe('What the spread costs, in USDT at the fundamental price.');
const validMs = z
  .number()
  .describe('How long a quote stands from `at`; where the live one is read, how long it still does.');
const followed = { policy: z.string(), version: z.number() };

export const conversionPreview = z
  .object({
    from: conversionLeg,
    to: conversionPrice,
    indexRate: z.string(),
    rate: z.string(),
    spreadRate: z.string(),
    spreadUsdt,
    moveToleranceRate,
    at: z.number(),
    validMs,
    ...followed,
  })
  .meta({
    id: 'ConversionPreview',
    description: 'What a quote would say now. It binds nobody. Rates are units of `to` per unit of `from`.',
  });
export type ConversionPreview = z.output<typeof conversionPreview>;

export const dustPreview = z
  .object({
    items: z.array(conversionLeg),
    skipped: z
      .array(
        z.object({
          currency: z.string(),
          amount: z.string(),
          reason: z.enum(['closed', 'unpriced', 'nothing', 'full']),
        }),
      )
      .describe(
        'Small ones that stay: their market is closed, nothing prices them, they are worth nothing that can be written, or the platform takes no more of them from this account.',
      ),
    receives: z.string(),
    spreadRate: z.string().describe('What the spreads of all `items` cost together, as a share of their worth.'),
    moveToleranceRate,
    dustBelowUsdt: z.string(),
    at: z.number(),
    validMs,
    ...followed,
  })
  .meta({
    id: 'DustPreview',
    description: 'What a quote for all small balances of the spot account would say now. It binds nobody.',
  });
export type DustPreview = z.output<typeof dustPreview>;

export const conversionOffer = z.object({
  quoteId: z.string(),
  kind: z.enum(CONVERSION_KINDS),
  legs: z.array(conversionLeg).describe('What is on hold while the quote is live, and what each brings.'),
  to: conversionPrice,
  receives: z.string(),
  spreadRate: z.string().describe('What the spreads of all `legs` cost together, as a share of their worth.'),
  spreadUsdt,
  moveToleranceRate,
  at: z.number(),
  expiresAt: z.number(),
  ...followed,
});
/** A live quote as it is decided; how long it still stands is added when it is read. */
export type ConversionOffer = z.output<typeof conversionOffer>;

export const conversionOfferView = conversionOffer.extend({ validMs }).meta({
  id: 'ConversionOfferView',
  description:
    'The live quote of the account; a newer one replaces it. It stands for `validMs`, unless the price moves further than `moveToleranceRate`.',
});
export type ConversionOfferView = z.output<typeof conversionOfferView>;

export const conversionQuoteView = z
  .object({
    offer: conversionOfferView.nullable(),
    last: z.object({ quoteId: z.string(), end: z.enum(['converted', ...QUOTE_ENDS]) }).nullable(),
  })
  .meta({
    id: 'ConversionQuoteView',
    description: 'The live quote, or `null`; and how the newest one that is over ended.',
  });
export type ConversionQuoteView = z.output<typeof conversionQuoteView>;

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
