import type { Instant } from '../clock.js';
import type { Address } from './messages-out.js';

/** A way to reach a person, who may also log in with it. */
export interface Contact {
  readonly address: Address;
  /** As others may see it: a phone number's first 3 and last 6 characters, a mail address's beginning and its domain. */
  readonly masked: string;
}

/** A person's logins and password, for features that don't know their tables. */
export abstract class Logins {
  /** The `storedDigest` of the login password, if this is it. Counts no tries: the caller does. */
  abstract verifyPassword(userId: string, password: string): Promise<string | undefined>;
  abstract passwordSetAt(userId: string): Promise<Instant | null>;
  abstract contacts(userId: string): Promise<{ readonly email: Contact | null; readonly phone: Contact | null }>;
  /**
   * Makes this the person's login of its kind, in the place of the one before. `taken` when it is another person's. A repeat
   * changes nothing and answers `done` again.
   */
  abstract bindContact(userId: string, address: Address): Promise<'done' | 'taken'>;
}

/** Argon2id for people with a session, who have places of their own in the one queue for hashing. */
export abstract class Hashing {
  abstract hash(userId: string, secret: string): Promise<string>;
  abstract verify(userId: string, hash: string, secret: string): Promise<boolean>;
}

/** Ends sessions at once, on sockets too. */
export abstract class SessionEnds {
  abstract endAll(userId: string, exceptSessionId?: string): Promise<void>;
}
