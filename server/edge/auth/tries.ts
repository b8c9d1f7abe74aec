import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { refuse, type Refusal } from '../../core/refusal.js';

const MINUTE_MS = 60_000;
const SWEEP_EVERY_MS = 60 * MINUTE_MS;

/** What tries are counted by; `times` as many as usual lock it. */
export interface TryKey {
  readonly key: string;
  readonly times?: number;
}

/** Counts wrong tries by key and locks after as many as policy `login.rules` lets pass. */
@Injectable()
export class Tries {
  private sweptAt = -Infinity;

  constructor(
    private readonly pool: Pool,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {}

  /** `account.locked` while one of the keys is. */
  async lock(keys: readonly TryKey[]): Promise<Refusal | undefined> {
    const { rows } = await this.pool.query<{ until: number | null }>(
      'SELECT max(locked_until) AS until FROM login_tries WHERE key = ANY($1)',
      [keys.map(({ key }) => key)],
    );
    const leftMs = (rows[0]?.until ?? 0) - this.clock.now();
    return leftMs > 0 ? this.locked(leftMs) : undefined;
  }

  /** Counts a wrong try; the last allowed one locks, and its refusal says so. */
  async wrong(keys: readonly TryKey[]): Promise<Refusal | undefined> {
    const now = this.clock.now();
    const { values } = this.policies.inForce('login.rules');
    const windowMs = values.lockMinutes * MINUTE_MS;
    const { rows } = await this.pool.query<{ until: number }>(
      `INSERT INTO login_tries AS t (key, wrong, since) SELECT key, 1, $2 FROM unnest($1::text[]) AS key ORDER BY key
         ON CONFLICT (key) DO UPDATE SET
           wrong = CASE WHEN t.since <= $2 - $3::bigint THEN 1 ELSE t.wrong + 1 END,
           since = CASE WHEN t.since <= $2 - $3::bigint THEN $2 ELSE t.since END,
           locked_until = CASE WHEN t.since > $2 - $3::bigint AND t.wrong + 1 >= $4 * coalesce(($5::jsonb ->> t.key)::int, 1) THEN $2 + $3::bigint ELSE 0 END
         RETURNING locked_until AS until`,
      [keys.map(({ key }) => key), now, windowMs, values.triesMax, JSON.stringify(timesOf(keys))],
    );
    const until = Math.max(...rows.map((row) => row.until));
    await this.sweep(now, windowMs);
    return until > now ? this.locked(until - now) : undefined;
  }

  async forget(key: string): Promise<void> {
    await this.pool.query('DELETE FROM login_tries WHERE key = $1', [key]);
  }

  /** Tries of unknown logins would fill the table for ever. */
  private async sweep(now: number, windowMs: number): Promise<void> {
    if (now - this.sweptAt < SWEEP_EVERY_MS) return;
    this.sweptAt = now;
    await this.pool.query('DELETE FROM login_tries WHERE since <= $1 AND locked_until <= $2', [now - windowMs, now]);
  }

  private locked(forMs: number): Refusal {
    const { name: policy, version } = this.policies.inForce('login.rules');
    return refuse('account.locked', { retryAfterSeconds: Math.ceil(forMs / 1000), policy, version });
  }
}

const timesOf = (keys: readonly TryKey[]): Record<string, number> =>
  Object.fromEntries(keys.map(({ key, times = 1 }) => [key, times]));
