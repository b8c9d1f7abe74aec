import type { Pool, PoolClient } from 'pg';
import { REALMS } from '../../contracts/realm.contract.js';
import type { NamedId } from '../../contracts/staff-history.contract.js';
import type { StaffRole } from '../../contracts/staff.contract.js';
import { idFieldsOf, type IdFields, type IdOf } from '../engine/history/event-types.js';

type NamedIds = Record<string, NamedId>;
type Found = Map<string, Exclude<IdOf, 'none'>>;

/** The kinds of ids in these events, by the fields that their types declare; the actor is `actor` as stored. */
export async function namedIdsOf(
  client: Pool | PoolClient,
  events: readonly { readonly type: string; readonly actor: string; readonly data: unknown }[],
): Promise<NamedIds[]> {
  const found = events.map(({ type, actor, data }) => {
    const ids: Found = new Map();
    gather(idFieldsOf(type), data, ids);
    if (/^(user|staff):/.test(actor)) ids.set(actor, actor.startsWith('user:') ? 'person' : 'staff');
    return ids;
  });
  const named = await nameAll(client, new Map(found.flatMap((ids) => [...ids])));
  return found.map((ids) => Object.fromEntries([...ids.keys()].flatMap((id) => pairOf(id, named))));
}

/** What the ids in the state of a stream are of, by the fields that the events of these types declare. */
export async function idsOfState(client: Pool, types: readonly string[], state: unknown): Promise<NamedIds> {
  const ids: Found = new Map();
  for (const type of types) gather(idFieldsOf(type), state, ids);
  return Object.fromEntries(await nameAll(client, ids));
}

function gather(fields: IdFields, data: unknown, into: Found): void {
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    const of = fields[key];
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof one !== 'string') gather(fields, one, into);
      else if (of !== undefined && of !== 'none') into.set(one, of);
    }
  }
}

const pairOf = (id: string, named: ReadonlyMap<string, NamedId>): [string, NamedId][] => {
  const one = named.get(id);
  return one === undefined ? [] : [[id, one]];
};

/** `real-7h2k9q.1` and `user:real-7h2k9q` are both of `real-7h2k9q`. */
const personOf = (id: string): string => id.replace(/^user:/, '').replace(/\.\d+$/, '');
const memberOf = (id: string): string => id.replace(/^staff:/, '');

/** Ids that are of nothing known have no entry: the text stands as it is. */
async function nameAll(client: Pool | PoolClient, ids: Found): Promise<Map<string, NamedId>> {
  const people = new Map<string, string[]>();
  const members = new Map<string, string[]>();
  const streams = new Map<string, string[]>();
  const named = new Map<string, NamedId>();
  const file = (under: Map<string, string[]>, name: string, id: string) =>
    under.set(name, [...(under.get(name) ?? []), id]);
  for (const [id, of] of ids) {
    if (of === 'order' || of === 'trade') named.set(id, { of });
    else if (of === 'person' || of === 'owner') file(people, personOf(id), id);
    else if (of === 'staff') file(members, memberOf(id), id);
    else file(streams, `${of.slice('stream '.length)}-${id}`, id);
  }
  const put = (under: Map<string, string[]>, name: string, value: NamedId): void => {
    for (const id of under.get(name) ?? []) named.set(id, value);
  };
  for (const { userId, name } of await peopleOf(client, [...people.keys()]))
    put(people, userId, { of: 'person', userId, name });
  for (const { staffId, name, roles } of await membersOf(client, [...members.keys()]))
    put(members, staffId, { of: 'staff', name, roles });
  for (const { realm, stream } of await streamsOf(client, [...streams.keys()]))
    put(streams, stream, { of: 'stream', realm, stream });
  return named;
}

async function peopleOf(client: Pool | PoolClient, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ userId: string; name: string }>(
    `SELECT user_id AS "userId", name FROM users WHERE realm IN ('demo', 'real') AND user_id = ANY ($1)`,
    [ids],
  );
  return rows;
}

async function membersOf(client: Pool | PoolClient, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ staffId: string; name: string; roles: StaffRole[] }>(
    'SELECT staff_id AS "staffId", name, roles FROM staff_accounts WHERE staff_id = ANY ($1)',
    [ids],
  );
  return rows;
}

async function streamsOf(client: Pool | PoolClient, names: readonly string[]) {
  if (names.length === 0) return [];
  const { rows } = await client.query<{ realm: string; stream: string }>(
    'SELECT realm, stream FROM streams WHERE realm = ANY ($1) AND stream = ANY ($2)',
    [REALMS, names],
  );
  return rows;
}
