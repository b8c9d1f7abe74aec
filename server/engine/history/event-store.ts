import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Instant } from '../../core/clock.js';
import type { DueCommand } from '../../core/decider.js';
import type { Cause, RecordedEvent } from '../../core/event.js';
import { decode, EVENT_COLUMNS, genesisHash, HASHED_COLUMNS, record, type EventRow } from './codec.js';
import { appendStatement, scheduling, dueColumns } from './append-statement.js';
import { HOUSE_REALM, type Place } from './segment.js';
import type { SegmentSigner } from './segment-signer.js';
import { latestSnapshot, saveSnapshot } from './signed-snapshots.js';
import { tailProblem } from './segment-tail.js';
import { encodeBare } from './encode-bare.js';

export interface Head {
  readonly position: number;
  readonly hash: string;
  readonly leaseEpoch: number;
  /** The instant of the last event, 0 before the first. */
  readonly at: number;
  /** The number of the newest segment, 0 before the first. */
  readonly segment: number;
  /** `segmentHash` of it. */
  readonly header: string;
}

export interface Snapshot {
  readonly realm: string;
  readonly stream: string;
  readonly version: number;
  readonly position: number;
  readonly schema: number;
  readonly state: unknown;
}

export interface StoredAnswer {
  readonly key: string;
  readonly position: number;
  readonly answer: string;
  /** The request's fingerprint; `null` where the key alone identifies it. */
  readonly fingerprint: string | null;
}

/** A command for later, as it is stored. */
export interface StoredDue {
  readonly id: string;
  readonly dueAt: Instant;
  readonly type: string;
  readonly data: string;
  /** Absent where it begins anew. */
  readonly cause?: Cause | undefined;
}

/** With its seal: see `SegmentSigner.sealOf`. */
export interface SealedDue extends StoredDue {
  readonly seal: string;
}

export function storedDue({ id, dueAt, command: { type, data } }: DueCommand, cause?: Cause): StoredDue {
  return { id, dueAt, type, data: JSON.stringify(data), cause };
}

/** Of a realm, the keys that were ever answered. */
export interface AnsweredKeys {
  count(): Promise<number>;
  /** In an order of their own, from behind one on. */
  page(after: string, limit: number): Promise<readonly string[]>;
}

/** What one append carries: consecutive events after the head, what they make due, and the answers that repeats of their commands will get. */
export interface Batch {
  readonly realm: string;
  readonly leaseEpoch: number;
  readonly after: Head;
  readonly events: readonly RecordedEvent[];
  readonly answers: readonly StoredAnswer[];
  readonly due?: readonly StoredDue[];
  /** The events encoded and chained, and their commands as lines. What comes from no command, such as a trial, has neither. */
  readonly encoded?: Encoded;
}

export interface Encoded {
  readonly rows: readonly EventRow[];
  readonly commands: readonly string[];
}

/** SQLSTATEs that the store's own guards raise (see the migration). */
const STORE_ERRORS = { changed: 'GB001', unbalanced: 'GB002', wrongRealm: 'GB003', fenced: 'GB004' } as const;

/**
 * SQLSTATE classes: our guards, data exceptions, constraints, program limits such as a text too long for its index. PostgreSQL counts its
 * own wraparound among the last, which takes an operator and a restart anyway.
 */
const MISTAKES = ['GB', '22', '23', '54'];

/** A guard of the store, a constraint, a range or a limit refused: no retry would help. A fenced append is a lost lease. */
export function isOurMistake(code: string | undefined): boolean {
  if (code === undefined || code === STORE_ERRORS.fenced) return false;
  return MISTAKES.includes(code.slice(0, 2));
}

const TRIAL_BYTES = 16_384;

type Listener = (realm: string, events: readonly RecordedEvent[]) => void;

type DecodedRow = Omit<EventRow, 'hash' | 'command'>;
/** Append-only history on PostgreSQL. Knows nothing of any business. */
export class EventStore {
  private readonly listeners = new Set<Listener>();
  private readonly dueListeners = new Set<() => void>();

