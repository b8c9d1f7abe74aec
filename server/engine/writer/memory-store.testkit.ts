import { EventEmitter } from 'node:events';
import type { Pool } from 'pg';
import type { RecordedEvent } from '../../core/event.js';
import { format } from '../../../shared/money.js';
import { decode, genesisHash, type EventRow } from '../history/codec.js';
import {
  EventStore,
  type Batch,
  type Head,
  type Snapshot,
  type StoredAnswer,
  type StoredDue,
} from '../history/event-store.js';
import { encodeBare } from '../history/encode-bare.js';
import { NO_SEGMENT } from '../history/segment.js';
import { testSigner } from '../history/signed-store.testkit.js';
import { Balances } from './balances.js';

interface Kept {
  head: Head;
  readonly balances: Balances;
  holder: string;
  beat: number;
  lockedBy: Session | undefined;
}

/** A connection as a lease needs one. */
class Session extends EventEmitter {
  constructor(private readonly store: MemoryStore) {
    super();
  }

  query(text: string, values: unknown[] = []): Promise<{ rows: unknown[]; rowCount: number }> {
    return Promise.resolve(this.store.answer(this, text, values));
  }

  release(isBroken = false): void {
    if (isBroken) this.store.unlock(this);
  }
}

/** The event store without a disk, for specs of the writer: it fails with the error that the spec sets. */
export class MemoryStore extends EventStore {
  /** As they are read back. */
  readonly events: RecordedEvent[] = [];
  readonly rows: EventRow[] = [];
  readonly answers: StoredAnswer[] = [];
  /** What waits for its time, of all realms. */
  readonly due: (StoredDue & { readonly realm: string })[] = [];
  readonly snapshots: Snapshot[] = [];
  /** How many events each append carried. */
  readonly appends: number[] = [];
  /** Thrown where a snapshot is read. */
  forged: Error | undefined;
  /** Wrong with the end of every history. */
  tail: string | undefined;
  /** Thrown by the next append. */
  failure: (Error & { code?: string }) | undefined;
  /** Appends wait for it. */
  disk: Promise<void> = Promise.resolve();
  private readonly realms = new Map<string, Kept>();

  constructor() {
    super({ connect: () => Promise.resolve(new Session(this)) } as unknown as Pool, testSigner);
    Object.assign(this.pool, {
      query: (text: string, values: unknown[]) => {
        const rows = text.includes('FROM due_commands') ? this.due.filter(({ realm }) => realm === values[0]) : [];
        return Promise.resolve({ rows, rowCount: rows.length });
      },
    });
  }

  override head(realm: string): Promise<Head> {
    return Promise.resolve(this.of(realm).head);
  }

  override async append(_: unknown, batch: Batch): Promise<Head> {
    await this.disk;
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
    const kept = this.of(batch.realm);
    if (batch.leaseEpoch !== kept.head.leaseEpoch || batch.after.position !== kept.head.position)
      throw Object.assign(new Error('fenced off'), { code: 'GB004' });
    this.guard(batch, kept);
    const { encoded: { rows } = encodeBare(batch), answers } = batch;
    for (const row of rows) {
      this.rows.push(row);
      this.events.push(decode(row));
    }
    this.answers.push(...answers);
    for (const due of batch.due ?? []) {
      const waits = this.due.some(({ realm, id }) => realm === batch.realm && id === due.id);
      if (!waits) this.due.push({ realm: batch.realm, ...due });
    }
    this.appends.push(rows.length);
    const { hash, at } = rows.at(-1) ?? kept.head;
    kept.head = { ...kept.head, position: batch.after.position + rows.length, hash, at };
    return kept.head;
  }

  override tailProblem(): Promise<string | undefined> {
    return Promise.resolve(this.tail);
  }

  override tryAppend(): Promise<void> {
    return Promise.resolve();
  }

  override readPage(realm: string, after: number, limit: number): Promise<RecordedEvent[]> {
    return Promise.resolve(
      this.ofRealm(realm)
        .filter(({ position }) => position > after)
        .slice(0, limit),
    );
  }

  override readRows(realm: string, after: number, limit: number): Promise<EventRow[]> {
    const rows = this.rows.filter((row) => row.realm === realm && row.position > after);
    return Promise.resolve(rows.slice(0, limit));
  }

  override readStream(realm: string, stream: string, after = 0): Promise<RecordedEvent[]> {
    const of = this.ofRealm(realm).filter((event) => event.stream === stream && event.version > after);
    return Promise.resolve(of);
  }

