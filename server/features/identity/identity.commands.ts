import type { IdentityLevel } from '../../../contracts/identity.contract.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { Refusal } from '../../core/refusal.js';
import type { ShownDocument } from './identity.events.js';

/** A form whose texts and images were found in order. */
export interface CheckedForm {
  readonly sealedForm: Sealed;
  readonly images: Readonly<Record<string, string>>;
  /** Of a primary request; `null` of the others. */
  readonly document: ShownDocument | null;
  /** The nationality that a primary form says, compared with the one of the registration; `null` where it is not asked. */
  readonly nationality: string | null;
}

/**
 * Sends a level for review. What is wrong with the form itself was found before and comes along as `problem`: it is refused in
 * its place of the order, and a repeat of a request that was accepted is answered as before and not checked anew.
 */
export interface SubmitIdentity {
  readonly userId: string;
  readonly level: IdentityLevel;
  readonly requestId: string;
  /** An open question that this answers: `requestId` is its request, and the document that it showed is given free if another comes. */
  readonly answers: { readonly fingerprint: string | null } | null;
  readonly form: CheckedForm | { readonly problem: Refusal };
  readonly policy: AppliedPolicy;
}

/** Takes an open request back. Its id and document were looked up before, so that their streams can be touched. */
export interface WithdrawIdentity {
  readonly userId: string;
  readonly level: IdentityLevel;
  /** `null`: there was none when it was looked up. */
  readonly request: { readonly requestId: string; readonly fingerprint: string | null } | null;
}

/** Ends every request of a person who is erased, and gives his document free. Looked up before, as above. */
export interface EraseIdentity {
  readonly userId: string;
  readonly requestIds: readonly string[];
  readonly fingerprint: string | null;
}
