import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { decimalText } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const conversionRefusals = {
  'conversion.same-currency': { status: 200 },
  /** `worth` and `minimum` in USDT. */
  'conversion.below-minimum': { status: 200, policy: 'conversion.rules' },
  /** `worth` and `maximum` in USDT. */
  'conversion.above-maximum': { status: 200, policy: 'conversion.rules' },
  /** `seconds` that it was valid for. */
  'conversion.quote-expired': { status: 200, policy: 'conversion.rules' },
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
/** `quote` as it was answered: it says everything that is accepted by it, sealed by the server. */
export const convertBody = z.strictObject({ ...commonFields, quote: z.string().min(1).max(40_000) });

/** What prices a currency: the index of an instrument at the quote's `at`; `symbol` is `null` for USDT, which is 1. */
export interface ConversionPrice {
  currency: string;
  priceUsdt: string;
  symbol: string | null;
}

/** Decimal strings; `worthUsdt` at the index price, `receives` after the spread. */
export interface ConversionLeg extends ConversionPrice {
  amount: string;
  worthUsdt: string;
  receives: string;
}

/** An offer that stands for `validMs` from when it was answered. Rates are units of `to` per unit of `from`. */
export interface ConversionQuoteView {
  quote: string;
  quoteId: string;
  from: ConversionLeg;
  to: ConversionPrice;
  indexRate: string;
  rate: string;
  spreadRate: string;
  /** What the spread costs, in USDT at the index price. */
  spreadUsdt: string;
  at: number;
  expiresAt: number;
  validMs: number;
  policy: string;
  version: number;
}

/** All small balances of the spot account at once. `quote` is `null` when there is nothing to convert. */
export interface DustQuoteView {
  quote: string | null;
  items: ConversionLeg[];
  /** Small ones that stay: their market is closed, nothing prices them, or they are worth nothing that can be written. */
  skipped: { currency: string; amount: string; reason: 'closed' | 'unpriced' | 'nothing' }[];
  receives: string;
  spreadRate: string;
  dustBelowUsdt: string;
  at: number;
  expiresAt: number;
  validMs: number;
  policy: string;
  version: number;
}

export interface ConversionView {
  conversionId: string;
  legs: ConversionLeg[];
  to: ConversionPrice;
  received: string;
  at: number;
  position: number;
}
