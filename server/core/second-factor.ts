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
}
