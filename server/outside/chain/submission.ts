import { amount, format, type Amount } from '../../../shared/money.js';
import type { Refusal } from '../../core/refusal.js';
import type { Queries, StoredTransfer } from './chain-table.js';
import type { RunNetwork } from './networks.js';

/** A transfer submitted to the network. The same `key` is the same transfer. */
export interface Submission {
  readonly key: string;
  readonly networkId: string;
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly tag: string | null;
  readonly amount: Amount;
  readonly doubleSpend?: StoredTransfer['doubleSpend'];
  /** Called in the same transaction before anything is stored; a refusal stores nothing. Not called for a repeat. */
  readonly unless?: (queries: Queries) => Promise<Refusal | undefined>;
}

/** Whether a transfer equals a submission under its key. */
export const isSame = (transfer: StoredTransfer, request: Submission): boolean =>
  transfer.network === request.networkId &&
  transfer.asset === request.asset &&
  transfer.recipient === request.to &&
  transfer.tag === request.tag &&
  transfer.amount === request.amount &&
  transfer.doubleSpend === (request.doubleSpend ?? null);

/** What waits in a network's mempool: a count of all, and the pending amount of one sender. */
interface Waiting {
  readonly count: number;
  readonly taken: readonly { readonly asset: string; readonly amount: Amount; readonly fee: Amount }[];
}

export async function waitingOn(queries: Queries, network: string, sender: string): Promise<Waiting> {
  const all = await queries.query<{ count: number }>(
    `SELECT count(*) AS count FROM chain_transfers WHERE network = $1 AND NOT final AND status = 'mempool'`,
    [network],
  );
  const own = await queries.query<{ asset: string; amount: string; fee: string }>(
    `SELECT asset, sum(amount)::text AS amount, sum(fee)::text AS fee FROM chain_transfers
       WHERE network = $1 AND sender = $2 AND NOT final AND status = 'mempool' GROUP BY asset`,
    [network, sender],
  );
  const taken = own.rows.map(({ asset, ...sums }) => ({ asset, amount: amount(sums.amount), fee: amount(sums.fee) }));
  return { count: all.rows[0]?.count ?? 0, taken };
}

/** @throws {Error} when the sender's balance does not cover it and their pending transfers: such a transfer is never mined. */
export async function mustHold(
  queries: Queries,
  { id, feeAsset }: RunNetwork,
  request: Pick<Submission, 'from' | 'asset' | 'amount'> & { readonly fee: Amount },
  { taken }: Waiting,
): Promise<void> {
  const { rows } = await queries.query<{ asset: string; amount: string }>(
    'SELECT asset, amount::text FROM chain_balances WHERE network = $1 AND address = $2',
    [id, request.from],
  );
  for (const needed of new Set([request.asset, feeAsset])) {
    let left = amount(rows.find((row) => row.asset === needed)?.amount ?? '0');
    for (const other of [...taken, request]) {
      if (other.asset === needed) left -= other.amount;
      if (needed === feeAsset) left -= other.fee;
    }
    if (left < 0n) throw new Error(`${request.from} lacks ${format(-left)} ${needed} on ${id}`);
  }
}
