import type { RecordedEvent } from '../core/event.js';
import { amount, ZERO } from '../../shared/money.js';
import { queueOf } from './kinds.js';
import type { ReviewEvent, ReviewOpened, ReviewRead } from './review.events.js';
import type { Projection } from '../engine/projections/projection.js';
import { ReadTable } from '../engine/projections/read-table.js';
import type { RowBatch } from '../engine/projections/row-batch.js';

/** What waits for staff, and what they decided. Nobody and never are '' and 0. */
export const reviews = new ReadTable('reviews', {
  request_id: { type: 'text', merge: 'key' },
  kind: { type: 'text', merge: 'first' },
  queue: { type: 'text', merge: 'first' },
  user_id: { type: 'text', merge: 'first' },
  status: { type: 'text', merge: 'last' },
  opened_at: { type: 'instant', merge: 'first' },
  claimed_by: { type: 'text', merge: 'last' },
  claimed_until: { type: 'instant', merge: 'last' },
  decided_at: { type: 'instant', merge: 'last' },
  decided_by: { type: 'text', merge: 'last' },
  reasons: { type: 'text', merge: 'last' },
  approved_by: { type: 'text', merge: 'last' },
  read_by: { type: 'text', merge: 'last' },
  read_at: { type: 'instant', merge: 'last' },
  /** Until when an answer is awaited; 0 where nothing is asked. */
  asked_until: { type: 'instant', merge: 'last' },
  answered_at: { type: 'instant', merge: 'last' },
  escalated_at: { type: 'instant', merge: 'last' },
  escalated_by: { type: 'text', merge: 'last' },
  escalated_reason: { type: 'text', merge: 'last' },
  amount: { type: 'text', merge: 'first' },
  asset: { type: 'text', merge: 'first' },
  value_usdt: { type: 'amount', merge: 'first' },
  four_eyes: { type: 'boolean', merge: 'first' },
  warnings: { type: 'count', merge: 'last' },
  /** What it is warned of, as JSON of names and figures. */
  warned: { type: 'text', merge: 'last' },
  alone: { type: 'boolean', merge: 'last' },
});

/** What a reviewer decided. The first of two approvals is a decision too, and settles nothing. */
export const reviewVerdicts = new ReadTable('review_verdicts', {
  position: { type: 'count', merge: 'key' },
  request_id: { type: 'text', merge: 'first' },
  staff_id: { type: 'text', merge: 'first' },
  outcome: { type: 'text', merge: 'first' },
  settles: { type: 'boolean', merge: 'first' },
  at: { type: 'instant', merge: 'first' },
});

/** How many warnings there are is known once the request was screened. */
const UNREAD = -1;
const UNCLAIMED = { claimed_by: '', claimed_until: 0, read_by: '', read_at: 0 };
const UNASKED = { asked_until: 0 };
const NEW = {
  status: 'waiting',
  ...UNCLAIMED,
  ...UNASKED,
  answered_at: 0,
  escalated_at: 0,
  escalated_by: '',
  escalated_reason: '',
  decided_at: 0,
  decided_by: '',
  reasons: '',
  approved_by: '',
  warnings: UNREAD,
  warned: '[]',
  alone: false,
};

/** What came is new to everybody: nobody has read it, and whoever approved before approved something else. */
const ANSWERED = { ...UNCLAIMED, ...UNASKED, approved_by: '', warnings: UNREAD, warned: '[]', alone: false };

export const reviewsProjection: Projection = {
  name: 'reviews',
  realms: ['real'],
  tables: [reviews, reviewVerdicts],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { type, data, at, position } = event as ReviewEvent;
    const change = (row: Record<string, string | number | boolean>): void =>
      rows.update(reviews, { request_id: data.requestId, ...row });
    if (type === 'ReviewSeconded' || type === 'ReviewApproved' || type === 'ReviewRejected') {
      const outcome = type === 'ReviewRejected' ? 'rejected' : 'approved';
      const verdict = { position, request_id: data.requestId, staff_id: data.staffId, outcome, at };
      rows.insert(reviewVerdicts, { ...verdict, settles: type !== 'ReviewSeconded' });
    }
    if (type === 'ReviewOpened') {
      rows.insert(reviews, { ...bornOf(data), ...NEW, opened_at: at });
    } else if (type === 'ReviewClaimed')
      change({ status: 'claimed', claimed_by: data.staffId, claimed_until: data.until });
    else if (type === 'ReviewScreened') change(warningsOf(data));
    else if (type === 'ReviewRead') change({ read_by: data.staffId, read_at: at, ...riskOf(data) });
    else if (type === 'ReviewReleased') change({ status: 'waiting', ...UNCLAIMED });
    else if (type === 'ReviewSeconded') change({ status: 'waiting', ...UNCLAIMED, approved_by: data.staffId });
    else if (type === 'ReviewApproved')
      change({ status: 'approved', ...UNCLAIMED, ...UNASKED, decided_at: at, decided_by: data.staffId });
    else if (type === 'ReviewRejected') {
      const reasons = data.reasons.join(',');
      change({ status: 'rejected', ...UNCLAIMED, ...UNASKED, decided_at: at, decided_by: data.staffId, reasons });
    } else if (type === 'ReviewMoreAsked') change({ status: 'asked', ...UNCLAIMED, asked_until: data.until });
    else if (type === 'ReviewAnswered')
      change({ ...ANSWERED, status: data.waitsFor === 'risk' ? 'escalated' : 'waiting', answered_at: at });
    else if (type === 'ReviewEscalated') {
      const escalated = { escalated_at: at, escalated_by: data.staffId, escalated_reason: data.reason };
      change({ status: 'escalated', ...UNCLAIMED, ...UNASKED, ...escalated });
    } else if (type === 'ReviewReturned') change({ status: 'waiting', ...UNCLAIMED });
    else if (type === 'ReviewWithdrawn') change({ status: 'withdrawn', ...UNCLAIMED, ...UNASKED, decided_at: at });
  },
};

function bornOf({ requestId, kind, userId, about }: ReviewOpened) {
  const named = { request_id: requestId, kind, queue: queueOf(kind), user_id: userId };
  const value = about?.valueUsdt ?? null;
  return {
    ...named,
    amount: about?.amount ?? '',
    asset: about?.asset ?? '',
    value_usdt: value === null ? ZERO : amount(value),
    four_eyes: about?.fourEyes ?? false,
  };
}

function warningsOf({ signs }: Pick<ReviewRead, 'signs'>) {
  const warned = signs.filter(({ level }) => level === 'warning');
  return { warnings: warned.length, warned: JSON.stringify(warned) };
}

function riskOf(read: ReviewRead) {
  const found = warningsOf(read);
  return { ...found, alone: found.warnings > 0 || read.checks.length > 0 || read.hasChoice };
}
