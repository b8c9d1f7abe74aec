import { Pool } from 'pg';
import { BankRunner } from '../../server/outside/bank/bank-runner.js';
import { SimulatedBank } from '../../server/core/ports/bank.js';
import { Clock } from '../../server/core/clock.js';
import type { StartedApp } from './app.js';

/** Accounts by what the simulated bank does with them; both have right check digits. */
export const IBAN_PAID = 'DE89370400440532013000';
export const IBAN_CLOSED = 'DE50370400440532010404';

export function bankOf({ app }: StartedApp): SimulatedBank {
  return app.get<SimulatedBank>(SimulatedBank, { strict: false });
}

/** Lets the bank finish everything that was ordered so far, without waiting for its working day. Answers how much that was. */
export async function settleBank({ app }: StartedApp): Promise<number> {
  const pool = app.get<Pool>(Pool, { strict: false });
  const now = app.get<Clock>(Clock, { strict: false }).now();
  const { rowCount } = await pool.query(
    `UPDATE bank_payouts SET due_at = $1 WHERE status = 'ordered' AND due_at > $1`,
    [now],
  );
  await app.get(BankRunner, { strict: false }).look();
  return rowCount ?? 0;
}
