import type { DepositRules } from '../../../contracts/deposit.contract.js';
import type { Sealed } from '../../core/person.js';
import type { PolicyVersion } from '../../core/policy.js';
import type { Refusal } from '../../core/refusal.js';
import type { TransferNow } from './deposit.events.js';

/** Realm real. Answers the index that the person has already, or gives him the network's next one. */
export interface AssignDepositAddress {
  readonly userId: string;
  readonly network: string;
}

/** Realm real. Comes after `AssignDepositAddress` and before the address is shown to anybody. */
export interface OpenDepositAddress {
  readonly userId: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string | null;
  /** `<network>:<address>:<tag>`, the address in its normal writing. */
  readonly addressId: string;
}

/** The rules of a currency on a network as they are now: the decider looks nothing up. Amounts are decimal strings. */
export interface ChannelNow {
  readonly policy: PolicyVersion<DepositRules>;
  readonly network: string;
  readonly currency: string;
  readonly open: boolean;
  readonly minimum: string;
  /** USDT per unit that the minimum was worked out with; `null` where it needed none or nothing prices it. */
  readonly priceUsdt: string | null;
  readonly confirmationsNeeded: number;
}

/** Realm real. What the network shows of a transfer to an address of the platform. Saying the same again changes nothing. */
export interface NoteDeposit extends TransferNow {
  readonly key: string;
  readonly hash: string;
  /** Id of the address's stream: `<network>:<address>:<tag>`. */
  readonly addressId: string;
  readonly amount: string;
  readonly channel: ChannelNow;
  /** Whose address it is and which proof waits for it, as the reader found them; refused when it is otherwise by now. */
  readonly owner: string | null;
  readonly openProof: string | null;
}

/** Realm real. The network has been asked just before, and what it knew was noted. */
export interface SubmitDeposit {
  readonly userId: string;
  readonly key: string;
  /** The record that it becomes when staff have to look at it. */
  readonly depositId: string;
  readonly hash: string;
  readonly declared: string;
  readonly images: readonly string[];
  readonly sealedNote: Sealed | null;
  readonly channel: ChannelNow;
  /** What is wrong with form or images, found before; said after what the account forbids. */
  readonly problem: Refusal | null;
}
