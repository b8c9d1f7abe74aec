import type { StreamKind, CommandScope } from '../../core/decider.js';
import { amount } from '../../../shared/money.js';
import type { EventStore } from '../history/event-store.js';
import { balanceKey, type Cache, type StreamEntry } from './cache.js';
import type { Journal } from './journal.js';

const PAGE_EVENTS = 5000;
/** A command that lacks more streams than this asks for the beginnings of all at once: a funding settles hundreds, a listing begins thousands. */
const FEW_STREAMS = 8;
/** What has more events than this is read by itself, from its snapshot on. */
const BEGINNING_EVENTS = 32;

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

export function streamName(kind: { name: string }, id: string): string {
  return `${kind.name}-${id}`;
}

interface Named {
  readonly kind: StreamKind<unknown>;
  readonly id: string;
  readonly name: string;
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
    const named = wanted.map(([kind, id]) => ({ kind: kind as StreamKind<unknown>, id, name: streamName(kind, id) }));
    const begun = named.flatMap(({ name }) => this.loading.get(name) ?? []);
    const own = named.filter(({ name }) => !this.loading.has(name));
    const reading = this.loadBeginnings(own).finally(() => own.forEach(({ name }) => this.loading.delete(name)));
    for (const { name } of own) this.loading.set(name, reading);
    await Promise.all([reading, ...begun]);
  }

  private async loadBeginnings(wanted: readonly Named[]): Promise<void> {
    const { generation } = this.cache;
    const names = wanted.map(({ name }) => name);
    const events = await this.store.readBeginnings(this.realm, names, BEGINNING_EVENTS);
    const byStream = Map.groupBy(events, ({ stream }) => stream);
    const longer: Promise<void>[] = [];
    for (const { kind, id, name } of wanted) {
      const own = byStream.get(name) ?? [];
      if (own.length === BEGINNING_EVENTS) longer.push(this.loadOne(kind, id));
      else {
        const last = own.at(-1);
        const state = own.reduce((before, event) => kind.evolve(before, event), kind.initial(id));
        const { version = 0, position = 0 } = last ?? {};
        this.put(name, { kind, state, version, snapshotVersion: 0, position }, generation);
      }
    }
    await Promise.all(longer);
  }

  private loadStream(kind: StreamKind<never> | StreamKind<unknown>, id: string): Promise<void> {
    return this.once(streamName(kind, id), () => this.loadOne(kind as StreamKind<unknown>, id));
  }

  private async loadOne(kind: StreamKind<unknown>, id: string): Promise<void> {
    const { generation } = this.cache;
    const loaded = await loadStream(this.store, this.realm, kind, id);
    this.put(streamName(kind, id), { kind, ...loaded }, generation);
  }

  /** Unless everything was forgotten meanwhile. */
  private put(name: string, entry: StreamEntry, generation: number): void {
    if (generation === this.cache.generation && this.cache.stream(name) === undefined)
      this.cache.putStream(name, entry);
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
