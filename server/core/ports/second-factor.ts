import type { RequestToken } from '../command.js';
import type { Instant } from '../clock.js';
import type { Refusal } from '../refusal.js';

/** What a log-in asks after the password: the authenticator, where somebody has bound it. */
export abstract class SecondFactor {
  /** Whether this person is asked. */
  abstract bound(userId: string): Promise<boolean>;
  /**
   * Uses up six digits of the authenticator or a recovery code. Refusals: `security.google-required` (nothing was given),
   * `security.google-wrong`, `security.google-used`, `account.locked`. Wrong ones count with those of step-up.
   */
  abstract check(
    userId: string,
    code: string | undefined,
    requestToken: RequestToken | undefined,
  ): Promise<Refusal | undefined>;
  /** Whether this is a right code that was not used yet. Uses nothing up and counts nothing: what it opens must ask for more. */
  abstract shows(userId: string, code: string | undefined): Promise<boolean>;
  /** Deletes what was kept of it until then and is not in force any more: a secret that opens nothing is still a secret. */
  abstract forget(userId: string, until: Instant): Promise<void>;
}
