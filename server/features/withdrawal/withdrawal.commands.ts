import type { WithdrawalKind, WithdrawalRules } from '../../../contracts/withdrawal.contract.js';
import type { Sealed } from '../../core/person.js';
import type { PolicyVersion } from '../../core/policy.js';
import type { Refusal } from '../../core/refusal.js';

/** What is looked up for a request and travels with it, because a decider looks nothing up. Amounts are decimal strings. */
export interface SubmitWithdrawal {
  readonly withdrawalId: string;
  readonly userId: string;
  readonly ownerId: string;
  readonly kind: WithdrawalKind;
  readonly payeeId: string;
  readonly currency: string;
  readonly network: string;
  /** As it was sent; may be empty. */
  readonly amount: string;
  readonly policy: PolicyVersion<WithdrawalRules>;
  readonly paused: boolean;
  readonly decimals: number;
  readonly priceUsdt: string;
  /** As it was found; `null` where there is no such address, or no such card. */
  readonly payee: {
    /** `null` for a card. */
    readonly chain: { readonly currency: string; readonly network: string } | null;
    readonly sealed: Sealed;
    readonly fingerprint: string;
    readonly since: number;
  } | null;
  readonly deviceFingerprint: string | null;
  readonly turnover: {
    readonly spent: string;
    readonly deposited: string;
    readonly invested: string;
    readonly balance: string;
    readonly position: number;
  };
  /** What was found before: a wrong trade password. It travels along, so that a repeat gets the first answer. */
  readonly problem: Refusal | null;
}

export interface CancelWithdrawal {
  readonly withdrawalId: string;
  readonly userId: string;
}

export interface BeginWithdrawalPayout {
  readonly withdrawalId: string;
  readonly userId: string;
  /** `withdrawal.pause` as it is in force. */
  readonly paused: boolean;
}

export interface RecordWithdrawalSent {
  readonly withdrawalId: string;
  readonly hash: string | null;
  readonly reference: string | null;
}

/** What chain or bank say for good. The fee is the network's, in its fee asset. */
export interface SettleWithdrawal {
  readonly withdrawalId: string;
  readonly outcome: 'paid' | 'returned';
  readonly networkFee: { readonly asset: string; readonly amount: string } | null;
}
