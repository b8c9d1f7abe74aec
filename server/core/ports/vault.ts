import type { Sealed } from '../person.js';

/** What a fingerprint is of. The same text has another fingerprint under another kind. `liability` makes the keys of epochs. */
export type FingerprintKind =
  | 'login'
  | 'document'
  | 'name'
  | 'address'
  | 'device'
  | 'payee'
  | 'liability'
  | 'watchlist';

/**
 * Personal data under a key per person (crypto-shredding): erasing the key erases the person, while events keep their hashes.
 * `context` names the field (`identity.name`) and is bound to the ciphertext: a sealed text moved elsewhere does not open.
 */
export abstract class Vault {
  /** Seals a text; the person's first one makes the key. Throws for a person who is erased: callers refuse before. */
  abstract seal(userId: string, context: string, text: string): Promise<Sealed>;
  /** The text again, or `null` once the person is erased. Throws when the ciphertext was changed. */
  abstract open(userId: string, context: string, sealed: Sealed): Promise<string | null>;
  abstract sealBytes(userId: string, context: string, bytes: Buffer): Promise<Buffer>;
  abstract openBytes(userId: string, context: string, sealed: Buffer): Promise<Buffer | null>;
  /** For data without an owner (a code to an address without an account): sealed under the server's own key. */
  abstract sealForHouse(context: string, text: string): Sealed;
  abstract openForHouse(context: string, sealed: Sealed): string;
  /** Same text, same fingerprint; candidates cannot be tried without the server's secret. Base64url of HMAC-SHA-256. */
  abstract fingerprint(kind: FingerprintKind, text: string): string;
  /** Forgets the person's key for good, on every server within a second. */
  abstract erase(userId: string): Promise<void>;
}
