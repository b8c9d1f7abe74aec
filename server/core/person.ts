import type { Refusal } from './refusal.js';

/** Personal text under a person's own key: AES-256-GCM, `v1.` and base64url of nonce, ciphertext and tag. Safe in events and rows. */
export type Sealed = string & { readonly sealed: unique symbol };

/** What a fingerprint is of. The same text has another fingerprint under another kind. `liability` makes the keys of epochs. */
export type FingerprintKind = 'login' | 'document' | 'name' | 'address' | 'device' | 'payee' | 'liability';

/**
 * Personal data under a key per person (crypto-shredding): erasing the key erases the person, while events keep their hashes.
 * `context` names the field (`identity.name`) and is bound to the ciphertext: a sealed text moved elsewhere does not open.
 */
export interface Vault {
  /** Seals a text; the person's first one makes the key. Throws for a person who is erased: callers refuse before. */
  seal(userId: string, context: string, text: string): Promise<Sealed>;
  /** The text again, or `null` once the person is erased. Throws when the ciphertext was changed. */
  open(userId: string, context: string, sealed: Sealed): Promise<string | null>;
  sealBytes(userId: string, context: string, bytes: Buffer): Promise<Buffer>;
  openBytes(userId: string, context: string, sealed: Buffer): Promise<Buffer | null>;
  /** For what belongs to nobody yet (a code to an address without an account): sealed under the server's own key. */
  sealForHouse(context: string, text: string): Sealed;
  openForHouse(context: string, sealed: Sealed): string;
  /** Same text, same fingerprint; without the server's secret nobody can try candidates. Base64url of HMAC-SHA-256. */
  fingerprint(kind: FingerprintKind, text: string): string;
  /** Forgets the person's key for good, on every server within a second. */
  erase(userId: string): Promise<void>;
}

/**
 * What one owner of tables holds of a person. Whoever makes a table with a person's id in it registers a holding in
 * `onModuleInit`; a test walks the database and finds every table that nobody answers for.
 */
export interface PersonalHolding {
  /** The section of the export: `sessions`. */
  readonly name: string;
  /** Tables that it answers for. */
  readonly tables: readonly string[];
  /**
   * Deletes what names the person, and lets go of what only he may claim. Runs again after a crash, so repeating it changes
   * nothing. Absent where the tables hold numbers and sealed texts only, which say nothing once the key is gone.
   */
  shred?(userId: string): Promise<void>;
  /**
   * All that is held, opened, as plain JSON of a few thousand rows at most; secrets and their hashes are left out, because they
   * are not about him. What grows without bound is read by the export itself, in its own thread.
   */
  export?(userId: string): Promise<unknown>;
  /** Why the person cannot be erased yet: something is still going on. */
  refusal?(userId: string): Promise<Refusal | undefined>;
}

export interface PersonalHoldings {
  register(...holdings: PersonalHolding[]): void;
  all(): readonly PersonalHolding[];
}
