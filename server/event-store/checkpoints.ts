import type { Pool } from 'pg';
import type { Clock } from '../core/clock.js';
import type { CheckpointKey } from './checkpoint-key.js';
import type { EventStore } from './event-store.js';

export interface CheckpointOptions {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'subscribe'>;
  readonly key: CheckpointKey;
  readonly clock: Clock;
  readonly log: { warn(message: string): void };
  readonly everyEvents?: number;
  readonly everyMs?: number;
}

/**
 * Signs where every realm's history stands: each 1,000 events, and each minute in which it grew. It works beside the writer
 * and reads the durable head, so that nobody waits for a signature; what fails is tried again at the next occasion.
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
    const { pool, key, clock, store, everyMs = 60_000 } = this.options;
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
    if (unsigned >= (this.options.everyEvents ?? 1_000)) void this.sign();
  }

  private async signAll(): Promise<void> {
    this.queued = false;
    this.unsigned.clear();
    const { pool, key, clock, log } = this.options;
    try {
      const { rows } = await pool.query<{ realm: string; position: number; hash: Buffer }>(
        'SELECT realm, position, hash FROM realm_heads WHERE position > 0 ORDER BY realm',
      );
      for (const { realm, position, hash } of rows) {
        if (position <= (this.signedTo.get(realm) ?? 0)) continue;
        const at = clock.now();
        const signature = key.sign({ realm, position, hash: hash.toString('hex'), at });
        await pool.query(
          `INSERT INTO checkpoints (realm, position, hash, at, key_id, signature) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (realm, position) DO NOTHING`,
          [realm, position, hash, at, key.keyId, signature],
        );
        this.signedTo.set(realm, position);
      }
    } catch (error) {
      log.warn(`a checkpoint was not signed: ${String(error)}`);
    }
  }
}
