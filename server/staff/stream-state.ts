import { createHash } from 'node:crypto';
import type { StreamStateView } from '../../contracts/staff-history.contract.js';
import { refuse, type Refusal } from '../core/refusal.js';
import type { EventStore } from '../event-store/event-store.js';
import { loadStream } from '../writer/loader.js';
import { declarationOf } from './stream-kinds.js';

/** Replays a stream to any of its versions: newest snapshot at or below it, then the events between. */
export class StreamStates {
  constructor(private readonly store: EventStore) {}

  /** `id` is `<realm>:<stream>`; without a version, the newest. */
  async at(id: string, version: number | undefined): Promise<StreamStateView | Refusal> {
    const [, realm = '', stream = ''] = /^([a-z]+):(.+)$/.exec(id) ?? [];
    const headVersion = await this.headVersion(realm, stream);
    if (headVersion === 0 || (version ?? headVersion) > headVersion) return refuse('staff.not-found', { id });
    const wanted = version ?? headVersion;
    const declared = declarationOf(stream);
    if (declared === undefined) return refuse('staff.not-found', { id });
    const { kind } = declared;
    const loaded = await loadStream(this.store, realm, kind, declared.id, wanted);
    const state = plain(kind.snapshot === undefined ? loaded.state : kind.snapshot.save(loaded.state));
    const stateHash = createHash('sha256').update(canonical(state)).digest('hex');
    return { id, realm, stream, version: wanted, headVersion, state, stateHash };
  }

  private async headVersion(realm: string, stream: string): Promise<number> {
    const { rows } = await this.store.pool.query<{ version: number | null }>(
      'SELECT max(version) AS version FROM events WHERE realm = $1 AND stream = $2',
      [realm, stream],
    );
    return rows[0]?.version ?? 0;
  }
}

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

/** One text for equal states, in whatever order their fields came to be. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}
