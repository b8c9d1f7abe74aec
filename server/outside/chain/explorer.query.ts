import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type {
  ChainAddressView,
  ChainBlockDetail,
  ChainBlockView,
  ChainHit,
  ChainOverview,
  ChainTransactionDetail,
  ChainTransactionView,
  NetworkView,
} from '../../../contracts/chain.contract.js';
import { Clock } from '../../core/clock.js';
import { amount, format } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { hashText, styleProblem } from './addresses.rules.js';
import { confirmationsOf, storedTransfer, TRANSFER, type StoredTransfer } from './chain-table.js';
import { Chain } from './chain.js';
import type { RunNetwork } from './networks.js';
import { RecentBlocks } from './recent-blocks.js';
import { blockHash, branchFoundAt, branchOf } from './schedule.rules.js';

const TRANSFERS_MAX = 50;
const OVERVIEW_TRANSFERS = 25;
/** How far back the last reorganisation is looked for. */
const REORGANISATION_SEARCHED = 2_000;

/** The public view of the networks. These tables do not hold the owners of addresses. */
@Injectable()
export class ExplorerQuery {
  private readonly recent = new RecentBlocks();

  constructor(
    private readonly pool: Pool,
    private readonly chain: Chain,
    private readonly clock: Clock,
  ) {}

  async networks(): Promise<NetworkView[]> {
    return Promise.all(
      this.chain.networks().map(async (network) => {
        const { id, name, feeAsset, usesTag, blockSeconds, confirmations, outsideWallet, byAsset } = network;
        const { tip, mempool } = await this.headOf(network);
        const assets = [...byAsset.values()].map(({ asset, decimals }) => {
          return { asset, decimals, feeNow: format(this.chain.feeAt(network, asset, mempool)) };
        });
        return {
          network: id,
          name,
          assets,
          feeAsset,
          usesTag,
          blockSeconds,
          confirmations,
          height: tip,
          faucetAddress: outsideWallet,
        };
      }),
    );
  }

  async overview(networkId: string, before: number | undefined, limit: number): Promise<ChainOverview | Refusal> {
    const network = this.chain.network(networkId);
    if (network === undefined) return unknown(networkId);
    const { tip, mempool } = await this.headOf(network);
    const from = Math.min(tip, (before ?? tip + 1) - 1);
    const blocks = await this.blocks(network, Math.max(0, from - limit + 1), from, tip);
    // Two ends of indexes: ordered as one list, everything there ever was would be sorted for each visitor.
    const newest = (which: string): string =>
      `(SELECT ${TRANSFER} FROM chain_transfers t WHERE network = $1 AND ${which} ORDER BY t.sequence DESC LIMIT $2)`;
    const { rows } = await this.pool.query(
      `SELECT * FROM (${newest(`NOT final AND status = 'mempool'`)} UNION ALL ${newest(`status <> 'mempool'`)}) AS newest
         ORDER BY status = 'mempool' DESC, sequence DESC LIMIT $2`,
      [networkId, OVERVIEW_TRANSFERS],
    );
    return {
      network: networkId,
      height: tip,
      blocks,
      transfers: await this.views(network, rows.map(storedTransfer), tip),
      mempool,
      lastReorganisation: lastReorganisation(network, tip),
    };
  }

  /** `block`: a height, or the hash of a block that stands or stood there. */
  async block(networkId: string, block: string): Promise<ChainBlockDetail | Refusal> {
    const network = this.chain.network(networkId);
    if (network === undefined) return unknown(networkId);
    const { tip } = await this.headOf(network);
    const hash = hashText(network.style, block);
    const height = hash === undefined ? heightOf(block) : await this.heightOfHash(network, hash, tip);
    if (height === undefined || height > tip)
      return refuse('chain.nothing-found', { network: networkId, query: block });
    const found = await this.blocks(network, height, height, tip);
    const wanted = found.find((candidate) => candidate.hash === hash) ?? found[0];
    if (wanted === undefined) return refuse('chain.nothing-found', { network: networkId, query: block });
    const { rows } = await this.pool.query(
      `SELECT ${TRANSFER} FROM chain_inclusions i JOIN chain_transfers t USING (network, hash)
         WHERE i.network = $1 AND i.height = $2 ORDER BY i.place`,
      [networkId, height],
    );
    const inside = wanted.transactions === 0 ? [] : rows.map(storedTransfer);
    const others = found.filter((candidate) => candidate !== wanted).reverse();
    return { ...wanted, transfers: await this.views(network, inside, tip), others };
  }

