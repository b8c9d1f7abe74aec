import type { RecordedEvent } from '../core/event.js';
import { amount, ZERO } from '../../shared/money.js';
import { queueOf } from './kinds.js';
import type { ReviewEvent, ReviewOpened, ReviewRead } from './review.events.js';
import type { Projection } from '../engine/projections/projection.js';
import { first, key, last, ReadTable, type ChangeOf } from '../engine/projections/read-table.js';
import type { RowBatch } from '../engine/projections/row-batch.js';

/** Open and decided requests. Absent values are '' and 0. */
const reviews = new ReadTable('reviews', {
  requestId: key.text,
  kind: first.text,
  queue: first.text,
  userId: first.text,
  status: last.text,
  openedAt: first.instant,
  claimedBy: last.text,
  claimedUntil: last.instant,
  decidedAt: last.instant,
  decidedBy: last.text,
  reasons: last.text,
  approvedBy: last.text,
  readBy: last.text,
  readAt: last.instant,
  /** The deadline of the person's answer; 0 without a question. */
  askedUntil: last.instant,
  answeredAt: last.instant,
  escalatedAt: last.instant,
  escalatedBy: last.text,
  escalatedReason: last.text,
  amount: first.text,
  asset: first.text,
  valueUsdt: first.amount,
  fourEyes: first.boolean,
  warnings: last.count,
  /** What it is warned of, as JSON of names and figures. */
  warned: last.text,
  alone: last.boolean,
});

/** What a reviewer decided. The first of two approvals is a decision too, and settles nothing. */
const reviewVerdicts = new ReadTable('review_verdicts', {
  position: key.count,
  requestId: first.text,
  staffId: first.text,
  outcome: first.text,
  settles: first.boolean,
  at: first.instant,
});

/** How many warnings there are is known once the request was screened. */
const UNREAD = -1;
const UNCLAIMED = { claimedBy: '', claimedUntil: 0, readBy: '', readAt: 0 };
const NO_QUESTION = { askedUntil: 0 };
const NEW = {
  status: 'waiting',
  ...UNCLAIMED,
  ...NO_QUESTION,
  answeredAt: 0,
  escalatedAt: 0,
  escalatedBy: '',
  escalatedReason: '',
  decidedAt: 0,
  decidedBy: '',
  reasons: '',
  approvedBy: '',
  warnings: UNREAD,
  warned: '[]',
  alone: false,
};

/** The answer is new: earlier readings and approvals no longer count. */
const ANSWERED = { ...UNCLAIMED, ...NO_QUESTION, approvedBy: '', warnings: UNREAD, warned: '[]', alone: false };

export const reviewsProjection: Projection = {
  name: 'reviews',
  realms: ['real'],
  tables: [reviews, reviewVerdicts],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { type, data, at, position } = event as ReviewEvent;
    const change = (row: ChangeOf<typeof reviews>): void => rows.update(reviews, { requestId: data.requestId, ...row });
    if (type === 'ReviewFirstApproved' || type === 'ReviewApproved' || type === 'ReviewRejected') {
      const outcome = type === 'ReviewRejected' ? 'rejected' : 'approved';
      const verdict = { position, requestId: data.requestId, staffId: data.staffId, outcome, at };
      rows.insert(reviewVerdicts, { ...verdict, settles: type !== 'ReviewFirstApproved' });
    }
    if (type === 'ReviewOpened') {
      rows.insert(reviews, { ...bornOf(data), ...NEW, openedAt: at });
    } else if (type === 'ReviewClaimed')
      change({ status: 'claimed', claimedBy: data.staffId, claimedUntil: data.until });
    else if (type === 'ReviewScreened') change(warningsOf(data));
    else if (type === 'ReviewRead') change({ readBy: data.staffId, readAt: at, ...riskOf(data) });
    else if (type === 'ReviewReleased') change({ status: 'waiting', ...UNCLAIMED });
    else if (type === 'ReviewFirstApproved') change({ status: 'waiting', ...UNCLAIMED, approvedBy: data.staffId });
    else if (type === 'ReviewApproved')
      change({ status: 'approved', ...UNCLAIMED, ...NO_QUESTION, decidedAt: at, decidedBy: data.staffId });
    else if (type === 'ReviewRejected') {
      const reasons = data.reasons.join(',');
      change({ status: 'rejected', ...UNCLAIMED, ...NO_QUESTION, decidedAt: at, decidedBy: data.staffId, reasons });
    } else if (type === 'ReviewMoreRequested') change({ status: 'asked', ...UNCLAIMED, askedUntil: data.until });
    else if (type === 'ReviewAnswered')
      change({ ...ANSWERED, status: data.waitsFor === 'risk' ? 'escalated' : 'waiting', answeredAt: at });
    else if (type === 'ReviewEscalated') {
      const escalated = { escalatedAt: at, escalatedBy: data.staffId, escalatedReason: data.reason };
      change({ status: 'escalated', ...UNCLAIMED, ...NO_QUESTION, ...escalated });
    } else if (type === 'ReviewReturned') change({ status: 'waiting', ...UNCLAIMED });
    else if (type === 'ReviewWithdrawn') change({ status: 'withdrawn', ...UNCLAIMED, ...NO_QUESTION, decidedAt: at });
  },
};

function bornOf({ requestId, kind, userId, about }: ReviewOpened) {
  const named = { requestId, kind, queue: queueOf(kind), userId };
  const value = about?.valueUsdt ?? null;
  return {
    ...named,
    amount: about?.amount ?? '',
    asset: about?.asset ?? '',
    valueUsdt: value === null ? ZERO : amount(value),
    fourEyes: about?.fourEyes ?? false,
  };
}

function warningsOf({ signals }: Pick<ReviewRead, 'signals'>) {
  const warned = signals.filter(({ level }) => level === 'warning');
  return { warnings: warned.length, warned: JSON.stringify(warned) };
}

function riskOf(read: ReviewRead) {
  const found = warningsOf(read);
  return { ...found, alone: found.warnings > 0 || read.checks.length > 0 || read.hasChoice };
}
