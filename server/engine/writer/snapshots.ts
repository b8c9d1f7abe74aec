import type { RecordedEvent } from '../../core/event.js';
import type { EventStore, Snapshot } from '../history/event-store.js';
import type { Cache } from './cache.js';

/** Snapshots of the streams that have grown enough since their last one, as they stand now. */
export function dueSnapshots(cache: Cache, realm: string, events: readonly RecordedEvent[]): Snapshot[] {
  const due: Snapshot[] = [];
  for (const stream of new Set(events.map((event) => event.stream))) {
    const entry = cache.stream(stream);
    const policy = entry?.kind.snapshot;
    if (entry === undefined || policy === undefined) continue;
    if (entry.version - entry.snapshotVersion < policy.everyEvents) continue;
    entry.snapshotVersion = entry.version;
    const { version, position } = entry;
    due.push({ realm, stream, version, position, schema: policy.schema, state: policy.save(entry.state) });
  }
  return due;
}

/** Snapshots are stored in the background; a failed one only slows the next load. */
export function saveAll(snapshots: readonly Snapshot[], store: EventStore, log: { warn(message: string): void }): void {
  for (const snapshot of snapshots) {
    store.saveSnapshot(snapshot).catch((error: unknown) => log.warn(`${snapshot.stream} not saved: ${String(error)}`));
  }
}
