import type { RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypes } from '../../engine/history/event-types.js';

/**
 * Stream `liabilities-epochs` of demo and real. What users are owed is counted at the position of this event itself: nothing
 * can come between. `epoch` is the instant that it was due for.
 */
export interface LiabilitiesDue {
  readonly epoch: number;
  /** `liabilities.rules` as they were in force when it was scheduled. */
  readonly policy: AppliedPolicy;
}

/** The root of the tree over all liabilities at `position`; docs/liabilities.md describes it. */
export interface LiabilitiesCommitted {
  readonly epoch: number;
  /** Of the event that made it due. */
  readonly position: number;
  /** Hash of that event, and the root: 32 bytes in hex. */
  readonly head: string;
  readonly root: string;
  /** A power of two; owners and fillers together. */
  readonly leaves: number;
  /** What is owed of each asset, in the order of assets. */
  readonly sums: readonly { readonly asset: string; readonly amount: string }[];
}

export type LiabilityEvent =
  | RecordedEvent<'LiabilitiesDue', LiabilitiesDue>
  | RecordedEvent<'LiabilitiesCommitted', LiabilitiesCommitted>;

export const liabilityEvents = declareEventTypes(
  { type: 'LiabilitiesDue', schema: 1 },
  { type: 'LiabilitiesCommitted', schema: 1 },
);
