import type { ConversionLeg, ConversionPrice } from '../../../contracts/conversion.contract.js';
import type { Instant } from '../../core/clock.js';
import type { PolicyVersion } from '../../core/policy.js';

export interface ConversionRules {
  /** Decimal strings: a fraction, then USDT. */
  readonly spreadRate: string;
  readonly minUsdt: string;
  readonly maxUsdt: string;
  readonly dustBelowUsdt: string;
  readonly quoteSeconds: number;
  readonly dustQuoteSeconds: number;
}

/** What was offered, word for word: the version of the rules that it was made by is the one that applies. */
export interface ConversionQuote {
  readonly userId: string;
  readonly ownerId: string;
  readonly quoteId: string;
  readonly kind: 'single' | 'dust';
  readonly legs: readonly ConversionLeg[];
  readonly to: ConversionPrice;
  readonly receives: string;
  readonly at: Instant;
  readonly expiresAt: Instant;
  readonly policy: PolicyVersion<ConversionRules>;
}

export interface ConvertFunds {
  readonly quote: ConversionQuote;
}
