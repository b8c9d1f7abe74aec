import type { EscalationReason } from '../../contracts/review.contract.js';
import type { AppliedPolicy } from '../core/policy.js';
import type { Sealed } from '../core/person.js';
import type { NewEvent, RecordedEvent } from '../core/event.js';
import { declareEventTypesWith } from '../engine/history/event-types.js';

/** A request waits for staff, stream `review-<requestId>`; appended together with the noun's own event of being submitted. */
export interface ReviewOpened {
  readonly requestId: string;
  /** `identity-primary`, `credit-proof`, …: a `ReviewKind` by name. */
  readonly kind: string;
  readonly userId: string;
  /** What the request is worth, where it is about money. */
  readonly about?: ReviewAbout;
}

export interface ReviewAbout {
  readonly amount: string;
  readonly asset: string;
  /** `null` where nothing prices it at the request. */
  readonly valueUsdt: string | null;
  /** Two different reviewers must approve. */
  readonly fourEyes: boolean;
}

/** A member of staff works on it; others may not decide until `until`. */
interface ReviewClaimed {
  readonly requestId: string;
  readonly kind: string;
  readonly staffId: string;
  readonly until: number;
  readonly policy: AppliedPolicy;
}

interface ReviewReleased {
  readonly requestId: string;
  readonly kind: string;
  readonly staffId: string;
}

/** A signal as it was shown, without personal data, so that erasing the person erases those. */
interface SeenSign {
  readonly name: string;
  readonly level: 'info' | 'warning';
  readonly inputs: Readonly<Record<string, string | number>>;
}

/** The rules' findings before the first reading; recorded again when the person answers. */
interface ReviewScreened {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly signals: readonly SeenSign[];
  readonly rules: readonly AppliedPolicy[];
}

/** The holder read the contents under this claim: the rules' findings then, and the images and checks that an approval needs. */
export interface ReviewRead {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly signals: readonly SeenSign[];
  /** `review.signals` and the rules of the noun, as they were applied. */
  readonly rules: readonly AppliedPolicy[];
  readonly imageIds: readonly string[];
  /** What the reviewer must compare and tick before an approval. */
  readonly checks: readonly string[];
  /** The reasons that can apply to this request. */
  readonly reasons: readonly string[];
  /** An approval has to choose something. */
  readonly hasChoice: boolean;
}

/** The holder opened an image under this claim. `digest` is SHA-256 of the picture that was shown. */
interface ReviewImageOpened {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly imageId: string;
  readonly digest: string;
}

/** What a decision rested on. `null` signals: the contents were not read, as a rejection allows. */
export interface ReviewGrounds {
  readonly signals: readonly SeenSign[] | null;
  readonly policies: readonly AppliedPolicy[];
  readonly images: readonly { readonly imageId: string; readonly digest: string }[];
  /** What the reviewer compared and found right. */
  readonly checks: readonly string[];
  /** A note for colleagues (context `review.remark`). */
  readonly sealedRemark: Sealed | null;
}

export interface ReviewApproved {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly grounds: ReviewGrounds;
}

/** The first of two approvals: the request waits for another reviewer, without further effects. */
export interface ReviewFirstApproved {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly grounds: ReviewGrounds;
}

/** `reasons` are codes from the kind's list; `sealedNote` is what the reviewer wrote besides (context `review.note`). */
export interface ReviewRejected {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
  readonly grounds: ReviewGrounds;
}

/** The holder asks the person for more: the request waits for them, and for staff again once they answer or `until` passes. */
export interface ReviewMoreRequested {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  /** What is wrong: codes from the kind's list. */
  readonly reasons: readonly string[];
  /** What would help: a sentence of the kind's list, or none. */
  readonly advice: string | null;
  readonly until: number;
  /** `review.rules`, whose `answerDays` these are. */
  readonly policy: AppliedPolicy;
  /** A note for colleagues (context `review.remark`). */
  readonly sealedRemark: Sealed | null;
}

/** The person answered: the request waits for staff again, at its old place. Earlier approvals are void. */
export interface ReviewAnswered {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  /** An answer takes nothing away from risk. */
  readonly waitsFor: 'staff' | 'risk';
}

/** The request is with risk: it is in no queue, and cannot be claimed or approved. */
interface ReviewEscalated {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly reason: EscalationReason;
  /** A note for colleagues (context `review.remark`). */
  readonly sealedRemark: Sealed | null;
}

/** Risk found nothing against it: it waits in its queue again, at its old place. */
interface ReviewReturned {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  /** How many have approved already, where two must. */
  readonly approvals: number;
  readonly sealedRemark: Sealed | null;
}

/** The person took the request back, or was erased. */
interface ReviewWithdrawn {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
}

export interface ReviewFacts {
  ReviewOpened: ReviewOpened;
  ReviewClaimed: ReviewClaimed;
  ReviewReleased: ReviewReleased;
  ReviewScreened: ReviewScreened;
  ReviewRead: ReviewRead;
  ReviewImageOpened: ReviewImageOpened;
  ReviewFirstApproved: ReviewFirstApproved;
  ReviewApproved: ReviewApproved;
  ReviewRejected: ReviewRejected;
  ReviewMoreRequested: ReviewMoreRequested;
  ReviewAnswered: ReviewAnswered;
  ReviewEscalated: ReviewEscalated;
  ReviewReturned: ReviewReturned;
  ReviewWithdrawn: ReviewWithdrawn;
}

export type ReviewEvent = { [Type in keyof ReviewFacts]: RecordedEvent<Type, ReviewFacts[Type]> }[keyof ReviewFacts];

/** For the noun's decider: the event that puts its request into the queue. */
export function reviewOpened(data: ReviewOpened): NewEvent<'ReviewOpened', ReviewOpened> {
  return { stream: `review-${data.requestId}`, type: 'ReviewOpened', schema: 1, data };
}

export const reviewEvents = declareEventTypesWith(
  { requestId: 'stream review', imageId: 'none', imageIds: 'none' },
  { type: 'ReviewOpened', schema: 1 },
  { type: 'ReviewClaimed', schema: 1 },
  { type: 'ReviewReleased', schema: 1 },
  { type: 'ReviewScreened', schema: 1, personal: [] },
  { type: 'ReviewRead', schema: 1, personal: [] },
  { type: 'ReviewImageOpened', schema: 1 },
  { type: 'ReviewFirstApproved', schema: 1, personal: [] },
  { type: 'ReviewApproved', schema: 1, personal: [] },
  { type: 'ReviewRejected', schema: 1, personal: [] },
  { type: 'ReviewMoreRequested', schema: 1, personal: [] },
  { type: 'ReviewAnswered', schema: 1 },
  { type: 'ReviewEscalated', schema: 1, personal: [] },
  { type: 'ReviewReturned', schema: 1, personal: [] },
  { type: 'ReviewWithdrawn', schema: 1 },
);
