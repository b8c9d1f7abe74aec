import { z } from 'zod';
import { staffReviews } from '../../contracts/review.calls.js';
import { REVIEW_STATUSES, type ReviewRow, type ReviewStatus } from '../../contracts/review.contract.js';
import { reviewQueuesOf } from '../edge/auth/masking.js';
import { atLeast, atMost } from '../engine/lists/list-sql.js';
import { staffList } from '../engine/lists/staff-list.js';

const filter = z.object({
  kind: z.string().max(64).optional(),
  queue: z.string().max(64).optional(),
  status: z.enum(REVIEW_STATUSES).optional(),
  /** Whether it still waits for a decision, claimed or not. */
  open: z.boolean().optional(),
  userId: z.string().max(64).optional(),
  claimedBy: z.string().max(64).optional(),
  decidedBy: z.string().max(64).optional(),
  openedFrom: z.int().min(0).optional(),
  openedTo: z.int().min(0).optional(),
  decidedFrom: z.int().min(0).optional(),
  /** Whether two must approve, and whether its reader was warned. */
  fourEyes: z.boolean().optional(),
  warned: z.boolean().optional(),
  /** Claimed by the reader. */
  mine: z.boolean().optional(),
  /** Worth at least so many USDT. */
  valueFrom: z.number().min(0).optional(),
});

const orders = {
  openedAt: ['opened_at', 'request_id'],
  decidedAt: ['decided_at', 'request_id'],
  valueUsdt: ['value_usdt', 'request_id'],
  // The column itself: what was not screened yet comes last, not first as an empty value would.
  warnings: ['reviews.warnings', 'value_usdt', 'request_id'],
  id: ['request_id'],
};

/** The first event of an account has the country of registration. */
const COUNTRY = `SELECT e.data::jsonb ->> 'country' FROM events e
  WHERE e.realm = 'real' AND e.stream = 'account-' || user_id AND e.type = 'RealAccountOpened' LIMIT 1`;

const nameOf = (column: string): string => `(SELECT name FROM staff_accounts WHERE staff_id = ${column})`;

/** The columns of a request as they stand at an instant: a claim that is over is none, nor is a question past its time. */
export function reviewColumns(now: number): string {
  const claimed = `(status = 'claimed' AND claimed_until > ${Math.trunc(now)})`;
  const isAwaited = `asked_until > ${Math.trunc(now)}`;
  return `request_id AS id, kind, queue, user_id AS "userId",
    CASE WHEN (status = 'claimed' AND NOT ${claimed}) OR (status = 'asked' AND NOT ${isAwaited}) THEN 'waiting'
      ELSE status END AS status,
    CASE WHEN status = 'asked' AND ${isAwaited} THEN 'awaited' WHEN asked_until > 0 THEN 'missing'
      WHEN answered_at > 0 THEN 'given' END AS answer, CASE WHEN ${isAwaited} THEN asked_until END AS "answerBy", opened_at AS "openedAt",
    CASE WHEN ${claimed} THEN claimed_by END AS "claimedBy",
    CASE WHEN ${claimed} THEN ${nameOf('claimed_by')} END AS "claimedByName",
    CASE WHEN ${claimed} THEN claimed_until END AS "claimedUntil",
    nullif(decided_at, 0) AS "decidedAt", nullif(decided_by, '') AS "decidedBy", ${nameOf('decided_by')} AS "decidedByName",
    CASE reasons WHEN '' THEN '{}' ELSE string_to_array(reasons, ',') END AS reasons,
    CASE WHEN status = 'escalated' THEN json_build_object('reason', escalated_reason, 'at', escalated_at,
      'by', escalated_by, 'byName', ${nameOf('escalated_by')}) END AS escalation,
    nullif(approved_by, '') AS "approvedBy", ${nameOf('approved_by')} AS "approvedByName",
    nullif(amount, '') AS amount, nullif(asset, '') AS asset, four_eyes AS "fourEyes", nullif(warnings, -1) AS warnings, warned::json AS warned,
    CASE WHEN value_usdt > 0 THEN trim_scale(value_usdt)::text END AS "valueUsdt", (${COUNTRY}) AS country`;
}

/** `/staff/reviews`, the oldest first, of the queues that the reader sees. */
export const reviewList = staffList<typeof filter, ReviewRow>(
  staffReviews,
  ({ now, reader }) => {
    const at = Math.trunc(now);
    const queues = reviewQueuesOf(reader);
    // `decided_at = 0` stands in every condition for open requests, because their indexes have it.
    const claimed = `decided_at = 0 AND claimed_by <> '' AND claimed_until > ${at}`;
    const open: Partial<Record<ReviewStatus, string>> = {
      waiting: `decided_at = 0 AND claimed_until <= ${at} AND asked_until <= ${at} AND status <> 'escalated'`,
      escalated: `decided_at = 0 AND status = 'escalated'`,
      asked: `decided_at = 0 AND asked_until > ${at}`,
      claimed,
    };
    return {
      filter,
      defaultSort: ['openedAt', 'ASC'],
      readModels: ['reviews'],
      orders,
      from: 'reviews',
      select: reviewColumns(now),
      always: (values) => (queues === undefined ? [] : [`queue = ANY (${values.add(queues)})`]),
      where: {
        kind: 'kind',
        queue: 'queue',
        status: (status, values) => open[status] ?? `decided_at > 0 AND status = ${values.add(status)}`,
        open: (isOpen) => (isOpen ? 'decided_at = 0' : 'decided_at > 0'),
        userId: 'user_id',
        claimedBy: (staffId, values) => `claimed_by = ${values.add(staffId)} AND ${claimed}`,
        decidedBy: 'decided_by',
        openedFrom: atLeast('opened_at'),
        openedTo: atMost('opened_at'),
        decidedFrom: (instant, values) => `decided_at > 0 AND decided_at >= ${values.add(instant)}`,
        fourEyes: 'four_eyes',
        warned: (warned) => (warned ? 'warnings > 0' : 'warnings <= 0'),
        mine: (mine, values) => (mine ? `claimed_by = ${values.add(reader.staffId)} AND ${claimed}` : undefined),
        valueFrom: atLeast('value_usdt'),
      },
      ids: 'request_id',
    };
  },
  { search: { rank: 4, filters: (q) => [{ id: [q] }], label: ({ kind }) => kind } },
);
