import type { CreditCause, CreditProof } from '../../../contracts/credit.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** Stream `credit-<userId>`. A cause was counted; once for each cause and ref. */
export interface CreditScoreChanged {
  readonly userId: string;
  readonly cause: CreditCause;
  readonly ref: string | null;
  /** Negative where it lowers the score. At floor or ceiling the score moves by less. */
  readonly points: number;
  readonly from: number;
  readonly to: number;
  /** `credit.rules` with the cause's points, start, floor and ceiling. */
  readonly policy: AppliedPolicy;
}

/** A proof waits for staff; appended together with `ReviewOpened`. */
interface CreditProofSubmitted {
  readonly userId: string;
  readonly requestId: string;
  readonly proof: CreditProof;
  readonly images: readonly string[];
  /** Counts the submissions of this proof from 1. */
  readonly attempt: number;
}

interface CreditProofAccepted {
  readonly userId: string;
  readonly requestId: string;
  readonly proof: CreditProof;
}

/** `reasons` are codes of `CREDIT_PROOF_REASONS`; the note is sealed under `review.note`. */
interface CreditProofRejected {
  readonly userId: string;
  readonly requestId: string;
  readonly proof: CreditProof;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
}

export interface CreditFacts {
  CreditScoreChanged: CreditScoreChanged;
  CreditProofSubmitted: CreditProofSubmitted;
  CreditProofAccepted: CreditProofAccepted;
  CreditProofRejected: CreditProofRejected;
}
export type CreditEvent = { [Type in keyof CreditFacts]: RecordedEvent<Type, CreditFacts[Type]> }[keyof CreditFacts];

export const creditEvents = declareEventTypesWith(
  { requestId: 'stream review', images: 'none' },
  { type: 'CreditScoreChanged', schema: 1 },
  { type: 'CreditProofSubmitted', schema: 1 },
  { type: 'CreditProofAccepted', schema: 1 },
  { type: 'CreditProofRejected', schema: 1 },
);
