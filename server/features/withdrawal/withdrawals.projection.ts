import type { WithdrawalKind, WithdrawalStatus } from '../../../contracts/withdrawal.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { amount } from '../../../shared/money.js';
import type { WithdrawalEvent } from './withdrawal.events.js';
import { queueOf } from '../../review/kinds.js';
import type { ReviewEvent, ReviewSeconded } from '../../review/review.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable, textOf, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every withdrawal as it stands. Nothing is ''. */
export const withdrawals = new ReadTable('withdrawals', {
  withdrawal_id: { type: 'text', merge: 'key' },
  position: { type: 'count', merge: 'first' },
  user_id: { type: 'text', merge: 'first' },
  owner_id: { type: 'text', merge: 'first' },
  kind: textOf<WithdrawalKind>('first'),
  currency: { type: 'text', merge: 'first' },
  network: { type: 'text', merge: 'first' },
  amount: { type: 'amount', merge: 'first' },
  fee: { type: 'amount', merge: 'first' },
  credited: { type: 'amount', merge: 'first' },
  fee_rate: { type: 'text', merge: 'first' },
  value_usdt: { type: 'amount', merge: 'first' },
  payee_id: { type: 'text', merge: 'first' },
  sealed_payee: textOf<Sealed>('first'),
  payee_fingerprint: { type: 'text', merge: 'first' },
  device_fingerprint: { type: 'text', merge: 'first' },
  four_eyes: { type: 'boolean', merge: 'first' },
  policy_version: { type: 'count', merge: 'first' },
  requested_at: { type: 'instant', merge: 'first' },
  updated_at: { type: 'instant', merge: 'last' },
  status: textOf<WithdrawalStatus>('last'),
  hash: { type: 'text', merge: 'last' },
  reference: { type: 'text', merge: 'last' },
  reasons: { type: 'text', merge: 'last' },
  sealed_note: textOf<Sealed | ''>('last'),
});
export type WithdrawalRow = RowOf<typeof withdrawals>;

export const withdrawalSteps = new ReadTable('withdrawal_steps', {
  withdrawal_id: { type: 'text', merge: 'key' },
  position: { type: 'count', merge: 'key' },
  status: { type: 'text', merge: 'first' },
  at: { type: 'instant', merge: 'first' },
});

const NEW = { hash: '', reference: '', reasons: '', sealed_note: '' };

export const withdrawalsProjection: Projection = {
  name: 'withdrawals',
  realms: ['real'],
  tables: [withdrawals, withdrawalSteps],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const status = reviewed(event as ReviewEvent);
    if (status !== undefined) {
      const { requestId, kind } = event.data as ReviewSeconded;
      if (queueOf(kind) === 'withdrawal') step(rows, event, requestId, status);
    } else if (event.type.startsWith('Withdrawal')) apply(rows, event as WithdrawalEvent);
  },
};

/** What becomes of a request in the review room before it is decided. */
function reviewed({ type, data }: ReviewEvent): WithdrawalStatus | undefined {
  if (type === 'ReviewSeconded') return 'second-review';
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
      const told = { reasons: data.reasons.join(','), sealed_note: data.sealedNote ?? '' };
      return step(rows, event, data.withdrawalId, 'rejected', told);
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
  rows.insert(withdrawals, {
    ...{ withdrawal_id: data.withdrawalId, position, user_id: data.userId, owner_id: data.ownerId, kind: data.kind },
    ...{ currency: data.currency, network: data.network ?? '', fee_rate: String(data.policy.inputs['feeRate']) },
    ...{ amount: amount(data.amount), fee: amount(data.fee), credited: amount(data.credited) },
    ...{ value_usdt: amount(data.valueUsdt), payee_id: data.payeeId, sealed_payee: data.sealedPayee },
    ...{ payee_fingerprint: data.payeeFingerprint, device_fingerprint: data.deviceFingerprint ?? '' },
    ...{ four_eyes: data.fourEyes, policy_version: data.policy.version, requested_at: at, updated_at: at },
    ...{ status: 'review', ...NEW },
  });
  rows.insert(withdrawalSteps, { withdrawal_id: data.withdrawalId, position, status: 'review', at });
}

function step(
  rows: RowBatch,
  { position, at }: RecordedEvent,
  id: string,
  status: WithdrawalStatus,
  more: Record<string, string> = {},
): void {
  rows.update(withdrawals, { withdrawal_id: id, status, updated_at: at, ...more });
  rows.insert(withdrawalSteps, { withdrawal_id: id, position, status, at });
}
