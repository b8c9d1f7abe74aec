import type { Pool } from 'pg';
import type { PersonAsOfView } from '../../../contracts/staff-history.contract.js';
import { policyNames } from '../../../contracts/policy.contract.js';
import type { StreamKind } from '../../core/decider.js';
import { format, type Amount } from '../../../shared/money.js';
import type { Stood } from '../../core/person-facts.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { decode, type EventRow } from '../../engine/history/codec.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { accountKind, type AccountState } from '../../features/account/account.decider.js';
import { policyKind } from '../../features/policy/policy.decider.js';
import { loadStream } from '../../engine/writer/loader.js';
import { bookKinds, declared, streamDeclarations } from '../../features.js';
import type { BookKind } from '../../trading/venue/book.state.js';
import { openOrdersOf } from '../../trading/venue/open-orders.js';
import { positionAt, versionAt } from './places.js';
import { REPLAY_EVENTS_MAX, tooLong } from './replay-limit.js';
import { plain, stateHashOf } from './stream-state.js';

export interface AsOfQuery {
  readonly realm: string;
  readonly userId: string;
  readonly at: number;
}

/** A stream of the person's own, as it stood. */
interface StoodStream<Kind extends StreamKind<unknown> = StreamKind<unknown>> {
  readonly kind: Kind;
  readonly id: string;
  readonly stream: string;
  readonly version: number;
}

