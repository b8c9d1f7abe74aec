import type { StreamKind, CommandScope } from '../../core/decider.js';
import { amount } from '../../../shared/money.js';
import type { EventStore } from '../history/event-store.js';
import { balanceKey, type Cache, type StreamEntry } from './cache.js';
import type { Journal } from './journal.js';

const PAGE_EVENTS = 5000;
/** A command that lacks more streams than this asks first which of them there are: a catalogue that is listed begins thousands. */
const FEW_STREAMS = 8;

/** The state of a stream: its newest snapshot and the events after it, or all its events. */
export async function loadStream<State>(
  store: EventStore,
  realm: string,
  kind: StreamKind<State>,
  id: string,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<{ state: State; version: number; snapshotVersion: number; position: number }> {
  const stream = streamName(kind, id);
  const snapshot = kind.snapshot && (await store.latestSnapshot(realm, stream, kind.snapshot.schema, upTo));
  let state = snapshot && kind.snapshot ? kind.snapshot.load(snapshot.state, id) : kind.initial(id);
  let version = snapshot?.version ?? 0;
  let position = snapshot?.position ?? 0;
  for (;;) {
    const events = await store.readStream(realm, stream, version, upTo, PAGE_EVENTS);
    for (const event of events) {
      state = kind.evolve(state, event);
      version = event.version;
      position = event.position;
    }
    if (events.length < PAGE_EVENTS) return { state, version, snapshotVersion: snapshot?.version ?? 0, position };
  }
}

/** A stream without an event. */
function asNew(kind: StreamKind<never> | StreamKind<unknown>, id: string): Omit<StreamEntry, 'kind'> {
  return { state: kind.initial(id), version: 0, snapshotVersion: 0, position: 0 };
}

export function streamName(kind: { name: string }, id: string): string {
  return `${kind.name}-${id}`;
}

/** Brings into the cache what a command touches and is not there. Two commands that lack the same share one reading. */
export class Loader {
  private readonly loading = new Map<string, Promise<void>>();

  constructor(
    private readonly store: EventStore,
    private readonly realm: string,
    private readonly cache: Cache,
    private readonly journal: Journal,
  ) {}

  /** `undefined` when everything is there already, so that the usual command is decided without waiting. */
  missing(scope: CommandScope): Promise<unknown> | undefined {
    const streams = scope.streams.filter(([kind, id]) => this.cache.stream(streamName(kind, id)) === undefined);
    const readings =
      streams.length > FEW_STREAMS
        ? [this.loadStreams(streams)]
        : streams.map(([kind, id]) => this.loadStream(kind, id));
    const balances = (scope.balances ?? []).filter(
      ([a, asset]) => this.cache.balance(balanceKey(a, asset)) === undefined,
    );
    if (balances.length > 0) readings.push(this.loadBalances(balances));
    return readings.length === 0 ? undefined : Promise.all(readings);
  }

  private async loadStreams(wanted: CommandScope['streams']): Promise<void> {
    const { generation } = this.cache;
    const names = wanted.map(([kind, id]) => streamName(kind, id));
    const begun = new Set(await this.store.begunOf(this.realm, names));
    const readings: Promise<void>[] = [];
    for (const [kind, id] of wanted) {
      const name = streamName(kind, id);
      if (begun.has(name)) readings.push(this.loadStream(kind, id));
      else if (generation === this.cache.generation && this.cache.stream(name) === undefined)
        this.cache.putStream(name, { kind: kind as StreamKind<unknown>, ...asNew(kind, id) });
    }
    await Promise.all(readings);
  }

  private loadStream(kind: StreamKind<never> | StreamKind<unknown>, id: string): Promise<void> {
    const name = streamName(kind, id);
    return this.once(name, async () => {
      const anyKind = kind as StreamKind<unknown>;
      const { generation } = this.cache;
      const loaded = await loadStream(this.store, this.realm, anyKind, id);
      const entry: StreamEntry = { kind: anyKind, ...loaded };
      if (generation === this.cache.generation && this.cache.stream(name) === undefined)
        this.cache.putStream(name, entry);
    });
  }

  private async loadBalances(wanted: readonly (readonly [string, string])[]): Promise<void> {
    const { generation } = this.cache;
    await this.journal.during(async () => {
      const { position, balances } = await this.store.readBalances(this.realm, wanted);
      if (generation !== this.cache.generation) return;
      const stored = new Map(balances.map((row) => [balanceKey(row.account ?? '', row.asset), amount(row.amount)]));
      for (const [account, asset] of wanted) {
        const key = balanceKey(account, asset);
        if (this.cache.balance(key) !== undefined) continue;
        this.cache.putBalance(key, (stored.get(key) ?? 0n) + this.journal.postedSince(position, account, asset));
      }
    });
  }

  private once(name: string, load: () => Promise<void>): Promise<void> {
    const running = this.loading.get(name);
    if (running !== undefined) return running;
    const started = load().finally(() => this.loading.delete(name));
    this.loading.set(name, started);
    return started;
  }
}
