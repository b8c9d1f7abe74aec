import type { AppliedPolicy } from '../core/policy.js';
import type { Sealed } from '../core/person.js';
import type { NewEvent } from '../core/event.js';
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

/** `reasons` are codes from the kind's list; `note` is what the reviewer wrote besides, sealed under the person's key. */
export interface ReviewRejected {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly note: Sealed | null;
}

/** The person took the request back, or was erased. */
export interface ReviewWithdrawn {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
}

/** For the noun's decider: the event that puts its request into the queue. */
export function reviewOpened(data: ReviewOpened): NewEvent<'ReviewOpened', ReviewOpened> {
  return { stream: `review-${data.requestId}`, type: 'ReviewOpened', schema: 1, data };
}

declareEventTypes(
  { type: 'ReviewOpened', schema: 1 },
  { type: 'ReviewClaimed', schema: 1 },
  { type: 'ReviewReleased', schema: 1 },
  { type: 'ReviewApproved', schema: 1 },
  { type: 'ReviewRejected', schema: 1 },
  { type: 'ReviewWithdrawn', schema: 1 },
);
