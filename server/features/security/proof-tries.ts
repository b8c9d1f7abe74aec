import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { OneByOne } from '../../edge/auth/one-by-one.js';
import { TooManyWaiting } from '../../edge/work/turns.js';

const MINUTE_MS = 60_000;

/**
 * Counts a person's wrong proofs, and locks as log-ins do (policy `login.rules`). A try is counted before its check and uncounted
 * when it was right, so that neither parallel tries nor a crash in between gain another one.
 */
@Injectable()
export class ProofTries {
  private readonly turns = new OneByOne();

  constructor(
    private readonly pool: Pool,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {}

  /** Runs a check of this person's after all earlier ones. A refusal that it answers is a wrong try. */
  async take<Proof>(userId: string, check: () => Promise<Proof | Refusal>): Promise<Proof | Refusal> {
    return this.turns.run(userId, () => this.counted(userId, check));
  }

  private async counted<Proof>(userId: string, check: () => Promise<Proof | Refusal>): Promise<Proof | Refusal> {
    const lockedUntil = await this.count(userId);
    if (isRefusal(lockedUntil)) return lockedUntil;
    const proof = await check().catch(async (error: unknown) => {
      // The try was not checked: a full queue must not lock those who wait.
      if (error instanceof TooManyWaiting) await this.takeBack(userId);
      throw error;
    });
    if (isRefusal(proof)) return lockedUntil > 0 ? this.locked(lockedUntil) : proof;
    await this.takeBack(userId);
    return proof;
  }

  /** The wrong ones before it stay counted: who knows one secret must not buy guesses at another with it. */
  private async takeBack(userId: string): Promise<void> {
    await this.pool.query('UPDATE proof_tries SET wrong = wrong - 1, locked_until = 0 WHERE user_id = $1', [userId]);
    await this.pool.query('DELETE FROM proof_tries WHERE user_id = $1 AND wrong <= 0', [userId]);
  }

  /** Counts one try; answers until when it locks (0: not yet), or that it is locked already. */
  private async count(userId: string): Promise<number | Refusal> {
    const { triesMax, lockMinutes } = this.policies.inForce('login.rules').values;
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ until: number }>(
      `INSERT INTO proof_tries AS t (user_id, wrong, since, locked_until)
         VALUES ($1, 1, $2, CASE WHEN $4::integer <= 1 THEN $2 + $3::bigint ELSE 0 END)
         ON CONFLICT (user_id) DO UPDATE SET
           wrong = CASE WHEN t.since <= $2 - $3::bigint THEN 1 ELSE t.wrong + 1 END,
           since = CASE WHEN t.since <= $2 - $3::bigint THEN $2 ELSE t.since END,
           locked_until = CASE WHEN CASE WHEN t.since <= $2 - $3::bigint THEN 1 ELSE t.wrong + 1 END >= $4::integer
             THEN $2 + $3::bigint ELSE 0 END
         WHERE t.locked_until <= $2
         RETURNING locked_until AS until`,
      [userId, now, lockMinutes * MINUTE_MS, triesMax],
    );
    if (rows[0] !== undefined) return rows[0].until;
    const found = await this.pool.query<{ until: number }>(
      'SELECT locked_until AS until FROM proof_tries WHERE user_id = $1',
      [userId],
    );
    return this.locked(found.rows[0]?.until ?? now);
  }

  private locked(until: number): Refusal {
    const { version } = this.policies.inForce('login.rules');
    const retryAfterSeconds = Math.max(1, Math.ceil((until - this.clock.now()) / 1000));
    return refuse('account.locked', { retryAfterSeconds, policy: 'login.rules', version });
  }
}
