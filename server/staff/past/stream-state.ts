import { createHash } from 'node:crypto';
import type { StreamStateView } from '../../../contracts/staff-history.contract.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import { idsOfState } from '../named-ids.js';
import { declarationOf } from '../../features.js';
import { headVersion, positionAt, versionAt } from './places.js';
import { tooLong } from './replay-limit.js';

/** A version, or the one that the stream had at an instant; the newest where neither is named. */
export interface VersionQuery {
  readonly version?: number | undefined;
  readonly at?: number | undefined;
}

type State = Omit<StreamStateView, 'ids' | 'at'>;

/** Replays a stream to any of its versions: newest snapshot at or below it, then the events between. */
export class StreamStates {
  constructor(private readonly store: EventStore) {}

  /** `id` is `<realm>:<stream>`. */
  async at(id: string, { version, at }: VersionQuery = {}): Promise<State | Refusal> {
    const [, realm = '', stream = ''] = /^([a-z]+):(.+)$/.exec(id) ?? [];
    const { pool } = this.store;
    const newest = await headVersion(pool, realm, stream);
    const declared = declarationOf(stream);
    if (newest === 0 || declared === undefined) return refuse('staff.not-found', { id });
    const then = at === undefined ? newest : await versionAt(pool, realm, stream, await positionAt(pool, realm, at));
    const wanted = version ?? then;
    if (wanted > newest) return refuse('staff.not-found', { id });
    const { kind } = declared;
    const refusal = await tooLong(this.store, realm, [{ kind, stream, version: wanted }]);
    if (refusal !== undefined) return refusal;
    const loaded = await loadStream(this.store, realm, kind, declared.id, wanted);
    const state = plain(kind.snapshot === undefined ? loaded.state : kind.snapshot.save(loaded.state));
    return { id, realm, stream, version: wanted, headVersion: newest, state, stateHash: stateHashOf(state) };
  }

  /** The same with the instant of its last event, and what the ids in it are of. */
  async view(id: string, query: VersionQuery): Promise<StreamStateView | Refusal> {
    const found = await this.at(id, query);
    if (isRefusal(found)) return found;
    const { realm, stream, version, state } = found;
    const { rows } = await this.store.pool.query<{ type: string; at: number }>(
      `SELECT type, at FROM events WHERE realm = $1 AND stream = $2 AND version <= $3
        ORDER BY version DESC LIMIT ${EVENTS_LOOKED_AT}`,
      [realm, stream, version],
    );
    const types = [...new Set(rows.map(({ type }) => type))];
    return { ...found, at: rows[0]?.at ?? null, ids: await idsOfState(this.store.pool, types, state) };
  }
}

/** A noun declares the ids of all its events alike, so a few of them name the fields of its states. */
const EVENTS_LOOKED_AT = 50;

export const stateHashOf = (state: unknown): string => createHash('sha256').update(canonical(state)).digest('hex');

/** The state as JSON can carry it: big integers as text, maps and sets as lists. */
export function plain(state: unknown): unknown {
  return JSON.parse(
    JSON.stringify(state, (_, value: unknown) => {
      if (typeof value === 'bigint') return value.toString();
      if (value instanceof Map) return [...value];
      return value instanceof Set ? [...value] : value;
    }) ?? 'null',
  ) as unknown;
}

/** One text for equal states, in any order of their fields. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}
