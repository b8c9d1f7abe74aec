import { z } from 'zod';
import type { Instant } from '../../core/clock.js';
import { HouseCommand, type BodyOf, type DataOf } from '../../core/command.js';
import { appliedPolicy, sealed } from '../../core/command-schemas.js';

/** Of the entry that was added; nothing for what adds none. */
export interface PayeeAnswer {
  readonly payeeId?: string;
  readonly usableAt?: Instant;
}

/** The texts were checked and sealed before. `policy.inputs`: `coolingHours`, and the most entries of the kind. */
const addPayeeCard = z.object({
  userId: z.string(),
  payeeId: z.string(),
  sealedPayee: sealed,
  fingerprint: z.string(),
  policy: appliedPolicy,
});

export class AddPayeeCard extends HouseCommand<DataOf<typeof addPayeeCard>, PayeeAnswer> {
  static readonly type = 'AddPayeeCard';
  static readonly schema = addPayeeCard;
}

const addPayeeAddress = addPayeeCard.extend({ currency: z.string(), network: z.string() });

export class AddPayeeAddress extends HouseCommand<DataOf<typeof addPayeeAddress>, PayeeAnswer> {
  static readonly type = 'AddPayeeAddress';
  static readonly schema = addPayeeAddress;
}

const labelPayee = z.object({ userId: z.string(), payeeId: z.string(), sealedPayee: sealed });

export class LabelPayee extends HouseCommand<DataOf<typeof labelPayee>, PayeeAnswer> {
  static readonly type = 'LabelPayee';
  static readonly schema = labelPayee;
}

const removePayee = z.object({ userId: z.string(), payeeId: z.string() });

export class RemovePayee extends HouseCommand<DataOf<typeof removePayee>, PayeeAnswer> {
  static readonly type = 'RemovePayee';
  static readonly schema = removePayee;
}

const setPaymentSettings = z.object({ userId: z.string(), sealedSettings: sealed });

export class SetPaymentSettings extends HouseCommand<DataOf<typeof setPaymentSettings>, PayeeAnswer> {
  static readonly type = 'SetPaymentSettings';
  static readonly schema = setPaymentSettings;
}

export type PayeeCommand = BodyOf<
  typeof AddPayeeAddress | typeof AddPayeeCard | typeof LabelPayee | typeof RemovePayee | typeof SetPaymentSettings
>;
