import { createHash, hash } from 'node:crypto';

/**
 * What events keep of a secret that a table stores: SHA-256 over the owner and the exact stored text. That text holds at least 96
 * random bits (a salt, a nonce, a code of 80 and more), so the digest alone allows no guesses; a changed text is found.
 */
export function storedDigest(ownerId: string, stored: string): string {
  return hash('sha256', `glassbook/stored/${ownerId}/${stored}`, 'hex');
}

/** What is kept of a secret beside what events name: `found` and `wanted` are `null` where there is none. */
export function unlike(secret: string, found: string | null, wanted: string | null): string {
  if (found === null) return `no ${secret}, and its events name one`;
  return wanted === null ? `a ${secret}, and its events name none` : `another ${secret} than its events name`;
}

/** Hex digits of an id that names its content: 192 bits. */
export const CONTENT_ID_DIGITS = 48;

/**
 * An id derived from the stored content and its owner. Events name the row by it, so a changed content or owner no longer matches
 * its id.
 */
export function contentId(prefix: string, owner: string, content: string | Uint8Array): string {
  const digest = createHash('sha256').update(`${owner}/`).update(content).digest('hex');
  return `${prefix}-${digest.slice(0, CONTENT_ID_DIGITS)}`;
}
