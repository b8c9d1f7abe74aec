import type { Instant } from './clock.js';
import type { Refusal } from './refusal.js';

/** What a log-in asks after the password: Google verification, where somebody has bound it. */
export interface SecondFactor {
  /** Whether this person is asked. */
  bound(userId: string): Promise<boolean>;
  /**
   * Uses up six digits of the authenticator or a recovery code. Refusals: `security.google-required` (nothing was given),
   * `security.google-wrong`, `account.locked`. Wrong ones count with those of step-up.
   */
  check(userId: string, code: string | undefined): Promise<Refusal | undefined>;
  /** Deletes what was kept of it until then and is not in force any more: a secret that opens nothing is still a secret. */
  forget(userId: string, until: Instant): Promise<void>;
}
