import { Injectable } from '@nestjs/common';
import type { LookupKey } from '../../contracts/staff-lists.contract.js';
import { Clock } from '../core/clock.js';
import { Commands } from '../core/command.js';
import { Refused } from '../core/refusal.js';
import { StaffTrail } from '../core/staff-trail.js';
import type { StaffSession } from '../edge/http/sessions.js';
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
  changed<Type extends keyof StaffFacts>(type: Type, data: StaffFacts[Type] & { by: string }): Promise<void> {
    return this.add(type, data, undefined, data.by);
  }

  async add<Type extends keyof StaffFacts>(
    type: Type,
    data: StaffFacts[Type],
    key?: string,
    by: string = data.staffId,
  ): Promise<void> {
    const actor = by === FIRST_START ? 'system:seeds' : `staff:${by}`;
    const requestToken = key === undefined ? undefined : { key: `staff:${key}` };
    const context = { realm: 'house', at: this.clock.now(), actor, requestToken };
    const recorded = await this.commands.execute(new RecordStaff(context, { type, data: { ...data } }));
    // What cannot be recorded must not happen either.
    if (!recorded.ok) throw new Refused(`${type} could not be recorded`, recorded.refusal);
  }

  readUser({ id: sessionId, staffId }: StaffSession, userId: string): Promise<void> {
    return this.add('StaffReadUser', { staffId, sessionId, userId }, `read-user:${sessionId}:${userId}`);
  }

  readReview({ id: sessionId, staffId }: StaffSession, review: { id: string; userId: string }): Promise<void> {
    const { id: requestId, userId } = review;
    return this.add(
      'StaffReadReview',
      { staffId, sessionId, requestId, userId },
      `read-review:${sessionId}:${requestId}`,
    );
  }

  viewedImage({ id: sessionId, staffId }: StaffSession, seen: { imageId: string; requestId: string; userId: string }) {
    return this.add('StaffViewedImage', { staffId, sessionId, ...seen });
  }

  readMessage({ id: sessionId, staffId }: StaffSession, messageId: number): Promise<void> {
    return this.add('StaffReadMessage', { staffId, sessionId, messageId }, `read-message:${sessionId}:${messageId}`);
  }

  lookedUp(
    { id: sessionId, staffId }: StaffSession,
    found: { by: LookupKey; userIds: readonly string[] },
    key: string | undefined,
  ): Promise<void> {
    return this.add('StaffLookedUp', { staffId, sessionId, ...found }, key && `look-up:${key}`);
  }
}
