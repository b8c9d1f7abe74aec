import { setImmediate } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Config } from '../../config/config.js';
import type { Clock } from '../../core/clock.js';
import type { Hash } from '../../../shared/merkle.js';
import { TILE_WIDTH } from '../../../shared/tlog-tiles.js';
import { isAway } from '../history/away.js';
import { CheckpointKey } from '../history/checkpoint-key.js';
import type { EventStore } from '../history/event-store.js';
import { inTransaction } from '../history/transaction.js';
import { LOG_CHECKPOINT_COLUMNS, readHead, sameRoot, sealedCheckpoint, type LogCheckpoint } from './log-checkpoint.js';
import { LogSalts, type LoggedEvent } from './log-salts.js';
import { LogTree, wholeAt } from './log-tree.js';
import { rootOver } from './tree-hash.js';

/** So often a log that grew is published. */
export const LOG_CHECKPOINT_MS = 60_000;
/** Hashing so many takes a few milliseconds, in which no order is decided. */
const PAGE_EVENTS = 2 * TILE_WIDTH;
/** From so many new events on the tree grows before the minute is over, which spreads the work. */
const SOON_EVENTS = 2 * PAGE_EVENTS;
/** A server that starts or ends waits for no more than these, each a few milliseconds. */
const PAGES_AT_START = 20;
const PAGES_AT_END = 200;

interface Stored {
  readonly level: number;
  readonly index: number;
  readonly hash: Hash;
}

/**
 * Keeps each realm's log: a tree over its durable events, and a signed checkpoint of it each minute in which it grew. It works behind the
 * writer and reads what is durable, so no order waits for it; what fails is tried again at the next occasion.
 */
export class PublicLog {
  readonly salts: LogSalts;
  readonly key: CheckpointKey;
  private readonly waiting = new Map<string, number>();
  private readonly publishedTo = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private unsubscribe: (() => void) | undefined;
  private working: Promise<void> = Promise.resolve();
  private isQueued = false;
  /** How many more may be read: few while a server starts or ends. */
  private pagesLeft = Number.POSITIVE_INFINITY;

  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly config: Pick<Config, 'dataDir' | 'publicUrl'>,
    private readonly log: { warn(message: string): void; error(message: string): void },
  ) {
    this.salts = LogSalts.open(config.dataDir);
    this.key = CheckpointKey.open(config.dataDir);
  }

  /** Publishes what grew before a fall, a long rest of it in the background, and begins to follow. */
  async start(): Promise<void> {
    this.unsubscribe = this.store.subscribe((realm, events) => this.count(realm, events.length));
    this.timer = setInterval(() => void this.publish(), LOG_CHECKPOINT_MS);
    this.timer.unref();
    this.pagesLeft = PAGES_AT_START;
    await this.publish();
    this.pagesLeft = Number.POSITIVE_INFINITY;
    void this.publish();
  }

  /** Publishes what is there, if it is not long, then follows no longer. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.unsubscribe?.();
    this.pagesLeft = PAGES_AT_END;
    await this.publish();
  }

  /** Publishes every log that grew. Calls that come while one runs share the next. */
  publish(): Promise<void> {
    if (!this.isQueued) {
      this.isQueued = true;
      this.working = this.working.then(() => {
        this.isQueued = false;
        return this.publishAll();
      });
    }
    return this.working;
  }

  treeOf(realm: string, database: Pool | PoolClient = this.pool): LogTree {
    return new LogTree(database, this.salts, realm);
  }

  private count(realm: string, events: number): void {
    const waiting = (this.waiting.get(realm) ?? 0) + events;
    this.waiting.set(realm, waiting % SOON_EVENTS);
    // Who opens the first account need not wait for a log to compare with later.
    if (!this.publishedTo.has(realm)) void this.publish();
    if (waiting >= SOON_EVENTS) this.working = this.working.then(() => this.quietly(() => this.grow(realm)));
  }

  private publishAll(): Promise<void> {
    return this.quietly(async () => {
      const { rows } = await this.pool.query<{ realm: string; position: number }>(
        'SELECT realm, position FROM realm_heads WHERE position > 0 ORDER BY realm',
      );
      for (const { realm, position } of rows)
        if (position > (this.publishedTo.get(realm) ?? 0)) await this.quietly(() => this.publishTo(realm, position));
    });
  }

  private async publishTo(realm: string, size: number): Promise<void> {
    if (!(await this.grow(realm))) return;
    await this.checkpoint(realm, size);
    this.publishedTo.set(realm, size);
  }

  private async quietly(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log[isAway(error) ? 'warn' : 'error'](`a log was not written: ${String(error)}`);
    }
  }

  /** Stores the hashes of all whole tiles; false where a start or end of the server cut it short. */
  private async grow(realm: string): Promise<boolean> {
    for (; this.pagesLeft > 0; this.pagesLeft -= 1) {
      if (!(await this.growByPage(realm))) return true;
      await setImmediate();
    }
    return false;
  }

  /** Of several servers one writes at a time. False when the rest is shorter than a tile. */
  private growByPage(realm: string): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      await lock(client, realm);
      const whole = await wholeTiles(client, realm);
      const events = await eventsAfter(client, realm, whole * TILE_WIDTH);
      const made: Stored[] = [];
      for (let at = 0; at + TILE_WIDTH <= events.length; at += TILE_WIDTH) {
        const leaves = events.slice(at, at + TILE_WIDTH).map((event) => this.salts.leaf(realm, event));
        made.push({ level: 1, index: whole + made.length, hash: rootOver(leaves) });
      }
      await this.above(this.treeOf(realm, client), made);
      await store(client, realm, made);
      return events.length === PAGE_EVENTS;
    });
  }

  /** Adds the hashes of higher levels that new hashes complete. */
  private async above(tree: LogTree, made: Stored[]): Promise<void> {
    for (const { level, index, hash } of made) {
      if ((index + 1) % TILE_WIDTH !== 0) continue;
      const from = index + 1 - TILE_WIDTH;
      const fresh = made.filter((one) => one.level === level && one.index >= from && one.index < index);
      const stored = await tree.hashes({ level, from, to: index - fresh.length });
      const hashes = [...stored, ...fresh.map((one) => one.hash), hash];
      made.push({ level: level + 1, index: wholeAt(index + 1, 1) - 1, hash: rootOver(hashes) });
    }
  }

  private async checkpoint(realm: string, size: number): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await lock(client, realm);
      const last = await newestCheckpoint(client, realm);
      if (last !== undefined && last.size >= size) return;
      const tree = this.treeOf(realm, client);
      const origin = last === undefined ? await this.originOf(realm) : await this.goesOn(tree, last);
      const head = { origin, size, root: await tree.rootAt(size) };
      const place = { realm, number: (last?.number ?? 0) + 1, at: this.clock.now(), salts: this.salts.id };
      await insertCheckpoint(client, sealedCheckpoint(this.key, head, place));
    });
  }

  /** The origin of a log whose newest checkpoint the tree still has. Going on otherwise would publish two histories. */
  private async goesOn(tree: LogTree, { realm, number, size, salts, note }: LogCheckpoint): Promise<string> {
    const what = `checkpoint ${number} of the log of ${realm}`;
    if (salts !== this.salts.id) throw new Error(`${what} has salts of ${salts}, and secrets/log-salts is another`);
    const head = readHead(note, this.key.publicKey);
    if (typeof head === 'string') throw new Error(`${what}: ${head}`);
    if (head.size !== size || !sameRoot(head.root, await tree.rootAt(size)))
      throw new Error(`${what} is of another history`);
    return head.origin;
  }

  /** Chosen once: it is the name under which others know the log, whatever address the server has later. */
  private async originOf(realm: string): Promise<string> {
    const { publicUrl } = this.config;
    return `${publicUrl === null ? await this.store.instanceId() : new URL(publicUrl).host}/${realm}`;
  }
}

