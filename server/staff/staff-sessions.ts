import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { ReviewQueue, StaffRole, StaffSessionView } from '../../contracts/staff.contract.js';
import { isFresh, Clock } from '../core/clock.js';
import { PolicySource } from '../core/ports/policy-source.js';
import { refuse, type Refusal } from '../core/refusal.js';
import type { SessionSource, StaffSession } from '../edge/http/sessions.js';
import { setupOf, type StaffAccount } from './staff-accounts.js';

const KEPT = 1_000;
const HOUR_MS = 3_600_000;
/** Another server may end a session, or an account may be disabled: after this long it is read again. */
const TRUSTED_MS = 30_000;

interface SessionRow {
  id: string;
  staff_id: string;
  name: string;
  roles: StaffRole[];
  queues: ReviewQueue[];
  password_own: boolean;
  bound: boolean;
  expires_at: number;
}

/** Sessions of the staff: only hashes of tokens are stored. */
@Injectable()
export class StaffSessions implements SessionSource<StaffSession> {
  private readonly known = new Map<string, { session: StaffSession; readAt: number }>();
  /** Grows with every end: what was read before one must not be kept after it. */
  private ends = 0;

  constructor(
    private readonly pool: Pool,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {}

  async begin({
    staffId,
    name,
    roles,
    queues,
    setup,
  }: StaffAccount): Promise<StaffSessionView & { sessionId: string }> {
    const token = randomBytes(32).toString('base64url');
    const sessionId = randomBytes(12).toString('base64url');
    const now = this.clock.now();
    const expiresAt = now + this.policies.inForce('staff.login').values.sessionHours * HOUR_MS;
    await this.pool.query(
      `INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
      [hashOf(token), sessionId, staffId, now, expiresAt],
    );
    return { token, sessionId, staffId, name, roles, queues, setup, expiresAt };
  }

  find(token: string): StaffSession | Refusal | Promise<StaffSession | Refusal> {
    const key = hashOf(token).toString('base64');
    const known = this.known.get(key);
    const now = this.clock.now();
    if (known === undefined || !isFresh(known.readAt, now, TRUSTED_MS)) return this.read(token, key);
    return known.session.expiresAt > now ? known.session : refuse('staff.session-missing');
  }

  async end(sessionId: string): Promise<void> {
    await this.pool.query('UPDATE staff_sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL', [
      sessionId,
      this.clock.now(),
    ]);
    this.ends += 1;
    for (const [key, { session }] of this.known) if (session.id === sessionId) this.known.delete(key);
  }

  /** Ends every session of an account but the named one, on this server at once; answers how many there were. */
  async endAll(staffId: string, except = ''): Promise<number> {
    const now = this.clock.now();
    const { rowCount } = await this.pool.query(
      `UPDATE staff_sessions SET ended_at = $2
        WHERE staff_id = $1 AND ended_at IS NULL AND expires_at > $2 AND id <> $3`,
      [staffId, now, except],
    );
    this.ends += 1;
    // The remaining one is read again, because its permissions changed.
    for (const [key, { session }] of this.known) if (session.staffId === staffId) this.known.delete(key);
    return rowCount ?? 0;
  }

  private async read(token: string, key: string): Promise<StaffSession | Refusal> {
    const { ends } = this;
    const now = this.clock.now();
    const { rows } = await this.pool.query<SessionRow>(
      `SELECT s.id, s.staff_id, a.name, a.roles, a.queues, a.password_own, a.totp_secret IS NOT NULL AS bound, s.expires_at
         FROM staff_sessions s JOIN staff_accounts a USING (staff_id)
        WHERE s.token_hash = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND a.disabled_at IS NULL`,
      [hashOf(token), now],
    );
    const row = rows[0];
    this.known.delete(key);
    if (row === undefined) return refuse('staff.session-missing');
    const { id, staff_id: staffId, name, roles, queues, expires_at: expiresAt } = row;
    const session = { id, staffId, name, roles, queues, setup: setupOf(row), expiresAt };
    if (this.known.size >= KEPT) this.known.clear();
    if (ends === this.ends) this.known.set(key, { session, readAt: now });
    return session;
  }
}

function hashOf(token: string): Buffer {
  return hash('sha256', `glassbook/staff/${token}`, 'buffer');
}
