import type { PoolClient } from 'pg';
import type { StreamKind } from '../core/decider.js';
import type { RecordedEvent } from '../core/event.js';
import { declarationOf } from '../features.js';
import { canonical, plain } from '../staff/past/stream-state.js';
import type { Findings } from './findings.js';

interface Followed {
  readonly kind: StreamKind<unknown>;
  state: unknown;
  /** From the newest snapshot on: must end where the state from genesis ends. */
  shadow: unknown;
  readonly snapshots: Map<number, { schema: number; state: string }>;
  readonly newest: number;
  position: number;
}

/** Snapshots by stream and version. */
export type Snapshots = ReadonlyMap<string, ReadonlyMap<number, { schema: number; state: string }>>;

export async function readSnapshots(client: PoolClient, realm: string): Promise<Snapshots> {
  const { rows } = await client.query<{ stream: string; version: number; schema: number; state: string }>(
    'SELECT stream, version, schema, state FROM snapshots WHERE realm = $1',
    [realm],
  );
  const snapshots = new Map<string, Map<number, { schema: number; state: string }>>();
  for (const { stream, version, ...snapshot } of rows) {
    const there = snapshots.get(stream) ?? new Map<number, { schema: number; state: string }>();
    snapshots.set(stream, there.set(version, snapshot));
  }
  return snapshots;
}

/** Replays the streams of one realm that have snapshots or hold money, and knows every stream's kind. */
export class StatesCheck {
  private readonly streams = new Map<string, Followed | null>();

  constructor(
    private readonly realm: string,
    private readonly findings: Findings,
    /** Kinds that only a test or a simulation has. */
    private readonly more: readonly StreamKind<unknown>[],
    private readonly snapshots: Snapshots = new Map(),
  ) {}

  take(event: RecordedEvent): void {
    let followed = this.streams.get(event.stream);
    if (followed === undefined) this.streams.set(event.stream, (followed = this.follow(event)));
    if (followed === null) return;
    followed.position = event.position;
    try {
      followed.state = followed.kind.evolve(followed.state, event);
      if (followed.shadow !== undefined) followed.shadow = followed.kind.evolve(followed.shadow, event);
      const snapshot = followed.snapshots.get(event.version);
      if (snapshot !== undefined) this.compare(followed, event, snapshot);
    } catch (error) {
      this.find('readable', event.position, `${event.stream} cannot be replayed: ${message(error)}`);
      this.streams.set(event.stream, null);
    }
  }

  /** `head` is the last position of the realm: findings without an event are reported there. */
  finish(head: number): void {
    for (const [stream, followed] of this.streams) {
      if (followed === null) continue;
      const { position, shadow, state } = followed;
      for (const version of followed.snapshots.keys())
        this.find('snapshots', position, `${stream} has a snapshot of version ${version}, which it never had`);
      if (shadow !== undefined && this.hash(shadow, followed) !== this.hash(state, followed))
        this.find('snapshots', position, `${stream} from its snapshot ends in another state than from genesis`);
    }
    for (const stream of this.snapshots.keys()) {
      if (!this.streams.has(stream)) this.find('snapshots', head, `${stream} has a snapshot and no event`);
      else if (this.kindOf(stream)?.snapshot === undefined)
        this.find('snapshots', head, `${stream} has a snapshot, and its kind takes none`);
    }
  }

  /** Every stream whose kind declares what it holds, as it stands at the end. */
  *holders(): Generator<{ stream: string; kind: StreamKind<unknown>; state: unknown; position: number }> {
    for (const [stream, followed] of this.streams)
      if (followed?.kind.holds !== undefined) {
        const { kind, state, position } = followed;
        yield { stream, kind, state, position };
      }
  }

  private follow({ stream, position }: RecordedEvent): Followed | null {
    const kind = this.kindOf(stream);
    if (kind === undefined)
      this.find('readable', position, `${stream} is of no kind of stream that this program knows`);
    if (kind === undefined || (kind.snapshot === undefined && kind.holds === undefined)) return null;
    const id = stream.slice(kind.name.length + 1);
    const snapshots = kind.snapshot === undefined ? new Map() : new Map(this.snapshots.get(stream));
    const newest = Math.max(...snapshots.keys());
    return { kind, state: kind.initial(id), shadow: undefined, snapshots, newest, position };
  }

  private kindOf(stream: string): StreamKind<unknown> | undefined {
    return declarationOf(stream)?.kind ?? this.more.find(({ name }) => stream.startsWith(`${name}-`));
  }

  private compare(
    followed: Followed,
    { stream, version, position }: RecordedEvent,
    found: { schema: number; state: string },
  ): void {
    const { kind, newest } = followed;
    followed.snapshots.delete(version);
    // A snapshot of an older schema is never read again, so it cannot lead anybody astray.
    if (kind.snapshot === undefined || found.schema !== kind.snapshot.schema) return;
    const saved = JSON.parse(found.state) as unknown;
    if (canonical(saved) !== this.hash(followed.state, followed))
      this.find('snapshots', position, `the snapshot of ${stream} at version ${version} is not what its events give`);
    if (version === newest) followed.shadow = kind.snapshot.load(saved, stream.slice(kind.name.length + 1));
  }

  private hash(state: unknown, { kind }: Followed): string {
    return canonical(plain(kind.snapshot?.save(state)));
  }

  private find(check: 'snapshots' | 'readable', position: number, what: string): void {
    this.findings.add(check, this.realm, position, what);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
