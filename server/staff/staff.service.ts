import { Injectable } from '@nestjs/common';
import type { StaffLoginView, StaffSessionView } from '../../contracts/staff.contract.js';
import type { Cause } from '../core/event.js';
import type { Refusal } from '../core/refusal.js';
import type { StaffSession } from '../edge/http/sessions.js';
import { StaffAccounts, type StaffLogin } from './staff-accounts.js';
import { StaffRecord } from './staff-record.js';
import { StaffSessions } from './staff-sessions.js';

/** Signing in and out. */
@Injectable()
export class StaffService {
  constructor(
    private readonly accounts: StaffAccounts,
    private readonly sessions: StaffSessions,
    private readonly record: StaffRecord,
  ) {}

  async signIn(login: StaffLogin, address: string, cause: Cause | undefined): Promise<StaffLoginView | Refusal> {
    const found = await this.accounts.check(login, address, cause);
    if ('refusal' in found) {
      const { lockedOut, refusal } = found;
      if (refusal.refusal === 'staff.code-required') return { codeWanted: true };
      if (lockedOut !== undefined) {
        await this.record.add('StaffLockedOut', lockedOut, {
          key: `lock:${lockedOut.staffId}:${lockedOut.until}`,
          cause,
        });
      }
      return refusal;
    }
    const { staffId } = found;
    const { sessionId, ...view } = await this.sessions.begin(found);
    await this.record.add('StaffSignedIn', { staffId, sessionId }, { key: `sign-in:${sessionId}`, cause });
    return view;
  }

  async signOut(session: StaffSession): Promise<null> {
    await this.sessions.end(session.id);
    return null;
  }

  me({ staffId, name, roles, queues, setup, expiresAt }: StaffSession, token: string): StaffSessionView {
    return { token, staffId, name, roles: [...roles], queues: [...queues], setup, expiresAt };
  }
}
