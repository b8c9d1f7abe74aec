import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import type { Sealed } from '../../core/person.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PREFIX = 'v1.';
const VERSION = 1;

/** Whose it is and which field: bound to the ciphertext, so that what is moved elsewhere does not open. */
export type Place = readonly [owner: string, context: string];

/** Version byte 1, nonce (12), ciphertext, tag (16). */
export function sealBytes(key: KeyObject, place: Place, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(place));
  const parts = [Buffer.from([VERSION]), nonce, cipher.update(plain), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]);
}

/** Throws when key, place or a single bit is another than at the sealing. */
export function openBytes(key: KeyObject, place: Place, sealed: Uint8Array): Buffer {
  if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION)
    throw new Error('not a sealed text of ours');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const body = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(CIPHER, key, nonce, options).setAAD(boundTo(place));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

export function sealText(key: KeyObject, place: Place, text: string): Sealed {
  const bytes = sealBytes(key, place, Buffer.from(text, 'utf8'));
  return `${PREFIX}${bytes.subarray(1).toString('base64url')}` as Sealed;
}

export function openText(key: KeyObject, place: Place, sealed: Sealed): string {
  if (!sealed.startsWith(PREFIX)) throw new Error('not a sealed text of ours');
  const encoded = sealed.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, 'base64url');
  // The decoder skips what is no base64url, and ignores spare bits: only the one spelling that we write is taken.
  if (bytes.toString('base64url') !== encoded) throw new Error('not a sealed text of ours');
  return openBytes(key, place, Buffer.concat([Buffer.from([VERSION]), bytes])).toString('utf8');
}

/** JSON keeps the parts apart: no two places have the same bytes. */
function boundTo(place: Place): Buffer {
  return Buffer.from(JSON.stringify(place), 'utf8');
}
