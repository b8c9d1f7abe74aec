import { z } from 'zod';
import { decimal, whole } from './policy-field.contract.js';

/** What points of sign-in are worth: `feeVoucherPoints` points buy a voucher that pays back a share of trading fees. */
export const rewardRules = z.strictObject({
  feeVoucherPoints: whole(1, 10_000),
  feeVoucherUsdt: decimal('0.01', '1000'),
  /** UTC dates whose fees it pays back, that of its issue included. */
  feeVoucherDays: whole(1, 3650),
  /** Of the fees of a date, all vouchers together. */
  feeShare: decimal('0.01', '0.5'),
});
