import type { LookupKey } from '../../contracts/staff-desk.contract.js';
import type { StaffLoginView, StaffSessionView } from '../../contracts/staff.contract.js';
import type { Refusal } from '../core/refusal.js';
import type { StaffSession } from '../edge/http/sessions.js';
import type { StaffAccounts, StaffLogin } from './staff-accounts.js';
import type { StaffRecord } from './staff-record.js';
import type { StaffSessions } from './staff-sessions.js';

/** Signing in and out, and the record of what staff looked at. */
export class StaffService {
  constructor(
    private readonly accounts: StaffAccounts,
    private readonly sessions: StaffSessions,
    private readonly record: StaffRecord,
  ) {}

  async signIn(login: StaffLogin, address: string): Promise<StaffLoginView | Refusal> {
    const found = await this.accounts.check(login, address);
    if ('refusal' in found) {
      const { lockedOut, refusal } = found;
      if (refusal.refusal === 'staff.code-required') return { codeWanted: true };
      if (lockedOut !== undefined) {
        await this.record.add('StaffLockedOut', lockedOut, `lock:${lockedOut.staffId}:${lockedOut.until}`);
      }
      return refusal;
    }
    const { staffId } = found;
    const { sessionId, ...view } = await this.sessions.begin(found);
    await this.record.add('StaffSignedIn', { staffId, sessionId }, `sign-in:${sessionId}`);
    return view;
  }

  async signOut(session: StaffSession): Promise<null> {
    await this.sessions.end(session.id);
    return null;
  }

  me({ staffId, name, roles, queues, setup, expiresAt }: StaffSession, token: string): StaffSessionView {
    return { token, staffId, name, roles: [...roles], queues: [...queues], setup, expiresAt };
  }

  /** The same staff opening the same user again in one session is one reading: the console asks every few seconds. */
  readUser({ id: sessionId, staffId }: StaffSession, userId: string): Promise<void> {
    return this.record.add('StaffReadUser', { staffId, sessionId, userId }, `read-user:${sessionId}:${userId}`);
  }

  /** Opening the contents of a request, once a session and request: a page asks for them again while it is worked on. */
  readReview({ id: sessionId, staffId }: StaffSession, review: { id: string; userId: string }): Promise<void> {
    const { id: requestId, userId } = review;
    return this.record.add(
      'StaffReadReview',
      { staffId, sessionId, requestId, userId },
      `read-review:${sessionId}:${requestId}`,
    );
  }

  /** Every look at a private image, each time. */
  viewedImage({ id: sessionId, staffId }: StaffSession, seen: { imageId: string; requestId: string; userId: string }) {
    return this.record.add('StaffViewedImage', { staffId, sessionId, ...seen });
  }

  readMessage({ id: sessionId, staffId }: StaffSession, messageId: number): Promise<void> {
    return this.record.add(
      'StaffReadMessage',
      { staffId, sessionId, messageId },
      `read-message:${sessionId}:${messageId}`,
    );
  }

  lookedUp(
    { id: sessionId, staffId }: StaffSession,
    found: { by: LookupKey; userIds: readonly string[] },
    key: string | undefined,
  ): Promise<void> {
    return this.record.add('StaffLookedUp', { staffId, sessionId, ...found }, key && `look-up:${key}`);
  }
}
