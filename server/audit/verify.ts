import type { Pool, PoolClient } from 'pg';
import { REALMS } from '../../contracts/realm.contract.js';
import type { Instant } from '../core/clock.js';
import type { StreamKind } from '../core/decider.js';
import type { PublishedTerms } from '../core/history-audit.js';
import { allProjections, declared } from '../features.js';
import { BesideChecks } from './beside/all.js';
import { checkGuards } from './beside/guards.check.js';
import type { OpensKey } from './beside/persons.check.js';
import { CheckpointCheck, readCheckpoints, type KeptCheckpoints } from './checkpoint.check.js';
import { FeeCheck, readPolicies, tablesOf, type PublishedTables } from './fee.check.js';
import { Findings, type Check, type Finding } from './findings.js';
import { HistoryCheck } from './history.check.js';
import { newestInstant, onSnapshot, pagesOf, realmsOf } from './history.js';
import { readInstruments } from './market.js';
import { LedgerCheck } from './ledger.check.js';
import { LogCheck } from './log.check.js';
import type { Anchor, KeptLogs } from './kept-logs.js';
import { REPLAY_CONNECTIONS, ReadModelChecks } from './read-models.check.js';
import type { CommandLine } from '../engine/history/command-line.js';
import { HouseEvents } from './redecision/house-events.js';
import { Redecider } from './redecision/redecider.js';
import type { LogSalts } from '../engine/public-log/log-salts.js';
import { SegmentCheck, type Restoration, type SegmentHead } from './segment.check.js';
import { checkSnapshotSignatures } from './snapshot-signatures.js';
import { readSnapshots } from './states.check.js';

interface VerifyOptions {
  readonly pool: Pool;
  /** The instant by which the age of what is missing is measured. */
  readonly now: Instant;
  /** Replaying read models takes most of the time. */
  readonly readModels?: boolean;
  /** Checkpoints kept outside the database. */
  readonly kept?: KeptCheckpoints;
  /** Checkpoints of logs kept outside the database, and whose cosignatures count. */
  readonly keptLogs?: KeptLogs;
  /** With the secret of the logs: whether they are made of the events. */
  readonly salts?: LogSalts;
  /** The public key that alone is believed, 32 bytes in hex. */
  readonly trustedKey?: string;
  /** With the secret of the installation: whether what is kept of a person's key opens. */
  readonly opensKey?: OpensKey;
  /** What the database itself refuses is compared with the migrations, which takes a moment for any history. */
  readonly guards?: boolean;
  /** The server has stopped: rows that are written a moment after their events are all there. */
  readonly stopped?: boolean;
  /** Kinds of streams that only a test has. */
  readonly more?: readonly StreamKind<unknown>[];
  /** Commands that only a test has. */
  readonly moreCommands?: (command: CommandLine) => boolean;
  /** Called after every page. */
  readonly progress?: (realm: string, position: number, head: number) => void;
}

export interface VerifyReport {
  readonly ok: boolean;
  /** Whether checkpoints kept outside the database were compared: without them its owner may have rewritten everything. */
  readonly anchored: boolean;
  /** Trusted witnesses that saw a log which this history still has. */
  readonly anchors: readonly Anchor[];
  readonly realms: readonly { realm: string; position: number; hash: string }[];
  readonly events: number;
  readonly checkpoints: number;
  /** Commands that were decided again, and those that the history alone cannot decide, by what they ask for. */
  readonly redecided: number;
  readonly attested: Readonly<Record<string, number>>;
  /** What was given up, because another database was put in place on purpose. */
  readonly restorations: readonly Restoration[];
  /** Checks that were not made whole, and why. */
  readonly leftOut: Partial<Readonly<Record<Check, string>>>;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** All of them: of a flood only the first are listed. */
  readonly findingsTotal: number;
}

