import type { IdentityLevel } from '../../../contracts/identity.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** Which document a primary request shows. Fingerprints only show whether two are the same. */
export interface DocumentFields {
  /** 1 to 5. */
  readonly type: number;
  /** Of country, type and number: names the stream `document-<fingerprint>`. */
  readonly fingerprint: string;
  /** Of the number alone, so that staff see it come again under another type or country. */
  readonly numberFingerprint: string;
  /** Of the name however it is spelled (`normalName`): support finds a person by it, and reads nothing from it. */
  readonly nameFingerprint: string;
}

/** A level was sent for review, stream `identity-<userId>`; appended together with `ReviewOpened`. */
export interface IdentitySubmitted {
  readonly userId: string;
  readonly level: IdentityLevel;
  readonly requestId: string;
  /** Counts the requests of this level from 1. */
  readonly attempt: number;
  /** The form's texts as JSON, sealed under the context `identity.<level>`. */
  readonly sealedForm: Sealed;
  /** Image ids by field of the form. */
  readonly images: Readonly<Record<string, string>>;
  readonly document: DocumentFields | null;
  readonly policy: AppliedPolicy;
}

/** Staff need more before they decide; appended together with `ReviewMoreRequested`. */
export interface IdentityMoreRequested {
  readonly userId: string;
  readonly level: IdentityLevel;
  readonly requestId: string;
  readonly staffId: string;
  /** Codes of `IDENTITY_REASONS` and of `IDENTITY_ADVICE`. */
  readonly reasons: readonly string[];
  readonly advice: string | null;
  readonly until: number;
}

/** The person sent the form again under the same request; appended together with `ReviewAnswered`. */
type IdentityAnswered = IdentitySubmitted;

/** Staff found everything in order. Final. */
export interface IdentityPassed {
  readonly userId: string;
  readonly level: IdentityLevel;
  readonly requestId: string;
  readonly staffId: string;
}

/** `reasons` are codes of `IDENTITY_REASONS`; `sealedNote` is what the reviewer wrote besides (context `review.note`). */
interface IdentityRejected {
  readonly userId: string;
  readonly level: IdentityLevel;
  readonly requestId: string;
  readonly staffId: string;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
}

/** The person took the request back before anybody decided. */
interface IdentityWithdrawn {
  readonly userId: string;
  readonly level: IdentityLevel;
  readonly requestId: string;
}

/** The person was erased: nothing is verified any more, and nothing can be. */
interface IdentityErased {
  readonly userId: string;
}

/** A document belongs to one request at a time, stream `document-<fingerprint>`. */
export interface DocumentClaimed {
  readonly fingerprint: string;
  readonly userId: string;
  readonly requestId: string;
}

export interface DocumentReleased extends DocumentClaimed {
  readonly reason: 'rejected' | 'replaced' | 'withdrawn' | 'erased';
}

export interface IdentityFacts {
  IdentitySubmitted: IdentitySubmitted;
  IdentityMoreRequested: IdentityMoreRequested;
  IdentityAnswered: IdentityAnswered;
  IdentityPassed: IdentityPassed;
  IdentityRejected: IdentityRejected;
  IdentityWithdrawn: IdentityWithdrawn;
  IdentityErased: IdentityErased;
}

interface DocumentFacts {
  DocumentClaimed: DocumentClaimed;
  DocumentReleased: DocumentReleased;
}

type Recorded<Facts> = { [Type in keyof Facts & string]: RecordedEvent<Type, Facts[Type]> }[keyof Facts & string];
export type IdentityEvent = Recorded<IdentityFacts>;
export type DocumentEvent = Recorded<DocumentFacts>;

export const identityEvents = declareEventTypesWith(
  { requestId: 'stream review', front: 'none', held: 'none' },
  { type: 'IdentitySubmitted', schema: 1 },
  { type: 'IdentityMoreRequested', schema: 1 },
  { type: 'IdentityAnswered', schema: 1 },
  { type: 'IdentityPassed', schema: 1 },
  { type: 'IdentityRejected', schema: 1 },
  { type: 'IdentityWithdrawn', schema: 1 },
  { type: 'IdentityErased', schema: 1 },
  { type: 'DocumentClaimed', schema: 1 },
  { type: 'DocumentReleased', schema: 1 },
);