/** An account as it stood at an instant: every stream of its own, its money and its open orders, replayed from their events. */
export async function personAsOf(store: EventStore, query: AsOfQuery): Promise<PersonAsOfView | Refusal> {
  const { realm, userId, at } = query;
  const { pool } = store;
  const position = await positionAt(pool, realm, at);
  const own = await streamsAt(pool, realm, userId, position);
  if (!own.some(({ kind }) => kind.name === accountKind.name))
    return refuse('staff.not-open-yet', { field: 'at', userId, at });
  const account = await loadStream(store, realm, accountKind, userId, versionOf(own, accountKind));
  const life = account.state;
  const ownerId = 'ownerId' in life ? life.ownerId : `${userId}.1`;
  const money = await moneyEvents(pool, realm, ownerId, position);
  const books = await booksAt(pool, realm, ownerId, position);
  const refusal = await tooLong(store, realm, [...own, ...books], money.length);
  if (refusal !== undefined) return refusal;
  const { rows } = await pool.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM events WHERE realm = $1 AND position = $2`,
    [realm, position],
  );
  const { identity, factors, ...limits } = await stoodAs(
    at,
    async (kind) => (await loadStream(store, realm, kind, userId, versionOf(own, kind))).state,
  );
  const orders = [];
  for (const { kind, id, version } of books) {
    const { state } = await loadStream(store, realm, kind, id, version);
    orders.push(...openOrdersOf(state, (owner) => owner === ownerId));
  }
  return {
    userId,
    realm,
    at,
    position,
    hash: rows[0]?.hash ?? '',
    status: STATUS[life.status],
    ownerId,
    generation: 'generation' in life ? life.generation : null,
    balances: balancesOf(ownerId, await eventsAt(pool, realm, money)),
    orders,
    identity,
    factors,
    limits,
    policies: await policiesAt(pool, at),
    streams: await hashesOf(store, realm, own),
  };
}

/** In the words of the list of users. */
const STATUS = {
  none: 'closed',
  demo: 'active',
  'demo-expired': 'expired',
  'demo-exited': 'exited',
  real: 'active',
  frozen: 'frozen',
  closed: 'closed',
  erased: 'erased',
} as const satisfies Record<AccountState['status'], string>;

/** The streams that are named by the person: of every kind there is, those that had begun. */
async function streamsAt(pool: Pool, realm: string, userId: string, position: number): Promise<StoodStream[]> {
  const names = streamDeclarations.map(({ kind }) => `${kind.name}-${userId}`);
  const { rows } = await pool.query<{ stream: string; version: number }>(
    `SELECT stream, max(version) AS version FROM events
      WHERE realm = $1 AND stream = ANY ($2) AND position <= $3 GROUP BY stream ORDER BY stream`,
    [realm, names, position],
  );
  return rows.flatMap(({ stream, version }) => {
    const declared = streamDeclarations.find(({ kind }) => stream === `${kind.name}-${userId}`);
    return declared === undefined ? [] : [{ kind: declared.kind, id: userId, stream, version }];
  });
}

const versionOf = (own: readonly StoodStream[], kind: { readonly name: string }): number =>
  own.find((one) => one.kind.name === kind.name)?.version ?? 0;

/** The movements of the person's money: a read model finds the positions, the events have the postings. */
async function moneyEvents(pool: Pool, realm: string, ownerId: string, position: number): Promise<number[]> {
  const { rows } = await pool.query<{ position: number }>(
    `SELECT DISTINCT position FROM account_records WHERE realm = $1 AND owner_id = $2 AND position <= $3
      LIMIT ${REPLAY_EVENTS_MAX + 1}`,
    [realm, ownerId, position],
  );
  return rows.map((row) => row.position);
}

/** Books in which an order of the person may have been open. */
async function booksAt(pool: Pool, realm: string, ownerId: string, position: number): Promise<StoodStream<BookKind>[]> {
  const { rows } = await pool.query<{ symbol: string }>(
    'SELECT DISTINCT symbol FROM orders WHERE realm = $1 AND owner_id = $2 AND position <= $3 ORDER BY symbol',
    [realm, ownerId, position],
  );
  const books: StoodStream<BookKind>[] = [];
  for (const { symbol: id } of rows) {
    for (const kind of bookKinds) {
      const stream = `${kind.name}-${id}`;
      books.push({ kind, id, stream, version: await versionAt(pool, realm, stream, position) });
    }
  }
  return books;
}

async function eventsAt(pool: Pool, realm: string, positions: readonly number[]) {
  const { rows } = await pool.query<EventRow>(
    `SELECT realm, position, stream, version, type, schema, at, actor, data, postings FROM events
      WHERE realm = $1 AND position = ANY ($2) ORDER BY position`,
    [realm, positions],
  );
  return rows.map(decode);
}

function balancesOf(
  ownerId: string,
  events: readonly { readonly postings?: readonly { account: string; asset: string; amount: Amount }[] }[],
): PersonAsOfView['balances'] {
  const sums = new Map<string, { available: Amount; frozen: Amount }>();
  for (const { postings = [] } of events) {
    for (const { account, asset, amount } of postings) {
      const [, owner, space = '', bucket] = account.split('/');
      if (owner !== ownerId) continue;
      const sum = sums.get(`${space}:${asset}`) ?? { available: 0n, frozen: 0n };
      sum[bucket === 'frozen' ? 'frozen' : 'available'] += amount;
      sums.set(`${space}:${asset}`, sum);
    }
  }
  return [...sums]
    .filter(([, { available, frozen }]) => available !== 0n || frozen !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { available, frozen }]) => {
      const [space = '', asset = ''] = id.split(':');
      return { id, space, asset, available: format(available), frozen: format(frozen) };
    });
}

/** The state in each noun; limits follow from class, score and earlier requests. */
async function stoodAs(at: number, load: (kind: StreamKind<unknown>) => Promise<unknown>): Promise<Stood> {
  let stood: Stood = { identity: [], factors: [], riskClass: '', creditScore: null, withdrawalsOfDay: 0 };
  for (const { kind, show } of declared.flatMap((one) => one.stood ?? [])) {
    const { factors = [], ...facts } = show(await load(kind), at);
    stood = { ...stood, ...facts, factors: [...stood.factors, ...factors] };
  }
  return stood;
}

/** Every policy as it was in force. */
async function policiesAt(pool: Pool, at: number): Promise<PersonAsOfView['policies']> {
  const { rows } = await pool.query<EventRow>(
    `SELECT realm, position, stream, version, type, schema, at, actor, data, postings FROM events
      WHERE realm = 'house' AND stream = ANY ($1) AND at <= $2 ORDER BY position`,
    [policyNames.map((name) => `${policyKind.name}-${name}`), at],
  );
  const events = rows.map(decode);
  return policyNames.flatMap((name) => {
    const state = events
      .filter(({ stream }) => stream === `${policyKind.name}-${name}`)
      .reduce((before, event) => policyKind.evolve(before, event), policyKind.initial(name));
    return state.status === 'unpublished'
      ? []
      : [{ name, version: state.inForce.version, values: state.inForce.values }];
  });
}

async function hashesOf(
  store: EventStore,
  realm: string,
  own: readonly StoodStream[],
): Promise<PersonAsOfView['streams']> {
  const hashed: PersonAsOfView['streams'] = [];
  for (const { kind, id, stream, version } of own) {
    const { state } = await loadStream(store, realm, kind, id, version);
    const plainState = plain(kind.snapshot === undefined ? state : kind.snapshot.save(state));
    hashed.push({ stream, version, stateHash: stateHashOf(plainState) });
  }
  return hashed;
}
