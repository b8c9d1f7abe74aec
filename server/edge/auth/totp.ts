import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { STEP_SECONDS } from './totp-steps.rules.js';

/** Authenticator codes after RFC 6238 with what every app assumes: SHA-1, steps of 30 seconds, six digits. */
const DIGITS = 6;
/** RFC 4226 asks for at least 128 bits and recommends 160. */
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret as authenticators take it by hand: 32 letters and digits of base 32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** What the QR code says; the label is what the app lists. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

/** The number of the step that an instant (milliseconds) lies in. */
export function stepAt(ms: number): number {
  return Math.floor(ms / 1000 / STEP_SECONDS);
}

/**
 * The step whose code this is, looked for `drift` steps around now because clocks differ; `undefined` when it is none of them.
 * Who calls keeps the step: a code of that step or an earlier one is used up.
 */
export function stepOfCode(secret: string, code: string, ms: number, drift: number): number | undefined {
  const now = stepAt(ms);
  let found: number | undefined;
  for (let step = now - drift; step <= now + drift; step++) {
    // Every step is tried, so that the time taken does not reveal the matching one.
    if (sameText(totpAt(secret, step), code) && found === undefined) found = step;
  }
  return found;
}

/** The code of a step; `digits` differs from six only in the vectors of the RFC. */
export function totpAt(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) as number) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

function sameText(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

export function toBase32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31];
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    held = (held << 5) | BASE32.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(held >> bits);
    held &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
