import type { RecordedEvent } from '../../core/event.js';
import type { AccountEvent } from './account.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, orNull, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every account, demo and real, as it stands now. `expired` is the history's status; the clock may pass it earlier. */
export const users = new ReadTable('users', {
  realm: key.text,
  userId: key.text,
  name: first.text,
  lang: first.text,
  openedAt: first.instant,
  position: first.count,
  ownerId: last.text,
  generation: last.count,
  expiresAt: orNull(last.instant),
  status: last.text,
});

/** What happens to an account without changing what the list shows of it. */
type Unlisted = 'NewDeviceSeen' | 'LoginPasswordChanged' | 'AccountClosed' | 'AccountReopened';
type ListedEvents = { [Event in AccountEvent as Exclude<Event['type'], Unlisted>]: Event };
const KNOWN: { readonly [Type in keyof ListedEvents]: (rows: RowBatch, event: ListedEvents[Type]) => void } = {
  DemoOpened: (rows, { realm, at, position, data }) => {
    const { userId, name, lang, ownerId, generation, expiresAt } = data;
    const born = { realm, userId, name, lang, openedAt: at, position };
    rows.insert(users, { ...born, ownerId, generation, expiresAt, status: 'active' });
  },
  DemoRegenerated: (rows, { realm, data }) => {
    const { userId, ownerId, generation, expiresAt } = data;
    const life = { ownerId, generation, expiresAt, status: 'active' };
    rows.update(users, { realm, userId, ...life });
  },
  DemoExpired: (rows, { realm, data }) => rows.update(users, { realm, userId: data.userId, status: 'expired' }),
  DemoExited: (rows, { realm, data }) => rows.update(users, { realm, userId: data.userId, status: 'exited' }),
  AccountFrozen: (rows, { realm, data }) => rows.update(users, { realm, userId: data.userId, status: 'frozen' }),
  AccountUnfrozen: (rows, { realm, data }) => rows.update(users, { realm, userId: data.userId, status: 'active' }),
  AccountErased: (rows, { realm, data }) => rows.update(users, { realm, userId: data.userId, status: 'erased' }),
  RealAccountOpened: (rows, { realm, at, position, data }) => {
    const { userId, ownerId, name, lang } = data;
    const born = { realm, userId, name, lang, openedAt: at, position };
    rows.insert(users, { ...born, ownerId, generation: 1, expiresAt: null, status: 'active' });
  },
};

export const usersProjection: Projection = {
  name: 'users',
  realms: ['demo', 'real'],
  tables: [users],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (!Object.hasOwn(KNOWN, event.type)) return;
    // The table is keyed by type, so the handler found is the one for this event's shape.
    (KNOWN[event.type as keyof ListedEvents] as (rows: RowBatch, event: RecordedEvent) => void)(rows, event);
  },
};
