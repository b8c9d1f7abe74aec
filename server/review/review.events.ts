import type { AppliedPolicy } from '../core/policy.js';
import type { Sealed } from '../core/person.js';
import type { NewEvent, RecordedEvent } from '../core/event.js';
import { declareEventTypes } from '../event-store/event-types.js';

/** A request waits for staff, stream `review-<requestId>`; appended together with the noun's own event of being submitted. */
export interface ReviewOpened {
  readonly requestId: string;
  /** `identity-primary`, `credit-proof`, …: a `ReviewKind` by name. */
  readonly kind: string;
  readonly userId: string;
}

/** One of the staff works on it; nobody else may decide until `until`. */
export interface ReviewClaimed {
  readonly requestId: string;
  readonly kind: string;
  readonly staffId: string;
  readonly until: number;
  readonly policy: AppliedPolicy;
}

export interface ReviewReleased {
  readonly requestId: string;
  readonly kind: string;
  readonly staffId: string;
}

export interface ReviewApproved {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
}

/** The first of two approvals: the request waits again, for somebody else. Nothing else has happened yet. */
export interface ReviewSeconded {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
}

/** `reasons` are codes from the kind's list; `sealedNote` is what the reviewer wrote besides (context `review.note`). */
export interface ReviewRejected {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
}

/** The person took the request back, or was erased. */
export interface ReviewWithdrawn {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
}

export interface ReviewFacts {
  ReviewOpened: ReviewOpened;
  ReviewClaimed: ReviewClaimed;
  ReviewReleased: ReviewReleased;
  ReviewSeconded: ReviewSeconded;
  ReviewApproved: ReviewApproved;
  ReviewRejected: ReviewRejected;
  ReviewWithdrawn: ReviewWithdrawn;
}

export type ReviewEvent = { [Type in keyof ReviewFacts]: RecordedEvent<Type, ReviewFacts[Type]> }[keyof ReviewFacts];

/** For the noun's decider: the event that puts its request into the queue. */
export function reviewOpened(data: ReviewOpened): NewEvent<'ReviewOpened', ReviewOpened> {
  return { stream: `review-${data.requestId}`, type: 'ReviewOpened', schema: 1, data };
}

declareEventTypes(
  { type: 'ReviewOpened', schema: 1 },
  { type: 'ReviewClaimed', schema: 1 },
  { type: 'ReviewReleased', schema: 1 },
  { type: 'ReviewSeconded', schema: 1 },
  { type: 'ReviewApproved', schema: 1 },
  { type: 'ReviewRejected', schema: 1 },
  { type: 'ReviewWithdrawn', schema: 1 },
);
