import { bytesToHex } from '@noble/hashes/utils.js';
import type { Pool } from 'pg';
import type {
  AddressProblem,
  ChainChange,
  ChainCustody,
  ChainTransfer,
  SimulatedChain,
} from '../../core/ports/chain.js';
import type { Clock, Instant } from '../../core/clock.js';
import { amount, decimalsOf, roundTo, type Amount } from '../../../shared/money.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { digest, hashText, normalText, styleProblem } from './addresses.rules.js';
import {
  beginChains,
  confirmationsOf,
  insertTransfer,
  pendingOf,
  storedTransfer,
  storeMined,
  noteChanges,
  tipOf,
  TRANSFER,
  writing,
  type Queries,
  type StoredTransfer,
} from './chain-table.js';
import { mine } from './mining.rules.js';
import type { ChainAsset, RunNetwork } from './networks.js';
import { isSame, mustHold, waitingOn, type Submission } from './submission.js';
import { Watching } from './watching.js';

const TAG_FROM = 100_000;

/**
 * The networks outside, on tables of their own. What happens is a function of seed, heights and transfers: when it is looked at
 * makes no difference, so a crash, a second node or a month of standing still changes nothing.
 */
export class Chain implements SimulatedChain {
  private readonly byId: ReadonlyMap<string, RunNetwork>;
  private readonly watching: Watching;

  constructor(
    private readonly pool: Pool,
    private readonly run: readonly RunNetwork[],
    private readonly clock: Clock,
  ) {
    this.byId = new Map(run.map((network) => [network.id, network]));
    this.watching = new Watching(pool);
  }

  /** Networks that are not in the tables yet begin now. */
  async open(): Promise<void> {
    await writing(this.pool, true, (queries) => beginChains(queries, this.run, this.clock.now()));
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await this.watching.settled().catch(() => undefined);
  }

  networks(): readonly RunNetwork[] {
    return this.run;
  }

  network(id: string): RunNetwork | undefined {
    return this.byId.get(id);
  }

  addressProblem(networkId: string, address: string): { problem: AddressProblem; network?: string } | undefined {
    const problem = styleProblem(this.running(networkId).style, address);
    if (problem === undefined) return undefined;
    const other = this.run.find(({ id, style }) => id !== networkId && styleProblem(style, address) === undefined);
    return other === undefined ? { problem } : { problem: 'network', network: other.id };
  }

  normalAddress(networkId: string, address: string): string {
    return normalText(this.running(networkId).style, address);
  }

  depositAddress(networkId: string, index: number): { address: string; tag: string | null } {
    const network = this.running(networkId);
    const address = network.depositAddress(network.usesTag ? 0 : index);
    this.watching.watch(networkId, address);
    return { address, tag: network.usesTag ? `${TAG_FROM + index}` : null };
  }

  watched(): Promise<void> {
    return this.watching.settled();
  }

  hotWallet(networkId: string): string {
    return this.running(networkId).hotWallet;
  }

  async transfer(networkId: string, hash: string): Promise<ChainTransfer | undefined> {
    await this.watching.settled();
    const network = this.running(networkId);
    const { rows } = await this.pool.query(
      `SELECT ${TRANSFER}, n.tip FROM chain_transfers t JOIN chain_networks n USING (network)
         WHERE t.network = $1 AND t.hash = $2`,
      [networkId, hashText(network.style, hash) ?? ''],
    );
    const row = rows[0] as { tip: number } | undefined;
    return row === undefined ? undefined : this.view(storedTransfer(row), row.tip);
  }

  async changes(after: number, limit: number): Promise<readonly ChainChange[]> {
    await this.watching.settled();
    const { rows } = await this.pool.query<ChainChange>(
      'SELECT sequence, network, hash FROM chain_changes WHERE sequence > $1 ORDER BY sequence LIMIT $2',
      [after, limit],
    );
    return rows;
  }

  /** @throws {Error} when the hot wallet does not hold enough: the payout has to wait until it does. */
  async send(payout: Parameters<SimulatedChain['send']>[0]): Promise<ChainTransfer> {
    const { hotWallet } = this.running(payout.networkId);
    const sent = await this.submit({ ...payout, key: `payout:${payout.key}`, from: hotWallet });
    if (isRefusal(sent)) throw new Error(`the network did not take ${payout.key}`);
    return sent;
  }

  async fee(networkId: string, asset: string): Promise<Amount> {
    const network = this.running(networkId);
    const { rows } = await this.pool.query<{ waiting: number }>(
      `SELECT count(*) AS waiting FROM chain_transfers WHERE network = $1 AND NOT final AND status = 'mempool'`,
      [networkId],
    );
    return this.feeAt(network, asset, rows[0]?.waiting ?? 0);
  }

  async custody(): Promise<readonly ChainCustody[]> {
    await this.watching.settled();
    const { rows } = await this.pool.query<{ network: string; asset: string; held: string; endowment: string }>(
      'SELECT network, asset, held::text, endowment::text FROM chain_custody ORDER BY network, asset',
    );
    return rows.map(({ held, endowment, ...at }) => ({ ...at, held: amount(held), endowment: amount(endowment) }));
  }

  /** Hands a transfer to the network. Our own mistakes (an unknown asset, a broken address, too many decimals) throw. */
  async submit(request: Submission): Promise<ChainTransfer | Refusal> {
    const network = this.running(request.networkId);
    const { decimals } = this.assetOf(network, request.asset);
    if (this.addressProblem(network.id, request.to) !== undefined) throw new Error(`no address of ${network.id}`);
    if (request.amount <= 0n || decimalsOf(request.amount) > decimals) throw new Error(`no amount of ${request.asset}`);
    await this.watching.settled();
    const done = await writing(this.pool, true, (queries) => this.take(queries, network, request));
    if (done === 'busy') throw new Error('waited for the networks in vain');
    return done;
  }

