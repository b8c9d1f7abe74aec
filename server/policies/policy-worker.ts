import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../core/clock.js';
import type { Commands } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import type { SessionEnds } from '../core/ports/logins.js';
import type { SecondFactor } from '../core/ports/second-factor.js';
import { isAway } from '../engine/history/away.js';
import type { RealmFeed } from '../engine/projections/feed.js';
import type { Log } from '../engine/projections/worker.js';
import type { Letters } from './person-letters.js';
import { Unavailable, type Policy, type PolicyReads, type WishedCommand } from './policy.js';
import { inTransaction } from '../engine/history/transaction.js';

/** What a crash takes back is done again from the checkpoint before; the appends of orders need not wait for this disk write. */
const BEGIN = 'BEGIN; SET LOCAL synchronous_commit = off';

export interface PolicyOptions {
  readonly policy: Policy;
  readonly feed: RealmFeed;
  readonly pool: Pool;
  readonly commands: Commands;
  readonly letters: Letters;
  readonly sessions: SessionEnds;
  readonly factors: Pick<SecondFactor, 'forget'>;
  readonly reads: PolicyReads;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PolicyStatus {
  readonly policy: string;
  readonly realm: string;
  readonly position: number;
  readonly lagEvents: number;
  readonly state: 'live' | 'halted';
  readonly error: string | null;
}

/** Another server reacted first. */
class Outpaced extends Error {}

const PAGE_EVENTS = 4_096;
const IDLE_MS = 5_000;
const RETRY_MS = 250;
/** Events that concern no policy move the checkpoint in strides: after a crash they are read again, which is harmless. */
const STRIDE_MS = 1_000;

/** Lets one policy react to one realm: each event in order, its commands idempotent by policy and position. */
export class PolicyWorker {
  private position = 0;
  private stored = 0;
  private storedAt = 0;
  private error: string | null = null;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private readonly types: ReadonlySet<string>;

  constructor(private readonly options: PolicyOptions) {
    this.types = new Set(options.policy.eventTypes);
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  status(): PolicyStatus {
    const { policy, feed } = this.options;
    return {
      policy: policy.name,
      realm: feed.realm,
      position: this.position,
      lagEvents: Math.max(0, feed.position - this.position),
      state: this.error === null ? 'live' : 'halted',
      error: this.error,
    };
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let opened = false;
    while (!signal.aborted) {
      try {
        if (!opened) opened = await this.open();
        await this.step();
      } catch (error) {
        opened = false;
        if (error instanceof Outpaced) continue;
        if (!(error instanceof Unavailable) && !isAway(error)) return this.halt(error);
        const { feed, log } = this.options;
        log.warn(`reactions of ${feed.realm} will be tried again: ${String(error)}`);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    if (this.position > this.stored) await this.store().catch(() => undefined);
  }

  private async open(): Promise<true> {
    const { pool, policy, feed } = this.options;
    await pool.query(
      'INSERT INTO policy_checkpoints (policy, realm, position) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING',
      [policy.name, feed.realm],
    );
    const { rows } = await pool.query<{ position: number }>(
      'SELECT position FROM policy_checkpoints WHERE policy = $1 AND realm = $2',
      [policy.name, feed.realm],
    );
    this.position = this.stored = rows[0]?.position ?? 0;
    return true;
  }

  private async step(): Promise<void> {
    const { feed } = this.options;
    const events = await feed.take(this.position, PAGE_EVENTS);
    if (events.length === 0) {
      await this.storeInStrides();
      const pauseMs = this.position > this.stored ? STRIDE_MS : IDLE_MS;
      return feed.sleep(this.position, pauseMs, this.stopping.signal);
    }
    for (const event of events) {
      if (this.types.has(event.type)) await this.react(event);
      else this.position = event.position;
    }
    await this.storeInStrides();
  }

  private async storeInStrides(): Promise<void> {
    if (this.position > this.stored && performance.now() - this.storedAt > STRIDE_MS) await this.store();
  }

  private async react(event: RecordedEvent): Promise<void> {
    const { policy, reads, letters, sessions, factors } = this.options;
    const reaction = await policy.react(event, reads);
    const { commands = [], letter, endSessionsOf, forgetFactorsOf } = reaction;
    const key = `policy:${policy.name}:${event.realm}:${event.position}`;
    for (const command of commands)
      await this.send(event.realm, command, command.part === undefined ? key : `${key}:${command.part}`);
    if (endSessionsOf !== undefined) await sessions.endAll(endSessionsOf);
    if (forgetFactorsOf !== undefined) await factors.forget(forgetFactorsOf, event.at);
    if (letter !== undefined) await letters.send(event.realm, letter, key);
    this.position = event.position;
    await this.store();
  }

  private async send(realm: string, command: WishedCommand, key: string): Promise<void> {
    const { commands, clock, policy, log } = this.options;
    const { type } = command;
    const context = { realm, at: clock.now(), actor: `policy:${policy.name}`, keys: [key] };
    const result = await commands.execute(command.in(context));
    if (result.ok) return;
    if (result.refusal.refusal === 'request.unavailable') throw new Unavailable(type);
    log.info(`${key}: ${type} was refused: ${result.refusal.refusal}`);
  }

  private async store(): Promise<void> {
    const { pool, policy, feed } = this.options;
    const store = async (client: PoolClient): Promise<void> => {
      const { rowCount } = await client.query(
        'UPDATE policy_checkpoints SET position = $4 WHERE policy = $1 AND realm = $2 AND position = $3',
        [policy.name, feed.realm, this.stored, this.position],
      );
      if (rowCount !== 1) throw new Outpaced(policy.name);
    };
    await inTransaction(pool, store, BEGIN);
    this.stored = this.position;
    this.storedAt = performance.now();
  }

  /** A skipped reaction would be a promise broken in silence, so the policy stands still and says so. */
  private halt(error: unknown): void {
    const { policy, feed, log } = this.options;
    this.error = `after position ${this.position}: ${error instanceof Error ? error.message : String(error)}`;
    log.error(`policy ${policy.name} of ${feed.realm} halted ${this.error}`);
  }
}
