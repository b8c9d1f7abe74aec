import type { PoolClient } from 'pg';
import type { StreamKind } from '../core/decider.js';
import type { RecordedEvent } from '../core/event.js';
import { format, type Amount } from '../core/money.js';
import { holdsOf } from '../features/spot/spot.holds.js';
import { spotKind, type SpotState } from '../features/spot/spot.state.js';
import { declarationOf } from '../staff/stream-kinds.js';
import { canonical, plain } from '../staff/stream-state.js';
import type { Findings } from './findings.js';

interface Followed {
  readonly kind: StreamKind<unknown>;
  state: unknown;
  /** From the newest snapshot on: must end where the state from genesis ends. */
  shadow: unknown;
  readonly snapshots: Map<number, { schema: number; state: string }>;
  readonly newest: number;
}

/** Replays the streams of one realm that have snapshots: books above all. */
export class StatesCheck {
  private readonly streams = new Map<string, Followed | null>();
  private readonly snapshots = new Map<string, Map<number, { schema: number; state: string }>>();

  private constructor(
    private readonly realm: string,
    private readonly findings: Findings,
  ) {}

  static async open(client: PoolClient, realm: string, findings: Findings): Promise<StatesCheck> {
    const check = new StatesCheck(realm, findings);
    const { rows } = await client.query<{ stream: string; version: number; schema: number; state: string }>(
      'SELECT stream, version, schema, state FROM snapshots WHERE realm = $1',
      [realm],
    );
    for (const { stream, version, ...snapshot } of rows) {
      const there = check.snapshots.get(stream) ?? new Map<number, { schema: number; state: string }>();
      check.snapshots.set(stream, there.set(version, snapshot));
    }
    return check;
  }

  take(event: RecordedEvent): void {
    let followed = this.streams.get(event.stream);
    if (followed === undefined) this.streams.set(event.stream, (followed = this.follow(event.stream)));
    if (followed === null) return;
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

  finish(position: number, balances: ReadonlyMap<string, Amount>): void {
    for (const [stream, followed] of this.streams) {
      if (followed === null) continue;
      for (const version of followed.snapshots.keys())
        this.find('snapshots', position, `${stream} has a snapshot of version ${version}, which it never had`);
      if (followed.shadow !== undefined && this.hash(followed.shadow, followed) !== this.hash(followed.state, followed))
        this.find('snapshots', position, `${stream} from its snapshot ends in another state than from genesis`);
    }
    this.compareHolds(position, balances);
  }

  /** The books by stream, as they stand. */
  books(): Map<string, SpotState> {
    const books = new Map<string, SpotState>();
    for (const [stream, followed] of this.streams)
      if (followed?.kind.name === spotKind.name) books.set(stream, followed.state as SpotState);
    return books;
  }

  private follow(stream: string): Followed | null {
    const declared = declarationOf(stream);
    if (declared?.kind.snapshot === undefined) return null;
    const { kind, id } = declared;
    const snapshots = new Map(this.snapshots.get(stream));
    return { kind, state: kind.initial(id), shadow: undefined, snapshots, newest: Math.max(...snapshots.keys()) };
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

  private compareHolds(position: number, balances: ReadonlyMap<string, Amount>): void {
    const holds = new Map<string, Amount>();
    for (const [stream, book] of this.books()) {
      try {
        for (const [key, held] of holdsOf(book)) holds.set(key, (holds.get(key) ?? 0n) + held);
      } catch (error) {
        this.find('holds', position, `${stream}: ${message(error)}`);
      }
    }
    for (const [key, balance] of balances) {
      if (!key.includes('/spot/frozen ')) continue;
      const held = holds.get(key) ?? 0n;
      holds.delete(key);
      if (held !== balance)
        this.find('holds', position, `${key} has ${format(balance)}, its orders hold ${format(held)}`);
    }
    for (const [key, held] of holds)
      if (held !== 0n) this.find('holds', position, `orders of ${key} hold ${format(held)}, and nothing is frozen`);
  }

  private find(check: 'snapshots' | 'holds' | 'readable', position: number, what: string): void {
    this.findings.add(check, this.realm, position, what);
  }
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
