import { z } from 'zod';
import type { ConversionView } from '../../../contracts/conversion.contract.js';
import { policySchemas, type KnownPolicies } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { instant, policyVersion, refusal } from '../../core/command-schemas.js';

export type ConversionRules = KnownPolicies['conversion.rules'];

type ConversionAnswer = Omit<ConversionView, 'position'>;

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

export const conversionQuote = conversionTerms.extend({
  userId: z.string(),
  ownerId: z.string(),
  quoteId: z.string(),
  kind: z.enum(['single', 'dust']),
  expiresAt: instant,
  policy: policyVersion(policySchemas['conversion.rules']),
});
/** What was offered, word for word: the version of the rules that it was made by is the one that applies. */
export type ConversionQuote = DataOf<typeof conversionQuote>;

/** `current`: the same amounts at the index prices of the acceptance, or why they have none. */
const convertFunds = z.object({ quote: conversionQuote, current: z.union([conversionTerms, refusal]) });
export type CurrentTerms = DataOf<typeof convertFunds>['current'];

export class ConvertFunds extends HouseCommand<DataOf<typeof convertFunds>, ConversionAnswer> {
  static readonly type = 'ConvertFunds';
  static readonly schema = convertFunds;
}
