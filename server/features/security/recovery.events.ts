import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** Who has lost authenticator and recovery codes asks for Google verification to be taken off; staff review it. */
export interface GoogleRemovalRequested {
  readonly userId: string;
  readonly requestId: string;
  /** The new photo of the person; `null` where nobody is verified, so that there is nothing to compare it with. */
  readonly imageId: string | null;
  /** Where the code went. */
  readonly provedBy: 'email' | 'phone';
  /** `recovery.rules` as the person was told them; they hold for the whole request. */
  readonly policy: AppliedPolicy;
}

/** Two members of the staff agreed. Nothing has happened yet: until `effectAt` the person can still stop it. */
export interface GoogleRemovalApproved {
  readonly userId: string;
  readonly requestId: string;
  readonly effectAt: number;
  readonly policy: AppliedPolicy;
}

/** `reasons` are codes of the review; `sealedNote` is what the reviewer wrote besides (context `review.note`). */
export interface GoogleRemovalRejected {
  readonly userId: string;
  readonly requestId: string;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
}

/** `session`: by the person, logged in. `stop-code`: by the code of the notice. `google-shown`: authenticator or codes were there. */
export type RemovalStop = 'session' | 'stop-code' | 'google-shown';

export interface GoogleRemovalCancelled {
  readonly userId: string;
  readonly requestId: string;
  readonly how: RemovalStop;
}

/** Google verification is off. Withdrawals stay closed until `withdrawalsFrom`. */
export interface GoogleRemoved {
  readonly userId: string;
  readonly requestId: string;
  readonly withdrawalsFrom: number;
  readonly policy: AppliedPolicy;
}

/** Stream `security-<userId>`, realm real, among the other events of factors. */
export type RecoveryEvent =
  | RecordedEvent<'GoogleRemovalRequested', GoogleRemovalRequested>
  | RecordedEvent<'GoogleRemovalApproved', GoogleRemovalApproved>
  | RecordedEvent<'GoogleRemovalRejected', GoogleRemovalRejected>
  | RecordedEvent<'GoogleRemovalCancelled', GoogleRemovalCancelled>
  | RecordedEvent<'GoogleRemoved', GoogleRemoved>;

export const recoveryEvents = declareEventTypesWith(
  { requestId: 'stream review', imageId: 'none', provedBy: 'none' },
  { type: 'GoogleRemovalRequested', schema: 1 },
  { type: 'GoogleRemovalApproved', schema: 1 },
  { type: 'GoogleRemovalRejected', schema: 1 },
  { type: 'GoogleRemovalCancelled', schema: 1 },
  { type: 'GoogleRemoved', schema: 1 },
);
