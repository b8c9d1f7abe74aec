import type { RecordedEvent } from '../../core/event.js';
import type { ReadTable } from './read-table.js';
import type { RowBatch } from './row-batch.js';

/** What feeds read models and policies hold of the event store: pages of the past, and the appends as they become durable. */
export interface EventSource {
  /** The events after `after` in order of position, at most `limit`; an empty page marks the end of the history. */
  readPage(realm: string, after: number, limit: number): Promise<readonly RecordedEvent[]>;
  /** Calls the listener after every durable append, in order and without gaps. Answers how to stop it. */
  subscribe(listener: (realm: string, events: readonly RecordedEvent[]) => void): () => void;
}

/**
 * One read model: tables of its own, filled from nothing but the events. `apply` is a plain function of the event, so that
 * a rebuild from the first event makes the same rows as the live run did.
 */
export interface Projection {
  readonly name: string;
  /** The realms whose history it reads. */
  readonly realms: readonly string[];
  readonly tables: readonly ReadTable[];
  apply(rows: RowBatch, event: RecordedEvent): void;
}