  /** Mines all blocks that are due. Answers whether another node was at it; then there is nothing left to do. */
  async advance(now: Instant): Promise<'done' | 'busy'> {
    const { rows } = await this.pool.query<{ network: string; tip: number }>(
      `SELECT network, tip FROM chain_networks n WHERE EXISTS (SELECT FROM chain_transfers t
         WHERE t.network = n.network AND NOT t.final AND t.status <> 'dropped')`,
    );
    const due = this.run.filter(({ id, schedule }) =>
      rows.some(({ network, tip }) => network === id && schedule.heightAt(now) > tip),
    );
    if (due.length === 0) return 'done';
    const done = await writing(this.pool, false, async (queries) => {
      for (const network of due) await this.mineUntil(queries, network, now);
    });
    return done ?? 'done';
  }

  private async take(queries: Queries, network: RunNetwork, request: Submission): Promise<ChainTransfer | Refusal> {
    const now = this.clock.now();
    const tip = await this.mineUntil(queries, network, now);
    const repeated = await queries.query(`SELECT ${TRANSFER} FROM chain_transfers t WHERE key = $1`, [request.key]);
    const to = this.normalAddress(network.id, request.to);
    if (repeated.rows[0] !== undefined) {
      const first = storedTransfer(repeated.rows[0]);
      return isSame(first, { ...request, to }) ? this.view(first, tip) : refuse('request.token-reused');
    }
    const refusal = await request.unless?.(queries);
    if (refusal !== undefined) return refusal;
    const waiting = await waitingOn(queries, network.id, request.from);
    const fee = this.feeAt(network, request.asset, waiting.count);
    await mustHold(queries, network, { ...request, fee }, waiting);
    const ends = [request.from, to];
    const watched = await queries.query('SELECT FROM chain_watched WHERE network = $1 AND address = ANY($2)', [
      network.id,
      ends,
    ]);
    const transfer = await insertTransfer(queries, {
      network: network.id,
      hash: this.hashOf(network, 'transfer', request.key),
      key: request.key,
      asset: request.asset,
      sender: request.from,
      recipient: to,
      tag: request.tag,
      amount: request.amount,
      fee,
      status: 'mempool',
      targetHeight: tip + 1 + network.schedule.delayBlocks(tip),
      blockHeight: null,
      final: false,
      doubleSpend: request.doubleSpend ?? null,
      replacedBy: null,
      watched: (watched.rowCount ?? 0) > 0,
      seenAt: now,
    });
    if (transfer.watched) await noteChanges(queries, network.id, [transfer.hash]);
    return this.view(transfer, tip);
  }

  /** Answers the height that the network stands at now. */
  private async mineUntil(queries: Queries, network: RunNetwork, now: Instant): Promise<number> {
    const tip = await tipOf(queries, network.id);
    const until = network.schedule.heightAt(now);
    // Clocks of two nodes differ; what was found stays found.
    if (until <= tip) return tip;
    const pending = await pendingOf(queries, network.id);
    const replacement = (dropped: StoredTransfer): StoredTransfer => this.replacementOf(network, dropped);
    const mined = mine(pending, tip, until, { ...network, replacement });
    const named = mined.transfers.map((transfer) =>
      transfer.status === 'dropped' ? { ...transfer, replacedBy: replacement(transfer).hash } : transfer,
    );
    await storeMined(queries, network, until, pending, { transfers: named, steps: mined.steps });
    return until;
  }

  /** The same coins, back to their sender: what a wallet does that spends twice. */
  private replacementOf(network: RunNetwork, dropped: StoredTransfer): StoredTransfer {
    return {
      ...dropped,
      hash: this.hashOf(network, 'double-spend', dropped.hash),
      key: `double-spend:${dropped.key}`,
      recipient: dropped.sender,
      tag: null,
      status: 'mempool',
      doubleSpend: null,
      blockHeight: null,
      watched: false,
    };
  }

  /** What a transfer costs now, with so many others in the mempool. */
  feeAt(network: RunNetwork, asset: string, waiting: number): Amount {
    const { fee } = this.assetOf(network, asset);
    const { decimals } = this.assetOf(network, network.feeAsset);
    const load = network.schedule.loadPermille(network.schedule.heightAt(this.clock.now()));
    // A mempool of one block's worth doubles what is usual.
    const permille = BigInt(load + Math.floor((1000 * waiting) / network.blockTransfers));
    return roundTo((fee * permille) / 1000n, decimals, 'up');
  }

  private view(transfer: StoredTransfer, tip: number): ChainTransfer {
    const { confirmations } = this.running(transfer.network);
    const { network, hash, asset, sender, recipient, tag, fee, status, blockHeight, seenAt } = transfer;
    return {
      network,
      hash,
      asset,
      from: sender,
      to: recipient,
      tag,
      amount: transfer.amount,
      fee,
      status,
      blockHeight,
      confirmations: confirmationsOf(transfer, tip, confirmations),
      seenAt,
    };
  }

  private hashOf({ seed, id, style }: RunNetwork, what: string, key: string): string {
    return hashText(style, bytesToHex(digest(seed, id, what, key))) as string;
  }

  private assetOf(network: RunNetwork, asset: string): ChainAsset {
    const found = network.byAsset.get(asset);
    if (found === undefined) throw new Error(`${network.id} does not move ${asset}`);
    return found;
  }

  private running(id: string): RunNetwork {
    const network = this.byId.get(id);
    if (network === undefined) throw new Error(`there is no network ${id}`);
    return network;
  }
}
