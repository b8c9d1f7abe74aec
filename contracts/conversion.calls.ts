import { defineCall } from './call.contract.js';
import {
  conversionQuoteView,
  conversionView,
  convertBody,
  dustQuoteView,
  quoteConversionBody,
  quoteDustBody,
} from './conversion.contract.js';

export const quoteConversion = defineCall({
  method: 'POST',
  path: 'web/quoteConversion',
  access: 'user',
  summary:
    'Offers a conversion at the index price less the spread. Good for some seconds and one time; it changes nothing.',
  input: quoteConversionBody,
  output: conversionQuoteView,
  refusals: [
    'conversion.same-currency',
    'conversion.below-minimum',
    'conversion.above-maximum',
    'asset.amount-zero',
    'asset.too-many-decimals',
    'market.symbol-unknown',
    'market.closed',
    'market.halted',
    'market.not-listed',
  ],
});

export const quoteDust = defineCall({
  method: 'POST',
  path: 'web/quoteDust',
  access: 'user',
  summary: 'Offers all small balances of the spot account in USDT at once, line by line; it changes nothing.',
  input: quoteDustBody,
  output: dustQuoteView,
});

export const convert = defineCall({
  method: 'POST',
  path: 'web/convert',
  access: 'user',
  repeats: 'command',
  summary:
    'Accepts an offer of web/quoteConversion or web/quoteDust, once, before it expires and unless the price has moved.',
  input: convertBody,
  output: conversionView,
  refusals: [
    'conversion.quote-unknown',
    'conversion.quote-expired',
    'conversion.quote-used',
    'conversion.price-moved',
    'market.symbol-unknown',
    'market.closed',
    'market.halted',
    'market.not-listed',
    'asset.insufficient',
    'security.trade-password-missing',
    'security.trade-password-required',
    'request.unavailable',
  ],
});
