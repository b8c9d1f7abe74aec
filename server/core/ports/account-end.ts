import type { RequestToken } from '../command.js';
import type { Cause } from '../event.js';
import type { Refusal } from '../refusal.js';

/** Closes a real account for erasure; provided by the account feature. Each step answers its refusal. */
export abstract class AccountEnd {
  /** Nothing new begins, so that what is open now is all that there is. */
  abstract close(userId: string, cause: Cause | undefined): Promise<Refusal | undefined>;
  /** Something was still open, and the person stays. */
  abstract reopen(userId: string, cause: Cause | undefined): Promise<Refusal | undefined>;
  abstract erase(userId: string, requestToken: RequestToken | undefined): Promise<Refusal | undefined>;
}
