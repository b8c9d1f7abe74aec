import type { Declaration, RiskAnswers, RiskScores } from '../../../contracts/risk.contract.js';
import type { Sealed } from '../../core/person.js';
import type { PolicyVersion } from '../../core/policy.js';

export interface AssessRisk {
  readonly userId: string;
  readonly assessmentId: string;
  /** In clear for the decision alone; the event keeps `sealedAnswers`. */
  readonly answers: RiskAnswers;
  /** The lines of the calculation as JSON, sealed under `risk.answers`. */
  readonly sealedAnswers: Sealed;
  readonly declared: readonly Declaration[];
  readonly policy: PolicyVersion<RiskScores>;
}

/** Sent by the timer; it means this assessment, and none after it. */
export interface ExpireRisk {
  readonly userId: string;
  readonly assessmentId: string;
}
