import { z } from 'zod';
import type { DepositStatus } from '../../../contracts/deposit.contract.js';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { policyVersion, refusal, sealed } from '../../core/command-schemas.js';

const assignDepositAddress = z.object({ userId: z.string(), network: z.string() });

/** Realm real. Answers the index that the person has already, or gives them the network's next one. */
export class AssignDepositAddress extends HouseCommand<
  DataOf<typeof assignDepositAddress>,
  { readonly index: number }
> {
  static readonly type = 'AssignDepositAddress';
  static readonly schema = assignDepositAddress;
}

const openDepositAddress = z.object({
  userId: z.string(),
  network: z.string(),
  address: z.string(),
  tag: z.string().nullable(),
  /** `<network>:<address>:<tag>`, the address in its normal writing. */
  addressId: z.string(),
});

/** Realm real. Comes after `AssignDepositAddress` and before the address is shown to anybody. */
export class OpenDepositAddress extends HouseCommand<DataOf<typeof openDepositAddress>, null> {
  static readonly type = 'OpenDepositAddress';
  static readonly schema = openDepositAddress;
}

const channelNow = z.object({
  policy: policyVersion(policySchemas['deposit.rules']),
  network: z.string(),
  currency: z.string(),
  open: z.boolean(),
  minimum: z.string(),
  /** USDT per unit that the minimum was worked out with; `null` where it needed none or nothing prices it. */
  priceUsdt: z.string().nullable(),
  confirmationsNeeded: z.int(),
});
/** The rules of a currency on a network as they are now: the decider looks nothing up. Amounts are decimal strings. */
export type ChannelNow = DataOf<typeof channelNow>;

const noteDeposit = z.object({
  status: z.enum(['mempool', 'mined', 'dropped']),
  confirmations: z.int(),
  blockHeight: z.int().nullable(),
  key: z.string(),
  hash: z.string(),
  /** Id of the address's stream: `<network>:<address>:<tag>`. */
  addressId: z.string(),
  amount: z.string(),
  channel: channelNow,
  /** Whose address it is and which proof waits for it, as the reader found them; refused when it is otherwise by now. */
  owner: z.string().nullable(),
  openProof: z.string().nullable(),
});

/** Realm real. What the network shows of a transfer to an address of the platform. Saying the same again changes nothing. */
export class NoteDeposit extends HouseCommand<DataOf<typeof noteDeposit>, null> {
  static readonly type = 'NoteDeposit';
  static readonly schema = noteDeposit;
}

interface SubmitAnswer {
  readonly depositId: string;
  readonly status: DepositStatus;
}

const submitDeposit = z.object({
  userId: z.string(),
  key: z.string(),
  /** The record that it becomes when staff have to look at it. */
  depositId: z.string(),
  hash: z.string(),
  declared: z.string(),
  images: z.array(z.string()),
  sealedNote: sealed.nullable(),
  channel: channelNow,
  /** Problems of form or images, found before the command; they are refused after those of the account. */
  problem: refusal.nullable(),
});

/** Realm real. The network's newest state was noted just before. */
export class SubmitDeposit extends HouseCommand<DataOf<typeof submitDeposit>, SubmitAnswer> {
  static readonly type = 'SubmitDeposit';
  static readonly schema = submitDeposit;
}
