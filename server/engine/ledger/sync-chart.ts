import type { Pool } from 'pg';
import { HOUSE } from './chart.js';

/** Stores the house accounts, and which may go below zero: the database refuses all others. */
export async function syncChart(pool: Pool): Promise<void> {
  const accounts = Object.values(HOUSE);
  await pool.query(
    `INSERT INTO ledger_house_accounts (account, may_go_negative) SELECT * FROM unnest($1::text[], $2::boolean[])
       ON CONFLICT (account) DO UPDATE SET may_go_negative = excluded.may_go_negative`,
    [accounts.map(({ account }) => account), accounts.map(({ mayGoNegative }) => mayGoNegative)],
  );
}
