import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from './projection.js';
import { ReadTable } from './read-table.js';
import type { RowBatch } from './row-batch.js';

/** The streams there are, and how long each has grown. */
export const streams = new ReadTable('streams', {
  realm: { type: 'text', merge: 'key' },
  stream: { type: 'text', merge: 'key' },
  kind: { type: 'text', merge: 'first' },
  version: { type: 'count', merge: 'last' },
  first_at: { type: 'instant', merge: 'first' },
  last_at: { type: 'instant', merge: 'last' },
  last_position: { type: 'count', merge: 'last' },
});

/** How many events of each type there are: exact counts for the event explorer. */
export const eventTypeCounts = new ReadTable('event_type_counts', {
  realm: { type: 'text', merge: 'key' },
  type: { type: 'text', merge: 'key' },
  events: { type: 'count', merge: 'sum' },
  last_position: { type: 'count', merge: 'last' },
});

export const historyProjection: Projection = {
  name: 'history',
  realms: ['house', 'demo', 'real'],
  tables: [streams, eventTypeCounts],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { realm, stream, version, at, position, type } = event;
    const kind = stream.slice(0, Math.max(0, stream.indexOf('-')));
    const changed = { version, last_at: at, last_position: position };
    rows.upsert(streams, { realm, stream, kind, first_at: at, ...changed });
    rows.upsert(eventTypeCounts, { realm, type, events: 1, last_position: position });
  },
};
