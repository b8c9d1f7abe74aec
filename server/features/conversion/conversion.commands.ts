import { z } from 'zod';
import type { ConversionOffer, ConversionView } from '../../../contracts/conversion.contract.js';
import { policySchemas, type KnownPolicies } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { instant, policyVersion, refusal } from '../../core/command-schemas.js';
import type { Refusal } from '../../core/refusal.js';

export type ConversionRules = KnownPolicies['conversion.rules'];

const price = z.object({ currency: z.string(), priceUsdt: z.string(), symbol: z.string().nullable() });

const spread = { spreadRate: z.string(), volatility: z.string() };

/** What is given and got, at the index prices of an instant. */
const conversionTerms = z.object({
  legs: z.array(price.extend({ ...spread, amount: z.string(), worthUsdt: z.string(), receives: z.string() })),
  to: price,
  receives: z.string(),
  at: instant,
});
export type ConversionTerms = DataOf<typeof conversionTerms>;

const owner = { userId: z.string(), ownerId: z.string() };
const named = z.object({ ...owner, quoteId: z.string() });

const conversionQuote = conversionTerms.extend({
  ...owner,
  quoteId: z.string(),
  kind: z.enum(['single', 'dust']),
  policy: policyVersion(policySchemas['conversion.rules']),
});
/** What is offered. The version of the rules that it is made by is the one that applies at its acceptance too. */
export type ConversionQuote = DataOf<typeof conversionQuote>;

/** Makes the owner's one live quote, and puts what it takes on hold. */
export class QuoteConversion extends HouseCommand<ConversionQuote, ConversionOffer> {
  static readonly type = 'QuoteConversion';
  static readonly schema = conversionQuote;
}

/** `current`: the same amounts at the index prices of the acceptance, or why they have none. */
const convertFunds = named.extend({ current: z.union([conversionTerms, refusal]) });
export type CurrentTerms = DataOf<typeof convertFunds>['current'];

/** A quote that cannot be carried out any more ends by that: then the answer is the refusal, stored with the event. */
export type ConversionAnswer = Omit<ConversionView, 'position'> | Refusal;

export class ConvertFunds extends HouseCommand<DataOf<typeof convertFunds>, ConversionAnswer> {
  static readonly type = 'ConvertFunds';
  static readonly schema = convertFunds;
}

export class CancelConversionQuote extends HouseCommand<DataOf<typeof named>, { quoteId: string }> {
  static readonly type = 'CancelConversionQuote';
  static readonly schema = named;
}

export class ExpireConversionQuote extends HouseCommand<DataOf<typeof named>, null> {
  static readonly type = 'ExpireConversionQuote';
  static readonly schema = named;
}

const anyQuote = z.object(owner);

/** Ends whatever quote is live: the account may not trade any more. */
export class StopConversionQuote extends HouseCommand<DataOf<typeof anyQuote>, null> {
  static readonly type = 'StopConversionQuote';
  static readonly schema = anyQuote;
}
