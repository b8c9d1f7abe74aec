import type {
  ConversionKind,
  ConversionLeg,
  ConversionPrice,
  QuoteEnd,
} from '../../../contracts/conversion.contract.js';
import type { Instant } from '../../core/clock.js';
import type { FactsOf, RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { Refusal } from '../../core/refusal.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';
import type { ConversionTerms } from './conversion.commands.js';

/**
 * Stream `conversion-<ownerId>`: an owner has one live quote at most, and what it takes is on hold. Everything that an auditor
 * needs to compute it again is in it: index prices with their instruments and instant, the spread and the volatility behind it.
 */
export interface ConversionQuoted {
  readonly userId: string;
  readonly ownerId: string;
  readonly quoteId: string;
  /** `dust`: every small balance of the spot account in one. */
  readonly kind: ConversionKind;
  readonly legs: readonly ConversionLeg[];
  readonly to: ConversionPrice;
  readonly receives: string;
  readonly quotedAt: Instant;
  readonly expiresAt: Instant;
  /** All values of the rules are among the inputs: they apply at the acceptance too. */
  readonly policy: AppliedPolicy;
}

/** The quote was carried out: what was on hold is the house's, and what was bought is available. */
export interface FundsConverted {
  readonly userId: string;
  readonly ownerId: string;
  readonly quoteId: string;
  readonly kind: ConversionKind;
  readonly legs: readonly ConversionLeg[];
  readonly to: ConversionPrice;
  readonly received: string;
  readonly quotedAt: Instant;
  readonly expiresAt: Instant;
  /** What the same amounts would have brought at the instant of acceptance. */
  readonly atAcceptance: ConversionTerms;
  readonly policy: AppliedPolicy;
}

/** The quote ended without a conversion, and what was on hold is available again. */
export interface ConversionQuoteEnded {
  readonly userId: string;
  readonly ownerId: string;
  readonly quoteId: string;
  readonly kind: ConversionKind;
  readonly reason: QuoteEnd;
  readonly released: readonly { readonly currency: string; readonly amount: string }[];
  /** Why it was refused, and the prices that it was refused by; `null` for other ends, and for a market without a price. */
  readonly refusal: Refusal | null;
  readonly atAcceptance: ConversionTerms | null;
  readonly policy: AppliedPolicy;
}

/** A corporate action: what conversions brought and took of an asset is counted in shares as they are after it, or is over. */
export interface ConversionInventoryRestated {
  readonly userId: string;
  readonly ownerId: string;
  readonly actionId: string;
  readonly symbol: string;
  readonly currency: string;
  /** In old shares; below zero where the house gave more than it took. */
  readonly before: string;
  /** In new shares; zero after a delisting. */
  readonly after: string;
}

export type ConversionEvent =
  | RecordedEvent<'ConversionQuoted', ConversionQuoted>
  | RecordedEvent<'FundsConverted', FundsConverted>
  | RecordedEvent<'ConversionQuoteEnded', ConversionQuoteEnded>
  | RecordedEvent<'ConversionInventoryRestated', ConversionInventoryRestated>;
export type ConversionFacts = FactsOf<ConversionEvent>;

export const conversionEvents = declareEventTypesWith(
  { quoteId: 'none', actionId: 'none' },
  { type: 'ConversionQuoted', schema: 1 },
  { type: 'FundsConverted', schema: 1 },
  { type: 'ConversionQuoteEnded', schema: 1 },
  { type: 'ConversionInventoryRestated', schema: 1 },
);
