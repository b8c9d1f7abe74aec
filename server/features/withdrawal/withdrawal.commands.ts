import { z } from 'zod';
import { policySchemas } from '../../../contracts/policy.contract.js';
import { WITHDRAWAL_KINDS } from '../../../contracts/withdrawal.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { instant, policyVersion, refusal, sealed } from '../../core/command-schemas.js';

interface WithdrawalAnswer {
  readonly withdrawalId: string;
}

const submitWithdrawal = z.object({
  withdrawalId: z.string(),
  userId: z.string(),
  ownerId: z.string(),
  kind: z.enum(WITHDRAWAL_KINDS),
  payeeId: z.string(),
  currency: z.string(),
  network: z.string(),
  /** As it was sent; may be empty. */
  amount: z.string(),
  policy: policyVersion(policySchemas['withdrawal.rules']),
  paused: z.boolean(),
  decimals: z.int(),
  priceUsdt: z.string(),
  /** As it was found; `null` where there is no such address, or no such card. */
  payee: z
    .object({
      /** `null` for a card. */
      chain: z.object({ currency: z.string(), network: z.string() }).nullable(),
      sealed,
      fingerprint: z.string(),
      since: instant,
    })
    .nullable(),
  deviceFingerprint: z.string().nullable(),
  turnover: z.object({
    spent: z.string(),
    deposited: z.string(),
    invested: z.string(),
    balance: z.string(),
    position: z.int(),
  }),
  /** What was found before: a wrong trade password. It travels along, so that a repeat gets the first answer. */
  problem: refusal.nullable(),
});

/** What is looked up for a request travels with it, because a decider looks nothing up. Amounts are decimal strings. */
export class SubmitWithdrawal extends HouseCommand<DataOf<typeof submitWithdrawal>, WithdrawalAnswer> {
  static readonly type = 'SubmitWithdrawal';
  static readonly schema = submitWithdrawal;
}

const cancelWithdrawal = z.object({ withdrawalId: z.string(), userId: z.string() });

export class CancelWithdrawal extends HouseCommand<DataOf<typeof cancelWithdrawal>, WithdrawalAnswer> {
  static readonly type = 'CancelWithdrawal';
  static readonly schema = cancelWithdrawal;
}

const beginWithdrawalPayout = z.object({
  withdrawalId: z.string(),
  userId: z.string(),
  /** `withdrawal.pause` as it is in force. */
  paused: z.boolean(),
});

export class BeginWithdrawalPayout extends HouseCommand<DataOf<typeof beginWithdrawalPayout>, null> {
  static readonly type = 'BeginWithdrawalPayout';
  static readonly schema = beginWithdrawalPayout;
}

const recordWithdrawalSent = z.object({
  withdrawalId: z.string(),
  hash: z.string().nullable(),
  reference: z.string().nullable(),
});

export class RecordWithdrawalSent extends HouseCommand<DataOf<typeof recordWithdrawalSent>, null> {
  static readonly type = 'RecordWithdrawalSent';
  static readonly schema = recordWithdrawalSent;
}

const settleWithdrawal = z.object({
  withdrawalId: z.string(),
  outcome: z.enum(['paid', 'returned']),
  networkFee: z.object({ asset: z.string(), amount: z.string() }).nullable(),
});

/** The final state from chain or bank. The fee is the network's, in its fee asset. */
export class SettleWithdrawal extends HouseCommand<DataOf<typeof settleWithdrawal>, null> {
  static readonly type = 'SettleWithdrawal';
  static readonly schema = settleWithdrawal;
}
