import { z } from 'zod';
import type { ConversionView } from '../../../contracts/conversion.contract.js';
import { policySchemas, type KnownPolicies } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { instant, policyVersion } from '../../core/command-schemas.js';

export type ConversionRules = KnownPolicies['conversion.rules'];

type ConversionAnswer = Omit<ConversionView, 'position'>;

const price = z.object({ currency: z.string(), priceUsdt: z.string(), symbol: z.string().nullable() });

const conversionQuote = z.object({
  userId: z.string(),
  ownerId: z.string(),
  quoteId: z.string(),
  kind: z.enum(['single', 'dust']),
  legs: z.array(price.extend({ amount: z.string(), worthUsdt: z.string(), receives: z.string() })),
  to: price,
  receives: z.string(),
  at: instant,
  expiresAt: instant,
  policy: policyVersion(policySchemas['conversion.rules']),
});
/** What was offered, word for word: the version of the rules that it was made by is the one that applies. */
export type ConversionQuote = DataOf<typeof conversionQuote>;

const convertFunds = z.object({ quote: conversionQuote });

export class ConvertFunds extends HouseCommand<DataOf<typeof convertFunds>, ConversionAnswer> {
  static readonly type = 'ConvertFunds';
  static readonly schema = convertFunds;
}
