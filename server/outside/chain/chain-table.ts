import type { Pool, PoolClient } from 'pg';
import type { Instant } from '../../core/clock.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import { hashText } from './addresses.rules.js';
import type { ChainStep, Minable } from './mining.rules.js';
import type { RunNetwork } from './networks.js';
import { blockHash } from './schedule.rules.js';
import { inTransaction } from '../../engine/history/transaction.js';

/** A transfer as it is stored. */
export interface StoredTransfer extends Minable {
  readonly network: string;
  readonly key: string;
  readonly asset: string;
  readonly sender: string;
  readonly recipient: string;
  readonly tag: string | null;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly replacedBy: string | null;
  readonly watched: boolean;
  readonly seenAt: Instant;
}

export type Queries = Pick<PoolClient, 'query'>;

type Row = Omit<StoredTransfer, 'amount' | 'fee'> & { amount: string; fee: string };

/** Columns of a transfer under the names of `StoredTransfer`. */
export const TRANSFER = `t.network, t.hash, t.sequence, t.key, t.asset, t.sender, t.recipient, t.tag, t.amount::text, t.fee::text,
  t.status, t.target_height AS "targetHeight", t.block_height AS "blockHeight", t.final, t.double_spend AS "doubleSpend",
  t.replaced_by AS "replacedBy", t.watched, t.seen_at AS "seenAt"`;

/** One writer at a time, over all nodes: so that changes are numbered in the order in which they can be read. */
const LOCK = "hashtextextended('glassbook/chain', 0)";

/** Blocks above and including its own, up to where it is final. */
export function confirmationsOf({ final, blockHeight }: StoredTransfer, tip: number, needed: number): number {
  if (final) return needed;
  return blockHeight === null ? 0 : Math.min(needed, tip - blockHeight + 1);
}

export function storedTransfer(row: unknown): StoredTransfer {
  const { amount: sent, fee, ...rest } = row as Row;
  return { ...rest, amount: amount(sent), fee: amount(fee) };
}

/** Works under the write lock; `'busy'` when another holds it and the caller does not wait. All of it is kept, or nothing. */
export async function writing<T>(
  pool: Pool,
  wait: boolean,
  work: (queries: Queries) => Promise<T>,
): Promise<T | 'busy'> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ held: boolean }>(
      wait
        ? `SELECT true AS held FROM pg_advisory_xact_lock(${LOCK})`
        : `SELECT pg_try_advisory_xact_lock(${LOCK}) AS held`,
    );
    return rows[0]?.held === true ? work(client) : 'busy';
  });
}

/** Networks that are not there yet begin with all their coins in two wallets: the platform's and the one outside. */
export async function beginChains(queries: Queries, networks: readonly RunNetwork[], now: Instant): Promise<void> {
  for (const { id, schedule, byAsset, hotWallet, outsideWallet } of networks) {
    const { rowCount } = await queries.query(
      'INSERT INTO chain_networks (network, tip) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [id, schedule.heightAt(now)],
    );
    if (rowCount === 0) continue;
    await queries.query('INSERT INTO chain_watched (network, address) VALUES ($1, $2)', [id, hotWallet]);
    for (const { asset, endowment, outside } of byAsset.values()) {
      await queries.query(
        `INSERT INTO chain_balances (network, address, asset, amount) VALUES ($1, $2, $4, $5), ($1, $3, $4, $6)`,
        [id, hotWallet, outsideWallet, asset, format(endowment), format(outside)],
      );
      await queries.query('INSERT INTO chain_custody (network, asset, held, endowment) VALUES ($1, $2, $3, $3)', [
        id,
        asset,
        format(endowment),
      ]);
    }
  }
}

export async function tipOf(queries: Queries, network: string): Promise<number> {
  const { rows } = await queries.query<{ tip: number }>('SELECT tip FROM chain_networks WHERE network = $1', [network]);
  return rows[0]?.tip ?? 0;
}

/** What mining can still change, in the order of arrival. */
export async function pendingOf(queries: Queries, network: string): Promise<StoredTransfer[]> {
  const { rows } = await queries.query(
    `SELECT ${TRANSFER} FROM chain_transfers t WHERE network = $1 AND NOT final AND status <> 'dropped' ORDER BY sequence`,
    [network],
  );
  return rows.map(storedTransfer);
}

/** Answers the transfer as stored, with its place in the order of arrival. */
export async function insertTransfer(
  queries: Queries,
  transfer: Omit<StoredTransfer, 'sequence'>,
): Promise<StoredTransfer> {
  const { rows } = await queries.query<{ sequence: number }>(
    `INSERT INTO chain_transfers (network, hash, key, asset, sender, recipient, tag, amount, fee, status, target_height,
         block_height, final, double_spend, replaced_by, watched, seen_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING sequence`,
    [
      transfer.network,
      transfer.hash,
      transfer.key,
      transfer.asset,
      transfer.sender,
      transfer.recipient,
      transfer.tag,
      format(transfer.amount),
      format(transfer.fee),
      transfer.status,
      transfer.targetHeight,
      transfer.blockHeight,
      transfer.final,
      transfer.doubleSpend,
      transfer.replacedBy,
      transfer.watched,
      transfer.seenAt,
    ],
  );
  return { ...transfer, sequence: rows[0]?.sequence ?? 0 };
}

