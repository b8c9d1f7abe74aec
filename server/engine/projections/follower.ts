import type { RecordedEvent } from '../../core/event.js';
import type { RealmFeed } from './feed.js';
import type { Projection } from './projection.js';
import type { Slot } from './read-table.js';
import { RowBatch } from './row-batch.js';

export interface FollowerStatus {
  readonly projection: string;
  readonly realm: string;
  readonly slot: Slot;
  readonly position: number;
  readonly lagEvents: number;
  readonly state: 'live' | 'halted';
  readonly error: string | null;
  /** Since this process started. */
  readonly eventsApplied: number;
}

/** How far one read model has followed one realm, and who waits for it. */
export class Follower {
  slot: Slot = 'blue';
  /** The checkpoint. No event between it and `position` gave a row. */
  stored = 0;
  /** By `performance.now()`. */
  storedAt = 0;
  /** Whether the checkpoint must be read before the next event. */
  isOpen = false;
  private shown = 0;
  private error: string | null = null;
  private eventsApplied = 0;
  private readonly waiters = new Set<{ position: number; settle: (reached: boolean) => void }>();

  constructor(
    readonly projection: Projection,
    private readonly feed: RealmFeed,
  ) {}

  get name(): string {
    return this.projection.name;
  }

  get position(): number {
    return this.shown;
  }

  get isHalted(): boolean {
    return this.error !== null;
  }

  get isAwaited(): boolean {
    return this.waiters.size > 0;
  }

  status(): FollowerStatus {
    return {
      projection: this.name,
      realm: this.feed.realm,
      slot: this.slot,
      position: this.shown,
      lagEvents: Math.max(0, this.feed.position - this.shown),
      state: this.isHalted ? 'halted' : 'live',
      error: this.error,
      eventsApplied: this.eventsApplied,
    };
  }

  /** Goes on from its checkpoint. */
  open({ slot, position }: { readonly slot: Slot; readonly position: number }): void {
    this.slot = slot;
    this.stored = position;
    this.isOpen = true;
    this.reached(position);
  }

  /** The checkpoint has moved there. */
  storedUpTo(position: number): void {
    this.stored = position;
    this.storedAt = performance.now();
  }

  /** The rows that it makes of those events of a page that it does not show yet. */
  rowsOf(page: readonly RecordedEvent[]): RowBatch {
    const rows = new RowBatch();
    for (const event of page) if (event.position > this.shown) this.projection.apply(rows, event);
    return rows;
  }

  /** Its rows up to there are written, or there are none. */
  passed(position: number): void {
    this.eventsApplied += position - this.shown;
    this.reached(position);
  }

  /** Resolves to true once the read model shows that position, to false when it halts or the time is over. */
  async waitFor(position: number, timeoutMs: number): Promise<boolean> {
    if (this.shown >= position) return true;
    if (this.isHalted) return false;
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
    });
  }

  halt(problem: string): void {
    this.error = problem;
    this.giveUpWaiting();
  }

  giveUpWaiting(): void {
    for (const waiter of [...this.waiters]) waiter.settle(false);
  }

  private reached(position: number): void {
    this.shown = position;
    for (const waiter of [...this.waiters]) if (waiter.position <= position) waiter.settle(true);
  }
}
