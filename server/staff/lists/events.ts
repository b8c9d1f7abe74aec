import type { PoolClient } from 'pg';
import { staffEvent, staffEvents } from '../../../contracts/staff-history.calls.js';
import type { EventRow } from '../../../contracts/staff-history.contract.js';
import { maskedEventData, maskedIds } from '../../edge/auth/masking.js';
import { chainHash, genesisHash, type EventRow as StoredEvent } from '../../engine/history/codec.js';
import { namedIdsOf } from '../named-ids.js';
import { eventFilter, partsOf, type EventFilter, type RealmPart } from './event-filter.js';
import type { ListRequest } from '../../engine/lists/list-request.js';
import { countUpTo, Values, type ListAnswer } from '../../engine/lists/list-sql.js';
import { listOf } from '../../engine/lists/staff-list.js';

/** In a realm `at`, `position` and `id` are one order; over realms `at` is the one that means something. */
const TIMELINE = ['position', 'at', 'id', 'version'];

/** `/staff/events`: every event there is, as it is stored. */
export const eventList = listOf<typeof eventFilter, EventRow>(
  staffEvents,
  () => ({
    filter: eventFilter,
    sorts: [...TIMELINE, 'stream', 'type', 'realm', 'actor'],
    defaultSort: ['at', 'DESC'],
    // Events are read where they are stored; their filters use these read models.
    readModels: ['history', 'ledger', 'orders', 'users'],
    rows: listEvents,
  }),
  {
    rowCall: staffEvent,
    mask: maskedEvent,
    search: { rank: 9, filters: (q) => (/^[a-z]+:\d{1,15}$/.test(q) ? [{ id: [q] }] : []), label: ({ type }) => type },
  },
);

/** An instrument's name is no person's. */
function maskedEvent(event: EventRow): EventRow {
  const data = event.realm === 'real' ? maskedEventData(event.type, event.data) : event.data;
  return { ...event, data, ids: maskedIds(event.ids) };
}

interface StoredRow extends StoredEvent {
  readonly previous: string | null;
}

const COLUMNS = `e.realm, e.position, e.stream, e.version, e.type, e.schema, e.at, e.actor, e.correlation, e.causation, e.data, e.postings,
  encode(e.command, 'hex') AS command, encode(e.hash, 'hex') AS hash,
  (SELECT encode(p.hash, 'hex') FROM events p WHERE p.realm = e.realm AND p.position = e.position - 1) AS previous`;

async function listEvents(client: PoolClient, request: ListRequest<EventFilter>): Promise<ListAnswer<EventRow>> {
  if (request.ids !== undefined) return byIds(client, request.ids);
  const values = new Values();
  const parts = await partsOf(client, request.filter, values);
  if (parts.length === 0) return { rows: [], total: 0, exact: true };
  const counted = await countParts(client, request.filter, parts, values.list);
  const rows = await page(client, request, parts, values);
  return { rows: await eventViews(client, rows), ...counted };
}

async function byIds(client: PoolClient, ids: readonly string[]): Promise<ListAnswer<EventRow>> {
  const pairs = ids.map((id) => /^([a-z]+):(\d{1,15})$/.exec(id)).filter((match) => match !== null);
  const { rows } = await client.query<StoredRow>(
    `SELECT ${COLUMNS} FROM events e JOIN unnest($1::text[], $2::bigint[]) AS w(realm, position) USING (realm, position)
      ORDER BY e.realm, e.position`,
    [pairs.map((match) => match[1]), pairs.map((match) => match[2])],
  );
  return { rows: await eventViews(client, rows), total: rows.length, exact: true };
}

/** Positions have no gaps, so a range of them needs no counting; types are counted by a read model. */
async function countParts(client: PoolClient, filter: EventFilter, parts: readonly RealmPart[], values: unknown[]) {
  if (parts.every((part) => part.conditions.length === 0)) {
    return { total: parts.reduce((sum, part) => sum + part.high - part.low + 1, 0), exact: true };
  }
  if (parts.every((part) => part.wholeStream !== undefined)) {
    return { total: parts.reduce((sum, part) => sum + (part.wholeStream?.version ?? 0), 0), exact: true };
  }
  const { realm: _, type, ...others } = filter;
  if (type !== undefined && Object.values(others).every((value) => value === undefined)) {
    const names = await client.query<{ n: number | null }>(
      `SELECT sum(events)::bigint AS n FROM event_type_counts c WHERE ${parts
        .map((part) => `(realm = '${part.realm}' AND ${(part.conditions[0] ?? 'true').replaceAll('e.type', 'c.type')})`)
        .join(' OR ')}`,
      values,
    );
    return { total: names.rows[0]?.n ?? 0, exact: true };
  }
  const counted = parts.map((part) => `SELECT 1 FROM events e WHERE ${within(part)}`).join(' UNION ALL ');
  return countUpTo(client, `(${counted}) parts`, values);
}

