import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../../core/clock.js';
import { isAway } from './away.js';
import { ANSWERS_DIGEST, digestOf, NO_CHECKPOINT, type CheckpointKey } from './checkpoint-key.js';
import type { EventStore } from './event-store.js';
import { inTransaction } from './transaction.js';

/** No stretch of a history between two checkpoints is longer, and none stays unsigned for longer while a server runs. */
export const CHECKPOINT_EVENTS_MAX = 1_000;
export const CHECKPOINT_MS_MAX = 60_000;

interface CheckpointOptions {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'subscribe'>;
  readonly key: CheckpointKey;
  readonly clock: Clock;
  readonly log: { warn(message: string): void; error(message: string): void };
  readonly everyEvents?: number;
  readonly everyMs?: number;
}

/**
 * Signs where every realm's history stands: each 1,000 events, and each minute in which it grew. It works beside the writer and
 * reads the durable head, so that no one waits for a signature; what fails is tried again at the next occasion.
 */
export class CheckpointSigner {
  private readonly unsigned = new Map<string, number>();
  private readonly signedTo = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private unsubscribe: (() => void) | undefined;
  private working: Promise<void> = Promise.resolve();
  private queued = false;

  constructor(private readonly options: CheckpointOptions) {}

  /** Publishes the key and begins to follow. What grew unsigned before a fall is signed at once. */
  async start(): Promise<void> {
    const { pool, key, clock, store, everyMs = CHECKPOINT_MS_MAX } = this.options;
    await pool.query(
      'INSERT INTO checkpoint_keys (key_id, public_key, first_used_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [key.keyId, key.publicKey, clock.now()],
    );
    const { rows } = await pool.query<{ realm: string; position: number }>(
      'SELECT realm, max(position) AS position FROM checkpoints GROUP BY realm',
    );
    for (const { realm, position } of rows) this.signedTo.set(realm, position);
    this.unsubscribe = store.subscribe((realm, events) => this.count(realm, events.length));
    this.timer = setInterval(() => void this.sign(), everyMs);
    this.timer.unref();
    await this.sign();
  }

  /** Signs what is there, then follows no longer. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.unsubscribe?.();
    await this.sign();
  }

  /** Signs every realm that grew since its last checkpoint. Calls that come while one runs share the next. */
  sign(): Promise<void> {
    if (!this.queued) {
      this.queued = true;
      this.working = this.working.then(() => this.signAll());
    }
    return this.working;
  }

  private count(realm: string, events: number): void {
    const unsigned = (this.unsigned.get(realm) ?? 0) + events;
    this.unsigned.set(realm, unsigned);
    if (unsigned >= (this.options.everyEvents ?? CHECKPOINT_EVENTS_MAX)) void this.sign();
  }

  private async signAll(): Promise<void> {
    this.queued = false;
    this.unsigned.clear();
    const { pool, log } = this.options;
    try {
      const { rows } = await pool.query<{ realm: string; position: number }>(
        'SELECT realm, position FROM realm_heads WHERE position > 0 ORDER BY realm',
      );
      for (const { realm, position } of rows) {
        if (position <= (this.signedTo.get(realm) ?? 0)) continue;
        await this.signTo(realm, position);
        this.signedTo.set(realm, position);
      }
    } catch (error) {
      log[isAway(error) ? 'warn' : 'error'](`a checkpoint was not signed: ${String(error)}`);
    }
  }

  /** Each 1,000 events and at the head. Of several servers one signs at a time, so that all sign one chain. */
  private async signTo(realm: string, head: number): Promise<void> {
    await inTransaction(this.options.pool, async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`glassbook/checkpoints/${realm}`]);
      let last = await newest(client, realm);
      const { everyEvents = CHECKPOINT_EVENTS_MAX } = this.options;
      const places: number[] = [];
      for (let at = last.position + everyEvents; at < head; at += everyEvents) places.push(at);
      if (last.position < head) places.push(head);
      for (const { position, hash } of await eventsAt(client, realm, places))
        last = await this.signOne(client, realm, {
          number: last.number + 1,
          position,
          hash,
          previous: last.digest,
          answers: await answersDigest(client, realm, last.position, position),
        });
    });
  }

  private async signOne(
    client: PoolClient,
    realm: string,
    place: { number: number; position: number; hash: string; answers: string; previous: string },
  ): Promise<Signed> {
    const { key, clock } = this.options;
    const at = clock.now();
    const { number, position, hash, answers, previous } = place;
    const signature = key.sign({ realm, ...place, at });
    await client.query(
      `INSERT INTO checkpoints (realm, number, position, hash, answers, at, key_id, previous, signature)
         VALUES ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), $6, $7, decode($8, 'hex'), $9)`,
      [realm, number, position, hash, answers, at, key.keyId, previous, signature],
    );
    return { number, position, digest: digestOf(signature) };
  }
}

interface Signed {
  readonly number: number;
  readonly position: number;
  readonly digest: string;
}

async function newest(client: PoolClient, realm: string): Promise<Signed> {
  const { rows } = await client.query<{ number: number; position: number; hash: string; signature: Buffer }>(
    `SELECT number, position, encode(hash, 'hex') AS hash, signature FROM checkpoints WHERE realm = $1
      ORDER BY number DESC LIMIT 1`,
    [realm],
  );
  const [last] = rows;
  if (last === undefined) return { number: 0, position: 0, digest: NO_CHECKPOINT };
  const [event] = await eventsAt(client, realm, [last.position]);
  // Going on would notarise a rewritten history.
  if (event?.hash !== last.hash)
    throw new Error(`${realm} ${last.position} is not what checkpoint ${last.number} signed`);
  return { number: last.number, position: last.position, digest: digestOf(last.signature) };
}

async function answersDigest(client: PoolClient, realm: string, after: number, to: number): Promise<string> {
  const { rows } = await client.query<{ digest: string }>(
    `SELECT ${ANSWERS_DIGEST} AS digest FROM answers
      WHERE realm = $1 AND signed_from > $2 AND signed_from <= $3`,
    [realm, after, to],
  );
  return rows[0]?.digest ?? '';
}

async function eventsAt(client: PoolClient, realm: string, positions: readonly number[]) {
  const { rows } = await client.query<{ position: number; hash: string }>(
    `SELECT position, encode(hash, 'hex') AS hash FROM events WHERE realm = $1 AND position = ANY ($2::bigint[])
      ORDER BY position`,
    [realm, positions],
  );
  return rows;
}
