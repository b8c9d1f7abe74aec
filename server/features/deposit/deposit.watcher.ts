import { Logger, Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { type ChainTransfer, SimulatedChain } from '../../core/ports/chain.js';
import { Refused } from '../../core/refusal.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { format } from '../../../shared/money.js';
import { DepositChannels } from './deposit.channels.js';
import { NoteDeposit } from './deposit.commands.js';
import { openProofOf } from './deposit.decider.js';
import { keyOf, DepositReader } from './deposit.reader.js';
import { inTransaction } from '../../engine/history/transaction.js';

/** What the network knows of a hash, and whether it concerns the platform's deposit addresses. */
export interface Noted {
  readonly transfer: ChainTransfer | undefined;
  readonly toPlatform: boolean;
}

/** Writer or read side is unavailable for a moment; the same fact is noted again later. */
export class NotNow extends Error {}

const TRIES = 3;

/**
 * Turns what a network shows of a transfer into our own fact. It may come any number of times, from any server, in any order: the
 * stream is named by network and hash, and an outcome in it is final.
 */
@Injectable()
export class DepositNotes {
  constructor(
    private readonly chain: SimulatedChain,
    private readonly channels: DepositChannels,
    private readonly reader: DepositReader,
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {}

  /** Reads the network itself, so that the note is never older than the read. */
  async note(network: string, hash: string): Promise<Noted> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const noted = await this.tryOnce(network, hash);
      if (noted !== undefined) return noted;
    }
    throw new NotNow(`${network} ${hash} could not be noted now`);
  }

  private async tryOnce(network: string, hash: string): Promise<Noted | undefined> {
    const { chain, reader, channels, commands, clock } = this;
    const transfer = await chain.transfer(network, hash);
    if (transfer === undefined) return { transfer, toPlatform: false };
    const addressId = reader.addressId(network, transfer.to, transfer.tag);
    const owner = await reader.owner(addressId);
    if (owner === null && !this.isOurs(transfer)) return { transfer, toPlatform: false };
    const key = keyOf(network, transfer.hash);
    const state = await reader.state(key);
    if (state.outcome !== null) return { transfer, toPlatform: true };
    const { status, confirmations, blockHeight } = transfer;
    const data = {
      key,
      hash: transfer.hash,
      addressId,
      owner,
      openProof: openProofOf(state),
      status,
      confirmations,
      blockHeight,
      amount: format(transfer.amount),
      channel: channels.now(network, transfer.asset),
    };
    const requestToken = { cause: state.seen };
    const context = { realm: 'real', at: clock.now(), actor: 'system:deposit-watcher', requestToken };
    const result = await commands.execute(new NoteDeposit(context, data));
    if (result.ok) return { transfer, toPlatform: true };
    if (result.refusal.refusal === 'request.unavailable') return undefined;
    throw new Refused(`what ${network} shows of ${hash}`, result.refusal);
  }

  /**
   * The platform's and no person's: its hot wallet, and the one address that everybody shares where tags name the person. What
   * arrives there without a good tag lies in custody, so the books have it as unclaimed.
   */
  private isOurs({ network, to }: ChainTransfer): boolean {
    const { chain } = this;
    const usesTag = chain.network(network)?.usesTag === true;
    const ours = [chain.hotWallet(network), ...(usesTag ? [chain.depositAddress(network, 0).address] : [])];
    return ours.some((address) => chain.normalAddress(network, address) === chain.normalAddress(network, to));
  }
}

const LOOK_EVERY_MS = 1_000;
const PAGE_CHANGES = 200;

/**
 * Follows the networks' changes from a checkpoint of its own. The server with the lock on the checkpoint's row works; a change that
 * a crash left unfinished is noted again, which is harmless.
 */
@Injectable()
export class DepositWatcher {
  private readonly log = new Logger('DepositWatcher');
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly chain: SimulatedChain,
    private readonly notes: DepositNotes,
    private readonly pool: Pool,
  ) {}

  start(): void {
    this.sleep();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.working;
  }

  /** Takes up everything that is new; answers when it is done. */
  look(): Promise<void> {
    this.working = this.working.then(() => this.work());
    return this.working;
  }

  private async work(): Promise<void> {
    try {
      while (!this.stopped && (await this.page()));
    } catch (error) {
      this.log.warn(`the networks are asked again: ${String(error)}`);
    }
  }

  /** One page of news. `true` when there may be more. */
  private page(): Promise<boolean> {
    return inTransaction(this.pool, (client) => this.takeUp(client));
  }

  private async takeUp(client: PoolClient): Promise<boolean> {
    const { rows } = await client.query<{ sequence: number }>(
      'SELECT sequence FROM deposit_checkpoint FOR UPDATE SKIP LOCKED',
    );
    const after = rows[0]?.sequence;
    if (after === undefined) return false;
    const changes = await this.chain.changes(after, PAGE_CHANGES);
    const last = changes.at(-1);
    if (last === undefined) return false;
    // Several pieces of news about one transfer are read as one: what it shows now is all that counts.
    const hashes = new Map(changes.map(({ network, hash }) => [`${network} ${hash}`, { network, hash }]));
    for (const { network, hash } of hashes.values()) await this.notes.note(network, hash);
    await client.query('UPDATE deposit_checkpoint SET sequence = $1', [last.sequence]);
    return changes.length === PAGE_CHANGES;
  }

  private sleep(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.sleep()), LOOK_EVERY_MS);
    this.timer.unref();
  }
}
