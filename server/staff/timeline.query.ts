import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import type { Page } from '../../contracts/envelope.contract.js';
import type { StaffTimelineItem, timelineQuery } from '../../contracts/staff-lists.contract.js';
import type { ReviewQueue, StaffRole, StaffUserRow } from '../../contracts/staff.contract.js';
import { refuse, type Refusal } from '../core/refusal.js';
import { upcast } from '../engine/history/event-types.js';
import { reading, Values } from '../engine/lists/list-sql.js';
import { declared } from '../features.js';
import type { Timeline } from '../core/timeline.js';
import { KIND_OF, timelineSentence, typesOfKind } from './sentences.js';

const timelines: readonly Timeline[] = declared.flatMap(({ timeline }) => timeline ?? []);
/** What a person or each of their accounts has one stream of. */
const STREAMS = timelines.flatMap(({ streams = [] }) => streams);
/** By the letters that an id begins with: the queue whose request it is. */
const QUEUE_OF: Readonly<Record<string, ReviewQueue>> = Object.assign({}, ...timelines.map(({ queues }) => queues));

type TimelineQueryInput = z.output<typeof timelineQuery>;
type Entry = StaffTimelineItem & { mark: { position: number } | { at: number; session: string } };

/** Both sources are walked backwards at once; the cursor has the previous page's place in each. */
interface Cursor {
  readonly position: number;
  readonly at: number;
  readonly session: string;
}

const START: Cursor = { position: Number.MAX_SAFE_INTEGER, at: Number.MAX_SAFE_INTEGER, session: '' };
const CURSOR = /^(\d{1,16})\.(\d{1,16})\.([\w:-]{0,60})$/;

/**
 * Everything that happened to a user, the newest first: sessions from their table, the rest from the history. `queues` are those
 * whose requests the reader sees; all of them when `undefined`.
 */
export function timelineOf(
  pool: Pool,
  user: StaffUserRow,
  { kind, symbol, side, cursor, limit }: TimelineQueryInput,
  queues: readonly ReviewQueue[] | undefined,
): Promise<Page<StaffTimelineItem> | Refusal> {
  const match = cursor === undefined ? undefined : CURSOR.exec(cursor);
  if (match === null)
    return Promise.resolve(refuse('request.field-invalid', { field: 'cursor', allowed: 'documented' }));
  const from: Cursor =
    match === undefined
      ? START
      : { position: parseInt(match[1] ?? '', 10), at: parseInt(match[2] ?? '', 10), session: match[3] ?? '' };
  return reading(pool, async (client) => {
    const wanted = { kind, symbol, side };
    const events = kind === 'session' ? [] : await eventsOf(client, user, wanted, from.position, limit + 1);
    const hasSessions = symbol === undefined && (kind === undefined || kind === 'session');
    const sessions = hasSessions ? await sessionsOf(client, user.id, from, limit + 1) : [];
    const all = [...events, ...sessions].sort((a, b) => b.at - a.at);
    const page = all.slice(0, limit);
    return {
      items: page.map((entry) => itemOf(entry, queues)),
      nextCursor: all.length > limit ? cursorAfter(page, from) : null,
    };
  });
}

/** All readers of the user see that there is a request; only readers of its queue see the request itself. */
function itemOf({ mark: _, ...item }: Entry, queues: readonly ReviewQueue[] | undefined): StaffTimelineItem {
  const queue = QUEUE_OF[item.orderId?.split('-')[0] ?? ''];
  const hidden = queue !== undefined && queues !== undefined && !queues.includes(queue);
  return hidden ? { ...item, orderId: null } : item;
}

function cursorAfter(page: readonly Entry[], from: Cursor): string {
  const cursor = { ...from };
  for (const { mark } of page) Object.assign(cursor, mark);
  return `${cursor.position}.${cursor.at}.${cursor.session}`;
}

interface StoredEvent {
  realm: string;
  position: number;
  at: number;
  type: string;
  schema: number;
  actor: string;
  by_name: string | null;
  by_roles: StaffRole[] | null;
  data: string;
  amounts: StaffTimelineItem['amounts'];
}

/**
 * Things of a person that have streams of their own: the owner's column, and their sentences. Reading a chat or a further
 * confirmation is no entry.
 */
const THINGS = timelines.flatMap(({ things, sentences }) =>
  things === undefined
    ? []
    : { ...things, kinds: sentences.map(({ kind }) => kind), types: sentences.map(({ type }) => type) },
);
const BEGUN = timelines.flatMap(({ begun }) => begun ?? []);

