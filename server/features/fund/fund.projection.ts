import type { FundSide, FundStatus } from '../../../contracts/fund.contract.js';
import type { FundLevel } from '../../../shared/fund.js';
import { amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, orNull, ReadTable, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { FundEvent, FundPurchasePlaced, FundRedemptionRequested, FundStruck } from './fund.events.js';

/** Every request there ever was; `endedAt` is 0 while it waits. */
export const fundRequests = new ReadTable('fund_requests', {
  realm: key.text,
  requestId: key.text,
  userId: first.text,
  ownerId: first.text,
  position: first.count,
  level: first.textOf<FundLevel>(),
  side: first.textOf<FundSide>(),
  status: last.textOf<FundStatus>(),
  amount: orNull(first.amount),
  units: orNull(last.amount),
  navDate: first.text,
  requestedAt: first.instant,
  firstCloseAt: first.instant,
  strikesAt: first.instant,
  nav: orNull(last.amount),
  paid: orNull(last.amount),
  endedAt: last.instant,
});
export type FundRequestRow = RowOf<typeof fundRequests>;

/** Every net asset value with what it follows from; `closes` and `trades` are as the event has them. */
export const fundNavs = new ReadTable('fund_navs', {
  realm: key.text,
  level: key.textOf<FundLevel>(),
  date: key.text,
  position: first.count,
  at: first.instant,
  nav: first.amount,
  gross: first.amount,
  fee: first.amount,
  units: first.amount,
  cash: first.amount,
  closes: first.text,
  trades: first.text,
  rebalanced: first.boolean,
  policyVersion: first.count,
});
export type FundNavRow = RowOf<typeof fundNavs>;

export const fundProjection: Projection = {
  name: 'fund',
  realms: ['real'],
  tables: [fundRequests, fundNavs],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (recorded.type === 'FundStruck') return struck(rows, recorded, recorded.data as FundStruck);
    if (!recorded.stream.startsWith('fund-')) return;
    applyRequest(rows, recorded as FundEvent);
  },
};

function applyRequest(rows: RowBatch, event: FundEvent): void {
  const { realm, at } = event;
  switch (event.type) {
    case 'FundPurchaseRequested':
    case 'FundPlanPurchaseRequested':
      return requested(rows, event, event.data, { side: 'purchase', amount: amount(event.data.amount) });
    case 'FundRedemptionRequested':
      return requested(rows, event, event.data, { side: 'redemption', units: amount(event.data.units) });
    case 'FundUnitsIssued': {
      const { requestId, units, nav } = event.data;
      const settled = { status: 'success', endedAt: at, units: amount(units), nav: amount(nav) } as const;
      return rows.update(fundRequests, { realm, requestId, ...settled });
    }
    case 'FundUnitsRedeemed': {
      const { requestId, paid, nav } = event.data;
      const settled = { status: 'success', endedAt: at, paid: amount(paid), nav: amount(nav) } as const;
      return rows.update(fundRequests, { realm, requestId, ...settled });
    }
    case 'FundRequestCancelled':
      return rows.update(fundRequests, { realm, requestId: event.data.requestId, status: 'cancelled', endedAt: at });
    case 'FundRequestFailed':
      return rows.update(fundRequests, { realm, requestId: event.data.requestId, status: 'failed', endedAt: at });
    default:
  }
}

function requested(
  rows: RowBatch,
  { realm, position, at }: RecordedEvent,
  data: FundPurchasePlaced | FundRedemptionRequested,
  size: { readonly side: FundSide; readonly amount?: bigint; readonly units?: bigint },
): void {
  const { requestId, userId, ownerId, level, date, firstCloseAt, strikesAt } = data;
  const owned = { realm, requestId, userId, ownerId, position };
  const dated = { navDate: date, requestedAt: at, firstCloseAt, strikesAt, endedAt: 0 };
  rows.insert(fundRequests, { ...owned, level, ...size, status: 'pending', ...dated });
}

function struck(rows: RowBatch, { realm, position }: RecordedEvent, data: FundStruck): void {
  const { level, date, strikesAt: at, nav, gross, fee, units, cash, closes, trades, rebalanced, policy } = data;
  rows.insert(fundNavs, {
    realm,
    level,
    date,
    position,
    at,
    nav: amount(nav),
    gross: amount(gross),
    fee: amount(fee),
    units: amount(units),
    cash: amount(cash),
    closes: JSON.stringify(closes),
    trades: JSON.stringify(trades),
    rebalanced,
    policyVersion: policy.version,
  });
}
