import type { RecordedEvent } from '../../core/event.js';
import type { ReconciliationEvent } from './reconciliation.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every run; one that is not done yet has a 0 in `done_at` and nothing found. */
export const reconciliations = new ReadTable('reconciliations', {
  run_id: { type: 'text', merge: 'key' },
  day: { type: 'text', merge: 'first' },
  asked_by: { type: 'text', merge: 'first' },
  asked_at: { type: 'instant', merge: 'first' },
  done_at: { type: 'instant', merge: 'last' },
  position: { type: 'count', merge: 'last' },
  differences: { type: 'count', merge: 'last' },
  lines: { type: 'json', merge: 'last' },
  items: { type: 'json', merge: 'last' },
});

export const reconciliationsProjection: Projection = {
  name: 'reconciliations',
  realms: ['real'],
  tables: [reconciliations],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { type, data, at, actor } = event as ReconciliationEvent;
    if (type === 'ReconciliationDue') {
      const asked = { run_id: data.runId, day: data.day, asked_by: actor, asked_at: at };
      const nothing = { done_at: 0, position: 0, differences: 0, lines: '[]', items: '[]' };
      rows.insert(reconciliations, { ...asked, ...nothing });
    } else if (type === 'Reconciled') {
      const { runId: run_id, position, differences } = data;
      const [lines, items] = [JSON.stringify(data.lines), JSON.stringify(data.items)];
      rows.update(reconciliations, { run_id, done_at: at, position, differences, lines, items });
    }
  },
};