/** Keeps what mining did: where transfers stand, the blocks that they were in, what addresses hold, and that it changed. */
export async function storeMined(
  queries: Queries,
  network: RunNetwork,
  tip: number,
  before: readonly StoredTransfer[],
  { transfers, steps }: { transfers: readonly StoredTransfer[]; steps: readonly ChainStep[] },
): Promise<void> {
  const known = new Set(before.map(({ hash }) => hash));
  for (const transfer of transfers) if (!known.has(transfer.hash)) await insertTransfer(queries, transfer);
  const byHash = new Map(transfers.map((transfer) => [transfer.hash, transfer]));
  await queries.query('UPDATE chain_networks SET tip = $2 WHERE network = $1', [network.id, tip]);
  if (steps.length === 0) return;
  await storeStates(
    queries,
    network.id,
    [...new Set(steps.map(({ hash }) => hash))].map((hash) => found(byHash, hash)),
  );
  await storeInclusions(queries, network, steps);
  await moveBalances(queries, network, steps, byHash);
  const watched = steps.filter(({ hash, kind }) => found(byHash, hash).watched && kind !== 'taken-back');
  // Reverted and mined again within one block is one change, with its final state.
  const back = steps.filter(
    ({ hash, kind, height }) =>
      kind === 'taken-back' &&
      found(byHash, hash).watched &&
      !watched.some((step) => step.hash === hash && step.height === height),
  );
  const order = new Map(steps.map((step, at) => [step, at]));
  const changed = [...watched, ...back].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  await noteChanges(
    queries,
    network.id,
    changed.map(({ hash }) => hash),
  );
}

export async function noteChanges(queries: Queries, network: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await queries.query(
    `INSERT INTO chain_changes (network, hash)
       SELECT $1, hash FROM unnest($2::text[]) WITH ORDINALITY AS told (hash, place) ORDER BY place`,
    [network, hashes],
  );
}

async function storeStates(queries: Queries, network: string, transfers: readonly StoredTransfer[]): Promise<void> {
  await queries.query(
    `UPDATE chain_transfers t SET status = n.status, target_height = n.target, block_height = n.block, final = n.final,
         replaced_by = n.replaced
       FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::boolean[], $7::text[])
         AS n (hash, status, target, block, final, replaced)
       WHERE t.network = $1 AND t.hash = n.hash`,
    [
      network,
      transfers.map(({ hash }) => hash),
      transfers.map(({ status }) => status),
      transfers.map(({ targetHeight }) => targetHeight),
      transfers.map(({ blockHeight }) => blockHeight),
      transfers.map(({ final }) => final),
      transfers.map(({ replacedBy }) => replacedBy),
    ],
  );
}

/** Blocks with something in them; the others follow from the seed. */
async function storeInclusions(
  queries: Queries,
  { id: network, seed, style }: RunNetwork,
  steps: readonly ChainStep[],
): Promise<void> {
  const blocks = Map.groupBy(
    steps.filter(({ kind }) => kind === 'mined'),
    ({ height }) => height,
  );
  for (const [height, taken] of blocks) {
    const inside = taken.map(({ hash }) => hash);
    const hash = hashText(style, blockHash(seed, network, height, 0, inside));
    await queries.query('INSERT INTO chain_blocks (network, height, hash) VALUES ($1, $2, $3)', [
      network,
      height,
      hash,
    ]);
  }
  for (const { kind, hash, height, from } of steps) {
    if (kind === 'mined')
      await queries.query('INSERT INTO chain_inclusions (network, height, hash) VALUES ($1, $2, $3)', [
        network,
        height,
        hash,
      ]);
    if (kind === 'taken-back')
      await queries.query(
        `UPDATE chain_inclusions SET taken_back_by = $4
           WHERE network = $1 AND height = $2 AND hash = $3 AND taken_back_by IS NULL`,
        [network, from, hash, height],
      );
  }
}

async function moveBalances(
  queries: Queries,
  { id, miner, feeAsset }: RunNetwork,
  steps: readonly ChainStep[],
  byHash: ReadonlyMap<string, StoredTransfer>,
): Promise<void> {
  const moved = new Map<string, { address: string; asset: string; by: Amount }>();
  const move = (address: string, asset: string, by: Amount): void => {
    const entry = moved.get(`${address} ${asset}`) ?? { address, asset, by: 0n };
    moved.set(`${address} ${asset}`, { ...entry, by: entry.by + by });
  };
  for (const { kind, hash } of steps) {
    if (kind !== 'mined' && kind !== 'taken-back') continue;
    const { asset, sender, recipient, amount: sent, fee } = found(byHash, hash);
    const sign = kind === 'mined' ? 1n : -1n;
    move(sender, asset, -sign * sent);
    move(recipient, asset, sign * sent);
    move(sender, feeAsset, -sign * fee);
    move(miner, feeAsset, sign * fee);
  }
  const changed = [...moved.values()].filter(({ by }) => by !== 0n);
  const columns = [changed.map(({ address }) => address), changed.map(({ asset }) => asset)];
  const values = [id, ...columns, changed.map(({ by }) => format(by))];
  await queries.query(
    `INSERT INTO chain_balances AS b (network, address, asset, amount)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::numeric[])
       ON CONFLICT (network, address, asset) DO UPDATE SET amount = b.amount + excluded.amount`,
    values,
  );
  await queries.query(
    `UPDATE chain_custody c SET held = held + n.by FROM (
         SELECT m.asset, sum(m.by) AS by FROM unnest($2::text[], $3::text[], $4::numeric[]) AS m (address, asset, by)
           JOIN chain_watched w ON w.network = $1 AND w.address = m.address GROUP BY m.asset) n
       WHERE c.network = $1 AND c.asset = n.asset`,
    values,
  );
}

function found(byHash: ReadonlyMap<string, StoredTransfer>, hash: string): StoredTransfer {
  const transfer = byHash.get(hash);
  if (transfer === undefined) throw new Error(`mining reported an unknown transfer ${hash}`);
  return transfer;
}
