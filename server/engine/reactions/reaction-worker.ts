import type { Pool } from 'pg';
import type { Clock } from '../../core/clock.js';
import type { Commands, RequestToken } from '../../core/command.js';
import { causeOf, type RecordedEvent } from '../../core/event.js';
import type { Notifier } from '../../core/ports/notifier.js';
import { Refused } from '../../core/refusal.js';
import { isAway } from '../history/away.js';
import type { RealmFeed } from '../projections/feed.js';
import type { Log } from '../projections/worker.js';
import type { Effects, Reaction, ReactionCommand } from './reaction.js';

/** What a crash takes back is done again from the checkpoint before; the appends of orders need not wait for this disk write. */
const STORE = `WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
  UPDATE reaction_checkpoints SET position = $4 FROM quick WHERE reaction = $1 AND realm = $2 AND position = $3`;

export interface ReactionParts {
  readonly pool: Pool;
  readonly commands: Commands;
  readonly letters: Notifier;
  readonly clock: Clock;
  readonly log: Log;
}

interface ReactionOptions extends ReactionParts {
  readonly reaction: Reaction;
  readonly feed: RealmFeed;
}

export interface ReactionStatus {
  readonly reaction: string;
  readonly realm: string;
  readonly position: number;
  readonly lagEvents: number;
  readonly state: 'live' | 'halted';
  readonly error: string | null;
}

/** Another server reacted first. */
class CheckpointConflict extends Error {}

const PAGE_EVENTS = 4_096;
const IDLE_MS = 5_000;
const RETRY_MS = 250;
/** Events that concern no reaction move the checkpoint in strides: after a crash they are read again, which is harmless. */
const STRIDE_MS = 2_000;

/** Lets one reaction follow one realm: each event in order, its commands idempotent by reaction and position. */
export class ReactionWorker {
  private position = 0;
  private stored = 0;
  private storedAt = 0;
  private error: string | null = null;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: ReactionOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  status(): ReactionStatus {
    const { reaction, feed } = this.options;
    return {
      reaction: reaction.name,
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
        if (error instanceof CheckpointConflict) continue;
        if (!isAway(error)) return this.halt(error);
        const { feed, log } = this.options;
        log.warn(`reactions of ${feed.realm} will be tried again: ${String(error)}`);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    if (this.position > this.stored) await this.store().catch(() => undefined);
  }

  private async open(): Promise<true> {
    const { pool, reaction, feed } = this.options;
    await pool.query(
      'INSERT INTO reaction_checkpoints (reaction, realm, position) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING',
      [reaction.name, feed.realm],
    );
    const { rows } = await pool.query<{ position: number }>(
      'SELECT position FROM reaction_checkpoints WHERE reaction = $1 AND realm = $2',
      [reaction.name, feed.realm],
    );
    this.position = this.stored = rows[0]?.position ?? 0;
    return true;
  }

  private async step(): Promise<void> {
    const { feed, reaction } = this.options;
    const events = await feed.take(this.position, PAGE_EVENTS);
    if (events.length === 0) {
      await this.storeInStrides();
      const pauseMs = this.position > this.stored ? STRIDE_MS : IDLE_MS;
      return feed.sleep(this.position, pauseMs, this.stopping.signal);
    }
    for (const event of events) {
      const react = reaction.on[event.type];
      if (react === undefined) this.position = event.position;
      else await this.effect(event, await react(event));
    }
    await this.storeInStrides();
  }

  private async storeInStrides(): Promise<void> {
    if (this.position > this.stored && performance.now() - this.storedAt > STRIDE_MS) await this.store();
  }

  private async effect(event: RecordedEvent, { commands = [], letter }: Effects): Promise<void> {
    const { reaction, letters } = this.options;
    const key = `reaction:${reaction.name}:${event.realm}:${event.position}`;
    for (const command of commands) {
      const own = command.part === undefined ? key : `${key}:${command.part}`;
      await this.send(command.realm ?? event.realm, command, { key: own, cause: causeOf(event) });
    }
    if (letter !== undefined) await letters.send(event.realm, letter, key);
    this.position = event.position;
    await this.store();
  }

  private async send(realm: string, command: ReactionCommand, requestToken: RequestToken): Promise<void> {
    const { commands, clock, reaction, log } = this.options;
    const { type } = command;
    const context = { realm, at: clock.now(), actor: `reaction:${reaction.name}`, requestToken };
    const result = await commands.execute(command.in(context));
    if (result.ok) return;
    if (result.refusal.refusal === 'request.unavailable') throw new Refused(type, result.refusal);
    log.info(`${requestToken.key}: ${type} was refused: ${result.refusal.refusal}`);
  }

  private async store(): Promise<void> {
    const { pool, reaction, feed } = this.options;
    const { rowCount } = await pool.query({
      name: 'reaction-move',
      text: STORE,
      values: [reaction.name, feed.realm, this.stored, this.position],
    });
    if (rowCount !== 1) throw new CheckpointConflict(reaction.name);
    this.stored = this.position;
    this.storedAt = performance.now();
  }

  /** A skipped reaction would go unnoticed, so the worker stops and reports it. */
  private halt(error: unknown): void {
    const { reaction, feed, log } = this.options;
    this.error = `after position ${this.position}: ${error instanceof Error ? error.message : String(error)}`;
    log.error(`reaction ${reaction.name} of ${feed.realm} halted ${this.error}`);
  }
}
