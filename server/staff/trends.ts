import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { StaffTrendsView } from '../../contracts/staff-lists.contract.js';
import { isFresh, Clock } from '../core/clock.js';
import { isRefusal, type Refusal } from '../core/refusal.js';
import { reading } from '../engine/lists/list-sql.js';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Several consoles share one count. */
const KEPT_MS = 15_000;

const SOURCES = {
  orders: ['orders', 'placed_at'],
  trades: ['trades', 'at'],
  accounts: ['users', 'opened_at'],
} as const;

/** Orders, trades and accounts by the hour, counted from their rows. */
@Injectable()
export class Trends {
  private kept: { at: number; view: Promise<StaffTrendsView | Refusal> } | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  view(): Promise<StaffTrendsView | Refusal> {
    const now = this.clock.now();
    if (this.kept === undefined || !isFresh(this.kept.at, now, KEPT_MS)) {
      const view = this.read(now);
      this.kept = { at: now, view };
      // What could not be counted is counted again at the next asking.
      const forget = (): void => void (this.kept = undefined);
      void view.then((found) => isRefusal(found) && forget(), forget);
    }
    return this.kept.view;
  }

  private read(now: number): Promise<StaffTrendsView | Refusal> {
    const from = Math.floor(now / HOUR_MS) * HOUR_MS - (HOURS - 1) * HOUR_MS;
    return reading(this.pool, async (client) => {
      const view: StaffTrendsView = { from, orders: [], trades: [], accounts: [] };
      for (const [name, [table, column]] of Object.entries(SOURCES)) {
        const { rows } = await client.query<{ hour: number; n: number }>(
          `SELECT (${column} - $1::bigint) / ${HOUR_MS} AS hour, count(*)::bigint AS n FROM ${table}
            WHERE ${column} >= $1 GROUP BY 1`,
          [from],
        );
        const counts = new Map(rows.map(({ hour, n }) => [hour, n]));
        view[name as keyof typeof SOURCES] = Array.from({ length: HOURS }, (_, hour) => counts.get(hour) ?? 0);
      }
      return view;
    });
  }
}
