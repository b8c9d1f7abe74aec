import type { RecordedEvent } from '../../core/event.js';
import type { IdentityEvent } from './identity.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every request of every level; says who sent the same number before, and holds nothing that says which number. */
export const identityRequests = new ReadTable('identity_requests', {
  request_id: { type: 'text', merge: 'key' },
  user_id: { type: 'text', merge: 'first' },
  level: { type: 'text', merge: 'first' },
  status: { type: 'text', merge: 'last' },
  submitted_at: { type: 'instant', merge: 'first' },
  /** Empty where no document is shown. */
  number_fingerprint: { type: 'text', merge: 'last' },
  name_fingerprint: { type: 'text', merge: 'last' },
});

export const identityProjection: Projection = {
  name: 'identity',
  realms: ['real'],
  tables: [identityRequests],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { type, data, at } = event as IdentityEvent;
    if (type === 'IdentitySubmitted') {
      const { requestId, userId, level, document } = data;
      const born = { request_id: requestId, user_id: userId, level, submitted_at: at };
      const number_fingerprint = document?.numberFingerprint ?? '';
      const name_fingerprint = document?.nameFingerprint ?? '';
      rows.insert(identityRequests, { ...born, status: 'under-review', number_fingerprint, name_fingerprint });
    } else if (type === 'IdentityAnswered') {
      const number_fingerprint = data.document?.numberFingerprint ?? '';
      const name_fingerprint = data.document?.nameFingerprint ?? '';
      const request_id = data.requestId;
      rows.update(identityRequests, { request_id, status: 'under-review', number_fingerprint, name_fingerprint });
    } else if (type === 'IdentityMoreAsked') {
      rows.update(identityRequests, { request_id: data.requestId, status: 'answer-needed' });
    } else if (type === 'IdentityPassed' || type === 'IdentityRejected' || type === 'IdentityWithdrawn') {
      const status = { IdentityPassed: 'passed', IdentityRejected: 'rejected', IdentityWithdrawn: 'withdrawn' }[type];
      rows.update(identityRequests, { request_id: data.requestId, status });
    }
  },
};
