import type { Pool } from 'pg';
import type { Clock, Instant } from '../../core/clock.js';
import type { Commands } from '../../core/command.js';
import { HandlerError } from '../../core/decider.js';
import { Refused } from '../../core/refusal.js';
import { isAway } from '../history/away.js';
import { DUE_KEY } from '../history/command-line.js';
import type { SealedDue } from '../history/event-store.js';
import type { CommandHandlers } from './command-handlers.js';

interface TimersOptions {
  readonly pool: Pool;
  /** Whether a command that waits is what was stored: see `EventStore.isSealed`. */
  readonly isSealed: (realm: string, due: SealedDue) => Promise<boolean>;
  readonly handlers: Pick<CommandHandlers, 'read'>;
  readonly commands: Commands;
  readonly clock: Clock;
  readonly realms: readonly string[];
  readonly log: { info(message: string): void; warn(message: string): void; error(message: string): void };
  /** Longest sleep between two looks at the table: covers clock changes and what other servers scheduled. */
  readonly lookEveryMs?: number;
}

interface Due {
  realm: string;
  id: string;
  due_at: number;
  type: string;
  data: string;
  correlation: string | null;
  causation: string | null;
  seal: string;
}

const RETRY_MS = 500;
/** Tries of a failing command, until the rest of its realm goes on without it. */
const TRIES_MAX = 10;
/** Then it is tried again this much later: what it lacked may have come. */
const PARKED_MS = 600_000;

/**
 * Fires due commands in order of their due time, then their id. A command is deleted once it is answered; should the server
 * fall in between, it is fired again under the same key and the writer answers what it answered before. One that cannot be
 * read or decided, by our own mistake, is parked after some tries: it stays in the table, overdue for the staff to see, and the others go on.
 * So does one that the server did not store itself, which is never sent.
 */
export class Timers {
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;
  private started = false;
  private working: Promise<unknown> = Promise.resolve();
  private wakeAt = Infinity;
  /** Those that could not be decided, by `realm/id`. */
  private readonly failing = new Map<string, { readonly tries: number; readonly parkedUntil: Instant }>();

  constructor(private readonly options: TimersOptions) {}

  start(): void {
    this.started = true;
    this.sleep(0);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.working;
  }

  /** How many of a realm are parked. */
  parked(realm: string): number {
    return this.parkedKeys().filter((key) => key.startsWith(`${realm}/`)).length;
  }

  /** Something was scheduled: look for it at once. */
  look(): void {
    if (this.started) this.sleep(0);
  }

  /**
   * Fires everything that is due up to an instant, also what is scheduled meanwhile, and answers how many there were. `before`
   * is called ahead of each: a simulation moves its clock there.
   */
  async runDue(until: Instant, before: (dueAt: Instant) => void = () => undefined): Promise<number> {
    const away = new Map<string, unknown>();
    let fired = 0;
    for (;;) {
      const realms = this.options.realms.filter((realm) => !away.has(realm));
      const due = this.stopping ? undefined : await this.next(realms);
      if (due === undefined || due.due_at > until) break;
      before(due.due_at);
      try {
        await this.fire(due);
        fired += 1;
      } catch (error) {
        // Order holds within a realm, so the rest of it waits for an unavailable writer; the other realms need not.
        if (!this.isParked(due, error)) away.set(due.realm, error);
      }
    }
    for (const error of away.values()) throw error;
    return fired;
  }

  private async fire({ realm, id, due_at: dueAt, type, data, correlation, causation, seal }: Due): Promise<void> {
    const { handlers, commands, clock, pool, log } = this.options;
    const cause = correlation === null || causation === null ? undefined : { correlation, causation };
    if (!(await this.options.isSealed(realm, { id, dueAt, type, data, cause, seal }))) {
      this.failing.set(`${realm}/${id}`, { tries: TRIES_MAX, parkedUntil: Infinity });
      log.error(`due ${id} of ${realm} is not what was stored, and is never sent`);
      return;
    }
    const context = { realm, at: clock.now(), actor: 'timer', requestToken: { key: `${DUE_KEY}${id}`, cause } };
    const result = await commands.execute(handlers.read(type, context, data));
    if (!result.ok) {
      if (result.refusal.refusal === 'request.unavailable') throw new Refused(type, result.refusal);
      log.info(`due ${id}: ${type} was refused: ${result.refusal.refusal}`);
    }
    await pool.query('DELETE FROM due_commands WHERE realm = $1 AND id = $2', [realm, id]);
    this.failing.delete(`${realm}/${id}`);
  }

  private isParked({ realm, id }: Due, error: unknown): boolean {
    if (!(error instanceof HandlerError)) return false;
    const key = `${realm}/${id}`;
    const tries = (this.failing.get(key)?.tries ?? 0) + 1;
    const isEnough = tries >= TRIES_MAX;
    this.failing.set(key, { tries, parkedUntil: isEnough ? this.options.clock.now() + PARKED_MS : -Infinity });
    if (isEnough) this.options.log.error(`due ${id} of ${realm} is parked after ${tries} tries: ${error.message}`);
    return isEnough;
  }

  private parkedKeys(): string[] {
    const now = this.options.clock.now();
    return [...this.failing].flatMap(([key, { parkedUntil }]) => (parkedUntil > now ? [key] : []));
  }

  /** The first due command; read again after each, because a fired command may schedule an earlier one. */
  private async next(realms = this.options.realms): Promise<Due | undefined> {
    const { rows } = await this.options.pool.query<Due>({
      name: 'next-due',
      text: `SELECT d.* FROM unnest($1::text[]) AS r(realm) CROSS JOIN LATERAL (
               SELECT realm, id, due_at, type, data, correlation, causation, seal FROM due_commands
                WHERE realm = r.realm AND realm || '/' || id <> ALL ($2) ORDER BY due_at, id LIMIT 1) d
              ORDER BY d.due_at, d.realm, d.id LIMIT 1`,
      values: [realms, this.parkedKeys()],
    });
    return rows[0];
  }

  private sleep(ms: number): void {
    if (this.stopping) return;
    const wakeAt = performance.now() + ms;
    if (this.timer !== undefined && this.wakeAt <= wakeAt) return;
    clearTimeout(this.timer);
    this.wakeAt = wakeAt;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.wakeAt = Infinity;
      this.working = this.working.then(() => this.turn());
    }, ms);
    this.timer.unref();
  }

  private async turn(): Promise<void> {
    if (this.stopping) return;
    let ms = this.options.lookEveryMs ?? 1_000;
    try {
      await this.runDue(this.options.clock.now());
      ms = Math.min(ms, await this.untilNext());
    } catch (error) {
      this.options.log[isAway(error) ? 'warn' : 'error'](`timers will try again: ${String(error)}`);
      ms = RETRY_MS;
    }
    this.sleep(ms);
  }

  private async untilNext(): Promise<number> {
    const due = await this.next();
    return due === undefined ? Infinity : Math.max(1, due.due_at - this.options.clock.now());
  }
}
