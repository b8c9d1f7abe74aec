import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { openPool } from '../../server/engine/history/database.js';
import { fundingsUnsettled } from '../../server/staff/queues/market.queues.js';
import { migratedDatabase } from '../kit/migrated.js';
import type { FreshDatabase } from '../kit/postgres.js';

const MINUTE_MS = 60_000;
const CHARGED_AT = 1_000_000;

describe('fundings that not everybody has settled', () => {
  let database: FreshDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await migratedDatabase();
    pool = openPool(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const charged = (symbol: string, dueAt: number, postedAt: number) =>
    pool.query(
      `INSERT INTO funding_runs__blue (realm, symbol, due_at, position, charged_at, rate, premium, mark_price, charge, index,
                                 positions, paid, received, shortfall, rounding, posted_at)
       VALUES ('demo', $1, $2, 1, $3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, $4)`,
      [symbol, dueAt, CHARGED_AT, postedAt],
    );
  const waiting = async (minutes: number) => {
    const { count, oldestAt, filter } = await fundingsUnsettled.waiting({
      pool,
      now: CHARGED_AT + minutes * MINUTE_MS,
    });
    return [count, oldestAt, filter];
  };

  it('wait for staff after ten minutes, but for those that a later one settled', async () => {
    await charged('BTCUSDT-PERP', 1, 0);
    await charged('BTCUSDT-PERP', 2, CHARGED_AT + 1);
    await charged('ETHUSDT-PERP', 1, CHARGED_AT + 1);
    expect(await waiting(11)).toEqual([0, null, {}]);
    await charged('ETHUSDT-PERP', 2, 0);
    expect(await waiting(9)).toEqual([0, null, {}]);
    expect(await waiting(11)).toEqual([1, CHARGED_AT, { open: true }]);
  });
});
