import type { CreditCause, CreditProof, CreditRules } from '../../../contracts/credit.contract.js';
import type { PolicyVersion } from '../../core/policy.js';
import type { Refusal } from '../../core/refusal.js';

/** Something happened that the published formula counts. `ref` tells several of one cause apart: a loan's id; else `null`. */
export interface CountCreditCause {
  readonly userId: string;
  readonly cause: CreditCause;
  readonly ref: string | null;
  readonly policy: PolicyVersion<CreditRules>;
}

export interface SubmitCreditProof {
  readonly userId: string;
  readonly requestId: string;
  readonly proof: CreditProof;
  readonly images: readonly string[];
  /** What is wrong with the images. It travels with the command, so that a repeat gets the first answer and not that they are used. */
  readonly problem: Refusal | null;
}
