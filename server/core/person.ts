/** Personal text under a person's own key: AES-256-GCM, `v1.` and base64url of nonce, ciphertext and tag. Safe in events and rows. */
export type Sealed = string & { readonly sealed: unique symbol };

/** What a fingerprint is of. The same text has another fingerprint under another kind. */
export type FingerprintKind = 'login' | 'document' | 'address' | 'device';

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
