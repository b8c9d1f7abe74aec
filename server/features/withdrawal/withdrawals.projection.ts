import type { WithdrawalKind, WithdrawalStatus } from '../../../contracts/withdrawal.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { amount } from '../../../shared/money.js';
import type { WithdrawalEvent } from './withdrawal.events.js';
import { queueOf } from '../../review/kinds.js';
import type { ReviewEvent, ReviewFirstApproved } from '../../review/review.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable, type ChangeOf, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every withdrawal as it stands. Nothing is ''. */
export const withdrawals = new ReadTable('withdrawals', {
  withdrawalId: key.text,
  position: first.count,
  userId: first.text,
  ownerId: first.text,
  kind: first.textOf<WithdrawalKind>(),
  currency: first.text,
  network: first.text,
  amount: first.amount,
  fee: first.amount,
  credited: first.amount,
  feeRate: first.text,
  valueUsdt: first.amount,
  payeeId: first.text,
  sealedPayee: first.textOf<Sealed>(),
  payeeFingerprint: first.text,
  deviceFingerprint: first.text,
  fourEyes: first.boolean,
  policyVersion: first.count,
  requestedAt: first.instant,
  updatedAt: last.instant,
  status: last.textOf<WithdrawalStatus>(),
  hash: last.text,
  reference: last.text,
  reasons: last.text,
  sealedNote: last.textOf<Sealed | ''>(),
});
export type WithdrawalRow = RowOf<typeof withdrawals>;

const withdrawalSteps = new ReadTable('withdrawal_steps', {
  withdrawalId: key.text,
  position: key.count,
  status: first.textOf<WithdrawalStatus>(),
  at: first.instant,
});

const NEW = { hash: '', reference: '', reasons: '', sealedNote: '' } as const;

export const withdrawalsProjection: Projection = {
  name: 'withdrawals',
  realms: ['real'],
  tables: [withdrawals, withdrawalSteps],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const status = reviewed(event as ReviewEvent);
    if (status !== undefined) {
      const { requestId, kind } = event.data as ReviewFirstApproved;
      if (queueOf(kind) === 'withdrawal') step(rows, event, requestId, status);
    } else if (event.type.startsWith('Withdrawal')) apply(rows, event as WithdrawalEvent);
  },
};

/** What becomes of a request in the review room before it is decided. */
function reviewed({ type, data }: ReviewEvent): WithdrawalStatus | undefined {
  if (type === 'ReviewFirstApproved') return 'second-review';
  if (type === 'ReviewEscalated') return 'held';
  if (type === 'ReviewReturned') return data.approvals > 0 ? 'second-review' : 'review';
  return undefined;
}

function apply(rows: RowBatch, event: WithdrawalEvent): void {
  const { type, data } = event;
  switch (type) {
    case 'WithdrawalRequested':
      return requested(rows, event);
    case 'WithdrawalApproved':
      return step(rows, event, data.withdrawalId, 'approved');
    case 'WithdrawalRejected': {
      const reasons = data.reasons.join(',');
      return step(rows, event, data.withdrawalId, 'rejected', { reasons, sealedNote: data.sealedNote ?? '' });
    }
    case 'WithdrawalCancelled':
      return step(rows, event, data.withdrawalId, 'cancelled');
    case 'WithdrawalSent': {
      const { hash, reference } = data;
      return step(rows, event, data.withdrawalId, 'sent', { hash: hash ?? '', reference: reference ?? '' });
    }
    case 'WithdrawalPaid':
      return step(rows, event, data.withdrawalId, 'paid');
    case 'WithdrawalReturned':
      return step(rows, event, data.withdrawalId, 'returned');
    // That the payout has begun is no step that anybody waits for.
    default:
      return;
  }
}

function requested(rows: RowBatch, event: Extract<WithdrawalEvent, { type: 'WithdrawalRequested' }>): void {
  const { data, position, at } = event;
  const { withdrawalId, userId, ownerId, kind, currency, payeeId, sealedPayee, payeeFingerprint, fourEyes } = data;
  const status = 'review';
  rows.insert(withdrawals, {
    withdrawalId,
    position,
    userId,
    ownerId,
    kind,
    currency,
    network: data.network ?? '',
    amount: amount(data.amount),
    fee: amount(data.fee),
    credited: amount(data.credited),
    feeRate: String(data.policy.inputs['feeRate']),
    valueUsdt: amount(data.valueUsdt),
    payeeId,
    sealedPayee,
    payeeFingerprint,
    deviceFingerprint: data.deviceFingerprint ?? '',
    fourEyes,
    policyVersion: data.policy.version,
    requestedAt: at,
    updatedAt: at,
    status,
    ...NEW,
  });
  rows.insert(withdrawalSteps, { withdrawalId, position, status, at });
}

function step(
  rows: RowBatch,
  { position, at }: RecordedEvent,
  id: string,
  status: WithdrawalStatus,
  more: ChangeOf<typeof withdrawals> = {},
): void {
  rows.update(withdrawals, { withdrawalId: id, status, updatedAt: at, ...more });
  rows.insert(withdrawalSteps, { withdrawalId: id, position, status, at });
}
