import type { RecordedEvent } from '../../core/event.js';
import type { EventSource } from './projection.js';

/** The newest events of a realm that stay in memory for readers that are nearly up to date. */
const KEPT_EVENTS_MAX = 8_192;

/**
 * The feed of one realm. What was just appended is handed on from memory; a reader that is further behind, and one that
 * starts, reads pages from the database. An append that this process did not announce (its answer was lost, or another
 * server made it) shows as a gap or by `headMoved`, and is read from the database too.
 */
export class RealmFeed {
  private kept: RecordedEvent[] = [];
  private head = 0;
  private readonly sleepers = new Set<() => void>();

  constructor(
    readonly realm: string,
    private readonly source: EventSource,
  ) {}

  /** The newest position that this feed knows of. */
  get position(): number {
    return this.head;
  }

  /** Takes what has just become durable. */
  announce(events: readonly RecordedEvent[]): void {
    const first = events[0];
    if (first === undefined) return;
    if (first.position !== (this.kept.at(-1)?.position ?? this.head) + 1) this.kept = [];
    for (const event of events) this.kept.push(event);
    if (this.kept.length > KEPT_EVENTS_MAX * 2) this.kept = this.kept.slice(-KEPT_EVENTS_MAX);
    this.headMoved((events.at(-1) as RecordedEvent).position);
  }

  /** The database's own word on how far the realm is. */
  headMoved(position: number): void {
    if (position <= this.head) return;
    this.head = position;
    for (const wake of [...this.sleepers]) wake();
  }

  /** At most `limit` events after a position, without waiting: an empty answer means that there are none yet. */
  async take(after: number, limit: number): Promise<readonly RecordedEvent[]> {
    const first = this.kept[0];
    const last = this.kept.at(-1);
    if (first !== undefined && last !== undefined && after + 1 >= first.position && after < last.position) {
      const from = after + 1 - first.position;
      return this.kept.slice(from, from + limit);
    }
    if (after >= this.head) return [];
    const page = await this.source.readPage(this.realm, after, limit);
    page.forEach((event, index) => {
      if (event.position !== after + 1 + index)
        throw new Error(`the history of ${this.realm} has a gap: ${event.position} follows ${after + index}`);
    });
    return page;
  }

  /** Sleeps until there is something after the position, the time is over, or the signal says stop. */
  async sleep(after: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (after < this.head || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.sleepers.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      timer.unref();
      this.sleepers.add(done);
      signal.addEventListener('abort', done);
    });
  }
}
