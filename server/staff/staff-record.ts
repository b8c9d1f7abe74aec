import { Injectable } from '@nestjs/common';
import type { LookupKey } from '../../contracts/staff-lists.contract.js';
import { Clock } from '../core/clock.js';
import { Commands, type RequestToken, underKey } from '../core/command.js';
import type { Cause } from '../core/event.js';
import { Refused } from '../core/refusal.js';
import { StaffTrail, type StaffCall } from '../core/ports/staff-trail.js';
import type { StaffFacts } from '../features/staff-account/staff-account.events.js';
import { RecordStaff } from '../features/staff-account/staff-account.commands.js';

/** The actor of the first accounts, who is not a member. */
export const FIRST_START = '';

/** Writes into the history what staff do and look at, and what is done to their accounts. */
@Injectable()
export class StaffRecord extends StaffTrail {
  constructor(
    private readonly commands: Commands,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** What was done to an account of the staff, and by whom. */
  changed<Type extends keyof StaffFacts>(
    type: Type,
    data: StaffFacts[Type] & { by: string },
    cause: Cause | undefined,
  ): Promise<void> {
    return this.add(type, data, { cause }, data.by);
  }

  async add<Type extends keyof StaffFacts>(
    type: Type,
    data: StaffFacts[Type],
    { key, cause }: RequestToken,
    by: string = data.staffId,
  ): Promise<void> {
    const actor = by === FIRST_START ? 'system:seeds' : `staff:${by}`;
    const requestToken = { key: key && `staff:${key}`, cause };
    const context = { realm: 'house', at: this.clock.now(), actor, requestToken };
    const recorded = await this.commands.execute(new RecordStaff(context, { type, data: { ...data } }));
    // What cannot be recorded must not happen either.
    if (!recorded.ok) throw new Refused(`${type} could not be recorded`, recorded.refusal);
  }

  readUser({ session, requestToken }: StaffCall, userId: string): Promise<void> {
    const { id: sessionId, staffId } = session;
    const once = { key: `read-user:${sessionId}:${userId}`, cause: requestToken?.cause };
    return this.add('StaffReadUser', { staffId, sessionId, userId }, once);
  }

  readReview({ session, requestToken }: StaffCall, review: { id: string; userId: string }): Promise<void> {
    const { id: sessionId, staffId } = session;
    const { id: requestId, userId } = review;
    const once = { key: `read-review:${sessionId}:${requestId}`, cause: requestToken?.cause };
    return this.add('StaffReadReview', { staffId, sessionId, requestId, userId }, once);
  }

  viewedImage(
    { session, requestToken }: StaffCall,
    seen: { imageId: string; requestId: string; userId: string },
  ): Promise<void> {
    const { id: sessionId, staffId } = session;
    return this.add('StaffViewedImage', { staffId, sessionId, ...seen }, { cause: requestToken?.cause });
  }

  readMessage({ session, requestToken }: StaffCall, messageId: number): Promise<void> {
    const { id: sessionId, staffId } = session;
    const once = { key: `read-message:${sessionId}:${messageId}`, cause: requestToken?.cause };
    return this.add('StaffReadMessage', { staffId, sessionId, messageId }, once);
  }

  lookedUp({ session, requestToken }: StaffCall, found: { by: LookupKey; userIds: readonly string[] }): Promise<void> {
    const { id: sessionId, staffId } = session;
    const once = underKey(requestToken, (key) => `look-up:${key}`) ?? {};
    return this.add('StaffLookedUp', { staffId, sessionId, ...found }, once);
  }
}
