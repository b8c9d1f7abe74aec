import { isAway } from '../history/away.js';
import type { Checkpoints } from './checkpoints.js';
import { CheckpointConflict } from './checkpoints.js';
import type { RealmFeed } from './feed.js';
import type { Projection } from './projection.js';
import type { Slot } from './read-table.js';
import { RowBatch } from './row-batch.js';

export interface WorkerOptions {
  readonly projection: Projection;
  readonly feed: RealmFeed;
  readonly checkpoints: Checkpoints;
  readonly log: Log;
  /** Most events that one transaction carries. */
  readonly batchEventsMax?: number;
  /** How long to collect events after a batch while no reader waits: fewer, larger transactions cost less. */
  readonly gatherMs?: number;
}

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface WorkerStatus {
  readonly projection: string;
  readonly realm: string;
  readonly slot: Slot;
  readonly position: number;
  readonly lagEvents: number;
  readonly state: 'live' | 'halted';
  readonly error: string | null;
  /** Since this process started. */
  readonly eventsApplied: number;
  readonly batches: number;
  readonly busyMs: number;
}

const IDLE_MS = 5_000;
/** Events without a row move the checkpoint in strides: after a crash they are read again, which is harmless. */
const STRIDE_MS = 2_000;
const RETRY_MS_MAX = 2_000;

/** Feeds one read model from one realm, batch by batch, until it is stopped or the read model throws. */
export class ProjectionWorker {
  private slot: Slot = 'blue';
  private position = 0;
  /** The checkpoint. No event between it and `position` gave a row. */
  private stored = 0;
  private storedAt = 0;
  private error: string | null = null;
  private eventsApplied = 0;
  private batches = 0;
  private busyMs = 0;
  private readonly waiters = new Set<{ position: number; settle: (reached: boolean) => void }>();
  private readonly stopping = new AbortController();
  private hurry: (() => void) | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: WorkerOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.hurry?.();
    await this.running;
    for (const waiter of [...this.waiters]) waiter.settle(false);
  }

  status(): WorkerStatus {
    const { projection, feed } = this.options;
    return {
      projection: projection.name,
      realm: feed.realm,
      slot: this.slot,
      position: this.position,
      lagEvents: Math.max(0, feed.position - this.position),
      state: this.error === null ? 'live' : 'halted',
      error: this.error,
      eventsApplied: this.eventsApplied,
      batches: this.batches,
      busyMs: this.busyMs,
    };
  }

  /** Resolves to true once the read model shows that position, to false when it halts or the time is over. */
  async waitFor(position: number, timeoutMs: number): Promise<boolean> {
    if (this.position >= position) return true;
    if (this.error !== null || this.stopping.signal.aborted) return false;
    return new Promise<boolean>((resolve) => {
      const waiter = {
        position,
        settle: (reached: boolean): void => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.settle(false), timeoutMs);
      this.waiters.add(waiter);
      this.hurry?.();
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let retryMs = 20;
    let opened = false;
    while (!signal.aborted) {
      try {
        if (!opened) opened = await this.open();
        await this.step();
        retryMs = 20;
      } catch (error) {
        if (error instanceof CheckpointConflict) opened = false;
        else if (isAway(error)) {
          this.options.log.warn(`${this.name()}: will try again: ${String(error)}`);
          opened = false;
          await this.pause(retryMs);
          retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
        } else return this.halt(error);
      }
    }
    // If another process moved on or the database is away, these events are read again.
    if (this.position > this.stored) await this.store(this.position).catch(() => undefined);
  }

  private async open(): Promise<true> {
    const { projection, feed, checkpoints } = this.options;
    const { slot, position } = await checkpoints.open(projection.name, feed.realm);
    this.slot = slot;
    this.stored = position;
    this.reached(position);
    return true;
  }

  private async step(): Promise<void> {
    const { projection, feed, batchEventsMax = 4096, gatherMs = 100 } = this.options;
    const events = await feed.take(this.position, batchEventsMax);
    const last = events.at(-1);
    if (last === undefined) return this.rest();
    const startedAt = performance.now();
    const rows = new RowBatch();
    for (const event of events) projection.apply(rows, event);
    if (!rows.isEmpty || startedAt - this.storedAt > STRIDE_MS) await this.store(last.position, rows);
    this.busyMs += performance.now() - startedAt;
    this.eventsApplied += events.length;
    this.batches += 1;
    this.reached(last.position);
    if (events.length < batchEventsMax && this.waiters.size === 0) await this.pause(gatherMs);
  }

  private async rest(): Promise<void> {
    const { feed } = this.options;
    const leftMs = this.position > this.stored ? STRIDE_MS - (performance.now() - this.storedAt) : IDLE_MS;
    if (leftMs <= 0) await this.store(this.position);
    else await feed.sleep(this.position, leftMs, this.stopping.signal);
  }

  private async store(to: number, rows = new RowBatch()): Promise<void> {
    const { projection, feed, checkpoints } = this.options;
    const step = { projection: projection.name, realm: feed.realm, slot: this.slot, live: true };
    await checkpoints.advance({ ...step, from: this.stored, to }, rows);
    this.stored = to;
    this.storedAt = performance.now();
  }

  private reached(position: number): void {
    this.position = position;
    for (const waiter of [...this.waiters]) if (waiter.position <= position) waiter.settle(true);
  }

  /** A pause that a waiting reader, or the stop, cuts short. */
  private async pause(ms: number): Promise<void> {
    if (this.stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.hurry = undefined;
  }

  /** Skipping an event would make every later row a lie, so the read model stops and reports it. */
  private async halt(error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    const problem = `after position ${this.position}: ${message}`;
    const { projection, feed, checkpoints, log } = this.options;
    log.error(`${this.name()} halted ${problem}`);
    if (this.position > this.stored) await this.store(this.position).catch(() => undefined);
    await checkpoints.recordHalt(projection.name, feed.realm, problem).catch(() => undefined);
    this.error = problem;
    for (const waiter of [...this.waiters]) waiter.settle(false);
  }

  private name(): string {
    return `projection ${this.options.projection.name} of ${this.options.feed.realm}`;
  }
}