  private instance: Promise<string> | undefined;
  private house: Place | undefined;
  private announcedHouse = 0;

  /** Without a signer it only reads. */
  constructor(
    readonly pool: Pool,
    private readonly signer?: SegmentSigner,
  ) {}

  /** The head of a realm; the row is made on first use. */
  async head(realm: string, client: Pool | PoolClient = this.pool): Promise<Head> {
    await client.query('INSERT INTO realm_heads (realm, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      realm,
      Buffer.from(genesisHash(realm), 'hex'),
    ]);
    const { rows } = await client.query(
      `SELECT h.position, encode(h.hash, 'hex') AS hash, h.lease_epoch AS "leaseEpoch", coalesce(e.at, 0) AS at, h.segment,
          encode(h.header, 'hex') AS header FROM realm_heads h
         LEFT JOIN events e ON e.realm = h.realm AND e.position = h.position WHERE h.realm = $1`,
      [realm],
    );
    return rows[0];
  }

  /**
   * Appends the batch in one transaction: events, their signed segment, postings, balances, answers and timers, or nothing. Rejects with
   * the database's error: `GB004` when another writer holds the realm. Answers the new head.
   */
  async append(client: Pool | PoolClient, batch: Batch): Promise<Head> {
    const head = await this.write(client, batch);
    if (batch.realm === HOUSE_REALM) this.house = head;
    if (batch.events.length > 0) this.signer?.keep(await this.instanceId(), batch.realm, head);
    return head;
  }

  /** What is wrong with the end of a realm's history, in words, so that nothing may follow it; `undefined` where it is right. */
  async tailProblem(realm: string, head: Head): Promise<string | undefined> {
    const { signer } = this;
    if (signer === undefined) return 'this store has no key to go on with';
    const problem = await tailProblem({ pool: this.pool, signer, instance: await this.instanceId() }, realm, head);
    if (realm === HOUSE_REALM && problem === undefined) this.house = head;
    // Who writes another realm alone knows the house realm as it stood then.
    this.announcedHouse = Math.max(this.announcedHouse, (await this.houseHead(this.pool)).position);
    return problem;
  }

  /** What is kept outside the database stands where this store does. */
  async flush(): Promise<void> {
    await this.signer?.flush();
  }

  private signing(): SegmentSigner {
    if (this.signer === undefined) throw new Error('a store without a key writes nothing');
    return this.signer;
  }

  private async write(client: Pool | PoolClient, batch: Batch): Promise<Head> {
    const signer = this.signing();
    const { rows, commands } = batch.encoded ?? encodeBare(batch);
    const { realm, leaseEpoch, after, due = [] } = batch;
    const instance = await this.instanceId();
    const place = { instance, house: await this.houseHead(client) };
    const segment = rows.length === 0 ? undefined : signer.sign({ realm, leaseEpoch, after, rows, commands, ...place });
    await client.query(appendStatement(batch, rows, segment, await this.sealed(realm, due)));
    if (due.length > 0) this.scheduled();
    const { position, hash, at } = rows.at(-1) ?? after;
    const { number = after.segment, header = after.header } = segment ?? {};
    return { position, hash, leaseEpoch, at, segment: number, header };
  }

  /** Of this installation, drawn once. */
  instanceId(): Promise<string> {
    this.instance ??= readInstance(this.pool).catch((error: unknown) => {
      this.instance = undefined;
      throw error;
    });
    return this.instance;
  }

  private async houseHead(client: Pool | PoolClient): Promise<Place> {
    this.house ??= await this.head(HOUSE_REALM, client);
    return this.house;
  }

  /**
   * Appends an event of some size and takes it back: rejects as `append` would. Only this shows whether a disk that was
   * full, or a database that stood back up, takes appends again.
   */
  async tryAppend(client: PoolClient, realm: string, after: Head): Promise<void> {
    const event = {
      stream: 'trial-0',
      type: 'Trial',
      schema: 1,
      data: { text: randomBytes(TRIAL_BYTES).toString('hex') },
    };
    const place = { realm, position: after.position + 1, version: 1, at: after.at, actor: 'trial' };
    const cause = { correlation: 'trial', causation: 'trial' };
    await client.query('BEGIN');
    try {
      const events = [record(event, { ...place, ...cause })];
      await this.write(client, { realm, leaseEpoch: after.leaseEpoch, after, events, answers: [] });
    } finally {
      await client.query('ROLLBACK');
    }
  }

  /** Commands for later that follow from no decision, such as the first of a calendar. */
  async schedule(realm: string, ...due: readonly DueCommand[]): Promise<void> {
    const sealed = await this.sealed(
      realm,
      due.map((each) => storedDue(each)),
    );
    await this.pool.query(scheduling(2), [realm, ...dueColumns(sealed)]);
    this.scheduled();
  }

  private async sealed(realm: string, due: readonly StoredDue[]): Promise<readonly SealedDue[]> {
    const instance = await this.instanceId();
    return due.map((each) => ({ ...each, seal: this.signing().sealOf(instance, realm, each) }));
  }

  /** Whether a command that waits is what this installation stored. */
  async isSealed(realm: string, { seal, ...due }: SealedDue): Promise<boolean> {
    return seal === this.signing().sealOf(await this.instanceId(), realm, due);
  }

  /** See `SegmentSigner.mark`. */
  mark(key: string): string {
    return this.signing().mark(key);
  }

  /** Up to where the house realm's policies and instruments are known in this process. */
  housePosition(): number {
    return this.announcedHouse;
  }

  /** Called whenever this process has stored commands for later. */
  onScheduled(listener: () => void): void {
    this.dueListeners.add(listener);
  }

  private scheduled(): void {
    for (const listener of this.dueListeners) listener();
  }

  /** Announces durable events to every feed in this process. */
  publish(realm: string, events: readonly RecordedEvent[]): void {
    for (const listener of this.listeners) listener(realm, events);
    if (realm === HOUSE_REALM) this.announcedHouse = events.at(-1)?.position ?? this.announcedHouse;
  }

  /** Announces everything after a position. */
  async publishAfter(realm: string, position: number): Promise<void> {
    for await (const events of this.pages(realm, position)) this.publish(realm, events);
  }

  /** Durable events as they come, in order, from now on. A feed that starts earlier reads pages first. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Events after a position, in order, at most `limit`. */
  async readPage(realm: string, after: number, limit: number): Promise<RecordedEvent[]> {
    const { rows } = await this.pool.query<DecodedRow>({
      name: 'read-page',
      text: `SELECT ${EVENT_COLUMNS} FROM events WHERE realm = $1 AND position > $2 ORDER BY position LIMIT $3`,
      values: [realm, after, limit],
    });
    return rows.map(decode);
  }

  /** The events at these positions, in order. */
  async readPositions(realm: string, positions: readonly number[]): Promise<RecordedEvent[]> {
    const { rows } = await this.pool.query<DecodedRow>({
      name: 'read-positions',
      text: `SELECT ${EVENT_COLUMNS} FROM events WHERE realm = $1 AND position = ANY ($2::bigint[]) ORDER BY position`,
      values: [realm, positions],
    });
    return rows.map(decode);
  }

  /** All events after a position, page by page; the next page is on its way while the caller works on one. */
  async *pages(realm: string, after = 0, limit = 5000): AsyncGenerator<RecordedEvent[]> {
    let next = this.readPage(realm, after, limit);
    for (;;) {
      const events = await next;
      const last = events.at(-1);
      if (last === undefined) return;
      next = events.length < limit ? Promise.resolve([]) : this.readPage(realm, last.position, limit);
      // A caller that stops early abandons this read, so its failure is ignored.
      next.catch(() => undefined);
      yield events;
    }
  }

  /** As `readPage`, undecoded and with hashes: for the auditor. */
  async readRows(realm: string, after: number, limit: number): Promise<EventRow[]> {
    const { rows } = await this.pool.query<EventRow>(
      `SELECT ${HASHED_COLUMNS} FROM events WHERE realm = $1 AND position > $2 ORDER BY position LIMIT $3`,
      [realm, after, limit],
    );
    return rows;
  }

  /** The first events of many streams, at most so many of each, in order: what has fewer is read whole. */
  async readBeginnings(realm: string, streams: readonly string[], most: number): Promise<RecordedEvent[]> {
    const { rows } = await this.pool.query<DecodedRow>({
      name: 'read-beginnings',
      text: `SELECT e.* FROM unnest($2::text[]) AS w(stream) CROSS JOIN LATERAL (
          SELECT ${EVENT_COLUMNS} FROM events WHERE realm = $1 AND stream = w.stream ORDER BY version LIMIT $3) e`,
      values: [realm, streams, most],
    });
    return rows.map(decode);
  }

  /** A stream's events after a version and up to another, in order. */
  async readStream(realm: string, stream: string, after = 0, upTo = Number.MAX_SAFE_INTEGER, limit = 5000) {
    const { rows } = await this.pool.query<DecodedRow>({
      name: 'read-stream',
      text: `SELECT ${EVENT_COLUMNS} FROM events WHERE realm = $1 AND stream = $2 AND version > $3 AND version <= $4 ORDER BY version LIMIT $5`,
      values: [realm, stream, after, upTo, limit],
    });
    return rows.map(decode);
  }

  async saveSnapshot(snapshot: Snapshot): Promise<void> {
    await saveSnapshot(this.pool, this.signing().key, await this.instanceId(), snapshot);
  }

  /** See `latestSnapshot`: a store without a key believes what stands there. */
  async latestSnapshot(realm: string, stream: string, schema: number, upTo = Number.MAX_SAFE_INTEGER) {
    const trust = this.signer && { key: this.signer.key, instance: await this.instanceId() };
    return latestSnapshot(this.pool, { realm, stream, schema, upTo }, trust);
  }

  /** The answers that were given under these idempotency keys. */
  async findAnswers(realm: string, keys: readonly string[]): Promise<StoredAnswer[]> {
    const { rows } = await this.pool.query<StoredAnswer>({
      name: 'find-answers',
      text: 'SELECT key, position, answer, fingerprint FROM answers WHERE realm = $1 AND key = ANY($2)',
      values: [realm, keys],
    });
    return rows;
  }

  /** The idempotency keys that were ever answered in a realm. */
  answeredKeys(realm: string): AnsweredKeys {
    return {
      count: async () => {
        const text = 'SELECT count(*)::bigint AS count FROM answers WHERE realm = $1';
        return (await this.pool.query<{ count: number }>(text, [realm])).rows[0]?.count ?? 0;
      },
      page: async (after, limit) => {
        const text = 'SELECT key FROM answers WHERE realm = $1 AND key > $2 ORDER BY key LIMIT $3';
        return (await this.pool.query<{ key: string }>(text, [realm, after, limit])).rows.map(({ key }) => key);
      },
    };
  }

  /** Balances, and the position they stand at: read in one statement, so that both belong together. */
  async readBalances(realm: string, wanted: readonly (readonly [account: string, asset: string])[]) {
    const { rows } = await this.pool.query<{ position: number; account: string | null; asset: string; amount: string }>(
      {
        name: 'read-balances',
        text: `SELECT h.position, b.account, b.asset, b.amount FROM realm_heads h
        LEFT JOIN (unnest($2::text[], $3::text[]) AS w(account, asset) JOIN ledger_balances b USING (account, asset))
          ON b.realm = h.realm WHERE h.realm = $1`,
        values: [realm, wanted.map(([account]) => account), wanted.map(([, asset]) => asset)],
      },
    );
    return { position: rows[0]?.position ?? 0, balances: rows.filter((row) => row.account !== null) };
  }
}

async function readInstance(pool: Pool): Promise<string> {
  await pool.query('INSERT INTO installation (instance) VALUES ($1) ON CONFLICT DO NOTHING', [
    randomBytes(16).toString('hex'),
  ]);
  const { rows } = await pool.query<{ instance: string }>('SELECT instance FROM installation');
  return rows[0]?.instance ?? '';
}
