import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Language } from '../../shared/language.js';
import type { ReviewRow, ReviewStatisticsView } from '../../contracts/review.contract.js';
import { Clock } from '../core/clock.js';
import { reviewColumns } from './review.list.js';

const DAY_MS = 86_400_000;
const EARLIER_MAX = 20;

/** Reads the queues: one request with what surrounds it, and how the work goes. */
@Injectable()
export class ReviewQuery {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** The person's other requests, the newest first. */
  async others({ id, userId }: ReviewRow): Promise<ReviewRow[]> {
    const { rows } = await this.pool.query<ReviewRow>(
      `SELECT ${reviewColumns(this.clock.now())} FROM reviews WHERE user_id = $1 AND request_id <> $2
        ORDER BY opened_at DESC, request_id DESC LIMIT ${EARLIER_MAX}`,
      [userId, id],
    );
    return rows;
  }

  /** All requests of a person, without the deciding staff. */
  async of(userId: string) {
    const { rows } = await this.pool.query<Omit<ReviewRow, `${string}By` | `${string}ByName`>>(
      `SELECT request_id AS id, kind, status, opened_at AS "openedAt", nullif(decided_at, 0) AS "decidedAt",
          CASE reasons WHEN '' THEN '{}' ELSE string_to_array(reasons, ',') END AS reasons
         FROM reviews WHERE user_id = $1 ORDER BY opened_at, request_id`,
      [userId],
    );
    return rows;
  }

  /** Whether this member of the staff approved, as first or last, any request of these kinds of the person. */
  async approvedBy(staffId: string, userId: string, kinds: readonly string[]): Promise<boolean> {
    const { rows } = await this.pool.query(
      `SELECT 1 FROM reviews WHERE user_id = $1 AND kind = ANY ($2)
          AND (approved_by = $3 OR (status = 'approved' AND decided_by = $3)) LIMIT 1`,
      [userId, kinds, staffId],
    );
    return rows.length > 0;
  }

  async openOf(userId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT request_id AS id FROM reviews WHERE user_id = $1 AND decided_at = 0',
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /** What was sent in so many milliseconds before now, or before the newest request if that is older; decided or not, the oldest first. */
  async sentLately(now: number, spanMs: number): Promise<{ id: string; kind: string; userId: string }[]> {
    const { rows } = await this.pool.query<{ id: string; kind: string; userId: string }>(
      `SELECT request_id AS id, kind, user_id AS "userId" FROM reviews
         WHERE greatest(opened_at, answered_at) >
           least($1::bigint, (SELECT max(greatest(opened_at, answered_at)) FROM reviews)) - $2::bigint ORDER BY opened_at`,
      [now, spanMs],
    );
    return rows;
  }

  /** The language that the person opened the account in. */
  async languageOf(userId: string): Promise<Language> {
    const { rows } = await this.pool.query<{ lang: Language }>(
      `SELECT lang FROM users WHERE realm = 'real' AND user_id = $1`,
      [userId],
    );
    return rows[0]?.lang ?? 'en';
  }

  /** `queues` narrows everything to these; all of them when `undefined`. */
  async statistics(days: number, queues: readonly string[] | undefined): Promise<ReviewStatisticsView> {
    const today = Math.floor(this.clock.now() / DAY_MS) * DAY_MS;
    const from = today - (days - 1) * DAY_MS;
    const within = [queues ?? null, from];
    const [waiting, byDay, kinds, reviewers, reasons] = await Promise.all([
      this.rows<ReviewStatisticsView['waiting'][number]>(WAITING, [queues ?? null]),
      this.rows<ReviewStatisticsView['days'][number]>(BY_DAY, [...within, today]),
      this.rows<ReviewStatisticsView['kinds'][number]>(BY_KIND, within),
      this.rows<ReviewStatisticsView['reviewers'][number]>(BY_REVIEWER, within),
      this.rows<ReviewStatisticsView['reasons'][number]>(BY_REASON, within),
    ]);
    return { waiting, days: byDay, kinds, reviewers, reasons };
  }

  private async rows<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>(text, values)).rows;
  }
}

const WAITING = `SELECT kind, count(*)::bigint AS count, min(opened_at) AS "oldestAt" FROM reviews
  WHERE decided_at = 0 AND ($1::text[] IS NULL OR queue = ANY ($1)) GROUP BY kind ORDER BY kind`;

// A cancelled request is no decision and does not count.
const DECIDED = `SELECT r.kind, r.reasons, v.staff_id, v.outcome, v.settles, v.at, v.at - r.opened_at AS took
  FROM review_verdicts v JOIN reviews r USING (request_id)
  WHERE v.at >= $2 AND ($1::text[] IS NULL OR r.queue = ANY ($1))`;
const SETTLED = `SELECT * FROM (${DECIDED}) d WHERE settles`;
const FIGURES = `count(*) FILTER (WHERE outcome = 'approved')::bigint AS approved,
  count(*) FILTER (WHERE outcome = 'rejected')::bigint AS rejected,
  percentile_disc(0.5) WITHIN GROUP (ORDER BY took)::bigint AS "medianMs"`;

const BY_DAY = `SELECT to_char(to_timestamp(day / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${FIGURES}
  FROM generate_series($2::bigint, $3::bigint, ${DAY_MS}) AS day
  LEFT JOIN (${SETTLED}) d ON d.at >= day AND d.at < day + ${DAY_MS} GROUP BY day ORDER BY day`;
const BY_KIND = `SELECT kind, ${FIGURES} FROM (${SETTLED}) d GROUP BY kind ORDER BY kind`;
// The first of two approvals counts as a review as well.
const BY_REVIEWER = `SELECT d.staff_id AS "staffId", coalesce(a.name, d.staff_id) AS name, ${FIGURES}
  FROM (${DECIDED}) d LEFT JOIN staff_accounts a USING (staff_id)
  GROUP BY d.staff_id, a.name ORDER BY count(*) DESC, 2`;
const BY_REASON = `SELECT kind, reason, count(*)::bigint AS count
  FROM (${SETTLED}) d, unnest(string_to_array(d.reasons, ',')) AS reason WHERE d.outcome = 'rejected'
  GROUP BY kind, reason ORDER BY count(*) DESC, kind, reason`;
