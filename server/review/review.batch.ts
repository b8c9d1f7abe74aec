import type { Pool } from 'pg';
import type { Language } from '../../contracts/envelope.contract.js';
import type { OpenedReviewView, ReviewBatchView, ReviewRow } from '../../contracts/review.contract.js';
import type { Clock } from '../core/clock.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import type { Messages } from '../edge/http/messages.js';
import type { StaffSession } from '../edge/http/sessions.js';
import type { ProjectionRunner } from '../projections/runner.js';
import { reviewColumns } from '../staff/lists/reviews.js';
import { reviewQueuesOf } from '../staff/personal.js';
import type { ReviewService } from './review.service.js';

/**
 * Several approvals in one go, for requests that the member has looked at one by one: what he has not opened, by the record that
 * was made before its contents were shown, stops the whole batch. Each is then decided as it would be alone, so that claims,
 * rights, own requests and the second pair of eyes hold for each.
 */
export class ReviewBatch {
  constructor(
    private readonly parts: {
      pool: Pool;
      clock: Clock;
      projections: ProjectionRunner;
      reviews: ReviewService;
      texts: Messages;
    },
  ) {}

  /** What the asker holds and has opened, the oldest first. */
  async opened(session: StaffSession): Promise<OpenedReviewView[] | Refusal> {
    const { pool, clock, projections } = this.parts;
    if (!(await this.isKnown()) || !(await projections.upToDate('reviews', 'real')))
      return refuse('request.unavailable');
    const { rows } = await pool.query<ReviewRow & { seenAt: number }>(
      `SELECT ${reviewColumns(clock.now())}, o.seen AS "seenAt" FROM reviews
         JOIN (SELECT request_id AS opened_id, opened_at AS seen FROM review_openings WHERE staff_id = $1) o
           ON o.opened_id = request_id
        WHERE decided_at = 0 AND claimed_by = $1 AND claimed_by <> '' AND claimed_until > $2 AND queue = ANY ($3)
        ORDER BY opened_at, request_id`,
      [session.staffId, clock.now(), reviewQueuesOf(session) ?? []],
    );
    return rows.map(({ seenAt, ...review }) => ({ review, openedAt: seenAt }));
  }

  async approve(
    session: StaffSession,
    requestIds: readonly string[],
    keys: readonly string[],
    lang: Language,
  ): Promise<ReviewBatchView | Refusal> {
    const ids = [...new Set(requestIds)];
    if (!(await this.isKnown())) return refuse('request.unavailable');
    const { rows } = await this.parts.pool.query<{ id: string }>(
      'SELECT request_id AS id FROM review_openings WHERE staff_id = $1 AND request_id = ANY ($2)',
      [session.staffId, ids],
    );
    if (rows.length < ids.length) return refuse('review.not-opened', { count: ids.length - rows.length });
    const results: ReviewBatchView['results'] = [];
    for (const requestId of ids) {
      const verdict = { requestId, verdict: 'approved', reasons: [], note: '' } as const;
      const own = keys.map((key) => `${key}:${requestId}`);
      const said = await this.parts.reviews.decide(session, { ...verdict, reasons: [] }, own);
      results.push(
        isRefusal(said)
          ? { requestId, outcome: null, refusal: said.refusal, message: this.parts.texts.refusal(lang, said) }
          : { requestId, outcome: said.outcome, refusal: null },
      );
    }
    return { results };
  }

  /** Openings are recorded before anything is shown; this waits until the record can be asked. */
  private isKnown(): Promise<boolean> {
    return this.parts.projections.upToDate('openings', 'house');
  }
}