async function page(
  client: PoolClient,
  { from, count, sort, descending }: ListRequest<EventFilter>,
  parts: readonly RealmPart[],
  values: Values,
): Promise<StoredRow[]> {
  const direction = descending ? 'DESC' : 'ASC';
  const timeline = TIMELINE.includes(sort);
  const [first] = parts;
  if (timeline && parts.length === 1 && first !== undefined && first.conditions.length === 0)
    return stretch(client, first, from, count, descending);
  if (timeline && parts.length === 1 && first?.wholeStream !== undefined)
    return streamStretch(client, first.realm, first.wholeStream, from, count, descending);
  // Each realm gives its first rows in order, by an index; only those few are merged.
  const limit = timeline ? ` LIMIT ${values.add(from + count)}::bigint` : '';
  const keys = parts.map((part) => {
    const order = part.byVersion ? 'e.version' : 'e.position';
    const inner = timeline ? ` ORDER BY ${order} ${direction}${limit}` : '';
    return `(SELECT e.realm, e.position, e.at, e.stream, e.version, e.type, e.actor FROM events e WHERE ${within(part)}${inner})`;
  });
  const primary = sort === 'position' || sort === 'version' ? 'position' : timeline ? 'at' : sort;
  const order = [primary, 'realm', 'position'].map((name) => `k.${name} ${direction}`).join(', ');
  const { rows } = await client.query<StoredRow>(
    `SELECT ${COLUMNS} FROM (SELECT * FROM (${keys.join(' UNION ALL ')}) k ORDER BY ${order}
        LIMIT ${values.add(count)} OFFSET ${values.add(from)}) k
       JOIN events e ON e.realm = k.realm AND e.position = k.position ORDER BY ${order}`,
    values.list,
  );
  return rows;
}

/** A page of an unfiltered history is a stretch of positions: as quick at its end as at its beginning. */
async function stretch(client: PoolClient, part: RealmPart, from: number, count: number, descending: boolean) {
  const low = descending ? Math.max(part.low, part.high - from - count + 1) : part.low + from;
  const high = descending ? part.high - from : Math.min(part.high, part.low + from + count - 1);
  const { rows } = await client.query<StoredRow>(
    `SELECT ${COLUMNS} FROM events e WHERE e.realm = $1 AND e.position BETWEEN $2 AND $3
      ORDER BY e.position ${descending ? 'DESC' : 'ASC'}`,
    [part.realm, low, high],
  );
  return rows;
}

async function streamStretch(
  client: PoolClient,
  realm: string,
  { name, version }: { name: string; version: number },
  from: number,
  count: number,
  descending: boolean,
): Promise<StoredRow[]> {
  const low = descending ? version - from - count + 1 : from + 1;
  const { rows } = await client.query<StoredRow>(
    `SELECT ${COLUMNS} FROM events e WHERE e.realm = $1 AND e.stream = $2 AND e.version BETWEEN $3 AND $4
      ORDER BY e.version ${descending ? 'DESC' : 'ASC'}`,
    [realm, name, low, low + count - 1],
  );
  return rows;
}

function within({ realm, low, high, conditions }: RealmPart): string {
  return [`e.realm = '${realm}'`, `e.position BETWEEN ${low} AND ${high}`, ...conditions].join(' AND ');
}

async function eventViews(client: PoolClient, rows: readonly StoredRow[]): Promise<EventRow[]> {
  const events = rows.map(eventView);
  const ids = await namedIdsOf(client, events);
  return events.map((event, index) => ({ ...event, ids: ids[index] ?? {} }));
}

function eventView(row: StoredRow): Omit<EventRow, 'ids'> {
  const postings = row.postings === null ? [] : (JSON.parse(row.postings) as [string, string, string][]);
  const previousHash = row.previous ?? genesisHash(row.realm);
  return {
    id: `${row.realm}:${row.position}`,
    realm: row.realm,
    position: row.position,
    stream: row.stream,
    version: row.version,
    type: row.type,
    schema: row.schema,
    at: row.at,
    actor: row.actor,
    correlation: row.correlation,
    causation: row.causation,
    command: row.command,
    data: JSON.parse(row.data) as unknown,
    postings: postings.map(([account, asset, amount]) => ({ account, asset, amount })),
    hash: row.hash,
    previousHash,
    hashRight: chainHash(previousHash, row) === row.hash,
  };
}
