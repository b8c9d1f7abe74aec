import { dateAfter, dateOf, startOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import { never } from '../../core/never.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { CloseFeeVoucherDate } from './reward.commands.js';
import type {
  FeeVoucherDateClosed,
  FeeVoucherIssued,
  FeeVouchersBegun,
  RewardEvent,
  RewardHouseEvent,
} from './reward.events.js';

/** A time zone, and from when on its dates counted. */
export interface ZonePeriod {
  readonly timeZone: string;
  readonly from: Instant;
}

/** A voucher that still pays back. */
export interface OpenVoucher extends Pick<FeeVoucherIssued, 'feeVoucherId' | 'amount' | 'feeShare' | 'lastDate'> {
  readonly left: string;
  readonly issuedAt: Instant;
  /** The UTC date of its issue, the first whose fees it pays back. */
  readonly firstDate: string;
}

export interface RewardState {
  /** The zone in force is the last one; before it that which the last sign-in may have had. */
  readonly zones: readonly ZonePeriod[];
  /** Own dates of the calendar that runs, one a day; the last one is that of the last sign-in. */
  readonly run: readonly string[];
  readonly points: number;
  /** The first to end first. */
  readonly vouchers: readonly OpenVoucher[];
  /** The last UTC date whose fees were paid back, or found too small. */
  readonly usedDate: string;
}

export const rewardKind: StreamKind<RewardState> = {
  name: 'reward',
  initial: () => ({ zones: [], run: [], points: 0, vouchers: [], usedDate: '' }),
  evolve: (state, event) => evolve(state, event as RewardEvent),
  snapshot: {
    schema: 1,
    everyEvents: 200,
    save: (state) => state,
    load: (saved) => saved as RewardState,
  },
};

function evolve(state: RewardState, { type, data, at }: RewardEvent): RewardState {
  switch (type) {
    case 'SignInZoneSet':
      return { ...state, zones: [...state.zones.slice(-1), { timeZone: data.timeZone, from: at }] };
    case 'SignedIn': {
      const run = data.day === 1 ? [data.date] : [...state.run, data.date];
      return { ...state, run, points: data.balance };
    }
    case 'FeeVoucherIssued': {
      const { feeVoucherId, amount, feeShare, lastDate } = data;
      const voucher = { feeVoucherId, amount, feeShare, lastDate, left: amount, issuedAt: at, firstDate: dateOf(at) };
      return { ...state, points: data.balance, vouchers: inOrder([...state.vouchers, voucher]) };
    }
    case 'FeeVouchersUsed': {
      const left = new Map(data.used.map((one) => [one.feeVoucherId, one.left]));
      const vouchers = state.vouchers
        .map((voucher) => ({ ...voucher, left: left.get(voucher.feeVoucherId) ?? voucher.left }))
        .filter((voucher) => voucher.left !== '0');
      return { ...state, vouchers, usedDate: data.date };
    }
    case 'FeeVoucherExpired':
      return { ...state, vouchers: state.vouchers.filter(({ feeVoucherId }) => feeVoucherId !== data.feeVoucherId) };
    default:
      return never(type);
  }
}

/** Those that end on one date as they were issued. */
const inOrder = (vouchers: readonly OpenVoucher[]): OpenVoucher[] =>
  vouchers.toSorted((a, b) => startOf(a.lastDate) - startOf(b.lastDate));

/** Which UTC dates are closed. */
export interface RewardHouseState {
  /** `null` before the first voucher. */
  readonly nextDate: string | null;
  readonly paidDate: string;
}

export const rewardHouseKind: StreamKind<RewardHouseState> = {
  name: 'rewardhouse',
  initial: () => ({ nextDate: null, paidDate: '' }),
  evolve: (state, event) => {
    const { type, data } = event as RewardHouseEvent;
    switch (type) {
      case 'FeeVouchersBegun':
        return { ...state, nextDate: data.date };
      case 'FeeVoucherDateClosed':
        return { ...state, nextDate: data.nextDate };
      case 'FeeVoucherDatePaid':
        return { ...state, paidDate: data.date };
      default:
        return never(type);
    }
  },
  snapshot: {
    schema: 1,
    everyEvents: 500,
    save: (state) => state,
    load: (saved) => saved as RewardHouseState,
  },
};

/** A date closes when it is over: later events are of later dates. */
export const rewardTimetable: Timetable = {
  FeeVouchersBegun: ({ data }: Happened<FeeVouchersBegun>) => close(data.date),
  FeeVoucherDateClosed: ({ data }: Happened<FeeVoucherDateClosed>) => close(data.nextDate),
};

const close = (date: string) => ({
  id: `close-fee-voucher-date:${date}`,
  dueAt: startOf(dateAfter(date, 1)),
  command: planned(CloseFeeVoucherDate, { date }),
});