  async transaction(networkId: string, text: string): Promise<ChainTransactionDetail | Refusal> {
    const network = this.chain.network(networkId);
    if (network === undefined) return unknown(networkId);
    const { tip } = await this.headOf(network);
    const { rows } = await this.pool.query(
      `SELECT ${TRANSFER} FROM chain_transfers t WHERE network = $1 AND hash = $2`,
      [networkId, hashText(network.style, text) ?? ''],
    );
    const [view] = await this.views(network, rows.map(storedTransfer), tip);
    if (view === undefined) return refuse('chain.nothing-found', { network: networkId, query: text });
    const inclusions = await this.pool.query<{ height: number; hash: string; by: number | null }>(
      `SELECT i.height, b.hash, i.taken_back_by AS by FROM chain_inclusions i JOIN chain_blocks b USING (network, height)
         WHERE i.network = $1 AND i.hash = $2 ORDER BY i.place`,
      [networkId, view.hash],
    );
    const { blockAt } = network.schedule;
    return {
      ...view,
      inclusions: inclusions.rows.map(({ height, hash, by }) => {
        return { height, hash, at: blockAt(height), reorganisedAt: by === null ? null : blockAt(by) };
      }),
    };
  }

  async address(networkId: string, text: string): Promise<ChainAddressView | Refusal> {
    const network = this.chain.network(networkId);
    if (network === undefined) return unknown(networkId);
    if (this.chain.addressProblem(networkId, text) !== undefined)
      return refuse('chain.nothing-found', { network: networkId, query: text });
    const address = this.chain.normalAddress(networkId, text);
    const { tip } = await this.headOf(network);
    const held = await this.pool.query<{ asset: string; amount: string }>(
      'SELECT asset, amount::text FROM chain_balances WHERE network = $1 AND address = $2',
      [networkId, address],
    );
    const half = (end: string): string =>
      `(SELECT ${TRANSFER} FROM chain_transfers t WHERE network = $1 AND ${end} = $2 ORDER BY t.sequence DESC LIMIT $3)`;
    const { rows } = await this.pool.query(
      `SELECT * FROM (${half('sender')} UNION ${half('recipient')}) AS both_ends ORDER BY sequence DESC LIMIT $3`,
      [networkId, address, TRANSFERS_MAX],
    );
    const balances = network.assets.map(([asset]) => {
      const row = held.rows.find((line) => line.asset === asset);
      return { asset, amount: format(amount(row?.amount ?? '0')) };
    });
    return {
      network: networkId,
      address,
      balances,
      transfers: await this.views(network, rows.map(storedTransfer), tip),
    };
  }

  async search(query: string): Promise<ChainHit[]> {
    const found = await Promise.all(this.chain.networks().map((network) => this.searchOn(network, query)));
    return found.flat();
  }

  private async searchOn(network: RunNetwork, query: string): Promise<ChainHit[]> {
    const { id, style } = network;
    const { tip } = await this.headOf(network);
    const height = heightOf(query);
    if (height !== undefined) return height <= tip ? [{ kind: 'block', network: id, key: `${height}` }] : [];
    const hash = hashText(style, query);
    if (hash === undefined)
      return styleProblem(style, query) === undefined
        ? [{ kind: 'address', network: id, key: this.chain.normalAddress(id, query) }]
        : [];
    const { rowCount } = await this.pool.query('SELECT FROM chain_transfers WHERE network = $1 AND hash = $2', [
      id,
      hash,
    ]);
    if (rowCount === 1) return [{ kind: 'transaction', network: id, key: hash }];
    const at = await this.heightOfHash(network, hash, tip);
    return at === undefined ? [] : [{ kind: 'block', network: id, key: hash }];
  }

  /** Where the network stands: as far as it was mined while something is on its way, else as far as the clock. */
  private async headOf({ id, schedule }: RunNetwork): Promise<{ tip: number; mempool: number }> {
    const { rows } = await this.pool.query<{ tip: number; open: number; mempool: number }>(
      `SELECT n.tip, count(t.hash) AS open, count(t.hash) FILTER (WHERE t.status = 'mempool') AS mempool
         FROM chain_networks n LEFT JOIN chain_transfers t ON t.network = n.network AND NOT t.final AND t.status <> 'dropped'
         WHERE n.network = $1 GROUP BY n.tip`,
      [id],
    );
    const { tip = 0, open = 0, mempool = 0 } = rows[0] ?? {};
    return { tip: open > 0 ? tip : Math.max(tip, schedule.heightAt(this.clock.now())), mempool };
  }

