import type { DepositStatus } from '../../../contracts/deposit.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** Stream `depositIndex-<network>`: the next index of the platform's extended public key was given away. */
export interface DepositIndexTaken {
  readonly network: string;
  /** Counts from 0 without a gap. */
  readonly index: number;
}

/** Stream `depositPerson-<userId>`. The person has this index on the network for ever; its address follows from it. */
export interface DepositAddressAssigned {
  readonly userId: string;
  readonly network: string;
  readonly index: number;
}

/** Stream `depositAddress-<network>:<address>:<tag>`: deposits to it are the person's. */
export interface DepositAddressOpened {
  readonly network: string;
  readonly address: string;
  readonly tag: string | null;
  readonly userId: string;
}

/** How the network shows the transfer. Amounts are decimal strings in the currency. */
export interface TransferNow {
  readonly status: 'mempool' | 'mined' | 'dropped';
  readonly confirmations: number;
  readonly blockHeight: number | null;
}

/** The common fields of events of a stream `deposit-<key>`; a key stands for one hash on one network. */
interface OfDeposit {
  readonly key: string;
  /** The person's record that it belongs to. */
  readonly depositId: string;
  /** `null` while the address has no owner. */
  readonly userId: string | null;
}

/** A transfer to an address of the platform was seen on its network for the first time. */
export interface DepositSeen extends OfDeposit, TransferNow {
  readonly network: string;
  readonly hash: string;
  readonly currency: string;
  readonly amount: string;
  readonly confirmationsNeeded: number;
  /** Whether the channel was open then; what arrives in a closed one is not credited. */
  readonly accepted: boolean;
  readonly minimum: string;
  /** It was announced by a proof that waited for staff, and goes on under that record. */
  readonly announced: boolean;
  /** `deposit.rules` with the minimum; fixed from here on. */
  readonly policy: AppliedPolicy;
}

export interface DepositProgressed extends OfDeposit, TransferNow {}

/** A reorganisation took it out of its block: back to the mempool, or into another block at once. */
interface DepositReorganised extends OfDeposit, TransferNow {}

/** Final on its network and credited: house/chain to the person's spot account. */
export interface DepositCredited extends OfDeposit {
  readonly userId: string;
  readonly currency: string;
  readonly amount: string;
  readonly policy: AppliedPolicy;
}

/** Final without an owner (house/chain to house/unclaimed), or dropped for good, where nothing moves. */
export interface DepositFailed extends OfDeposit {
  readonly reason: DepositFailure;
  readonly currency: string;
  readonly amount: string;
  readonly policy: AppliedPolicy;
}
export type DepositFailure =
  | Extract<DepositStatus, 'below-minimum' | 'wrong-asset' | 'account-closed' | 'dropped'>
  | 'no-owner';

interface Proof {
  readonly userId: string;
  readonly network: string;
  readonly hash: string;
  readonly currency: string;
  /** As the person entered it, in the currency. */
  readonly declared: string;
  readonly images: readonly string[];
  /** Under `deposit.note`. */
  readonly sealedNote: Sealed | null;
  readonly policy: AppliedPolicy;
}

/** The network knows the transfer as the person's own: the proof only adds the claimed amount. */
interface DepositDeclared extends OfDeposit, Proof {
  readonly userId: string;
}

/** The network does not know it as the person's: staff review it. Appended together with `ReviewOpened`. */
export interface DepositProofSubmitted extends OfDeposit, Proof {
  readonly userId: string;
  readonly confirmationsNeeded: number;
  readonly minimum: string;
}

/** Staff attributed what lay unclaimed: house/unclaimed to the person's spot account. */
interface DepositProofAccepted extends OfDeposit {
  readonly userId: string;
  readonly currency: string;
  readonly amount: string;
  readonly policy: AppliedPolicy;
}

/** `reasons` are codes of `DEPOSIT_PROOF_REASONS`; the note is sealed under `review.note`. */
export interface DepositProofRejected extends OfDeposit {
  readonly userId: string;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
}

/** A proof waits for staff, and the person has as many places as the rules give. */
interface DepositPlaceTaken {
  readonly userId: string;
  readonly depositId: string;
}

/** It waits no more: decided, or seen by the network. */
type DepositPlaceFreed = DepositPlaceTaken;

export interface DepositPlaceFacts {
  DepositPlaceTaken: DepositPlaceTaken;
  DepositPlaceFreed: DepositPlaceFreed;
}
export type DepositPlaceEvent = {
  [Type in keyof DepositPlaceFacts]: RecordedEvent<Type, DepositPlaceFacts[Type]>;
}[keyof DepositPlaceFacts];

export interface DepositFacts {
  DepositSeen: DepositSeen;
  DepositProgressed: DepositProgressed;
  DepositReorganised: DepositReorganised;
  DepositCredited: DepositCredited;
  DepositFailed: DepositFailed;
  DepositDeclared: DepositDeclared;
  DepositProofSubmitted: DepositProofSubmitted;
  DepositProofAccepted: DepositProofAccepted;
  DepositProofRejected: DepositProofRejected;
}
export type DepositEvent = {
  [Type in keyof DepositFacts]: RecordedEvent<Type, DepositFacts[Type]>;
}[keyof DepositFacts];

export const depositEvents = declareEventTypesWith(
  { key: 'stream deposit', depositId: 'stream review', images: 'none' },
  { type: 'DepositIndexTaken', schema: 1 },
  { type: 'DepositAddressAssigned', schema: 1 },
  { type: 'DepositAddressOpened', schema: 1, personal: ['address'] },
  { type: 'DepositSeen', schema: 1 },
  { type: 'DepositProgressed', schema: 1 },
  { type: 'DepositReorganised', schema: 1 },
  { type: 'DepositCredited', schema: 1 },
  { type: 'DepositFailed', schema: 1 },
  { type: 'DepositDeclared', schema: 1 },
  { type: 'DepositProofSubmitted', schema: 1 },
  { type: 'DepositProofAccepted', schema: 1 },
  { type: 'DepositProofRejected', schema: 1 },
  { type: 'DepositPlaceTaken', schema: 1 },
  { type: 'DepositPlaceFreed', schema: 1 },
);
