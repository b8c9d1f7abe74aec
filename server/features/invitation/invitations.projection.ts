import type { RecordedEvent } from '../../core/event.js';
import type { AccountEvent } from '../account/account.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Who invites by which code, and who came by whom. */
export const invitations = new ReadTable('invitations', {
  realm: { type: 'text', merge: 'key' },
  user_id: { type: 'text', merge: 'key' },
  code: { type: 'text', merge: 'first' },
  invited_by: { type: 'text', merge: 'first' },
  opened_at: { type: 'instant', merge: 'first' },
});

export const invitationsProjection: Projection = {
  name: 'invitations',
  realms: ['real'],
  tables: [invitations],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (event.type !== 'RealAccountOpened') return;
    const { userId, invitationCode, invitedBy } = (event as Extract<AccountEvent, { type: 'RealAccountOpened' }>).data;
    const { realm, at } = event;
    rows.insert(invitations, { realm, user_id: userId, code: invitationCode, invited_by: invitedBy, opened_at: at });
  },
};
