import { z } from 'zod';
import { SIGN_IN_DAYS } from '../shared/sign-in.js';
import { commonFields, decimalText, pageOf, pageQuery } from './envelope.contract.js';
import { isTimeZone } from './policy-field.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const rewardRefusals = {
  /** No time zone is set, so no day is known. */
  'reward.zone-needed': { status: 409, field: 'timeZone' },
  'reward.zone-unchanged': { status: 200, field: 'timeZone' },
  /** It was set within the last `days` days; `changeableAt` then. */
  'reward.zone-too-soon': { status: 200, field: 'timeZone' },
  /** `date` is signed; the next sign-in is possible at `nextAt`. */
  'reward.signed-already': { status: 409 },
  /** Vouchers need primary verification. */
  'reward.verification-needed': { status: 200 },
  /** The page showed the rules of version `shown`; `version` is in force. */
  'reward.rules-changed': { status: 200, policy: 'reward.rules', field: 'rulesVersion' },
  /** A voucher takes `needed` points; there are `points`. */
  'reward.points-missing': { status: 200, policy: 'reward.rules' },
} as const satisfies Record<string, RefusalRule>;

/** An IANA name as `Intl` knows it. */
const timeZone = z.string().max(64).refine(isTimeZone, { message: 'not a time zone' });

export const signInBody = z.strictObject({ ...commonFields });
/** `rulesVersion`: of the rules that the page showed. */
export const exchangePointsBody = z.strictObject({ ...commonFields, rulesVersion: z.coerce.number().int().min(1) });
export const setSignInZoneBody = z.strictObject({ ...commonFields, timeZone });

const date = z.string().describe('`2028-02-29`');

export const feeVoucher = z.strictObject({
  feeVoucherId: z.string(),
  amount: decimalText.describe('In USDT.'),
  left: decimalText,
  issuedAt: z.number(),
  /** The last UTC date whose fees it pays back. */
  lastDate: date,
});
export type FeeVoucher = z.output<typeof feeVoucher>;

/** One of the seven days of the calendar. */
const calendarDay = z.strictObject({
  day: z.int().min(1).max(SIGN_IN_DAYS),
  points: z.int(),
  date: date.nullable(),
  signed: z.boolean(),
});

export const rewardsView = z.strictObject({
  at: z.number(),
  /** `null` until the person sets one. */
  timeZone: z.string().nullable(),
  /** When the zone may be changed again; `null` where it may be now. */
  zoneChangeableAt: z.number().nullable(),
  /** The person's own date; `null` without a zone. */
  today: date.nullable(),
  signedToday: z.boolean(),
  /** When the next sign-in is possible; `null` where it is now, and without a zone. */
  nextAt: z.number().nullable(),
  calendar: z.array(calendarDay),
  points: z.int(),
  /** Primary verification has passed. */
  verified: z.boolean(),
  vouchers: z.array(feeVoucher).describe('Open ones, the first to end first.'),
  /** USDT that vouchers have paid back so far. */
  paidBack: decimalText,
  rules: z.strictObject({
    version: z.int(),
    feeVoucherPoints: z.int(),
    feeVoucherUsdt: decimalText,
    feeVoucherDays: z.int(),
    feeShare: decimalText,
    zoneDays: z.int(),
  }),
});
export type RewardsView = z.output<typeof rewardsView>;

export const REWARD_KINDS = ['signed', 'issued', 'used', 'expired'] as const;
export type RewardKind = (typeof REWARD_KINDS)[number];

export const rewardRecord = z.strictObject({
  id: z.string(),
  at: z.number(),
  kind: z.enum(REWARD_KINDS),
  /** Of a sign-in the own date; of a use the UTC date of the fees; of an end the last date. */
  date,
  /** Points earned, or spent (negative); 0 where none moved. */
  points: z.int(),
  /** USDT of a voucher issued, paid back or ended; `null` of a sign-in. */
  amount: decimalText.nullable(),
  /** Fees of that date in USDT; `null` but of a use. */
  fees: decimalText.nullable(),
});
export type RewardRecord = z.output<typeof rewardRecord>;

export const getRewardRecordsQuery = z.strictObject({
  ...commonFields,
  ...pageQuery.shape,
  kind: z.enum(REWARD_KINDS).optional(),
});
export const rewardRecordPage = pageOf(rewardRecord);

export const staffVoucherRow = z.strictObject({
  id: z.string(),
  userId: z.string(),
  issuedAt: z.number(),
  lastDate: date,
  amount: decimalText,
  left: decimalText,
  used: decimalText,
  status: z.enum(['open', 'used', 'expired']),
});
export type StaffVoucherRow = z.output<typeof staffVoucherRow>;
