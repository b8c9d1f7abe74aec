import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Letters and digits that are not taken for one another. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyzi';
const GROUPS = 4;
const GROUP_LETTERS = 4;

/**
 * Codes to write down: 80 random bits each, so that a plain hash keeps them as safe as a slow one would keep a password.
 * Shown once, and kept only as hashes.
 */
export function newRecoveryCodes(count: number): string[] {
  return Array.from({ length: count }, () => {
    const letters = [...randomBytes(GROUPS * GROUP_LETTERS)].map((byte) => LETTERS[byte & 31]).join('');
    return (letters.match(/.{4}/g) as string[]).join('-');
  });
}

/** However it is typed: with or without hyphens and blanks, in either case. */
function normalRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '');
}

export function hashesOf(codes: readonly string[]): string {
  return JSON.stringify(codes.map(hashOf));
}

/** Which of the codes it is, counted from 0; -1 when none. */
export function indexOfCode(hashes: string, typed: string): number {
  const hash = Buffer.from(hashOf(typed));
  return (JSON.parse(hashes) as string[]).findIndex((each) => timingSafeEqual(Buffer.from(each), hash));
}

function hashOf(code: string): string {
  return createHash('sha256')
    .update(`glassbook/recovery/${normalRecoveryCode(code)}`)
    .digest('base64url');
}
