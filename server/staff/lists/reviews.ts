import { z } from 'zod';
import { REVIEW_STATUSES, type ReviewRow } from '../../../contracts/review.contract.js';
import { equalities } from './list-sql.js';
import type { Resource } from './resource.js';

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
  /** Claimed by the asker. */
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

/** The first event of an account says where its person is registered. */
const COUNTRY = `SELECT e.data::jsonb ->> 'country' FROM events e
  WHERE e.realm = 'real' AND e.stream = 'account-' || user_id AND e.type = 'RealAccountOpened' LIMIT 1`;

const nameOf = (column: string): string => `(SELECT name FROM staff_accounts WHERE staff_id = ${column})`;

/** The columns of a request as they stand at an instant: a claim that is over is none, nor is a question past its time. */
export function reviewColumns(now: number): string {
  const claimed = `(status = 'claimed' AND claimed_until > ${Math.trunc(now)})`;
  const asked = `asked_until > ${Math.trunc(now)}`;
  return `request_id AS id, kind, queue, user_id AS "userId",
    CASE WHEN (status = 'claimed' AND NOT ${claimed}) OR (status = 'asked' AND NOT ${asked}) THEN 'waiting'
      ELSE status END AS status,
    CASE WHEN status = 'asked' AND ${asked} THEN 'awaited' WHEN asked_until > 0 THEN 'missing'
      WHEN answered_at > 0 THEN 'given' END AS answer, CASE WHEN ${asked} THEN asked_until END AS "answerBy", opened_at AS "openedAt",
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

/** `/staff/reviews`, the oldest first. `queues` are those that the asker may see; all of them when `undefined`. */
export function reviewResource(
  now: number,
  queues: readonly string[] | undefined,
  staffId: string,
): Resource<typeof filter, ReviewRow> {
  const at = Math.trunc(now);
  return {
    filter,
    sorts: Object.keys(orders),
    defaultSort: ['openedAt', 'ASC'],
    readModels: ['reviews'],
    orders,
    from: 'reviews',
    select: reviewColumns(now),
    where: (given, values) => {
      const { status, open, openedFrom, openedTo, decidedFrom } = given;
      const conditions = equalities(
        given,
        { kind: 'kind', queue: 'queue', userId: 'user_id', claimedBy: 'claimed_by', decidedBy: 'decided_by' },
        values,
      );
      // `decided_at = 0` stands in every condition about what is open, because the indexes of it say so.
      if (open !== undefined) conditions.push(open ? 'decided_at = 0' : 'decided_at > 0');
      if (status === 'waiting')
        conditions.push(`decided_at = 0 AND claimed_until <= ${at} AND asked_until <= ${at} AND status <> 'escalated'`);
      else if (status === 'escalated') conditions.push(`decided_at = 0 AND status = 'escalated'`);
      else if (status === 'asked') conditions.push(`decided_at = 0 AND asked_until > ${at}`);
      else if (status === 'claimed') conditions.push(`decided_at = 0 AND claimed_by <> '' AND claimed_until > ${at}`);
      else if (status !== undefined) conditions.push(`decided_at > 0 AND status = ${values.add(status)}`);
      if (given.claimedBy !== undefined)
        conditions.push(`decided_at = 0 AND claimed_by <> '' AND claimed_until > ${at}`);
      const { fourEyes, warned, mine, valueFrom } = given;
      if (fourEyes !== undefined) conditions.push(`four_eyes = ${values.add(fourEyes)}`);
      if (warned !== undefined) conditions.push(warned ? 'warnings > 0' : 'warnings <= 0');
      if (mine === true)
        conditions.push(`decided_at = 0 AND claimed_by = ${values.add(staffId)} AND claimed_until > ${at}`);
      if (valueFrom !== undefined) conditions.push(`value_usdt >= ${values.add(valueFrom)}`);
      if (openedFrom !== undefined) conditions.push(`opened_at >= ${values.add(openedFrom)}`);
      if (openedTo !== undefined) conditions.push(`opened_at <= ${values.add(openedTo)}`);
      if (decidedFrom !== undefined) conditions.push(`decided_at > 0 AND decided_at >= ${values.add(decidedFrom)}`);
      if (queues !== undefined) conditions.push(`queue = ANY (${values.add(queues)})`);
      return conditions;
    },
    whereIds: (ids, values) => `request_id = ANY (${values.add(ids)})`,
    view: (row: ReviewRow) => row,
  };
}