  override readBeginnings(realm: string, streams: readonly string[], most: number): Promise<RecordedEvent[]> {
    const of = (name: string) => this.ofRealm(realm).filter(({ stream }) => stream === name);
    return Promise.resolve(streams.flatMap((name) => of(name).slice(0, most)));
  }

  override saveSnapshot(snapshot: Snapshot): Promise<void> {
    // A database keeps a text: nothing that happens to the state later gets into it.
    return Promise.resolve(void this.snapshots.push(structuredClone(snapshot)));
  }

  override latestSnapshot(realm: string, stream: string, schema: number): Promise<Snapshot | undefined> {
    if (this.forged !== undefined) return Promise.reject(this.forged);
    const fits = (s: Snapshot): boolean => s.realm === realm && s.stream === stream && s.schema === schema;
    return Promise.resolve(structuredClone(this.snapshots.findLast(fits)));
  }

  override answeredKeys() {
    const keys = (): string[] => this.answers.map(({ key }) => key).sort();
    return {
      count: () => Promise.resolve(this.answers.length),
      page: (after: string, limit: number) =>
        Promise.resolve(
          keys()
            .filter((key) => key > after)
            .slice(0, limit),
        ),
    };
  }

  override findAnswers(_: string, keys: readonly string[]): Promise<StoredAnswer[]> {
    return Promise.resolve(this.answers.filter(({ key }) => keys.includes(key)));
  }

  override readBalances(realm: string, wanted: readonly (readonly [account: string, asset: string])[]) {
    const events = this.ofRealm(realm);
    const position = events.at(-1)?.position ?? 0;
    const postings = events.flatMap((event) => event.postings ?? []);
    const balances = wanted.map(([account, asset]) => {
      const own = postings.filter((posting) => posting.account === account && posting.asset === asset);
      return { position, account, asset, amount: format(own.reduce((sum, { amount }) => sum + amount, 0n)) };
    });
    return Promise.resolve({ position, balances });
  }

  /** Another server takes the realm while this one believes that it has it. */
  fence(realm: string, holder: string): Session {
    const session = new Session(this);
    const kept = this.of(realm);
    kept.lockedBy = session;
    this.raise(kept, holder);
    return session;
  }

  /** PostgreSQL ends the session that holds the realm. */
  breakLease(realm: string): void {
    const session = this.of(realm).lockedBy;
    if (session === undefined) return;
    this.unlock(session);
    session.emit('error', new Error('Connection terminated unexpectedly'));
  }

  unlock(session: Session): void {
    for (const kept of this.realms.values()) if (kept.lockedBy === session) kept.lockedBy = undefined;
  }

  answer(session: Session, text: string, values: unknown[]): { rows: unknown[]; rowCount: number } {
    const kept = this.of(String(values[0] ?? '').replace('glassbook/writer/', ''));
    if (text.includes('pg_try_advisory_lock')) {
      const taken = kept.lockedBy === undefined;
      if (taken) kept.lockedBy = session;
      return { rows: [{ taken }], rowCount: 1 };
    }
    if (text.includes('lease_epoch + 1')) this.raise(kept, String(values[1]));
    if (text.includes('lease_beat + 1')) kept.beat += 1;
    const { holder, beat, head } = kept;
    const row = { lease_holder: holder, lease_beat: beat, lease_epoch: head.leaseEpoch, position: head.position };
    return { rows: [row], rowCount: 1 };
  }

  /** What the tables' own constraints refuse. */
  private guard({ events, answers }: Batch, kept: Kept): void {
    const keys = [...this.answers, ...answers].map(({ key }) => key);
    if (new Set(keys).size < keys.length) throw Object.assign(new Error('a key is answered twice'), { code: '23505' });
    try {
      kept.balances.post(events);
    } catch (error) {
      throw Object.assign(error as Error, { code: '23514' });
    }
  }

  private raise(kept: Kept, holder: string): void {
    kept.holder = holder;
    kept.head = { ...kept.head, leaseEpoch: kept.head.leaseEpoch + 1 };
  }

  private of(realm: string): Kept {
    let kept = this.realms.get(realm);
    if (kept === undefined) {
      const head = { position: 0, hash: genesisHash(realm), leaseEpoch: 0, at: 0, segment: 0, header: NO_SEGMENT };
      kept = { head, balances: new Balances(), holder: '', beat: 0, lockedBy: undefined };
      this.realms.set(realm, kept);
    }
    return kept;
  }

  private ofRealm(realm: string): RecordedEvent[] {
    return this.events.filter((event) => event.realm === realm);
  }
}
