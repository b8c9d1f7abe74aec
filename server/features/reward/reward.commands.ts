import { z } from 'zod';
import { policySchemas, type KnownPolicies } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { policyVersion } from '../../core/command-schemas.js';

export type RewardRules = KnownPolicies['reward.rules'];

const owner = z.object({ userId: z.string(), ownerId: z.string() });
const setZone = owner.extend({ timeZone: z.string() });

export class SetSignInZone extends HouseCommand<DataOf<typeof setZone>, null> {
  static readonly type = 'SetSignInZone';
  static readonly schema = setZone;
}

export class SignIn extends HouseCommand<DataOf<typeof owner>, null> {
  static readonly type = 'SignIn';
  static readonly schema = owner;
}

const exchangePoints = owner.extend({
  feeVoucherId: z.string(),
  /** The version of the rules that the person saw. */
  shownVersion: z.int(),
  policy: policyVersion(policySchemas['reward.rules']),
});

export class ExchangePoints extends HouseCommand<DataOf<typeof exchangePoints>, null> {
  static readonly type = 'ExchangePoints';
  static readonly schema = exchangePoints;
}

const closeDate = z.object({ date: z.string() });

/** Sent by the timer: one for each UTC date. */
export class CloseFeeVoucherDate extends HouseCommand<DataOf<typeof closeDate>, null> {
  static readonly type = 'CloseFeeVoucherDate';
  static readonly schema = closeDate;
}

/** `fees`: what the owner paid for trading on the UTC date, in USDT; `most`: the share of them that the fee tables leave. */
const useVouchers = owner.extend({ date: z.string(), fees: z.string(), most: z.string() });

export class UseFeeVouchers extends HouseCommand<DataOf<typeof useVouchers>, null> {
  static readonly type = 'UseFeeVouchers';
  static readonly schema = useVouchers;
}

const finishDate = z.object({ date: z.string(), owners: z.int() });

/** Sent when every owner of a date has theirs. */
export class FinishFeeVoucherDate extends HouseCommand<DataOf<typeof finishDate>, null> {
  static readonly type = 'FinishFeeVoucherDate';
  static readonly schema = finishDate;
}
