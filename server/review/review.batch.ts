import { type RequestToken, underKey } from '../core/command.js';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Language } from '../../shared/language.js';
import type { OpenedReviewView, ReviewBatchView, ReviewRow } from '../../contracts/review.contract.js';
import { Clock } from '../core/clock.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import { Messages } from '../edge/http/messages.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { ProjectionRunner } from '../engine/projections/runner.js';
import { reviewColumns } from './review.list.js';
import { reviewQueuesOf } from '../edge/auth/masking.js';
import { ReviewService } from './review.service.js';

/**
 * Several approvals in one go, for requests that the member has read one by one under their claims. Each is decided as it would be
 * alone, so that claims, rights, own requests and the second pair of eyes hold for each; a request with a warning, ticks or a
 * choice is refused.
 */
@Injectable()
export class ReviewBatch {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly projections: ProjectionRunner,
    private readonly reviews: ReviewService,
    private readonly texts: Messages,
  ) {}

  /** The member's claimed and opened requests, the oldest first. */
  async opened(session: StaffSession): Promise<OpenedReviewView[] | Refusal> {
    const { pool, clock, projections } = this;
    if (!(await projections.upToDate('reviews', 'real'))) return refuse('request.unavailable');
    const { rows } = await pool.query<ReviewRow & { seenAt: number; alone: boolean }>(
      `SELECT ${reviewColumns(clock.now())}, read_at AS "seenAt", alone FROM reviews
        WHERE decided_at = 0 AND claimed_by = $1 AND claimed_by <> '' AND claimed_until > $2 AND queue = ANY ($3)
          AND read_by = $1 ORDER BY opened_at, request_id`,
      [session.staffId, clock.now(), reviewQueuesOf(session) ?? []],
    );
    return rows.map(({ seenAt, alone, ...review }) => ({ review, openedAt: seenAt, alone }));
  }

  async approve(
    session: StaffSession,
    requestIds: readonly string[],
    requestToken: RequestToken | undefined,
    lang: Language,
  ): Promise<ReviewBatchView | Refusal> {
    const ids = [...new Set(requestIds)];
    const results: ReviewBatchView['results'] = [];
    for (const requestId of ids) {
      const verdict = { requestId, verdict: 'approved', note: '', checks: [], remark: '' } as const;
      const own = underKey(requestToken, (key) => `${key}:${requestId}`);
      const answer = await this.reviews.decide(session, { ...verdict, reasons: [], checks: [] }, own, true);
      results.push(
        isRefusal(answer)
          ? { requestId, outcome: null, refusal: answer.refusal, message: this.texts.refusal(lang, answer) }
          : { requestId, outcome: answer.outcome, refusal: null },
      );
    }
    return { results };
  }
}
