import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** A person without authenticator and recovery codes requests its removal; staff review it. */
export interface AuthenticatorRemovalRequested {
  readonly userId: string;
  readonly requestId: string;
  /** The new photo of the person; `null` for an unverified person, whose photo could not be compared. */
  readonly imageId: string | null;
  /** Where the code went. */
  readonly provedBy: 'email' | 'phone';
  /** The version of `recovery.rules` that the person saw; it holds for the whole request. */
  readonly policy: AppliedPolicy;
}

/** Two members of the staff agreed. Nothing has happened yet: until `effectAt` the person can still stop it. */
export interface AuthenticatorRemovalApproved {
  readonly userId: string;
  readonly requestId: string;
  readonly effectAt: number;
  readonly policy: AppliedPolicy;
}

/** `reasons` are codes of the review; `sealedNote` is what the reviewer wrote besides (context `review.note`). */
export interface AuthenticatorRemovalRejected {
  readonly userId: string;
  readonly requestId: string;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
}

/** `session`: by the person, logged in. `stop-code`: by the code of the notice. `code-shown`: authenticator or codes were there. */
type RemovalStop = 'session' | 'stop-code' | 'code-shown';

export interface AuthenticatorRemovalCancelled {
  readonly userId: string;
  readonly requestId: string;
  readonly how: RemovalStop;
}

/** The authenticator is off. Withdrawals stay closed until `withdrawalsFrom`. */
export interface AuthenticatorRemoved {
  readonly userId: string;
  readonly requestId: string;
  readonly withdrawalsFrom: number;
  readonly policy: AppliedPolicy;
}

/** Stream `security-<userId>`, realm real, among the other events of factors. */
export type RecoveryEvent =
  | RecordedEvent<'AuthenticatorRemovalRequested', AuthenticatorRemovalRequested>
  | RecordedEvent<'AuthenticatorRemovalApproved', AuthenticatorRemovalApproved>
  | RecordedEvent<'AuthenticatorRemovalRejected', AuthenticatorRemovalRejected>
  | RecordedEvent<'AuthenticatorRemovalCancelled', AuthenticatorRemovalCancelled>
  | RecordedEvent<'AuthenticatorRemoved', AuthenticatorRemoved>;

export const recoveryEvents = declareEventTypesWith(
  { requestId: 'stream review', imageId: 'none', provedBy: 'none' },
  { type: 'AuthenticatorRemovalRequested', schema: 1 },
  { type: 'AuthenticatorRemovalApproved', schema: 1 },
  { type: 'AuthenticatorRemovalRejected', schema: 1 },
  { type: 'AuthenticatorRemovalCancelled', schema: 1 },
  { type: 'AuthenticatorRemoved', schema: 1 },
);
