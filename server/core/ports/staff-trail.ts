import type { LookupKey } from '../../../contracts/staff-lists.contract.js';
import type { RequestToken } from '../command.js';

interface StaffReader {
  readonly id: string;
  readonly staffId: string;
}

/** A call of a member of staff. `CallContext` of the edge fits. */
export interface StaffCall<Session extends StaffReader = StaffReader> {
  readonly session: Session;
  readonly requestToken?: RequestToken | undefined;
}

/** The record of what staff looked at. What can't be recorded is not shown. */
export abstract class StaffTrail {
  /** The same staff opening the same user again in one session is one reading: the console polls every few seconds. */
  abstract readUser(call: StaffCall, userId: string): Promise<void>;
  /** Opening the contents of a request, once a session and request: a page refetches them while it is open. */
  abstract readReview(call: StaffCall, review: { readonly id: string; readonly userId: string }): Promise<void>;
  /** Every look at a private image, each time. */
  abstract viewedImage(
    call: StaffCall,
    seen: { readonly imageId: string; readonly requestId: string; readonly userId: string },
  ): Promise<void>;
  abstract readMessage(call: StaffCall, messageId: number): Promise<void>;
  abstract lookedUp(
    call: StaffCall,
    found: { readonly by: LookupKey; readonly userIds: readonly string[] },
  ): Promise<void>;
}
