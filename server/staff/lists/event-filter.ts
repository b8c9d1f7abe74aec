import type { PoolClient } from 'pg';
import { z } from 'zod';
import { REALMS } from '../../../contracts/realm.contract.js';
import { firstAtOrAfter, headVersion } from '../past/places.js';
import { literal, type Values } from '../../engine/lists/list-sql.js';

export const eventFilter = z.object({
  realm: z.enum(REALMS).optional(),
  /** A stream's name, or a part of several. */
  stream: z.string().max(120).optional(),
  /** An event's type, or a part of several. */
  type: z.string().max(64).optional(),
  /** The beginning of the actor: `user:`, `reaction:when-…`. */
  actor: z.string().max(120).optional(),
  /** What began the whole: everything that follows from one request. */
  correlation: z.string().max(64).optional(),
  /** A ledger owner: events of their money, account and orders. */
  owner: z.string().max(64).optional(),
  /** Everything that happened to one order. */
  orderId: z.string().max(64).optional(),
  /** A policy's name: events that followed or changed it. */
  policy: z.string().max(64).optional(),
  /** Of a review, a withdrawal or another request. */
  requestId: z.string().max(64).optional(),
  withdrawalId: z.string().max(64).optional(),
  /** As it stands in the data: `12000`. */
  amount: z.string().max(40).optional(),
  position: z.int().min(1).optional(),
  positionFrom: z.int().min(0).optional(),
  positionTo: z.int().min(0).optional(),
  versionFrom: z.int().min(0).optional(),
  versionTo: z.int().min(0).optional(),
  atFrom: z.int().min(0).optional(),
  atTo: z.int().min(0).optional(),
  /** Text anywhere in the data. */
  q: z.string().max(200).optional(),
});
export type EventFilter = z.output<typeof eventFilter>;

/** The part of one realm's history that a filter leaves: positions `low` to `high`, and conditions within. */
export interface RealmPart {
  readonly realm: string;
  readonly low: number;
  readonly high: number;
  /** SQL for `e`, with the values that stand in it; empty when everything between the bounds is wanted. */
  readonly conditions: readonly string[];
  /** One stream's events are ordered by its index. */
  readonly byVersion: boolean;
  /** When the part is one stream and nothing but it: versions have no gaps, so its pages are stretches too. */
  readonly wholeStream: { readonly name: string; readonly version: number } | undefined;
}

const NAMES_MAX = 200;

