import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '../../core/clock.js';
import type { RootKey } from './root-key.js';
import { openBytes, sealBytes, type Place } from './sealing.js';
import { BoundedMap } from '../../core/bounded-map.js';

const KEY_BYTES = 32;
const KEPT = 20_000;
/** Another server may have erased the person: a key is believed for this long, so that all forget within a second. */
const TRUSTED_MS = 500;

/** `erased`: the person's key is destroyed. `none`: they never had one. */
type PersonKey = KeyObject | 'erased' | 'none';

interface Kept {
  readonly key: PersonKey;
  readonly readAtMs: number;
}

/** Whether what is kept of a person's key opens under the secret of the installation. */
export function keyOpens(root: RootKey, userId: string, wrapped: Buffer): boolean {
  try {
    return openBytes(root.wrapping, placeOf(userId), wrapped).length === KEY_BYTES;
  } catch {
    return false;
  }
}

const placeOf = (userId: string): Place => [userId, 'person-key'];

/** The table of wrapped keys, and in front of it those in use, the longest unused of which go first. */
export class PersonKeys {
  private readonly kept = new BoundedMap<string, Kept>(KEPT);
  private waiting: Map<string, Promise<PersonKey>> | undefined;
  private reading: Promise<ReadonlyMap<string, PersonKey>> = Promise.resolve(new Map());

  constructor(
    private readonly pool: Pool,
    private readonly root: RootKey,
    private readonly clock: Clock,
    /** Goes on in tests where the clock stands still: trust is about real time. */
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  find(userId: string): PersonKey | Promise<PersonKey> {
    const known = this.kept.get(userId);
    if (known === undefined || this.nowMs() - known.readAtMs > TRUSTED_MS) return this.read(userId);
    this.kept.delete(userId);
    this.kept.set(userId, known);
    return known.key;
  }

  /** The key of a person, created if missing. */
  async findOrMake(userId: string): Promise<KeyObject | 'erased'> {
    const found = await this.find(userId);
    if (found !== 'none') return found;
    const wrapped = sealBytes(this.root.wrapping, placeOf(userId), randomBytes(KEY_BYTES));
    // Of two that make one at once the first wins, and both read it.
    await this.pool.query(
      'INSERT INTO person_keys (user_id, wrapped, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [userId, wrapped, this.clock.now()],
    );
    const made = await this.read(userId);
    if (made === 'none') throw new Error('the key that was just made is not there');
    return made;
  }

  async erase(userId: string): Promise<void> {
    const now = this.clock.now();
    await this.pool.query(
      `INSERT INTO person_keys (user_id, wrapped, created_at, erased_at) VALUES ($1, NULL, $2, $2)
         ON CONFLICT (user_id) DO UPDATE SET wrapped = NULL, erased_at = coalesce(person_keys.erased_at, $2)`,
      [userId, now],
    );
    this.keep(userId, 'erased');
  }

  /** All keys requested in one turn of the event loop are read by one query: a list of fifty persons costs one. */
  private read(userId: string): Promise<PersonKey> {
    if (this.waiting === undefined) {
      const waiting = (this.waiting = new Map<string, Promise<PersonKey>>());
      this.reading = Promise.resolve().then(() => {
        this.waiting = undefined;
        return this.query([...waiting.keys()]);
      });
    }
    const running = this.waiting.get(userId);
    if (running !== undefined) return running;
    const found = this.reading.then((keys) => keys.get(userId) ?? 'none');
    this.waiting.set(userId, found);
    return found;
  }

  private async query(userIds: readonly string[]): Promise<ReadonlyMap<string, PersonKey>> {
    // Trust counts from before the question: an erasure after it may be missed, one before it may not.
    const queriedAtMs = this.nowMs();
    const { rows } = await this.pool.query<{ user_id: string; wrapped: Buffer | null }>({
      name: 'find-person-keys',
      text: 'SELECT user_id, wrapped FROM person_keys WHERE user_id = ANY($1)',
      values: [userIds],
    });
    const keys = new Map<string, PersonKey>();
    for (const { user_id: userId, wrapped } of rows) {
      const key = wrapped === null ? 'erased' : this.unwrap(userId, wrapped);
      keys.set(userId, key);
      this.keep(userId, key, queriedAtMs);
    }
    return keys;
  }

  private unwrap(userId: string, wrapped: Buffer): KeyObject {
    return createSecretKey(openBytes(this.root.wrapping, placeOf(userId), wrapped));
  }

  private keep(userId: string, key: PersonKey, readAtMs = this.nowMs()): void {
    // Gone is gone: an answer that was on its way while the person was erased brings no key back.
    if (key !== 'erased' && this.kept.get(userId)?.key === 'erased') return;
    this.kept.delete(userId);
    this.kept.set(userId, { key, readAtMs });
  }
}
