import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock, type Instant } from '../../core/clock.js';
import type { CommandResult } from '../../core/decider.js';
import type { Sealed } from '../../core/person.js';
import { Vault } from '../../core/ports/vault.js';
import { contentId } from '../../core/stored-digest.js';

/** What a row holds: a secret of an authenticator, hashes of recovery codes, of a trade password, of answers. */
type FactorKind = 'google' | 'recovery-codes' | 'trade' | 'answers';

/**
 * The secrets themselves, sealed under the person's key: even hashes, because six digits and a friend's name could be guessed in
 * hours from the table alone. Which row counts is decided by events; rows are written before and swept after.
 */
@Injectable()
export class Factors {
  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** Answers the id of the row, which names what is sealed in it: the event that brings it into force binds its content too. */
  async put(userId: string, kind: FactorKind, secret: string): Promise<string> {
    const sealed = await this.vault.seal(userId, contextOf(kind), secret);
    const id = contentId('factor', `${kind}/${userId}`, sealed);
    await this.pool.query('INSERT INTO factors (id, user_id, kind, sealed, created_at) VALUES ($1, $2, $3, $4, $5)', [
      id,
      userId,
      kind,
      sealed,
      this.clock.now(),
    ]);
    return id;
  }

  /** The secret in a row, and when it was written; `undefined` without such a row of this person, or after erasure. */
  async find(userId: string, kind: FactorKind, id: string): Promise<{ secret: string; createdAt: number } | undefined> {
    const { rows } = await this.pool.query<{ sealed: Sealed; created_at: number }>(
      'SELECT sealed, created_at FROM factors WHERE id = $1 AND user_id = $2 AND kind = $3',
      [id, userId, kind],
    );
    const [row] = rows;
    // A row that holds something else than its id names proves nothing.
    if (row === undefined || contentId('factor', `${kind}/${userId}`, row.sealed) !== id) return undefined;
    const secret = await this.vault.open(userId, contextOf(kind), row.sealed);
    return secret === null ? undefined : { secret, createdAt: row.created_at };
  }

  /** Drops a row that is no longer in force, or never was. A leftover after a crash is harmless. */
  async drop(id: string | undefined): Promise<void> {
    if (id !== undefined) await this.pool.query('DELETE FROM factors WHERE id = $1', [id]);
  }

  /**
   * Drops a row whose command did not bring it into force. One that was refused as unavailable may be durable all the same: its row
   * stays, harmless if it is not.
   */
  async dropUnused(id: string, done: CommandResult<unknown>): Promise<void> {
    if (done.ok ? done.repeated : done.refusal.refusal !== 'request.unavailable') await this.drop(id);
  }

  /** Drops what the authenticator was kept by until then, but for the rows in force. */
  async sweep(userId: string, until: Instant, inForce: readonly string[]): Promise<void> {
    await this.pool.query(
      `DELETE FROM factors
         WHERE user_id = $1 AND kind IN ('google', 'recovery-codes') AND created_at <= $2 AND id <> ALL ($3)`,
      [userId, until, inForce],
    );
  }

  async eraseAll(userId: string): Promise<void> {
    for (const table of ['factors', 'proof_tries', 'trade_unlocks', 'contact_changes'])
      await this.pool.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  }
}

const contextOf = (kind: FactorKind): string => `security.${kind}`;
