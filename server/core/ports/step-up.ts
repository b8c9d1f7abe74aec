import type { RequestToken } from '../command.js';
import type { Proven } from '../proven.js';
import type { Refusal } from '../refusal.js';

/** The fields of a step-up proof. Absent where the person has no such factor or it is not needed. */
export interface Proof {
  readonly password?: string | undefined;
  readonly tradePassword?: string | undefined;
  /** Six digits of the authenticator, or one of the recovery codes. */
  readonly googleCode?: string | undefined;
}

/** `password`: login password, and the authenticator's code when bound. `trade`: trade password, and the code when bound. */
export type ProofNeed = 'password' | 'trade';

/**
 * Checks the proof before a sensitive action. Wrong ones count and lock like log-ins (policy `login.rules`), one try at a time for
 * each person, and a code works once. Refusals: `security.password-wrong`, `security.trade-password-missing`,
 * `security.trade-password-wrong`, `security.google-required`, `security.google-wrong`, `account.locked`.
 */
export abstract class StepUp {
  /**
   * For a command, which carries what was proved in its context: what is in force no more by then refuses it
   * (`security.changed-meanwhile`), and a code is used up in the same append (`security.google-used`).
   */
  abstract prove(
    userId: string,
    need: ProofNeed,
    proof: Proof,
    requestToken: RequestToken | undefined,
  ): Promise<Proven | Refusal>;
  /** For what is no command: uses the code up at once. A repeat under the same request token may show it again. */
  abstract refusal(
    userId: string,
    need: ProofNeed,
    proof: Proof,
    requestToken: RequestToken | undefined,
  ): Promise<Refusal | undefined>;
}
