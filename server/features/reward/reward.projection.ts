import type { RewardKind, StaffVoucherRow } from '../../../contracts/reward.contract.js';
import { amount, ZERO, type Amount } from '../../../shared/money.js';
import { dateOf } from '../../../shared/utc-date.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, orNull, ReadTable, sum, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { RewardEvent, RewardHouseEvent } from './reward.events.js';

/** What happened to points and vouchers of a person. `usdt` and `fees` are `null` where none moved. */
export const rewardRecords = new ReadTable('reward_records', {
  realm: key.text,
  position: key.count,
  userId: first.text,
  at: first.instant,
  kind: first.textOf<RewardKind>(),
  date: first.text,
  points: first.count,
  usdt: orNull(first.amount),
  fees: orNull(first.amount),
});
export type RewardRecordRow = RowOf<typeof rewardRecords>;

export const feeVouchers = new ReadTable('fee_vouchers', {
  realm: key.text,
  feeVoucherId: key.text,
  userId: first.text,
  ownerId: first.text,
  position: first.count,
  issuedAt: first.instant,
  firstDate: first.text,
  lastDate: first.text,
  amount: first.amount,
  leftUsdt: last.amount,
  status: last.textOf<StaffVoucherRow['status']>(),
});

/** What fee vouchers have paid a person back, by the UTC date whose fees it was. */
export const paidBack = new ReadTable('fees_paid_back', {
  realm: key.text,
  userId: key.text,
  date: key.text,
  usdt: sum.amount,
});

/** When fee vouchers began, and the last date that they have paid. */
export const feeVoucherChain = new ReadTable('fee_voucher_chain', {
  realm: key.text,
  begunOn: first.text,
  paidDate: last.text,
});

export const rewardProjection: Projection = {
  name: 'reward',
  realms: ['real'],
  tables: [rewardRecords, feeVouchers, paidBack, feeVoucherChain],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (event.stream.startsWith('reward-')) applyOwn(rows, event as RewardEvent);
    if (event.stream.startsWith('rewardhouse-')) applyHouse(rows, event as RewardHouseEvent);
  },
};

function applyHouse(rows: RowBatch, { realm, type, data }: RewardHouseEvent): void {
  if (type === 'FeeVouchersBegun') rows.insert(feeVoucherChain, { realm, begunOn: data.date, paidDate: '' });
  if (type === 'FeeVoucherDatePaid') rows.update(feeVoucherChain, { realm, paidDate: data.date });
}

function applyOwn(rows: RowBatch, event: RewardEvent): void {
  const { realm, position, at } = event;
  switch (event.type) {
    case 'SignedIn': {
      const { date, points } = event.data;
      return record(rows, event, { kind: 'signed', date, points });
    }
    case 'FeeVoucherIssued': {
      const { feeVoucherId, userId, ownerId, points, lastDate } = event.data;
      const usdt = amount(event.data.amount);
      const dates = { firstDate: dateOf(at), lastDate };
      const sums = { amount: usdt, leftUsdt: usdt, status: 'open' as const };
      rows.insert(feeVouchers, { realm, feeVoucherId, userId, ownerId, position, issuedAt: at, ...dates, ...sums });
      return record(rows, event, { kind: 'issued', date: lastDate, points: -points, usdt });
    }
    case 'FeeVouchersUsed': {
      const { date, fees, used, userId } = event.data;
      for (const { feeVoucherId, left } of used) {
        const leftUsdt = amount(left);
        rows.update(feeVouchers, { realm, feeVoucherId, leftUsdt, status: leftUsdt === ZERO ? 'used' : 'open' });
      }
      const usdt = amount(event.data.paidBack);
      rows.upsert(paidBack, { realm, userId, date, usdt });
      return record(rows, event, { kind: 'used', date, points: 0, usdt, fees: amount(fees) });
    }
    case 'FeeVoucherExpired': {
      const { feeVoucherId, lastDate, left } = event.data;
      rows.update(feeVouchers, { realm, feeVoucherId, status: 'expired' });
      return record(rows, event, { kind: 'expired', date: lastDate, points: 0, usdt: amount(left) });
    }
    default:
  }
}

interface Recorded {
  readonly kind: RewardKind;
  readonly date: string;
  readonly points: number;
  readonly usdt?: Amount;
  readonly fees?: Amount;
}

function record(rows: RowBatch, { realm, position, at, data }: RewardEvent, recorded: Recorded): void {
  rows.insert(rewardRecords, { realm, position, userId: data.userId, at, ...recorded });
}
