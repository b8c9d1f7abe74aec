import type { Pool, PoolClient } from 'pg';
import { decode, type EventRow } from '../event-store/codec.js';
import type { RecordedEvent } from '../core/event.js';
import { allProjections } from '../projections/all.js';
import { ChainCheck } from './chain.check.js';
import { CheckpointCheck, readCheckpoints, type KeptCheckpoints } from './checkpoint.check.js';
import { Findings, type Finding } from './findings.js';
import { onSnapshot, pagesOf, realmsOf } from './history.js';
import { LedgerCheck } from './ledger.check.js';
import { LiabilityCheck } from './liability.check.js';
import { ReadModelCheck } from './read-models.check.js';
import { StatesCheck } from './states.check.js';

export interface VerifyOptions {
  readonly pool: Pool;
  /** Replaying read models takes most of the time. */
  readonly readModels?: boolean;
  /** Checkpoints that somebody kept outside the database. */
  readonly kept?: KeptCheckpoints;
  /** The public key that alone is believed, 32 bytes in hex. */
  readonly trustedKey?: string;
  /** Told about every page. */
  readonly progress?: (realm: string, position: number, head: number) => void;
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly realms: readonly { realm: string; position: number; hash: string }[];
  readonly events: number;
  readonly checkpoints: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** All of them: of a flood only the first are listed. */
  readonly findingsTotal: number;
}

/** Each read model is replayed over a connection of its own, beside the one that reads the history and its states. */
export const VERIFY_CONNECTIONS = allProjections.length + 4;

/** Checks everything that can be checked from the database alone, on one unmoving picture of it. Changes nothing. */
export async function verify(options: VerifyOptions): Promise<VerifyReport> {
  const startedAt = performance.now();
  // A pool that is too small would wait for itself for ever.
  if (options.readModels !== false && options.pool.options.max < VERIFY_CONNECTIONS)
    throw new Error(`the audit needs ${VERIFY_CONNECTIONS} connections, and its pool has ${options.pool.options.max}`);
  return onSnapshot(options.pool, async (client, snapshotId) => {
    const run = new Verification(client, options);
    if (options.readModels !== false) await run.openReadModels(snapshotId);
    try {
      return { ...(await run.all()), seconds: (performance.now() - startedAt) / 1000 };
    } finally {
      run.close();
    }
  });
}

class Verification {
  private readonly findings = new Findings();
  private readonly readModels: ReadModelCheck[] = [];
  private readonly ends: { realm: string; position: number; hash: string }[] = [];
  private events = 0;

  constructor(
    private readonly client: PoolClient,
    private readonly options: VerifyOptions,
  ) {}

  async openReadModels(snapshotId: string): Promise<void> {
    for (const projection of allProjections) {
      const check = await ReadModelCheck.open(this.options.pool, snapshotId, projection, this.findings);
      if (check !== undefined) this.readModels.push(check);
    }
  }

  async all(): Promise<Omit<VerifyReport, 'seconds'>> {
    const { findings, client } = this;
    const { kept, trustedKey } = this.options;
    const known = [await readCheckpoints(client), ...(kept === undefined ? [] : [kept])];
    const checkpoints = new CheckpointCheck(known, findings, trustedKey);
    for (const realm of await realmsOf(client)) await this.realm(realm, checkpoints);
    checkpoints.finish();
    const heads = new Map(this.ends.map(({ realm, position }) => [realm, position]));
    await Promise.all(this.readModels.map((check) => check.finish(heads)));
    const found = findings.list();
    const { events, ends: realms } = this;
    const findingsTotal = findings.total;
    return { ok: findingsTotal === 0, realms, events, checkpoints: checkpoints.count, findings: found, findingsTotal };
  }

  close(): void {
    for (const check of this.readModels) check.close();
  }

  private async realm(realm: string, checkpoints: CheckpointCheck): Promise<void> {
    const { client, findings } = this;
    const head = await this.head(realm);
    const chain = new ChainCheck(realm, findings);
    const ledger = new LedgerCheck(client, realm, findings);
    const states = await StatesCheck.open(client, realm, findings);
    const liabilities = new LiabilityCheck(realm, findings);
    for await (const rows of pagesOf(client, realm)) {
      for (const row of rows) {
        chain.take(row);
        checkpoints.take(row);
      }
      const events = this.decoded(rows);
      for (const event of events) {
        states.take(event);
        liabilities.take(event, () => rows.find(({ position }) => position === event.position)?.hash ?? '');
      }
      await Promise.all([ledger.page(rows), ...this.readModels.map((check) => check.take(realm, events))]);
      this.events += rows.length;
      this.options.progress?.(realm, chain.position, head?.position ?? chain.position);
    }
    chain.finish(head);
    await ledger.finish();
    states.finish(chain.position, ledger.balances);
    await this.strayAnswers(realm, chain.position);
    this.ends.push({ realm, position: chain.position, hash: chain.hash });
  }

  private decoded(rows: readonly EventRow[]): RecordedEvent[] {
    const events: RecordedEvent[] = [];
    for (const row of rows) {
      try {
        events.push(decode(row));
      } catch (error) {
        const what = `${row.type} of ${row.stream} cannot be read: ${(error as Error).message}`;
        this.findings.add('readable', row.realm, row.position, what);
      }
    }
    return events;
  }

  private async head(realm: string): Promise<{ position: number; hash: string } | undefined> {
    const { rows } = await this.client.query<{ position: number; hash: string }>(
      `SELECT position, encode(hash, 'hex') AS hash FROM realm_heads WHERE realm = $1`,
      [realm],
    );
    return rows[0];
  }

  /** Answers are stored with their events: one behind the head outlived what it answered. */
  private async strayAnswers(realm: string, head: number): Promise<void> {
    const { rows } = await this.client.query<{ position: number; count: number }>(
      'SELECT min(position) AS position, count(*)::bigint AS count FROM answers WHERE realm = $1 AND position > $2',
      [realm, head],
    );
    const first = rows[0];
    if (first !== undefined && first.count > 0)
      this.findings.add('head', realm, head + 1, `${first.count} answers were given for events that are not there`);
  }
}