  /** Blocks of these heights, newest first; those that were replaced stand behind the one that replaced them. */
  private async blocks(network: RunNetwork, from: number, to: number, tip: number): Promise<ChainBlockView[]> {
    const { id, seed, schedule, confirmations, style } = network;
    const { rows } = await this.pool.query<{ height: number; hash: string; transactions: number }>(
      `SELECT height, b.hash, (SELECT count(*) FROM chain_inclusions i WHERE i.network = $1 AND i.height = b.height) AS transactions
         FROM chain_blocks b WHERE network = $1 AND height BETWEEN $2 AND $3`,
      [id, from - 1, to],
    );
    const stored = new Map(rows.map((row) => [row.height, row]));
    // Only the first block of a height ever holds transfers: what replaces it is empty, and they go on to the next.
    const hashAt = (height: number, branch: number): string => {
      const text = (branch === 0 ? stored.get(height)?.hash : undefined) ?? blockHash(seed, id, height, branch, []);
      return hashText(style, text) as string;
    };
    const heights = Array.from({ length: to - from + 1 }, (_, index) => to - index);
    return heights.flatMap((height) => {
      const best = branchOf(schedule, confirmations, height, tip);
      return Array.from({ length: best + 1 }, (_, index) => best - index).map((branch) => {
        const { at, by } = branchFoundAt(schedule, confirmations, height, branch);
        const parent = branchOf(schedule, confirmations, height - 1, by);
        return {
          network: id,
          height,
          hash: hashAt(height, branch),
          parentHash: hashAt(height - 1, parent),
          at,
          transactions: branch === 0 ? (stored.get(height)?.transactions ?? 0) : 0,
          confirmations: branch === best ? Math.min(confirmations, tip - height + 1) : 0,
          confirmationsNeeded: confirmations,
          reorganised: branch !== best,
        };
      });
    });
  }

  private async heightOfHash(network: RunNetwork, hash: string, tip: number): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ height: number }>(
      'SELECT height FROM chain_blocks WHERE network = $1 AND hash = $2',
      [network.id, hash],
    );
    if (rows[0] !== undefined) return rows[0].height;
    const recent = await this.recent.heights(network.id, tip, (from) => this.blocks(network, from, tip, tip));
    return recent.get(hash);
  }

  private async views(
    network: RunNetwork,
    transfers: readonly StoredTransfer[],
    tip: number,
  ): Promise<ChainTransactionView[]> {
    const heights = transfers.map(({ blockHeight }) => blockHeight).filter((height) => height !== null);
    const { rows } = await this.pool.query<{ height: number; hash: string }>(
      'SELECT height, hash FROM chain_blocks WHERE network = $1 AND height = ANY($2::bigint[])',
      [network.id, heights],
    );
    const blocks = new Map(rows.map(({ height, hash }) => [height, hash]));
    return transfers.map((transfer) => transactionView(network, transfer, tip, blocks));
  }
}

/** How a transfer looks to everybody. `blocks`: hashes by height, of those that it may be in. */
function transactionView(
  { schedule, feeAsset, confirmations }: RunNetwork,
  transfer: StoredTransfer,
  tip: number,
  blocks: ReadonlyMap<number, string>,
): ChainTransactionView {
  const { network, hash, asset, sender, recipient, tag, status, blockHeight, replacedBy, seenAt } = transfer;
  return {
    network,
    hash,
    asset,
    from: sender,
    to: recipient,
    tag,
    amount: format(transfer.amount),
    fee: format(transfer.fee),
    feeAsset,
    status,
    confirmations: confirmationsOf(transfer, tip, confirmations),
    confirmationsNeeded: confirmations,
    blockHeight,
    blockHash: blockHeight === null ? null : (blocks.get(blockHeight) ?? null),
    minedAt: blockHeight === null ? null : schedule.blockAt(blockHeight),
    seenAt,
    replacedBy,
  };
}

function lastReorganisation({ schedule }: RunNetwork, tip: number): ChainOverview['lastReorganisation'] {
  for (let height = tip; height > tip - REORGANISATION_SEARCHED; height -= 1) {
    const depth = schedule.reorganisationDepth(height);
    if (depth > 0) return { height, depth, at: schedule.blockAt(height) };
  }
  return null;
}

function heightOf(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

function unknown(network: string): Refusal {
  return refuse('chain.network-unknown', { network, field: 'network' });
}
