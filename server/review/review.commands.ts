import type { EscalationReason } from '../../contracts/review.contract.js';
import type { AppliedPolicy } from '../core/policy.js';
import type { Sealed } from '../core/person.js';
import type { ReviewImageOpened, ReviewRead, SeenSign } from './review.events.js';

/** Takes a request, or keeps it longer. The rights of the member are checked before. */
export interface ClaimReview {
  readonly requestId: string;
  readonly staffId: string;
  readonly claimMinutes: number;
  /** `review.rules`, whose `claimMinutes` these are. */
  readonly policy: AppliedPolicy;
  /** The request is of an account that the member has named as his own. */
  readonly own: boolean;
}

export interface ReleaseReview {
  readonly requestId: string;
  readonly staffId: string;
}

/** Notes what the rules say of an open request. */
export type ScreenReview = Pick<ReviewRead, 'requestId' | 'signs' | 'rules'>;

/** Notes under the claim of its holder what was shown to them. */
export type ReadReview = Omit<ReviewRead, 'kind' | 'userId'>;
export type ReviewShown = Omit<ReadReview, 'requestId' | 'staffId'>;
export type OpenReviewImage = Omit<ReviewImageOpened, 'kind' | 'userId'>;

/** Approves or rejects. Whose request it is, and of which kind, is looked up before, so that its noun can be loaded too. */
export interface DecideReview {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly verdict: 'approved' | 'rejected';
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
  readonly own: boolean;
  /** The member approved the identity of the person whom this request brings money or credit. */
  readonly identified: boolean;
  /** What the reviewer compared and found right. */
  readonly checks: readonly string[];
  readonly sealedRemark: Sealed | null;
  /** Decided together with others: nothing can be ticked or chosen there. */
  readonly together: boolean;
  readonly choice: string | null;
  /** What the kind's `prepare` handed in. */
  readonly prepared: unknown;
}

/** Sends the request back to its person. Looked up before, as for a decision. */
export interface AskForMore {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly advice: string | null;
  readonly answerDays: number;
  /** `review.rules`, whose `answerDays` these are. */
  readonly policy: AppliedPolicy;
  readonly sealedRemark: Sealed | null;
  readonly own: boolean;
}

/** Brings the request before risk: by its holder, or by risk, who holds whatever is open. */
export interface EscalateReview {
  readonly requestId: string;
  readonly staffId: string;
  readonly reason: EscalationReason;
  readonly sealedRemark: Sealed | null;
  readonly own: boolean;
  readonly fromRisk: boolean;
}

export interface ReturnReview {
  readonly requestId: string;
  readonly staffId: string;
  readonly sealedRemark: Sealed | null;
  readonly own: boolean;
}

/** Risk rejects what was escalated. What its maker saw was looked up before. */
export interface RejectEscalated {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly applying: readonly string[];
  readonly signs: readonly SeenSign[];
  readonly rules: readonly AppliedPolicy[];
  readonly sealedRemark: Sealed | null;
  readonly own: boolean;
  /** What the kind's `prepare` handed in. */
  readonly prepared: unknown;
}

/** The person takes the request back, or is erased. */
export interface WithdrawReview {
  readonly requestId: string;
}
