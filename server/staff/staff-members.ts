import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import type { StaffPasswordView } from '../../contracts/staff-lists.contract.js';
import type { ReviewQueue, StaffRole } from '../../contracts/staff.contract.js';
import { Clock } from '../core/clock.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import type { StaffCall } from '../core/ports/staff-trail.js';
import { storedDigest } from '../core/stored-digest.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { freshPassword, StaffAccounts } from './staff-accounts.js';
import { StaffChanges } from './staff-changes.js';
import { StaffRecord } from './staff-record.js';
import { StaffSessions } from './staff-sessions.js';
import { inTransaction } from '../engine/history/transaction.js';

interface Member {
  staffId: string;
  name: string;
  role: StaffRole;
  queues: ReviewQueue[];
  disabled: boolean;
}

type AdminCall = StaffCall<StaffSession>;

/** What an administrator may do with the accounts of the staff. Everything done is an event in the account's stream. */
@Injectable()
export class StaffMembers {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly accounts: StaffAccounts,
    private readonly sessions: StaffSessions,
    private readonly record: StaffRecord,
    private readonly changes: StaffChanges,
  ) {}

  async create(
    { session: admin, requestToken }: AdminCall,
    { name, role, queues }: { name: string; role: StaffRole; queues: readonly ReviewQueue[] },
  ): Promise<StaffPasswordView | Refusal> {
    if (role !== 'reviewer' && queues.length > 0) return refuse('staff.queues-for-reviewers');
    const made = await this.accounts.create({ name, role, queues, by: admin.staffId, cause: requestToken?.cause });
    return made === undefined ? refuse('staff.name-taken', { name }) : { ...made, name };
  }

  changeRole({ session: admin, requestToken }: AdminCall, staffId: string, to: StaffRole): Promise<null | Refusal> {
    return this.change(admin, staffId, async (client, { role: from }, isLast) => {
      if (from === to) return null;
      if (isLast) return refuse('staff.last-admin');
      await this.changes.holding(client, staffId, {
        becomes: { roles: [to], queues: [] },
        record: () =>
          this.record.changed('StaffRoleChanged', { staffId, by: admin.staffId, from, to }, requestToken?.cause),
      });
      return null;
    });
  }

  /** The queues of a reviewer; a removed queue is closed before the answer comes. */
  changeQueues(
    { session: admin, requestToken }: AdminCall,
    staffId: string,
    to: readonly ReviewQueue[],
  ): Promise<null | Refusal> {
    return this.change(admin, staffId, async (client, { role, queues: from }) => {
      if (role !== 'reviewer' && to.length > 0) return refuse('staff.queues-for-reviewers');
      await this.changes.holding(client, staffId, {
        becomes: { queues: to },
        record: () =>
          this.record.changed('StaffQueuesChanged', { staffId, by: admin.staffId, from, to }, requestToken?.cause),
      });
      return null;
    });
  }

  changeOwnUsers(
    { session: admin, requestToken }: AdminCall,
    staffId: string,
    userIds: readonly string[],
  ): Promise<null | Refusal> {
    return this.change(admin, staffId, async (client) => {
      await this.changes.holding(client, staffId, {
        becomes: { own_users: userIds },
        record: () =>
          this.record.changed('StaffOwnUsersChanged', { staffId, by: admin.staffId, userIds }, requestToken?.cause),
      });
      return null;
    });
  }

  /** For an authenticator that is lost together with the recovery codes. */
  resetFactor({ session: admin, requestToken }: AdminCall, staffId: string): Promise<null | Refusal> {
    return this.change(admin, staffId, async (client) => {
      await this.changes.holding(client, staffId, {
        becomes: { totp_secret: null, totp_pending: null, recovery_hashes: '[]' },
        record: () => this.record.changed('StaffFactorReset', { staffId, by: admin.staffId }, requestToken?.cause),
      });
      return null;
    });
  }

  disable({ session: admin, requestToken }: AdminCall, staffId: string): Promise<null | Refusal> {
    return this.change(admin, staffId, async (client, { disabled }, isLast) => {
      if (disabled) return null;
      if (isLast) return refuse('staff.last-admin');
      await this.changes.holding(client, staffId, {
        becomes: { disabled_at: this.clock.now() },
        record: () => this.record.changed('StaffDisabled', { staffId, by: admin.staffId }, requestToken?.cause),
      });
      return null;
    });
  }

  enable({ session: admin, requestToken }: AdminCall, staffId: string): Promise<null | Refusal> {
    return this.change(admin, staffId, async (client, { disabled }) => {
      if (!disabled) return null;
      await this.changes.holding(client, staffId, {
        becomes: { disabled_at: null },
        record: () => this.record.changed('StaffEnabled', { staffId, by: admin.staffId }, requestToken?.cause),
      });
      return null;
    });
  }

  endSessions({ session: admin, requestToken }: AdminCall, staffId: string): Promise<null | Refusal> {
    return this.change(admin, staffId, async () => {
      const sessions = await this.sessions.endAll(staffId);
      await this.record.changed('StaffSessionsEnded', { staffId, by: admin.staffId, sessions }, requestToken?.cause);
      return null;
    });
  }

  async resetPassword(
    { session: admin, requestToken }: AdminCall,
    staffId: string,
  ): Promise<StaffPasswordView | Refusal> {
    const { password, passwordHash } = await freshPassword();
    const passwordDigest = storedDigest(staffId, passwordHash);
    return this.change(admin, staffId, async (client, { name }) => {
      await client.query('DELETE FROM staff_login_tries WHERE key = $1', [`name:${name.toLowerCase()}`]);
      await this.changes.holding(client, staffId, {
        becomes: { password_hash: passwordHash, password_own: false },
        record: () =>
          this.record.changed(
            'StaffPasswordReset',
            { staffId, by: admin.staffId, passwordDigest },
            requestToken?.cause,
          ),
      });
      return { staffId, name, password };
    });
  }

  /**
   * One change at a time over all accounts, so that two administrators cannot disable each other in the same moment. The
   * event is durable before the change is: what cannot be recorded must not happen. Sessions end, so that no server
   * goes on with what it remembers of the account.
   */
  private async change<Answer>(
    admin: StaffSession,
    staffId: string,
    work: (client: PoolClient, member: Member, isLast: boolean) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> {
    if (staffId === admin.staffId) return refuse('staff.own-account');
    const answer = await this.accounts.inTurn(admin.staffId, () => this.changeNow(staffId, work));
    if (!isRefusal(answer)) await this.sessions.endAll(staffId);
    return answer;
  }

  private async changeNow<Answer>(
    staffId: string,
    work: (client: PoolClient, member: Member, isLast: boolean) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<Member>(
        `SELECT staff_id AS "staffId", name, roles[1] AS role, queues, disabled_at IS NOT NULL AS disabled
           FROM staff_accounts ORDER BY staff_id FOR UPDATE`,
      );
      const member = rows.find((row) => row.staffId === staffId);
      if (member === undefined) return refuse('staff.not-found', { id: staffId });
      return work(client, member, isLastAdmin(rows, member));
    });
  }
}

function isLastAdmin(all: readonly Member[], { staffId, role, disabled }: Member): boolean {
  if (role !== 'admin' || disabled) return false;
  return !all.some((other) => other.staffId !== staffId && other.role === 'admin' && !other.disabled);
}
