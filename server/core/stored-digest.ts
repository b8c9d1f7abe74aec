import { createHash, hash } from 'node:crypto';

/**
 * What events keep of a secret that a table stores: SHA-256 over whose it is and the exact stored text. That text holds at least
 * 96 random bits (a salt, a nonce, a code of 80 and more), so nobody can try guesses against the digest alone; who changes the text is found.
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
 * An id that names what is stored under it, and for whom (`owner`). Events name the row by it, so whoever changes the content,
 * or moves it to somebody else, leaves a row under a wrong name.
 */
export function contentId(prefix: string, owner: string, content: string | Uint8Array): string {
  const digest = createHash('sha256').update(`${owner}/`).update(content).digest('hex');
  return `${prefix}-${digest.slice(0, CONTENT_ID_DIGITS)}`;
}
