import type { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import type { Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import type { Timers } from '../../writer/timers.js';
import type { Writers } from '../../writer/writers.js';
import type { CommitLiabilities } from './liability.commands.js';
import { LIABILITIES_ID, liabilitiesKind } from './liability.decider.js';
import { nextDue } from './liability.commands.js';
import type { TreeMaker } from './tree-maker.js';

export const LIABILITY_REALMS = ['demo', 'real'] as const;
const RETRY_MS = 5_000;

export interface LiabilityKeeperOptions {
  readonly pool: Pool;
  readonly databaseUrl: string;
  readonly writers: Writers;
  readonly policies: PolicySource<KnownPolicies>;
  readonly vault: Pick<Vault, 'fingerprint'>;
  readonly maker: TreeMaker;
  readonly timers: Pick<Timers, 'look'>;
  readonly clock: Clock;
  readonly log: { warn(message: string): void };
}

/**
 * Makes the tree of every epoch that fell due and commits its root. What is open stands in the history, so that a server which
 * starts goes on where another ended; a tree that is made twice is committed once.
 */
export class LiabilityKeeper {
  private unsubscribe: (() => void) | undefined;
  private retry: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(private readonly options: LiabilityKeeperOptions) {}

  /** Schedules the next epoch where none is scheduled (from then on one schedules the next), and makes what is open. */
  async start(): Promise<void> {
    const { pool, policies, clock, timers, writers } = this.options;
    const due = nextDue(clock.now(), policies.inForce('liabilities.rules'));
    for (const realm of LIABILITY_REALMS) {
      await pool.query(
        `INSERT INTO due_commands (realm, id, due_at, type, data, actor)
           SELECT $1, $2, $3, $4, $5, 'timer'
            WHERE NOT EXISTS (SELECT 1 FROM due_commands WHERE realm = $1 AND type = $4)
           ON CONFLICT (realm, id) DO NOTHING`,
        [realm, due.id, due.dueAt, due.type, JSON.stringify(due.data)],
      );
    }
    timers.look();
    this.unsubscribe = writers.store.subscribe((_, events) => {
      if (events.some(({ type }) => type === 'LiabilitiesDue')) this.look();
    });
    this.look();
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
      for (const realm of LIABILITY_REALMS) {
        const { open } = await this.options.writers.read(realm, liabilitiesKind, LIABILITIES_ID);
        for (const { epoch, position } of open) if (!this.stopping) await this.commit(realm, epoch, position);
      }
    } catch (error) {
      if (this.stopping) return;
      this.options.log.warn(`liabilities will be tried again: ${String(error)}`);
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.look(), RETRY_MS);
      this.retry.unref();
    }
  }

  private async commit(realm: string, epoch: number, position: number): Promise<void> {
    const { maker, databaseUrl, vault, writers, clock } = this.options;
    const key = epochKey(vault, realm, epoch).toString('hex');
    const { root, head, leaves, sums } = await maker.make({ databaseUrl, realm, epoch, position, key });
    const data: CommitLiabilities = { epoch, position, head, root, leaves, sums };
    const keys = [`liabilities:${epoch}`];
    const command = { type: 'CommitLiabilities', data, at: clock.now(), actor: 'timer', keys };
    const result = await writers.execute(realm, command);
    if (!result.ok) throw new Error(`CommitLiabilities was refused: ${result.refusal.refusal}`);
    await this.dropOld(realm);
  }

  /** Nodes of old epochs go; their roots stand in the history for ever. */
  private async dropOld(realm: string): Promise<void> {
    const { pool, policies } = this.options;
    const { keptEpochs } = policies.inForce('liabilities.rules').values;
    await pool.query(
      `DELETE FROM liability_bundles WHERE realm = $1 AND epoch <= (
         SELECT epoch FROM liability_bundles WHERE realm = $1 AND level = 0 AND ordinal = 0
          ORDER BY epoch DESC OFFSET $2 LIMIT 1)`,
      [realm, keptEpochs],
    );
  }
}

/** The key of an epoch's nonces: it follows from the server's secret, and neither tells the other epochs' nor the secret. */
export function epochKey(vault: Pick<Vault, 'fingerprint'>, realm: string, epoch: number): Buffer {
  return Buffer.from(vault.fingerprint('liability', `${realm}/${epoch}`), 'base64url');
}
