import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { FundRequest, getFundRequestsQuery } from '../../../contracts/fund.contract.js';
import type { FundLevel } from '../../../shared/fund.js';
import { refuse } from '../../core/refusal.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { fundNavs, fundRequests, type FundNavRow, type FundRequestRow } from './fund.projection.js';

interface Reader {
  readonly realm: string;
  readonly ownerId: string;
}

const CHART_DATES = 365;

/** An owner's requests: realm and owner come from the session and stand in every query. */
@Injectable()
export class FundQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  /** A demo account has no fund, so there is nothing to wait for. */
  async isUpToDate(realm: string): Promise<boolean> {
    return realm !== 'real' || (await this.projections.upToDate('fund', realm));
  }

  async requests({ realm, ownerId }: Reader, input: z.output<typeof getFundRequestsQuery>) {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const rows = ([position]: readonly number[], count: number) =>
      this.pool.query<FundRequestRow>({
        name: 'fund-requests',
        text: `SELECT ${fundRequests.selected} FROM fund_requests
               WHERE realm = $1 AND owner_id = $2 AND position < $3 AND ($4::text IS NULL OR level = $4)
                 AND ($5::text IS NULL OR status = $5) ORDER BY position DESC LIMIT $6`,
        values: [realm, ownerId, position, input.level ?? null, input.status ?? null, count],
      });
    return pageOf(input, ['position'], rows, viewOfRow);
  }

  /** `undefined` where it is not this owner's. */
  async row({ realm, ownerId }: Reader, requestId: string): Promise<FundRequestRow | undefined> {
    const { rows } = await this.pool.query<FundRequestRow>(
      `SELECT ${fundRequests.selected} FROM fund_requests WHERE realm = $1 AND request_id = $2 AND owner_id = $3`,
      [realm, requestId, ownerId],
    );
    return rows[0];
  }

  /** The last net asset values, the newest first. */
  async navs(level: FundLevel): Promise<FundNavRow[]> {
    const { rows } = await this.pool.query<FundNavRow>(
      `SELECT ${fundNavs.selected} FROM fund_navs WHERE realm = 'real' AND level = $1 ORDER BY date DESC LIMIT $2`,
      [level, CHART_DATES],
    );
    return rows;
  }

  /** All of a person's requests, for the export of personal data. */
  async export(userId: string): Promise<FundRequest[]> {
    const { rows } = await this.pool.query<FundRequestRow>(
      `SELECT ${fundRequests.selected} FROM fund_requests WHERE realm = 'real' AND user_id = $1 ORDER BY position`,
      [userId],
    );
    return rows.map(viewOfRow);
  }

  /** Requests that wait, and funds of which units are held. */
  async openCount(userId: string): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(
      `SELECT (count(*) FILTER (WHERE waiting > 0) + count(*) FILTER (WHERE held > 0))::int AS n FROM (
         SELECT count(*) FILTER (WHERE status = 'pending') AS waiting,
                sum(CASE WHEN status <> 'success' THEN 0 WHEN side = 'purchase' THEN units ELSE -units END) AS held
           FROM fund_requests WHERE realm = 'real' AND user_id = $1 GROUP BY level) AS funds`,
      [userId],
    );
    return rows[0]?.n ?? 0;
  }
}

export function viewOfRow(row: FundRequestRow): FundRequest {
  const { requestId, level, side, status, amount, units, navDate, requestedAt, firstCloseAt, strikesAt, nav, paid } =
    row;
  const size = { amount, units, navDate, requestedAt, firstCloseAt, strikesAt };
  return { requestId, level, side, status, ...size, nav, paid, endedAt: row.endedAt || null };
}
