import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { ClosedPositionView, getPositionHistoryQuery } from '../../../../contracts/contract.contract.js';
import { amount, format } from '../../../../shared/money.js';
import { refuse, type Refusal } from '../../../core/refusal.js';
import { pageOf } from '../../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../../engine/projections/runner.js';
import { averagePrice } from '../../../trading/venue/order.views.js';
import { positions, type PositionRow } from './position.projection.js';

const NEWEST = Number.MAX_SAFE_INTEGER;

type PositionFilters = z.output<typeof getPositionHistoryQuery>;

interface Reader {
  readonly realm: string;
  readonly ownerId: string;
}

/** An owner's positions that are over: realm and owner come from the session and stand in every query. */
@Injectable()
export class PositionQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
  ) {}

  isUpToDate(realm: string): Promise<boolean> {
    return this.projections.upToDate('positions', realm);
  }

  /** Those that ended last first. */
  async history({ realm, ownerId }: Reader, input: PositionFilters) {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    return closedPage(this.pool, { realm, ownerId }, input);
  }

  /** Positions of a person that are open, in all generations of the account. */
  async openCount(userId: string): Promise<number | Refusal> {
    if (!(await this.isUpToDate('real'))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM positions WHERE realm = 'real' AND user_id = $1 AND lots > 0`,
      [userId],
    );
    return rows[0]?.n ?? 0;
  }

  /** All of a person's positions, for the export of personal data. */
  async export(userId: string): Promise<ClosedPositionView[]> {
    const { rows } = await this.pool.query<PositionRow>(
      `SELECT ${positions.selected} FROM positions WHERE realm = 'real' AND user_id = $1 ORDER BY opened_at`,
      [userId],
    );
    return rows.map(viewOf);
  }
}

/** One page of an owner's positions that are over, as the rows have them now. */
export function closedPage(pool: Pool, { realm, ownerId }: Reader, input: PositionFilters) {
  const { symbol, from, to } = input;
  const rows = ([endPosition]: readonly number[], count: number) =>
    pool.query<PositionRow>({
      name: 'position-history',
      text: `SELECT ${positions.selected} FROM positions
             WHERE realm = $1 AND owner_id = $2 AND end_position > 0 AND end_position < $3
               AND ($4::text IS NULL OR symbol = $4) AND closed_at BETWEEN $5::bigint AND $6::bigint
             ORDER BY end_position DESC LIMIT $7`,
      values: [realm, ownerId, endPosition, symbol ?? null, from ?? 0, to ?? NEWEST, count],
    });
  return pageOf(input, ['endPosition'], rows, viewOf);
}

function viewOf(row: PositionRow): ClosedPositionView {
  const { symbol, side, number, label, openedQuantity, realised, fees, funding, openedAt, closedAt } = row;
  return {
    symbol,
    side,
    number,
    label,
    quantity: openedQuantity,
    entryPrice: averagePrice(amount(row.openedNotional), amount(openedQuantity)) ?? '0',
    closePrice: averagePrice(amount(row.closedNotional), amount(row.closedQuantity)) ?? '0',
    realisedPnl: realised,
    fees,
    funding,
    profit: format(amount(realised) - amount(fees) - amount(funding)),
    openedAt,
    closedAt,
  };
}
