import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { ServerConfig } from '../../config/config.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Refused } from '../../core/refusal.js';
import type { RecordedEvent } from '../../core/event.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { Writers } from '../../engine/writer/writers.js';
import { LIABILITIES_ID, liabilitiesKind, type LiabilityEpochs } from './liability.decider.js';
import { CommitLiabilities, FIRST_DUE_ID, firstDue, nextDue } from './liability.commands.js';
import { TreeMaker } from './tree-maker.js';

const LIABILITY_REALMS = ['demo', 'real'] as const;
const RETRY_MS = 5_000;

/**
 * Makes the tree of every epoch that fell due and commits its root. What is open stands in the history, so that a server which
 * starts goes on where another ended; a tree that is made twice is committed once.
 */
@Injectable()
export class LiabilityPublisher {
  private readonly log = new Logger('Liabilities');
  private unsubscribe: (() => void) | undefined;
  private retry: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();
  private stopping = false;
  /** Realms without an epoch yet, which wait for the first balance. */
  private readonly unproved = new Set<string>();

  constructor(
    private readonly pool: Pool,
    private readonly config: ServerConfig,
    private readonly writers: Writers,
    private readonly commands: Commands,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly vault: Vault,
    private readonly maker: TreeMaker,
    private readonly clock: Clock,
  ) {}

  /** Schedules the next epoch where none is scheduled (from then on one schedules the next), and makes what is open. */
  async start(): Promise<void> {
    const { pool, policies, clock, writers } = this;
    this.unsubscribe = writers.store.subscribe((realm, events) => {
      if (events.some(({ type }) => type === 'LiabilitiesDue')) this.look();
      if (this.unproved.has(realm) && events.some(owesUser)) this.look();
    });
    const due = nextDue(clock.now(), policies.inForce('liabilities.rules'));
    for (const realm of LIABILITY_REALMS) {
      const { rowCount } = await pool.query(
        `SELECT FROM due_commands WHERE realm = $1 AND type = $2 AND id <> '${FIRST_DUE_ID}' LIMIT 1`,
        [realm, due.command.type],
      );
      if (rowCount === 0) await writers.store.schedule(realm, due);
      const { lastEpoch } = await writers.read(realm, liabilitiesKind, LIABILITIES_ID);
      if (lastEpoch === 0) this.unproved.add(realm);
    }
    this.look();
  }

  /** After the first balance the first epoch comes soon, not only at the next full hour. */
  private async scheduleFirst(realm: string): Promise<void> {
    const { pool, policies, clock, writers } = this;
    const { rowCount } = await pool.query(
      `SELECT FROM ledger_balances WHERE realm = $1 AND account LIKE 'user/%' AND amount <> 0 LIMIT 1`,
      [realm],
    );
    if (rowCount === 0) return;
    await writers.store.schedule(realm, firstDue(clock.now(), policies.inForce('liabilities.rules')));
    this.unproved.delete(realm);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.unsubscribe?.();
    clearTimeout(this.retry);
    await this.working;
  }

  private look(): void {
    this.working = this.working.then(() => this.commitAll());
  }

  private async commitAll(): Promise<void> {
    try {
      for (const realm of this.unproved) await this.scheduleFirst(realm);
      for (const realm of LIABILITY_REALMS) {
        const { open } = await this.writers.read(realm, liabilitiesKind, LIABILITIES_ID);
        for (const each of open) if (!this.stopping) await this.commit(realm, each);
      }
    } catch (error) {
      if (this.stopping) return;
      this.log.warn(`liabilities will be tried again: ${String(error)}`);
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.look(), RETRY_MS);
      this.retry.unref();
    }
  }

  private async commit(realm: string, { epoch, position, cause }: LiabilityEpochs['open'][number]): Promise<void> {
    const { maker, vault, commands, clock } = this;
    const { databaseUrl } = this.config;
    const key = epochKey(vault, realm, epoch).toString('hex');
    const { root, head, leaves, sums } = await maker.make({ databaseUrl, realm, epoch, position, key });
    const requestToken = { key: `liabilities:${epoch}`, cause };
    const context = { realm, at: clock.now(), actor: 'timer', requestToken };
    const data = { epoch, position, head, root, leaves, sums };
    const result = await commands.execute(new CommitLiabilities(context, data));
    if (!result.ok) throw new Refused(CommitLiabilities.type, result.refusal);
    await this.dropOld(realm);
  }

  /** Nodes of old epochs go; their roots stand in the history for ever. */
  private async dropOld(realm: string): Promise<void> {
    const { pool, policies } = this;
    const { keptEpochs } = policies.inForce('liabilities.rules').values;
    await pool.query(
      `DELETE FROM liability_bundles WHERE realm = $1 AND epoch <= (
         SELECT epoch FROM liability_bundles WHERE realm = $1 AND level = 0 AND ordinal = 0
          ORDER BY epoch DESC OFFSET $2 LIMIT 1)`,
      [realm, keptEpochs],
    );
  }
}

const owesUser = ({ postings }: RecordedEvent): boolean =>
  postings?.some(({ account }) => account.startsWith('user/')) ?? false;

/** The key of an epoch's nonces: it follows from the server's secret, and reveals neither other epochs' keys nor the secret. */
export function epochKey(vault: Pick<Vault, 'fingerprint'>, realm: string, epoch: number): Buffer {
  return Buffer.from(vault.fingerprint('liability', `${realm}/${epoch}`), 'base64url');
}
