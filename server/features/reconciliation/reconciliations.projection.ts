import type { RecordedEvent } from '../../core/event.js';
import type { ReconciliationEvent } from './reconciliation.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every run; one that is not done yet has a 0 in `done_at` and nothing found. */
export const reconciliations = new ReadTable('reconciliations', {
  runId: key.text,
  day: first.text,
  askedBy: first.text,
  askedAt: first.instant,
  doneAt: last.instant,
  position: last.count,
  differences: last.count,
  lines: last.json,
  items: last.json,
});

export const reconciliationsProjection: Projection = {
  name: 'reconciliations',
  realms: ['real'],
  tables: [reconciliations],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { type, data, at, actor } = event as ReconciliationEvent;
    if (type === 'ReconciliationDue') {
      const started = { runId: data.runId, day: data.day, askedBy: actor, askedAt: at };
      const nothing = { doneAt: 0, position: 0, differences: 0, lines: '[]', items: '[]' };
      rows.insert(reconciliations, { ...started, ...nothing });
    } else if (type === 'Reconciled') {
      const { runId, position, differences } = data;
      const [lines, items] = [JSON.stringify(data.lines), JSON.stringify(data.items)];
      rows.update(reconciliations, { runId, doneAt: at, position, differences, lines, items });
    }
  },
};
