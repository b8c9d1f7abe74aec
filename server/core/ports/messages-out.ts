import type { RequestToken } from '../command.js';
import type { Language } from '../../../shared/language.js';
import type { Refusal } from '../refusal.js';

/** Where a message goes: an e-mail address or a phone number in international form. */
export interface Address {
  readonly kind: 'email' | 'sms';
  readonly to: string;
}

/** An outgoing message; its text is `mail:<template>.subject` and `.body` in the language, with the values. */
export interface MessageOut {
  readonly address: Address;
  readonly template: string;
  readonly lang: Language;
  readonly values: Readonly<Record<string, string | number>>;
  /** The owner, so that erasing the person deletes it; absent for an address without an account. */
  readonly userId?: string;
  /** The same key sends once. */
  readonly key?: string;
}

/** The way out. Stored first and sent afterwards, with retries; the caller never waits for a mail server. */
export abstract class Outbox {
  abstract send(message: MessageOut): Promise<void>;
}

/** Whether messages of a kind leave the house (`sent`), or stay where the operator reads them (`kept`). */
export type Delivery = 'sent' | 'kept';

/** What a code is for: one for binding a phone does not log in. */
export type CodePurpose =
  | 'register'
  | 'forgot-password'
  | 'bind-contact'
  | 'change-contact'
  | 'trade-password'
  | 'unbind-wallet'
  | 'unfreeze-account'
  | 'lost-google';

/** Six-digit codes to an address: single use, few tries, short life, counted by address and by sender (policy `code.rules`). */
export abstract class Codes {
  /**
   * Sends a code unless one went out just now; `insteadOfCode` chooses another text where there must be no code (an account
   * exists). `userId` binds the code to a person; `ownerId` only names the address's owner, so that erasing them deletes the
   * message.
   */
  abstract issue(request: {
    purpose: CodePurpose;
    address: Address;
    lang: Language;
    from: string;
    userId?: string;
    ownerId?: string;
    insteadOfCode?: string;
  }): Promise<{ resendSeconds: number; delivery: Delivery } | Refusal>;
  /** Uses the code up when it is right. Refusals: `code.wrong` (also when there is none), `account.locked`. */
  abstract check(request: {
    purpose: CodePurpose;
    address: Address;
    code: string;
    from: string;
    userId?: string;
    /** Its repeat may show the code again, because the first answer may have been lost. */
    requestToken: RequestToken | undefined;
  }): Promise<Refusal | undefined>;
}
