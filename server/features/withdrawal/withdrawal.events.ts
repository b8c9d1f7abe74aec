import type { WithdrawalKind } from '../../../contracts/withdrawal.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** Stream `withdrawal-<withdrawalId>`: the amount is frozen, and the request waits for staff. Amounts are decimal strings. */
export interface WithdrawalRequested {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly ownerId: string;
  readonly kind: WithdrawalKind;
  readonly currency: string;
  /** `null` for the bank. */
  readonly network: string | null;
  /** What is frozen; the fee is inside it, and `credited` is the rest. */
  readonly amount: string;
  readonly fee: string;
  readonly credited: string;
  /** What the amount was worth at the request. */
  readonly valueUsdt: string;
  readonly payeeId: string;
  /** The payee as the person confirmed it (context `withdrawal.payee`): later changes of the address book do not matter. */
  readonly sealedPayee: Sealed;
  /** Show whether others use the same destination or device; candidates cannot be tried against them. */
  readonly payeeFingerprint: string;
  readonly deviceFingerprint: string | null;
  readonly payeeSince: number;
  /** Two of the staff must approve. */
  readonly fourEyes: boolean;
  /** What the turnover rule saw, in USDT, and at which position of the history. */
  readonly turnover: {
    readonly spent: string;
    readonly deposited: string;
    readonly invested: string;
    readonly balance: string;
    readonly position: number;
  };
  /** `withdrawal.rules`, in force for this request for good. */
  readonly policy: AppliedPolicy;
}

/** Stream `withdrawals-<userId>`, appended together with the request: what counts against the limit of the day. */
interface WithdrawalCounted {
  readonly userId: string;
  readonly withdrawalId: string;
}

/** The last approval that it needed; appended together with `ReviewApproved`. */
export interface WithdrawalApproved {
  readonly withdrawalId: string;
  readonly userId: string;
}

/** `reasons` are codes of `WITHDRAWAL_REASONS`; the note is sealed under `review.note`. Everything is available again. */
interface WithdrawalRejected {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly reasons: readonly string[];
  readonly sealedNote: Sealed | null;
}

/** By the person, while it waited. Everything is available again. */
interface WithdrawalCancelled {
  readonly withdrawalId: string;
  readonly userId: string;
}

/** The payout may go out from here on: neither was the platform paused nor the account frozen. The key is the request's id. */
interface WithdrawalPayoutBegun {
  readonly withdrawalId: string;
  readonly userId: string;
}

/** The chain has taken the transfer (`hash`), or the bank the order (`reference`). */
export interface WithdrawalSent {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly hash: string | null;
  readonly reference: string | null;
}

/** The request's figures again, for notifications of its end. */
interface Ended {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  readonly credited: string;
}

/** Final on the chain, or settled at the bank. The network's fee is the house's. */
export interface WithdrawalPaid extends Ended {
  readonly networkFee: string | null;
  readonly networkFeeAsset: string | null;
}

/** It could not be delivered. Everything is available again. */
export type WithdrawalReturned = Ended;

export interface WithdrawalFacts {
  WithdrawalRequested: WithdrawalRequested;
  WithdrawalApproved: WithdrawalApproved;
  WithdrawalRejected: WithdrawalRejected;
  WithdrawalCancelled: WithdrawalCancelled;
  WithdrawalPayoutBegun: WithdrawalPayoutBegun;
  WithdrawalSent: WithdrawalSent;
  WithdrawalPaid: WithdrawalPaid;
  WithdrawalReturned: WithdrawalReturned;
}
export type WithdrawalEvent = {
  [Type in keyof WithdrawalFacts]: RecordedEvent<Type, WithdrawalFacts[Type]>;
}[keyof WithdrawalFacts];
export type WithdrawalCountedEvent = RecordedEvent<'WithdrawalCounted', WithdrawalCounted>;

export const withdrawalEvents = declareEventTypesWith(
  { withdrawalId: 'stream withdrawal', payeeId: 'none' },
  { type: 'WithdrawalRequested', schema: 1 },
  { type: 'WithdrawalCounted', schema: 1 },
  { type: 'WithdrawalApproved', schema: 1 },
  { type: 'WithdrawalRejected', schema: 1 },
  { type: 'WithdrawalCancelled', schema: 1 },
  { type: 'WithdrawalPayoutBegun', schema: 1 },
  { type: 'WithdrawalSent', schema: 1 },
  { type: 'WithdrawalPaid', schema: 1 },
  { type: 'WithdrawalReturned', schema: 1 },
);
