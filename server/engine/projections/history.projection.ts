import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from './projection.js';
import { first, key, last, sum, ReadTable } from './read-table.js';
import type { RowBatch } from './row-batch.js';

/** The streams there are, and how long each has grown. */
export const streams = new ReadTable('streams', {
  realm: key.text,
  stream: key.text,
  kind: first.text,
  version: last.count,
  firstAt: first.instant,
  lastAt: last.instant,
  lastPosition: last.count,
});

/** How many events of each type there are: exact counts for the event explorer. */
const eventTypeCounts = new ReadTable('event_type_counts', {
  realm: key.text,
  type: key.text,
  events: sum.count,
  lastPosition: last.count,
});

export const historyProjection: Projection = {
  name: 'history',
  realms: ['house', 'demo', 'real'],
  tables: [streams, eventTypeCounts],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { realm, stream, version, at, position, type } = event;
    const kind = stream.slice(0, Math.max(0, stream.indexOf('-')));
    const changed = { version, lastAt: at, lastPosition: position };
    rows.upsert(streams, { realm, stream, kind, firstAt: at, ...changed });
    rows.upsert(eventTypeCounts, { realm, type, events: 1, lastPosition: position });
  },
};
