import type { NewCoinFailure, NewCoinStatus, SubscriptionStatus } from '../../../contracts/subscription.contract.js';
import { amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import {
  first,
  key,
  last,
  orNull,
  ReadTable,
  sum,
  type ChangeOf,
  type RowOf,
} from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { NewCoinEvent, SubscriptionEvent } from './subscription.events.js';

/** Every issue that was ever proposed. Absent values are '' and 0. */
export const newCoins = new ReadTable('new_coins', {
  realm: key.text,
  issueId: key.text,
  coin: first.text,
  name: first.text,
  issuePrice: first.amount,
  volume: first.count,
  minimum: first.count,
  closesAt: first.instant,
  listsOn: first.text,
  listsAt: first.instant,
  lockupDays: first.count,
  feeRate: first.text,
  minimumUsdt: first.text,
  maximumUsdt: first.text,
  openMin: first.text,
  openMax: first.text,
  callMinutes: first.count,
  floatShare: first.text,
  policyVersion: first.count,
  reason: first.text,
  proposedBy: first.text,
  proposedAt: first.instant,
  position: first.count,
  status: last.textOf<NewCoinStatus>(),
  failure: last.textOf<NewCoinFailure | ''>(),
  approvedAt: last.instant,
  decidedBy: last.text,
  decidedAt: last.instant,
  decision: last.text,
  cancelBy: last.text,
  cancelReason: last.text,
  subscribed: sum.count,
  subscribers: sum.count,
  tradesAt: last.instant,
  unlocksAt: last.instant,
  openPrice: last.text,
  openEpoch: last.count,
  allotted: last.count,
  total: last.count,
  leftover: last.count,
  epoch: last.count,
  seed: last.text,
});
export type NewCoinRow = RowOf<typeof newCoins>;

/** Every subscription. `reasons` have commas between. */
export const subscriptions = new ReadTable('subscriptions', {
  realm: key.text,
  subscriptionId: key.text,
  userId: first.text,
  ownerId: first.text,
  issueId: first.text,
  coin: first.text,
  requestId: first.text,
  coins: first.count,
  issuePrice: first.amount,
  margin: first.amount,
  fee: first.amount,
  policyVersion: first.count,
  subscribedAt: first.instant,
  position: first.count,
  status: last.textOf<SubscriptionStatus>(),
  checked: last.boolean,
  reasons: last.text,
  passed: orNull(last.count),
  passedUsdt: orNull(last.amount),
  feePaid: orNull(last.amount),
  refunded: orNull(last.amount),
  /** To be ranked by, as a number; `null` until the allocation. */
  remainder: orNull(last.amount),
  tie: last.text,
  unlocksAt: last.instant,
  unlockedAt: last.instant,
  endedAt: last.instant,
});
export type SubscriptionRow = RowOf<typeof subscriptions>;

export const subscriptionsProjection: Projection = {
  name: 'subscriptions',
  realms: ['real'],
  tables: [newCoins, subscriptions],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (recorded.stream.startsWith('newcoin-')) return applyIssue(rows, recorded as NewCoinEvent);
    if (!recorded.stream.startsWith('subscription-')) return;
    applySubscription(rows, recorded as SubscriptionEvent);
  },
};

const UNDECIDED = {
  status: 'proposed',
  failure: '',
  approvedAt: 0,
  decidedBy: '',
  decidedAt: 0,
  decision: '',
  cancelBy: '',
  cancelReason: '',
  subscribed: 0,
  subscribers: 0,
  tradesAt: 0,
  unlocksAt: 0,
  openPrice: '',
  openEpoch: 0,
  allotted: 0,
  total: 0,
  leftover: 0,
  epoch: 0,
  seed: '',
} as const;

