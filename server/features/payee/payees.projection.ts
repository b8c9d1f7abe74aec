import type { RecordedEvent } from '../../core/event.js';
import type { PayeeEvent } from './payee.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Saved addresses and cards by fingerprint: whose an address is, and who else saved it. */
export const savedPayees = new ReadTable('saved_payees', {
  payee_id: { type: 'text', merge: 'key' },
  user_id: { type: 'text', merge: 'first' },
  fingerprint: { type: 'text', merge: 'first' },
  removed: { type: 'boolean', merge: 'last' },
});

export const payeesProjection: Projection = {
  name: 'payees',
  realms: ['real'],
  tables: [savedPayees],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (!event.stream.startsWith('payee-')) return;
    const { type, data } = event as PayeeEvent;
    if (type === 'PayeeAddressAdded' || type === 'PayeeCardAdded') {
      const { payeeId: payee_id, userId: user_id, fingerprint } = data;
      rows.insert(savedPayees, { payee_id, user_id, fingerprint, removed: false });
    } else if (type === 'PayeeRemoved') rows.update(savedPayees, { payee_id: data.payeeId, removed: true });
  },
};
