import type { Pool } from 'pg';
import { amount, ZERO, type Amount } from '../../../shared/money.js';
import { userAccount } from './chart.js';

interface SpotHolding {
  readonly realm: string;
  readonly ownerId: string;
  readonly asset: string;
}

/** What an owner may spend of an asset in the spot account. Balances are part of the append itself, so never behind. */
export async function spotAvailable(pool: Pool, { realm, ownerId, asset }: SpotHolding): Promise<Amount> {
  const { rows } = await pool.query<{ amount: string }>({
    name: 'spot-available',
    text: 'SELECT amount::text FROM ledger_balances WHERE realm = $1 AND account = $2 AND asset = $3',
    values: [realm, userAccount(ownerId, 'spot', 'available'), asset],
  });
  return rows[0] === undefined ? ZERO : amount(rows[0].amount);
}
