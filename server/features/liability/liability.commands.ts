import type { AppliedPolicy } from '../../core/policy.js';
import type { LiabilitiesCommitted } from './liability.events.js';

export interface FallDueLiabilities {
  readonly epoch: number;
  readonly policy: AppliedPolicy;
}

export type CommitLiabilities = LiabilitiesCommitted;
