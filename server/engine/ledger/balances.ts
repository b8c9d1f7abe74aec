import type { Pool } from 'pg';
import { ACCOUNT_SPACES } from '../../../contracts/asset.contract.js';
import type { StaffBalanceRow } from '../../../contracts/staff-lists.contract.js';
import type { StaffUserRow } from '../../../contracts/staff.contract.js';
import { userAccount } from './chart.js';

/** What a user's present life holds, a row for each purse and asset. */
export async function balancesOf(
  pool: Pool,
  { id, realm, generation }: Pick<StaffUserRow, 'id' | 'realm' | 'generation'>,
): Promise<StaffBalanceRow[]> {
  const owner = `${id}.${generation}`;
  const accounts = ACCOUNT_SPACES.flatMap((space) =>
    (['available', 'frozen'] as const).map((bucket) => ({ space, bucket, account: userAccount(owner, space, bucket) })),
  );
  const { rows } = await pool.query<StaffBalanceRow>(
    `SELECT space || ':' || asset AS id, space, asset,
        trim_scale(coalesce(sum(amount) FILTER (WHERE bucket = 'available'), 0))::text AS available,
        trim_scale(coalesce(sum(amount) FILTER (WHERE bucket = 'frozen'), 0))::text AS frozen
      FROM unnest($2::text[], $3::text[], $4::text[]) AS own(account, space, bucket)
      JOIN ledger_balances USING (account) WHERE realm = $1 GROUP BY space, asset ORDER BY space, asset`,
    [
      realm,
      accounts.map(({ account }) => account),
      accounts.map(({ space }) => space),
      accounts.map(({ bucket }) => bucket),
    ],
  );
  return rows;
}
