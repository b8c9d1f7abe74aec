import type { RecordedEvent } from '../../core/event.js';
import type { IdentityEvent } from './identity.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every request of every level; it finds equal document numbers by fingerprint, and holds no number. */
const identityRequests = new ReadTable('identity_requests', {
  requestId: key.text,
  userId: first.text,
  level: first.text,
  status: last.text,
  submittedAt: first.instant,
  /** Empty where no document is shown. */
  numberFingerprint: last.text,
  nameFingerprint: last.text,
});

export const identityProjection: Projection = {
  name: 'identity',
  realms: ['real'],
  tables: [identityRequests],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { type, data, at } = event as IdentityEvent;
    if (type === 'IdentitySubmitted') {
      const { requestId, userId, level, document } = data;
      const born = { requestId, userId, level, submittedAt: at };
      const numberFingerprint = document?.numberFingerprint ?? '';
      const nameFingerprint = document?.nameFingerprint ?? '';
      rows.insert(identityRequests, { ...born, status: 'under-review', numberFingerprint, nameFingerprint });
    } else if (type === 'IdentityAnswered') {
      const numberFingerprint = data.document?.numberFingerprint ?? '';
      const nameFingerprint = data.document?.nameFingerprint ?? '';
      const requestId = data.requestId;
      rows.update(identityRequests, { requestId, status: 'under-review', numberFingerprint, nameFingerprint });
    } else if (type === 'IdentityMoreRequested') {
      rows.update(identityRequests, { requestId: data.requestId, status: 'answer-needed' });
    } else if (type === 'IdentityPassed' || type === 'IdentityRejected' || type === 'IdentityWithdrawn') {
      const status = { IdentityPassed: 'passed', IdentityRejected: 'rejected', IdentityWithdrawn: 'withdrawn' }[type];
      rows.update(identityRequests, { requestId: data.requestId, status });
    }
  },
};
