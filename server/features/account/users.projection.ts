import type { RecordedEvent } from '../../core/event.js';
import type { AccountEvent } from './account.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every account, demo and real, as it stands now. `expired` is what the history says; a clock may know it earlier. */
export const users = new ReadTable('users', {
  realm: { type: 'text', merge: 'key' },
  user_id: { type: 'text', merge: 'key' },
  name: { type: 'text', merge: 'first' },
  lang: { type: 'text', merge: 'first' },
  opened_at: { type: 'instant', merge: 'first' },
  position: { type: 'count', merge: 'first' },
  owner_id: { type: 'text', merge: 'last' },
  generation: { type: 'count', merge: 'last' },
  expires_at: { type: 'instant', merge: 'last' },
  status: { type: 'text', merge: 'last' },
});

/** What happens to an account without changing what the list shows of it. */
type Unlisted = 'NewDeviceSeen' | 'LoginPasswordChanged' | 'AccountClosed' | 'AccountReopened';
type Told = { [Event in AccountEvent as Exclude<Event['type'], Unlisted>]: Event };
const KNOWN: { readonly [Type in keyof Told]: (rows: RowBatch, event: Told[Type]) => void } = {
  DemoOpened: (rows, { realm, at, position, data }) => {
    const { userId, name, lang, ownerId, generation, expiresAt } = data;
    const born = { realm, user_id: userId, name, lang, opened_at: at, position };
    rows.insert(users, { ...born, owner_id: ownerId, generation, expires_at: expiresAt, status: 'active' });
  },
  DemoRegenerated: (rows, { realm, data }) => {
    const { userId, ownerId, generation, expiresAt } = data;
    const life = { owner_id: ownerId, generation, expires_at: expiresAt, status: 'active' };
    rows.update(users, { realm, user_id: userId, ...life });
  },
  DemoExpired: (rows, { realm, data }) => rows.update(users, { realm, user_id: data.userId, status: 'expired' }),
  DemoExited: (rows, { realm, data }) => rows.update(users, { realm, user_id: data.userId, status: 'exited' }),
  AccountFrozen: (rows, { realm, data }) => rows.update(users, { realm, user_id: data.userId, status: 'frozen' }),
  AccountUnfrozen: (rows, { realm, data }) => rows.update(users, { realm, user_id: data.userId, status: 'active' }),
  AccountErased: (rows, { realm, data }) => rows.update(users, { realm, user_id: data.userId, status: 'erased' }),
  RealAccountOpened: (rows, { realm, at, position, data }) => {
    const { userId, ownerId, name, lang } = data;
    const born = { realm, user_id: userId, name, lang, opened_at: at, position };
    rows.insert(users, { ...born, owner_id: ownerId, generation: 1, expires_at: null, status: 'active' });
  },
};

export const usersProjection: Projection = {
  name: 'users',
  realms: ['demo', 'real'],
  tables: [users],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (!Object.hasOwn(KNOWN, event.type)) return;
    // The table is keyed by type, so the handler found is the one for this event's shape.
    (KNOWN[event.type as keyof Told] as (rows: RowBatch, event: RecordedEvent) => void)(rows, event);
  },
};
