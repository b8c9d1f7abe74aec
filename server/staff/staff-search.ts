import type { StaffSearchHit } from '../../contracts/staff-desk.contract.js';
import type { EventRow, StreamRow } from '../../contracts/staff-history.contract.js';
import { permits, type StaffOrderRow, type StaffUserRow } from '../../contracts/staff.contract.js';
import { isRefusal } from '../core/refusal.js';
import type { StaffSession } from '../edge/http/sessions.js';
import type { StaffLists } from './staff-lists.js';

const HITS_EACH = 6;

/** Finds users, orders, events and streams by id or name, as far as the asker may open them. */
export async function search(lists: StaffLists, session: StaffSession, q: string): Promise<StaffSearchHit[]> {
  const may = (permission: 'users' | 'orders' | 'events'): boolean => permits(session.roles, permission);
  const range = `[0,${HITS_EACH - 1}]`;
  const find = async <Row>(name: 'users' | 'orders' | 'events' | 'streams', filter: object): Promise<Row[]> => {
    const rows = await lists.list<Row>(session, name, { filter: JSON.stringify(filter), range });
    // A kind that cannot answer now leaves the others their hits.
    return isRefusal(rows) ? [] : rows;
  };
  const isEventId = /^[a-z]+:\d{1,15}$/.test(q);
  const [users, orders, events, streams] = await Promise.all([
    may('users') ? find<StaffUserRow>('users', { q: q.replace(/\.\d+$/, '') }) : [],
    may('orders') ? find<StaffOrderRow>('orders', { id: [q] }) : [],
    may('events') && isEventId ? find<EventRow>('events', { id: [q] }) : [],
    may('events') ? find<StreamRow>('streams', { stream: q.replace(/^(house|demo|real):/, '') }) : [],
  ]);
  return [
    ...orders.map(({ id, realm, symbol }) => ({ resource: 'orders', id, realm, label: symbol })),
    ...events.map(({ id, realm, type }) => ({ resource: 'events', id, realm, label: type })),
    ...users.map(({ id, realm, name }) => ({ resource: 'users', id, realm, label: name })),
    ...streams.map(({ id, realm, kind }) => ({ resource: 'streams', id, realm, label: kind })),
  ];
}
