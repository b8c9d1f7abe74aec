import type { ConversionLeg, ConversionPrice } from '../../../contracts/conversion.contract.js';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/**
 * Stream `conversion-<conversionId>`. Everything that an auditor needs to compute it again: index prices with the instruments
 * and the instant that they are of, the spread, and the policy that set it.
 */
export interface FundsConverted {
  readonly userId: string;
  readonly ownerId: string;
  /** The quote's own id: a quote is accepted once. */
  readonly conversionId: string;
  /** `dust`: every small balance of the spot account in one. */
  readonly kind: 'single' | 'dust';
  readonly legs: readonly ConversionLeg[];
  readonly to: ConversionPrice;
  readonly received: string;
  readonly quotedAt: Instant;
  readonly expiresAt: Instant;
  readonly policy: AppliedPolicy;
}

export type ConversionEvent = RecordedEvent<'FundsConverted', FundsConverted>;

export const conversionEvents = declareEventTypesWith(
  { conversionId: 'stream conversion' },
  { type: 'FundsConverted', schema: 1 },
);
