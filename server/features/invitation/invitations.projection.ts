import type { RecordedEvent } from '../../core/event.js';
import type { AccountEvent } from '../account/account.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, orNull, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Who invites by which code, and who came by whom. */
const invitations = new ReadTable('invitations', {
  realm: key.text,
  userId: key.text,
  code: first.text,
  invitedBy: orNull(first.text),
  openedAt: first.instant,
});

export const invitationsProjection: Projection = {
  name: 'invitations',
  realms: ['real'],
  tables: [invitations],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (event.type !== 'RealAccountOpened') return;
    const { userId, invitationCode, invitedBy } = (event as Extract<AccountEvent, { type: 'RealAccountOpened' }>).data;
    const { realm, at } = event;
    rows.insert(invitations, { realm, userId, code: invitationCode, invitedBy, openedAt: at });
  },
};
