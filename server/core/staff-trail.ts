import type { LookupKey } from '../../contracts/staff-lists.contract.js';

/** The session of a member of staff who looks. */
interface Looking {
  readonly id: string;
  readonly staffId: string;
}

/** The record of what staff looked at. What can't be recorded is not shown. */
export abstract class StaffTrail {
  /** The same staff opening the same user again in one session is one reading: the console polls every few seconds. */
  abstract readUser(session: Looking, userId: string): Promise<void>;
  /** Opening the contents of a request, once a session and request: a page refetches them while it is open. */
  abstract readReview(session: Looking, review: { readonly id: string; readonly userId: string }): Promise<void>;
  /** Every look at a private image, each time. */
  abstract viewedImage(
    session: Looking,
    seen: { readonly imageId: string; readonly requestId: string; readonly userId: string },
  ): Promise<void>;
  abstract readMessage(session: Looking, messageId: number): Promise<void>;
  abstract lookedUp(
    session: Looking,
    found: { readonly by: LookupKey; readonly userIds: readonly string[] },
    key: string | undefined,
  ): Promise<void>;
}
