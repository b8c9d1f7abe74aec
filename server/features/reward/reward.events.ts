import type { FactsOf, RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface Owned {
  readonly userId: string;
  readonly ownerId: string;
}

/** The zone whose dates count from now on; `previous` is `null` for the first one. */
export interface SignInZoneSet extends Owned {
  readonly timeZone: string;
  readonly previous: string | null;
}

/** Day `day` of the calendar, for as many points; `date` is the person's own. `balance` is what they have then. */
export interface SignedIn extends Owned {
  readonly date: string;
  readonly day: number;
  readonly points: number;
  readonly balance: number;
}

/** `points` went for a voucher of `amount` USDT, for fees of the UTC dates from that of the event to `lastDate`. */
export interface FeeVoucherIssued extends Owned {
  readonly feeVoucherId: string;
  readonly points: number;
  readonly balance: number;
  readonly amount: string;
  /** Of the fees of a date, all vouchers together. */
  readonly feeShare: string;
  readonly lastDate: string;
  readonly policy: AppliedPolicy;
}

export interface UsedVoucher {
  readonly feeVoucherId: string;
  readonly amount: string;
  /** What it still pays back after this. */
  readonly left: string;
}

/** Vouchers paid `paidBack` USDT of the `fees` of a UTC date back, from `house/rewards` to the spot account. */
export interface FeeVouchersUsed extends Owned {
  readonly date: string;
  readonly fees: string;
  readonly used: readonly UsedVoucher[];
  readonly paidBack: string;
}

/** Its last date is over, and `left` USDT of it were not used. */
export interface FeeVoucherExpired extends Owned {
  readonly feeVoucherId: string;
  readonly lastDate: string;
  readonly left: string;
}

/** Stream `reward-<ownerId>`, realm real. */
export type RewardEvent =
  | RecordedEvent<'SignInZoneSet', SignInZoneSet>
  | RecordedEvent<'SignedIn', SignedIn>
  | RecordedEvent<'FeeVoucherIssued', FeeVoucherIssued>
  | RecordedEvent<'FeeVouchersUsed', FeeVouchersUsed>
  | RecordedEvent<'FeeVoucherExpired', FeeVoucherExpired>;
export type RewardFacts = FactsOf<RewardEvent>;

/** The first voucher was issued: vouchers are used from this UTC date on. */
export interface FeeVouchersBegun {
  readonly date: string;
}
/** A UTC date is over, so its fees no longer change. */
export interface FeeVoucherDateClosed {
  readonly date: string;
  readonly nextDate: string;
}
/** Every fee voucher of the date has paid: what inviters share of it no longer changes. */
export interface FeeVoucherDatePaid {
  readonly date: string;
  readonly owners: number;
}

/** Stream `rewardhouse-real`. */
export type RewardHouseEvent =
  | RecordedEvent<'FeeVouchersBegun', FeeVouchersBegun>
  | RecordedEvent<'FeeVoucherDateClosed', FeeVoucherDateClosed>
  | RecordedEvent<'FeeVoucherDatePaid', FeeVoucherDatePaid>;
export type RewardHouseFacts = FactsOf<RewardHouseEvent>;

export const rewardEvents = declareEventTypesWith(
  { feeVoucherId: 'none' },
  { type: 'SignInZoneSet', schema: 1 },
  { type: 'SignedIn', schema: 1 },
  { type: 'FeeVoucherIssued', schema: 1 },
  { type: 'FeeVouchersUsed', schema: 1 },
  { type: 'FeeVoucherExpired', schema: 1 },
  { type: 'FeeVouchersBegun', schema: 1 },
  { type: 'FeeVoucherDateClosed', schema: 1 },
  { type: 'FeeVoucherDatePaid', schema: 1 },
);