async function lock(client: PoolClient, realm: string): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`glassbook/log/${realm}`]);
}

async function wholeTiles(client: PoolClient, realm: string): Promise<number> {
  const { rows } = await client.query<{ whole: number }>(
    'SELECT coalesce(max(index) + 1, 0) AS whole FROM log_nodes WHERE realm = $1 AND level = 1',
    [realm],
  );
  return rows[0]?.whole ?? 0;
}

/** A page of what is not in a whole tile yet. Throws where one is missing. */
async function eventsAfter(client: PoolClient, realm: string, after: number): Promise<LoggedEvent[]> {
  const { rows } = await client.query<LoggedEvent>(
    `SELECT position, hash FROM events WHERE realm = $1 AND position > $2 ORDER BY position LIMIT ${PAGE_EVENTS}`,
    [realm, after],
  );
  const hole = rows.findIndex(({ position }, at) => position !== after + at + 1);
  if (hole >= 0) throw new Error(`${realm} has no event ${after + hole + 1}`);
  return rows;
}

async function store(client: PoolClient, realm: string, made: readonly Stored[]): Promise<void> {
  if (made.length === 0) return;
  await client.query(
    `INSERT INTO log_nodes (realm, level, index, hash)
       SELECT $1, level, index, hash FROM unnest($2::smallint[], $3::bigint[], $4::bytea[]) AS n(level, index, hash)`,
    [realm, made.map(({ level }) => level), made.map(({ index }) => index), made.map(({ hash }) => hash)],
  );
}

async function insertCheckpoint(client: PoolClient, checkpoint: LogCheckpoint): Promise<void> {
  const { realm, number, size, at, salts, keyId, note, seal } = checkpoint;
  await client.query(
    `INSERT INTO log_checkpoints (realm, number, size, at, salts, key_id, note, seal)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [realm, number, size, at, salts, keyId, note, seal],
  );
}

/** The newest that was published of a realm's log; `undefined` before the first. */
export async function newestCheckpoint(database: Pool | PoolClient, realm: string): Promise<LogCheckpoint | undefined> {
  const { rows } = await database.query<LogCheckpoint>(
    `SELECT ${LOG_CHECKPOINT_COLUMNS} FROM log_checkpoints WHERE realm = $1 ORDER BY number DESC LIMIT 1`,
    [realm],
  );
  return rows[0];
}
