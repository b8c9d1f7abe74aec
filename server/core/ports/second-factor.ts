import type { RequestToken } from '../command.js';
import type { Instant } from '../clock.js';
import type { Refusal } from '../refusal.js';

/** The second factor of a log-in: the authenticator, if the person has one. */
export abstract class SecondFactor {
  /** Whether this person has a second factor. */
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
  /**
   * Whether this is a right code that was not used yet. It uses nothing up and counts no tries, so its caller needs a further
   * proof.
   */
  abstract shows(userId: string, code: string | undefined): Promise<boolean>;
  /** Deletes what was kept of it until then and is not in force any more: a secret that opens nothing is still a secret. */
  abstract forget(userId: string, until: Instant): Promise<void>;
}
