import type { ConversionLeg, ConversionPrice } from '../../../contracts/conversion.contract.js';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';
import type { ConversionTerms } from './conversion.commands.js';

/**
 * Stream `conversion-<conversionId>`. Everything that an auditor needs to compute it again: index prices with the instruments
 * and the instant that they are of, when offered and when accepted, the spread and the volatility behind it, and the policy.
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
  /** What the same amounts would have brought at the instant of acceptance; `null` in events of schema 1, when nothing asked. */
  readonly atAcceptance: ConversionTerms | null;
  readonly policy: AppliedPolicy;
}

export type ConversionEvent = RecordedEvent<'FundsConverted', FundsConverted>;

export const conversionEvents = declareEventTypesWith(
  { conversionId: 'stream conversion' },
  {
    type: 'FundsConverted',
    schema: 3,
    upcasts: { 1: (data) => ({ ...(data as object), atAcceptance: null }), 2: (data) => withSpreads(data as Unspread) },
  },
);

type Unspread = Pick<FundsConverted, 'legs' | 'atAcceptance' | 'policy'>;

/** The spread was once the same for every pair, whatever its volatility. */
function withSpreads({ legs, atAcceptance, ...event }: Unspread): Unspread {
  const spread = { spreadRate: String(event.policy.inputs['spreadRate']), volatility: '0' };
  const spreadOf = (each: readonly ConversionLeg[]) => each.map((leg) => ({ ...leg, ...spread }));
  const current = atAcceptance && { ...atAcceptance, legs: spreadOf(atAcceptance.legs) };
  return { ...event, legs: spreadOf(legs), atAcceptance: current };
}
