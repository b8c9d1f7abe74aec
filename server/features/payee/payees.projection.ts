import type { RecordedEvent } from '../../core/event.js';
import type { PayeeEvent } from './payee.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Saved addresses and cards by fingerprint: whose an address is, and who else saved it. */
const savedPayees = new ReadTable('saved_payees', {
  payeeId: key.text,
  userId: first.text,
  fingerprint: first.text,
  removed: last.boolean,
});

export const payeesProjection: Projection = {
  name: 'payees',
  realms: ['real'],
  tables: [savedPayees],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (!event.stream.startsWith('payee-')) return;
    const { type, data } = event as PayeeEvent;
    if (type === 'PayeeAddressAdded' || type === 'PayeeCardAdded') {
      const { payeeId, userId, fingerprint } = data;
      rows.insert(savedPayees, { payeeId, userId, fingerprint, removed: false });
    } else if (type === 'PayeeRemoved') rows.update(savedPayees, { payeeId: data.payeeId, removed: true });
  },
};
