import type { LedgerAccountRow } from '../../../contracts/staff.contract.js';
import { isZero, sumByAsset, type AssetSum } from '../../lib/decimal';
import { callApi } from '../../lib/http';

/** What the accounts of a realm add up to: how many, in how many assets, and every asset whose sum is not zero. */
export interface RealmSums {
  accounts: number;
  assets: number;
  off: AssetSum[];
  /** False when there are more accounts than were read; sums then say nothing. */
  complete: boolean;
}

const PAGE = 1000;

/** Adds up the balances in the browser, so that nobody has to take the server's word for it. */
export function addUp(accounts: readonly LedgerAccountRow[], total: number): RealmSums {
  const sums = sumByAsset(accounts.map(({ asset, balance }) => ({ asset, amount: balance })));
  return {
    accounts: total,
    assets: sums.length,
    off: sums.filter(({ sum }) => !isZero(sum)),
    complete: accounts.length >= total,
  };
}

export async function readRealmSums(realm: string, signal: AbortSignal): Promise<RealmSums> {
  const query = new URLSearchParams({
    filter: JSON.stringify({ realm }),
    range: JSON.stringify([0, PAGE - 1]),
    sort: JSON.stringify(['account', 'ASC']),
  });
  const { json, headers } = await callApi(`/staff/ledger-accounts?${query.toString()}`, { signal });
  const total = parseInt(headers.get('Content-Range')?.split('/').pop() ?? '0', 10);
  return addUp(json as LedgerAccountRow[], total);
}
