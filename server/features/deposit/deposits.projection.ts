import type { DepositStatus } from '../../../contracts/deposit.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { DepositEvent, DepositProofSubmitted, DepositSeen } from './deposit.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, sum, ReadTable, type ChangeOf, type RowOf } from '../../engine/projections/read-table.js';
import type { StaffDepositStatus } from '../../../contracts/deposit.staff.contract.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every deposit, also those without an owner (`user_id` is ''). Unknown values are '' and 0. */
export const deposits = new ReadTable('deposits', {
  depositId: key.text,
  key: first.text,
  userId: first.text,
  position: first.count,
  network: first.text,
  hash: first.text,
  currency: last.text,
  status: last.textOf<StaffDepositStatus>(),
  amount: last.text,
  declared: last.text,
  declaredCurrency: last.text,
  confirmations: last.count,
  confirmationsNeeded: first.count,
  reorganised: sum.count,
  minimum: last.text,
  policyVersion: last.count,
  createdAt: first.instant,
  decidedAt: last.instant,
});
/** A row that is shown; what was attributed lives on under the proof's own. */
export type DepositRow = RowOf<typeof deposits> & { readonly status: DepositStatus };
type Change = ChangeOf<typeof deposits>;

export const depositsProjection: Projection = {
  name: 'deposits',
  realms: ['real'],
  tables: [deposits],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (!recorded.stream.startsWith('deposit-')) return;
    const event = recorded as DepositEvent;
    const { at } = event;
    const change = (row: Change): void => rows.update(deposits, { depositId: event.data.depositId, ...row });
    switch (event.type) {
      case 'DepositProofSubmitted':
        return rows.insert(deposits, submitted(event.data, event));
      case 'DepositSeen':
        if (event.data.announced) return change(arrived(event.data));
        return rows.insert(deposits, seen(event.data, event));
      case 'DepositDeclared':
        return change({ declared: event.data.declared, declaredCurrency: event.data.currency });
      case 'DepositProgressed':
      case 'DepositReorganised': {
        const { status, confirmations } = event.data;
        const reorganised = event.type === 'DepositReorganised' ? 1 : 0;
        return change({ status: statusOf(status), confirmations, reorganised });
      }
      case 'DepositCredited':
        return change({ status: 'credited', decidedAt: at });
      case 'DepositFailed':
        return change({ status: event.data.reason, decidedAt: at });
      case 'DepositProofAccepted': {
        const { key, depositId, currency, amount } = event.data;
        change({ status: 'credited', decidedAt: at, currency, amount });
        // An unclaimed deposit had a row of its own, without an owner.
        if (key !== depositId) rows.update(deposits, { depositId: key, status: 'attributed' });
        return;
      }
      case 'DepositProofRejected':
        return change({ status: 'rejected', decidedAt: at });
    }
  },
};

const statusOf = (status: string): DepositStatus => (status === 'mempool' ? 'seen' : 'confirming');

function submitted(
  data: DepositProofSubmitted & { key: string; depositId: string },
  { at, position }: RecordedEvent,
): Change {
  const { depositId, key, userId, network, hash, currency, declared, confirmationsNeeded, minimum, policy } = data;
  return {
    depositId,
    key,
    userId,
    position,
    network,
    hash,
    currency,
    status: 'review',
    amount: '',
    declared,
    declaredCurrency: currency,
    confirmations: 0,
    confirmationsNeeded,
    reorganised: 0,
    minimum,
    policyVersion: policy.version,
    createdAt: at,
    decidedAt: 0,
  };
}

function arrived({ currency, status, amount, confirmations, minimum, policy }: DepositSeen): Change {
  return { currency, status: statusOf(status), amount, confirmations, minimum, policyVersion: policy.version };
}

function seen(data: DepositSeen, { at, position }: RecordedEvent): Change {
  const { depositId, key, userId, network, hash, confirmationsNeeded } = data;
  return {
    depositId,
    key,
    userId: userId ?? '',
    position,
    network,
    hash,
    ...arrived(data),
    declared: '',
    declaredCurrency: '',
    reorganised: 0,
    confirmationsNeeded,
    createdAt: at,
    decidedAt: 0,
  };
}