/** Finds the parts of all realms that may match; other realms are left out. */
export async function partsOf(client: PoolClient, filter: EventFilter, values: Values): Promise<RealmPart[]> {
  const realms = filter.realm === undefined ? REALMS : [filter.realm];
  const parts: RealmPart[] = [];
  for (const realm of realms) {
    const part = await partOf(client, realm, filter, values);
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

/** All lookups come first: a realm that drops out must leave no value behind that no statement names. */
async function partOf(
  client: PoolClient,
  realm: string,
  filter: EventFilter,
  values: Values,
): Promise<RealmPart | undefined> {
  const { stream, type, orderId } = filter;
  const bounds = await boundsOf(client, realm, filter);
  const streams = stream === undefined ? undefined : await namesOf(client, 'streams', 'stream', realm, stream);
  const types = type === undefined ? undefined : await namesOf(client, 'event_type_counts', 'type', realm, type);
  const order = orderId === undefined ? undefined : await orderOf(client, realm, orderId);
  if (streams?.length === 0 || types?.length === 0 || (orderId !== undefined && order === undefined)) return undefined;
  // Beyond the newest event of these types there is nothing to look through.
  if (types !== undefined) bounds.high = Math.min(bounds.high, await lastOfTypes(client, realm, types));
  if (order !== undefined) {
    bounds.low = Math.max(bounds.low, order.position);
    bounds.high = Math.min(bounds.high, (await firstAtOrAfter(client, realm, order.updated_at + 1, bounds.high)) - 1);
  }
  if (bounds.low > bounds.high) return undefined;
  const conditions = conditionsOf(realm, filter, values);
  if (types !== undefined) conditions.unshift(`e.type = ANY (${values.add(types)})`);
  if (streams?.length === 1) conditions.push(`e.stream = ${values.add(streams[0])}`);
  else if (streams !== undefined) conditions.push(`e.stream = ANY (${values.add(streams)})`);
  if (order !== undefined) conditions.push(...ofOrder(order, orderId ?? '', values));
  const onlyStream = Object.entries(filter).every(([name, value]) => value === undefined || isPlace(name));
  const wholeStream = onlyStream && streams?.length === 1 ? await wholeOf(client, realm, streams[0] ?? '') : undefined;
  const byVersion = streams?.length === 1 || order !== undefined;
  return { realm, ...bounds, conditions, byVersion, wholeStream };
}

function isPlace(name: string): boolean {
  return name === 'realm' || name === 'stream';
}

async function wholeOf(client: PoolClient, realm: string, name: string) {
  return { name, version: await headVersion(client, realm, name) };
}

function conditionsOf(realm: string, filter: EventFilter, values: Values): string[] {
  const { actor, correlation, owner, q, versionFrom, versionTo } = filter;
  const conditions: string[] = [];
  if (actor !== undefined) conditions.push(`e.actor LIKE ${values.add(`${literal(actor)}%`)}`);
  if (correlation !== undefined) conditions.push(`e.correlation = ${values.add(correlation)}`);
  if (owner !== undefined) conditions.push(ofOwner(realm, owner, values));
  if (q !== undefined) conditions.push(`e.data ILIKE ${values.add(`%${literal(q)}%`)}`);
  conditions.push(...ofFields(filter, values));
  if (versionFrom !== undefined) conditions.push(`e.version >= ${values.add(versionFrom)}`);
  if (versionTo !== undefined) conditions.push(`e.version <= ${values.add(versionTo)}`);
  return conditions;
}

/** Fields as they are written into the data; a policy is named by what followed it and by its own stream. */
function ofFields({ policy, requestId, withdrawalId, amount }: EventFilter, values: Values): string[] {
  const holds = (field: string, text: string): string => `e.data LIKE ${values.add(`%"${field}":"${literal(text)}"%`)}`;
  const conditions: string[] = [];
  if (policy !== undefined)
    conditions.push(`(${holds('name', policy)} AND (e.data LIKE '%"version":%' OR e.stream LIKE 'policy-%'))`);
  if (requestId !== undefined)
    conditions.push(`(${holds('requestId', requestId)} OR ${holds('withdrawalId', requestId)})`);
  if (withdrawalId !== undefined)
    conditions.push(`(${holds('withdrawalId', withdrawalId)} OR ${holds('requestId', withdrawalId)})`);
  if (amount !== undefined) {
    const plain = amount.replace(/[\s,_']/g, '');
    conditions.push(`(${holds('amount', plain)} OR e.postings LIKE ${values.add(`%"${literal(plain)}"%`)})`);
  }
  return conditions;
}

/** Instants never fall along a history, so an instant is a position: found by halving. */
async function boundsOf(client: PoolClient, realm: string, filter: EventFilter) {
  const begun = begunBy(filter.correlation, realm);
  const { rows } = await client.query<{ position: number }>('SELECT position FROM realm_heads WHERE realm = $1', [
    realm,
  ]);
  const head = rows[0]?.position ?? 0;
  const low = Math.max(1, filter.position ?? 1, filter.positionFrom ?? 1, begun);
  const high = Math.min(head, filter.position ?? head, filter.positionTo ?? head);
  const { atFrom, atTo } = filter;
  return {
    low: atFrom === undefined ? low : Math.max(low, await firstAtOrAfter(client, realm, atFrom, head)),
    high: atTo === undefined ? high : Math.min(high, (await firstAtOrAfter(client, realm, atTo + 1, head)) - 1),
  };
}

/** An event is the first of what it began, and all of that is in its realm. A call says nothing of its place. */
function begunBy(correlation: string | undefined, realm: string): number {
  const [, its, position] = /^([a-z]+):(\d{1,15})$/.exec(correlation ?? '') ?? [];
  if (its === undefined) return 1;
  return its === realm ? Number(position) : Number.MAX_SAFE_INTEGER;
}

/** The one name that is meant, or all that contain the text. */
async function namesOf(client: PoolClient, table: string, column: string, realm: string, text: string) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT ${column} AS name FROM ${table} WHERE realm = $1 AND ${column} ILIKE $2 ORDER BY 1 LIMIT ${NAMES_MAX}`,
    [realm, `%${literal(text)}%`],
  );
  const names = rows.map(({ name }) => name);
  return names.includes(text) ? [text] : names;
}

async function lastOfTypes(client: PoolClient, realm: string, types: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ last: number | null }>(
    'SELECT max(last_position) AS last FROM event_type_counts WHERE realm = $1 AND type = ANY ($2)',
    [realm, types],
  );
  return rows[0]?.last ?? 0;
}

function ofOwner(realm: string, ownerId: string, values: Values): string {
  const [r, owner] = [values.add(realm), values.add(ownerId)];
  const account = values.add(`account-${ownerId.replace(/\.\d+$/, '')}`);
  return `e.position IN (
    SELECT position FROM account_records WHERE realm = ${r} AND owner_id = ${owner}
    UNION SELECT position FROM orders WHERE realm = ${r} AND owner_id = ${owner}
    UNION SELECT position FROM events WHERE realm = ${r} AND stream = ${account})`;
}

interface OrderPlace {
  stream: string;
  version: number;
  position: number;
  updated_at: number;
}

async function orderOf(client: PoolClient, realm: string, orderId: string): Promise<OrderPlace | undefined> {
  const { rows } = await client.query<OrderPlace>(
    `SELECT e.stream, e.version, e.position, o.updated_at FROM orders o JOIN events e ON e.realm = o.realm AND e.position = o.position
      WHERE o.realm = $1 AND o.order_id = $2`,
    [realm, orderId],
  );
  return rows[0];
}

/** An order lives in the stream of its symbol, from the event that accepted it to the last that changed it. */
function ofOrder({ stream, version }: OrderPlace, orderId: string, values: Values): string[] {
  return [
    `e.stream = ${values.add(stream)}`,
    `e.version >= ${values.add(version)}`,
    `e.data LIKE ${values.add(`%"${literal(orderId)}"%`)}`,
  ];
}
