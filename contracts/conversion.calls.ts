import { defineCall } from './call.contract.js';
import {
  cancelConversionQuoteBody,
  conversionOfferView,
  conversionPreview,
  conversionQuoteView,
  conversionView,
  convertBody,
  dustPreview,
  getConversionQuoteQuery,
  previewConversionQuery,
  previewDustQuery,
  quoteConversionBody,
  quoteDustBody,
} from './conversion.contract.js';
import { z } from 'zod';

const PRICES = [
  'market.symbol-unknown',
  'market.closed',
  'market.halted',
  'market.not-listed',
  'market.delisted',
] as const;
const AMOUNTS = [
  'conversion.same-currency',
  'conversion.below-minimum',
  'conversion.above-maximum',
  'conversion.inventory-full',
  'asset.amount-zero',
  'asset.too-many-decimals',
] as const;
const UNLOCKED = ['security.trade-password-missing', 'security.trade-password-required'] as const;

export const previewConversion = defineCall({
  method: 'GET',
  path: 'web/previewConversion',
  access: 'user',
  summary:
    'What a conversion would bring now, at the fundamental price less the spread. It changes nothing and binds nobody.',
  input: previewConversionQuery,
  output: conversionPreview,
  refusals: [...AMOUNTS, ...PRICES],
});

export const quoteConversion = defineCall({
  method: 'POST',
  path: 'web/quoteConversion',
  access: 'user',
  repeats: 'command',
  summary:
    'Makes the live quote of the account, good for some seconds. It puts the amount on hold and replaces the quote before.',
  input: quoteConversionBody,
  output: conversionOfferView,
  refusals: [
    ...AMOUNTS,
    ...PRICES,
    ...UNLOCKED,
    'conversion.too-many-quotes',
    'asset.insufficient',
    'request.unavailable',
  ],
});

export const previewDust = defineCall({
  method: 'GET',
  path: 'web/previewDust',
  access: 'user',
  summary: 'What all small balances of the spot account would bring in USDT now, line by line. It binds nobody.',
  input: previewDustQuery,
  output: dustPreview,
});

export const quoteDust = defineCall({
  method: 'POST',
  path: 'web/quoteDust',
  access: 'user',
  repeats: 'command',
  summary: 'Makes the live quote of the account for all small balances of the spot account, and puts them on hold.',
  input: quoteDustBody,
  output: conversionOfferView,
  refusals: [
    ...UNLOCKED,
    'conversion.nothing-small',
    'conversion.too-many-quotes',
    'asset.insufficient',
    'request.unavailable',
  ],
});

export const getConversionQuote = defineCall({
  method: 'GET',
  path: 'web/getConversionQuote',
  access: 'user',
  summary: 'The live quote of the account with the time that it still stands, and how the one before it ended.',
  input: getConversionQuoteQuery,
  output: conversionQuoteView,
});

const ENDED = [
  'conversion.quote-unknown',
  'conversion.quote-expired',
  'conversion.quote-used',
  'conversion.quote-replaced',
  'conversion.quote-cancelled',
  'conversion.quote-refused',
] as const;

export const cancelConversionQuote = defineCall({
  method: 'POST',
  path: 'web/cancelConversionQuote',
  access: 'user',
  repeats: 'command',
  summary: 'Ends the live quote and releases what is on hold for it.',
  input: cancelConversionQuoteBody,
  output: z.object({ quoteId: z.string() }).meta({ id: 'ConversionQuoteCancelled' }),
  refusals: [...ENDED, 'request.unavailable'],
});

export const convert = defineCall({
  method: 'POST',
  path: 'web/convert',
  access: 'user',
  repeats: 'command',
  summary:
    'Accepts the live quote. If it has expired or the price has moved, the quote ends and what it held is released.',
  input: convertBody,
  output: conversionView,
  refusals: [...ENDED, ...PRICES, ...UNLOCKED, 'conversion.price-moved', 'request.unavailable'],
});
