import type { ReviewQueue } from '../../../contracts/staff.contract.js';
import { REVIEW_QUEUES } from '../../../contracts/staff.contract.js';
import { counted, type Queue } from './queue.js';

/** Of requests that are about money: what they are worth together. */
const VALUE = `trim_scale(sum(value_usdt) FILTER (WHERE value_usdt > 0))::text AS value`;

/** What reviewers brought before risk. */
export const reviewsEscalated: Queue = {
  name: 'reviews-escalated',
  permission: 'escalations',
  resource: 'reviews',
  async waiting({ pool }) {
    const sql = `SELECT count(*)::bigint AS count, min(escalated_at) AS oldest, ${VALUE} FROM reviews
      WHERE decided_at = 0 AND status = 'escalated'`;
    return { ...(await counted(pool, sql)), filter: { status: 'escalated' } };
  },
};

/** Undecided requests of each kind, for their reviewers. */
export const reviewQueues: readonly Queue[] = REVIEW_QUEUES.map((queue: ReviewQueue): Queue => ({
  name: `review-${queue}`,
  permission: `review-${queue}`,
  resource: 'reviews',
  async waiting({ pool, now }) {
    const sql = `SELECT count(*)::bigint AS count, min(opened_at) AS oldest, ${VALUE} FROM reviews
        WHERE decided_at = 0 AND queue = $1 AND claimed_until <= $2 AND asked_until <= $2 AND status <> 'escalated'`;
    return { ...(await counted(pool, sql, [queue, now])), filter: { queue, status: 'waiting' } };
  },
}));
