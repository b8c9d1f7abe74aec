import { amount, format, type Amount } from '../core/money.js';
import type { Refusal } from '../core/refusal.js';
import type { Queries, StoredTransfer } from './chain-table.js';
import type { RunNetwork } from './networks.js';

/** A transfer that somebody hands to the network. The same `key` again is the same transfer. */
export interface Submission {
  readonly key: string;
  readonly networkId: string;
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly tag: string | null;
  readonly amount: Amount;
  readonly doubleSpend?: StoredTransfer['doubleSpend'];
  /** Asked in the same transaction before anything is stored; a refusal stores nothing. Not asked for a repeat. */
  readonly unless?: (queries: Queries) => Promise<Refusal | undefined>;
}

/** @throws {Error} when the sender does not hold it, with what of his already waits: nobody mines what cannot be paid. */
export async function mustHold(
  queries: Queries,
  { id, feeAsset }: RunNetwork,
  wish: Pick<Submission, 'from' | 'asset' | 'amount'> & { readonly fee: Amount },
  waiting: readonly StoredTransfer[],
): Promise<void> {
  const { rows } = await queries.query<{ asset: string; amount: string }>(
    'SELECT asset, amount::text FROM chain_balances WHERE network = $1 AND address = $2',
    [id, wish.from],
  );
  for (const needed of new Set([wish.asset, feeAsset])) {
    let left = amount(rows.find((row) => row.asset === needed)?.amount ?? '0');
    for (const other of [...waiting.filter(({ sender }) => sender === wish.from), wish]) {
      if (other.asset === needed) left -= other.amount;
      if (needed === feeAsset) left -= other.fee;
    }
    if (left < 0n) throw new Error(`${wish.from} lacks ${format(-left)} ${needed} on ${id}`);
  }
}