function applyIssue(rows: RowBatch, event: NewCoinEvent): void {
  const { realm, at } = event;
  const { issueId } = event.data;
  const change = (row: ChangeOf<typeof newCoins>): void => rows.update(newCoins, { realm, issueId, ...row });
  switch (event.type) {
    case 'NewCoinProposed': {
      const { volatilityAnnual: _, policy, issuePrice, ...terms } = event.data;
      const { position } = event;
      const priced = { issuePrice: amount(issuePrice), policyVersion: policy.version };
      return rows.insert(newCoins, { realm, ...terms, ...priced, proposedAt: at, position, ...UNDECIDED });
    }
    case 'NewCoinApproved':
      return change({ status: 'open', approvedAt: at, decidedBy: event.data.approvedBy, decidedAt: at });
    case 'NewCoinRejected':
      return change({
        status: 'rejected',
        decidedBy: event.data.rejectedBy,
        decidedAt: at,
        decision: event.data.reason,
      });
    case 'NewCoinCancelProposed':
      return change({ cancelBy: event.data.cancelBy, cancelReason: event.data.reason });
    case 'NewCoinFailed': {
      const { cause: failure, decidedBy, reason: decision, total } = event.data;
      return change({ status: 'failed', failure, decidedAt: at, decision, total, ...(decidedBy && { decidedBy }) });
    }
    case 'NewCoinCounted':
      return change({ subscribed: event.data.coins, subscribers: 1 });
    case 'NewCoinUncounted':
      return change({ subscribed: -event.data.coins, subscribers: -1 });
    case 'NewCoinListed': {
      const { cut, epoch, seed, openEpoch, openPrice, opensAt: tradesAt, unlocksAt } = event.data;
      const { volume: allotted, total, leftover } = cut;
      const opening = { openEpoch, openPrice, tradesAt, unlocksAt };
      return change({ status: 'listed', allotted, total, leftover, epoch, seed, ...opening });
    }
    case 'NewCoinUnlocked':
      return change({ status: 'unlocked' });
    default:
  }
}

function applySubscription(rows: RowBatch, event: SubscriptionEvent): void {
  const { realm, at, position } = event;
  const { subscriptionId } = event.data;
  const change = (row: ChangeOf<typeof subscriptions>): void =>
    rows.update(subscriptions, { realm, subscriptionId, ...row });
  switch (event.type) {
    case 'Subscribed': {
      const { policy, cap: _cap, feeRate: _feeRate, issuePrice, margin, fee, ...named } = event.data;
      return rows.insert(subscriptions, {
        realm,
        ...named,
        issuePrice: amount(issuePrice),
        margin: amount(margin),
        fee: amount(fee),
        policyVersion: policy.version,
        subscribedAt: at,
        position,
        status: 'under-review',
        checked: false,
        reasons: '',
        tie: '',
        unlocksAt: 0,
        unlockedAt: 0,
        endedAt: 0,
      });
    }
    case 'SubscriptionChecked':
      return change({ checked: true });
    case 'SubscriptionNotPassed': {
      const { reasons, refunded } = event.data;
      return change({ status: 'not-passed', reasons: reasons.join(','), refunded: amount(refunded), endedAt: at });
    }
    case 'SubscriptionPassed': {
      const { coins: passed, cost, fee, refunded, remainder, tie, unlocksAt } = event.data;
      const paid = { passedUsdt: amount(cost), feePaid: amount(fee), refunded: amount(refunded) };
      return change({ status: 'passed', passed, ...paid, remainder: amount(remainder), tie, unlocksAt, endedAt: at });
    }
    case 'SubscriptionSoldOut': {
      const { refunded, remainder, tie } = event.data;
      const ranked = { remainder: amount(remainder), tie };
      return change({ status: 'sold-out', passed: 0, refunded: amount(refunded), ...ranked, endedAt: at });
    }
    case 'SubscriptionRefunded':
      return change({ status: 'refunded', refunded: amount(event.data.refunded), endedAt: at });
    case 'SubscriptionUnlocked':
      return change({ unlockedAt: at });
    default:
  }
}