async function eventsOf(
  client: PoolClient,
  user: StaffUserRow,
  { kind, symbol, side }: Pick<TimelineQueryInput, 'kind' | 'symbol' | 'side'>,
  before: number,
  limit: number,
): Promise<Entry[]> {
  const owners = Array.from({ length: user.generation }, (_, index) => `${user.id}.${index + 1}`);
  const values = new Values();
  const streams = STREAMS.flatMap((noun) => [user.id, ...owners].map((id) => `${noun}-${id}`));
  const [realm, mine, own] = [values.add(user.realm), values.add(owners), values.add(streams)];
  const [top, count] = [values.add(before), values.add(limit)];
  const wanted = conditionOf(kind, values);
  // Each source gives its newest by its index; only those few are merged and read in full.
  const newest = (table: string, condition: string): string =>
    `(SELECT DISTINCT e.position FROM ${table} r JOIN events e ON e.realm = r.realm AND e.position = r.position
       WHERE r.realm = ${realm} AND ${condition} AND r.position < ${top} ORDER BY e.position DESC LIMIT ${count})`;
  // The filter for money includes everything that moved any, orders and fills as well.
  const moved = newest('account_records', `r.owner_id = ANY (${mine}) ${kind === 'money' ? '' : wanted}`);
  const ofStreams = (condition: string): string => newest('events', `r.stream = ANY (${own}) ${wanted} ${condition}`);
  const sources = symbol === undefined ? [moved, ofStreams('')] : [ofStreams(ofPosition(symbol, side, values))];
  const isWhole = symbol === undefined;
  if (isWhole && kind !== 'money')
    sources.push(...BEGUN.map((table) => newest(table, `r.owner_id = ANY (${mine}) ${wanted}`)));
  if (isWhole && user.realm === 'real') sources.push(...thingsOf(user.id, { realm, top, count, wanted, kind }, values));
  const merged = sources.map((source, n) => `SELECT position FROM ${source} s${n}`).join(' UNION ');
  const { rows } = await client.query<StoredEvent>(
    `SELECT e.realm, e.position, e.at, e.type, e.schema, e.actor, a.name AS by_name, a.roles AS by_roles, e.data,
        coalesce((SELECT json_agg(json_build_object('space', r.space, 'bucket', r.bucket, 'asset', r.asset,
            'amount', trim_scale(r.amount)::text) ORDER BY r.line)
          FROM account_records r WHERE r.realm = e.realm AND r.owner_id = ANY (${mine}) AND r.position = e.position),
          '[]') AS amounts
      FROM (${merged} ORDER BY position DESC LIMIT ${count}) w
      JOIN events e ON e.realm = ${realm} AND e.position = w.position
      LEFT JOIN staff_accounts a ON e.actor = 'staff:' || a.staff_id ORDER BY e.position DESC`,
    values.list,
  );
  return rows.map((row) => eventEntry(row, new Set(owners)));
}

/** What is set for the contract, such as its leverage, counts for both sides. */
function ofPosition(symbol: string, side: 'long' | 'short' | undefined, values: Values): string {
  const inContract = `AND e.data::jsonb ->> 'symbol' = ${values.add(symbol)}`;
  if (side === undefined) return inContract;
  const wanted = values.add(side);
  return `${inContract} AND coalesce(e.data::jsonb ->> 'side', ${wanted}) = ${wanted}`;
}

type Part = Record<'realm' | 'top' | 'count' | 'wanted', string> & { kind: TimelineQueryInput['kind'] };

/**
 * The newest of what happened to a person's things, a source for each that has events of the kind. Two people may have claimed the
 * same transfer by its hash: each sees only their own events.
 */
function thingsOf(userId: string, { realm, top, count, wanted, kind }: Part, values: Values): string[] {
  const things = THINGS.filter(({ kinds }) => kind === undefined || kind === 'policy' || kinds.includes(kind));
  return things.map(({ table, streams, types }) => {
    const [person, itsTypes] = [values.add(userId), values.add(types)];
    return `(SELECT DISTINCT e.position FROM ${table} o JOIN events e ON e.realm = ${realm} AND e.stream IN (${streams})
       WHERE o.user_id = ${person} AND e.type = ANY (${itsTypes}) AND e.position < ${top} ${wanted}
         AND e.data::jsonb ->> 'userId' = ${person} ORDER BY e.position DESC LIMIT ${count})`;
  });
}

function conditionOf(kind: TimelineQueryInput['kind'], values: Values): string {
  if (kind === undefined) return '';
  if (kind === 'policy') return `AND (e.actor LIKE 'reaction:%' OR e.actor LIKE 'system:%' OR e.actor = 'timer')`;
  return `AND e.type = ANY (${values.add(typesOfKind(kind))})`;
}

function eventEntry(event: StoredEvent, owners: Set<string>): Entry {
  const { realm, position, at, type, schema, actor, by_name: byName, by_roles: byRoles, data, amounts } = event;
  const { orderId = null, ...described } = timelineSentence(type, upcast(type, schema, JSON.parse(data)).data, owners);
  const id = `${realm}:${position}`;
  const kind = KIND_OF[type] ?? 'money';
  return {
    id,
    at,
    kind,
    ...described,
    by: actor,
    byName,
    byRoles: byRoles ?? [],
    eventId: id,
    orderId,
    amounts,
    mark: { position },
  };
}

async function sessionsOf(client: PoolClient, userId: string, from: Cursor, limit: number): Promise<Entry[]> {
  const { rows } = await client.query<{ at: number; mark: string; sentence: string }>(
    `SELECT at, mark, sentence FROM (
       SELECT created_at AS at, 'b:' || id AS mark, 'session-begun' AS sentence FROM sessions WHERE user_id = $1
       UNION ALL SELECT ended_at, 'e:' || id, 'session-ended' FROM sessions
        WHERE user_id = $1 AND ended_at IS NOT NULL) s
      WHERE at < $2 OR (at = $2 AND mark > $3) ORDER BY at DESC, mark LIMIT $4`,
    [userId, from.at, from.session, limit],
  );
  const none = { values: {}, byName: null, byRoles: [], eventId: null, orderId: null, amounts: [] };
  return rows.map(({ at, mark, sentence }) => ({
    ...none,
    id: mark,
    at,
    kind: 'session',
    sentence,
    by: `user:${userId}`,
    mark: { at, session: mark },
  }));
}
