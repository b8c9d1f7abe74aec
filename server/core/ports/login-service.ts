import type { RequestToken } from '../command.js';
import type { EnteredView } from '../../../contracts/account.contract.js';
import type { Language } from '../../../shared/language.js';
import type { Refusal } from '../refusal.js';

/** The caller, as far as a log-in needs it. `CallContext` of the edge fits. */
export interface LoginCaller {
  readonly lang: Language;
  readonly address: string;
  readonly requestToken?: RequestToken | undefined;
  readonly device: { readonly userAgent: string; readonly mark: string | undefined };
}

/**
 * How a way in that is not a password (a wallet) finds, makes and enters accounts, without knowing accounts: the account
 * feature provides it. `login` is a text that only its owner can prove, such as a wallet's address in lower case.
 */
export abstract class LoginService {
  /** Whose login this is. */
  abstract userOf(kind: 'wallet', login: string): Promise<string | undefined>;
  /** The person's own login of that kind, opened. */
  abstract loginOf(userId: string, kind: 'wallet'): Promise<string | undefined>;
  /** `false` when it is another person's. Binding one's own again changes nothing. */
  abstract bind(userId: string, kind: 'wallet', login: string): Promise<boolean>;
  abstract unbind(userId: string, kind: 'wallet'): Promise<void>;
  /** Whether there is another way in (e-mail or phone with a password). */
  abstract hasPassword(userId: string): Promise<boolean>;
  /** A new real account without a password. Refusals as those of registering: country, invitation code, agreement. */
  abstract register(
    request: {
      kind: 'wallet';
      login: string;
      country: string | undefined;
      invitationCode: string | undefined;
      agreement: string | undefined;
    },
    caller: LoginCaller,
  ): Promise<{ userId: string } | Refusal>;
  /**
   * Begins the session of an authenticated person. It handles frozen accounts, the second factor, the history of log-ins and the
   * notice of a new device. Refusals: `account.frozen`, `security.google-required`, `security.google-wrong`, `account.locked`.
   */
  abstract enter(
    userId: string,
    proof: { googleCode: string | undefined; timeZone: string | undefined },
    caller: LoginCaller,
  ): Promise<EnteredView | Refusal>;
}