/** Those that replay read models, beside the one that reads the history and its states. */
export const VERIFY_CONNECTIONS = REPLAY_CONNECTIONS + 4;

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
  private readModels: ReadModelChecks | undefined;
  private readonly ends: { realm: string; position: number; hash: string }[] = [];
  private events = 0;
  private readonly attested = new Map<string, number>();
  private redecided = 0;
  private readonly restorations: Restoration[] = [];
  private keys: KeptCheckpoints['keys'] = [];
  private feeTables: PublishedTables = new Map();
  private terms: PublishedTerms = { policies: new Map(), classes: new Map(), assetsSince: new Map() };

  constructor(
    private readonly client: PoolClient,
    private readonly options: VerifyOptions,
  ) {}

  async openReadModels(snapshotId: string): Promise<void> {
    const { pool, now } = this.options;
    const parts = { pool, snapshotId, now, findings: this.findings };
    this.readModels = await ReadModelChecks.open(parts, allProjections);
  }

  async all(): Promise<Omit<VerifyReport, 'seconds'>> {
    const { findings, client } = this;
    const { kept, trustedKey } = this.options;
    const own = await readCheckpoints(client);
    this.keys = own.keys;
    const checkpoints = new CheckpointCheck({ own, kept, trustedKey, findings });
    const { opensKey, pool, guards, stopped = false } = this.options;
    const now = Math.max(this.options.now, await newestInstant(client));
    const beside = new BesideChecks({ client, findings, now, stopped, opensKey, checkpoints: own.checkpoints });
    await beside.start();
    const policies = await readPolicies(client);
    this.feeTables = tablesOf(policies);
    this.terms = { policies, ...(await readInstruments(client)) };
    for (const realm of await realmsOf(client)) await this.realm(realm, checkpoints, beside, now);
    const heads = new Map(this.ends.map(({ realm, position }) => [realm, position]));
    checkpoints.finish(heads, now);
    const signed = { client, instance: await this.instance(), keys: this.keys, trustedKey, findings };
    await checkSnapshotSignatures(signed, heads);
    await beside.finish(heads);
    const guardsLeftOut =
      guards === false ? 'not asked for' : await checkGuards(pool, findings, heads.get('house') ?? 0);
    await this.readModels?.finish(heads);
    const found = findings.list();
    const { events, ends: realms } = this;
    const findingsTotal = findings.total;
    const ok = findingsTotal === 0;
    const anchored = kept !== undefined && kept.checkpoints.length > 0;
    const leftOut = {
      ...(guardsLeftOut === undefined ? {} : { guards: guardsLeftOut }),
      ...(this.options.readModels === false ? { 'read-models': 'not asked for' } : {}),
      ...(this.options.salts === undefined ? { log: 'secrets/log-salts is not at hand' } : {}),
    };
    const { redecided, restorations } = this;
    const attested = Object.fromEntries([...this.attested].sort(([one], [other]) => (one < other ? -1 : 1)));
    return {
      ok,
      anchored,
      anchors: findings.count('log') === 0 ? (this.options.keptLogs?.anchors ?? []) : [],
      realms,
      events,
      checkpoints: checkpoints.count,
      redecided,
      attested,
      restorations,
      leftOut,
      findings: found,
      findingsTotal,
    };
  }

  close(): void {
    this.readModels?.close();
  }

  private async realm(realm: string, checkpoints: CheckpointCheck, beside: BesideChecks, now: Instant): Promise<void> {
    const { client, findings } = this;
    const head = await this.head(realm);
    if (!REALMS.some((known) => known === realm)) findings.add('head', realm, 1, 'there is no such realm');
    const history = new HistoryCheck(realm, findings, this.options.more ?? [], await readSnapshots(client, realm));
    const fees = new FeeCheck(realm, this.feeTables, findings);
    const audits = declared.flatMap(({ historyAudit: audit }) =>
      audit === undefined
        ? []
        : audit.begin(this.terms, (position, what) => findings.add(audit.check, realm, position, what)),
    );
    const ledger = new LedgerCheck(client, realm, history.postings, findings);
    const redecider = await this.redecider(realm);
    const { trustedKey, salts, keptLogs: kept } = this.options;
    const log = await LogCheck.open({ client, realm, keys: this.keys, trustedKey, salts, kept, findings });
    const segments = new SegmentCheck({
      client,
      realm,
      instance: await this.instance(),
      keys: this.keys,
      trustedKey,
      findings,
      onCommand: (command, rows, { rules }) => redecider.take(command, rows, rules),
    });
    for await (const rows of pagesOf(client, realm)) {
      for (const row of rows) {
        checkpoints.take(row);
        log.take(row);
      }
      const { events, lines } = history.take(rows);
      for (const event of events) {
        fees.take(event);
        for (const audit of audits) audit.take(event);
      }
      beside.take(rows, events);
      await segments.page(rows);
      await Promise.all([ledger.page(rows, lines), this.readModels?.take(realm, events)]);
      this.events += rows.length;
      this.options.progress?.(realm, history.position, head?.position ?? history.position);
    }
    for (const audit of audits) audit.finish();
    history.finish(head);
    log.finish(history.position, now);
    await ledger.finish();
    await segments.finish(head);
    this.restorations.push(...segments.restorations);
    this.redecided += redecider.decided;
    for (const [what, count] of redecider.attested) this.attested.set(what, (this.attested.get(what) ?? 0) + count);
    await this.strayAnswers(realm, history.position);
    this.ends.push({ realm, position: history.position, hash: history.hash });
  }

  private redecider(realm: string): Promise<Redecider> {
    const { client, findings } = this;
    const find = (position: number, what: string): void => findings.add('decisions', realm, position, what);
    const { more = [], moreCommands = () => false } = this.options;
    return Redecider.open({ realm, house: new HouseEvents(client), more, moreCommands, find });
  }

  private async head(realm: string): Promise<(SegmentHead & { position: number; hash: string }) | undefined> {
    const { rows } = await this.client.query<SegmentHead & { position: number; hash: string }>(
      `SELECT position, encode(hash, 'hex') AS hash, segment, encode(header, 'hex') AS header FROM realm_heads WHERE realm = $1`,
      [realm],
    );
    return rows[0];
  }

  private async instance(): Promise<string> {
    const { rows } = await this.client.query<{ instance: string }>('SELECT instance FROM installation');
    return rows[0]?.instance ?? '';
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
