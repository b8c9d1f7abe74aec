import type { DepositStatus } from '../../../contracts/deposit.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { DepositEvent, DepositProofSubmitted, DepositSeen } from './deposit.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable, textOf, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every deposit, also what arrived and is nobody's (`user_id` is ''). What is not known is ''; never is 0. */
export const deposits = new ReadTable('deposits', {
  deposit_id: { type: 'text', merge: 'key' },
  key: { type: 'text', merge: 'first' },
  user_id: { type: 'text', merge: 'first' },
  position: { type: 'count', merge: 'first' },
  network: { type: 'text', merge: 'first' },
  hash: { type: 'text', merge: 'first' },
  currency: { type: 'text', merge: 'last' },
  status: textOf<DepositStatus>('last'),
  amount: { type: 'text', merge: 'last' },
  declared: { type: 'text', merge: 'last' },
  declared_currency: { type: 'text', merge: 'last' },
  confirmations: { type: 'count', merge: 'last' },
  confirmations_needed: { type: 'count', merge: 'first' },
  reorganised: { type: 'count', merge: 'sum' },
  minimum: { type: 'text', merge: 'last' },
  policy_version: { type: 'count', merge: 'last' },
  created_at: { type: 'instant', merge: 'first' },
  decided_at: { type: 'instant', merge: 'last' },
});
export type DepositRow = RowOf<typeof deposits>;

export const depositsProjection: Projection = {
  name: 'deposits',
  realms: ['real'],
  tables: [deposits],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (!recorded.stream.startsWith('deposit-')) return;
    const event = recorded as DepositEvent;
    const { at } = event;
    const change = (row: Record<string, string | number>): void =>
      rows.update(deposits, { deposit_id: event.data.depositId, ...row });
    switch (event.type) {
      case 'DepositProofSubmitted':
        return rows.insert(deposits, submitted(event.data, event));
      case 'DepositSeen':
        if (event.data.announced) return change(arrived(event.data));
        return rows.insert(deposits, seen(event.data, event));
      case 'DepositDeclared':
        return change({ declared: event.data.declared, declared_currency: event.data.currency });
      case 'DepositProgressed':
      case 'DepositReorganised': {
        const { status, confirmations } = event.data;
        const reorganised = event.type === 'DepositReorganised' ? 1 : 0;
        return change({ status: statusOf(status), confirmations, reorganised });
      }
      case 'DepositCredited':
        return change({ status: 'credited', decided_at: at });
      case 'DepositFailed':
        return change({ status: event.data.reason, decided_at: at });
      case 'DepositProofAccepted': {
        const { key, depositId, currency, amount } = event.data;
        change({ status: 'credited', decided_at: at, currency, amount });
        // What lay unclaimed had a row of its own, which is nobody's.
        if (key !== depositId) rows.update(deposits, { deposit_id: key, status: 'attributed' });
        return;
      }
      case 'DepositProofRejected':
        return change({ status: 'rejected', decided_at: at });
    }
  },
};

const statusOf = (status: string): string => (status === 'mempool' ? 'seen' : 'confirming');

function submitted(data: DepositProofSubmitted & { key: string; depositId: string }, { at, position }: RecordedEvent) {
  const { depositId, key, userId, network, hash, currency, declared, confirmationsNeeded, minimum, policy } = data;
  return {
    ...{ deposit_id: depositId, key, user_id: userId, position, network, hash, currency, status: 'review' },
    ...{ amount: '', declared, declared_currency: currency, confirmations: 0, reorganised: 0, minimum },
    ...{ confirmations_needed: confirmationsNeeded, policy_version: policy.version, created_at: at, decided_at: 0 },
  };
}

function arrived({ currency, status, amount, confirmations, minimum, policy }: DepositSeen) {
  return {
    ...{ currency, status: statusOf(status), amount, confirmations, minimum },
    policy_version: policy.version,
  };
}

function seen(data: DepositSeen, { at, position }: RecordedEvent) {
  const { depositId, key, userId, network, hash, confirmationsNeeded } = data;
  return {
    ...{ deposit_id: depositId, key, user_id: userId ?? '', position, network, hash, ...arrived(data) },
    ...{ declared: '', declared_currency: '', reorganised: 0, confirmations_needed: confirmationsNeeded },
    ...{ created_at: at, decided_at: 0 },
  };
}
