import type { Declaration, RiskClass } from '../../../contracts/risk.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** Stream `risk-<userId>`. The answers are personal and sealed; score and class are what limits follow. */
export interface RiskAssessed {
  readonly userId: string;
  readonly assessmentId: string;
  readonly score: number;
  readonly class: RiskClass;
  readonly expiresAt: number;
  /** The lines of the calculation as JSON: question, choice, points. Context `risk.answers`. */
  readonly sealedAnswers: Sealed;
  readonly declared: readonly Declaration[];
  /** `risk.scores`, with what the class follows from. The weights would reveal the answers; the version has them. */
  readonly policy: AppliedPolicy;
}

/** The assessment expired: the person counts as not assessed until they answer again. */
export interface RiskExpired {
  readonly userId: string;
  readonly assessmentId: string;
}

export type RiskEvent = RecordedEvent<'RiskAssessed', RiskAssessed> | RecordedEvent<'RiskExpired', RiskExpired>;

export const riskEvents = declareEventTypesWith(
  { assessmentId: 'none' },
  { type: 'RiskAssessed', schema: 1 },
  { type: 'RiskExpired', schema: 1 },
);
