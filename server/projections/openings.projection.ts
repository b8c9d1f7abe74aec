import type { RecordedEvent } from '../core/event.js';
import type { StaffReadReview } from '../staff/staff.events.js';
import type { Projection } from './projection.js';
import { ReadTable } from './read-table.js';
import type { RowBatch } from './row-batch.js';

/** Which member of the staff has opened which request, and when last: what nobody has looked at, nobody approves in a batch. */
export const reviewOpenings = new ReadTable('review_openings', {
  request_id: { type: 'text', merge: 'key' },
  staff_id: { type: 'text', merge: 'key' },
  opened_at: { type: 'instant', merge: 'last' },
});

export const openingsProjection: Projection = {
  name: 'openings',
  realms: ['house'],
  tables: [reviewOpenings],
  apply(rows: RowBatch, { type, data, at }: RecordedEvent): void {
    if (type !== 'StaffReadReview') return;
    const { requestId, staffId } = data as StaffReadReview;
    rows.upsert(reviewOpenings, { request_id: requestId, staff_id: staffId, opened_at: at });
  },
};
