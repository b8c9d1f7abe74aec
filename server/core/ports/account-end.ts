import type { RequestToken } from '../command.js';
import type { Refusal } from '../refusal.js';

/** The end of a real account, for whoever erases persons; provided by the account feature. Each step answers why not. */
export abstract class AccountEnd {
  /** Nothing new begins, so that what is open now is all that there is. */
  abstract close(userId: string): Promise<Refusal | undefined>;
  /** Something was still open, and the person stays. */
  abstract reopen(userId: string): Promise<Refusal | undefined>;
  abstract erase(userId: string, requestToken: RequestToken | undefined): Promise<Refusal | undefined>;
}
