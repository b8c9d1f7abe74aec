import { hash } from 'node:crypto';
import type { z } from 'zod';

const REMEMBERED = 50_000;

/**
 * Which request each request token was first used for. The writer keeps the answers; this only tells an honest repeat from
 * another request under the same token. Forgotten ones (the oldest, or after a restart) count as repeats, which is safe: the
 * writer answers them with the first answer and does nothing twice.
 */
export class RequestTokens {
  private readonly first = new Map<string, string>();

  /** Whether the key is new or was used for this very request. */
  fits(key: string, fingerprint: string): boolean {
    const before = this.first.get(key);
    if (before !== undefined) return before === fingerprint;
    if (this.first.size >= REMEMBERED) this.first.delete(this.first.keys().next().value as string);
    this.first.set(key, fingerprint);
    return true;
  }
}

/**
 * The same for two requests that wish the same: the path and the checked input without the common fields. Always a hash, because
 * passwords stand in wishes, and fingerprints are kept for long.
 */
export function fingerprintOf(path: string, input: object): string {
  // Undefined fields are left out of JSON; a replacer function would cost five times as much.
  const wish = JSON.stringify({ ...input, token: undefined, lang: undefined, requestToken: undefined });
  return hash('sha256', path + wish, 'base64url');
}

/** The specification gives the request token no name (section 7), so clients send it under these. */
export const REQUEST_TOKEN_NAMES = ['requestToken', 'reqToken', 'request_token', 'random', 'nonce'] as const;

/**
 * The input with its request token under our own name. A name that the call itself has for something else, such as the nonce of
 * a wallet's challenge, stays what it is; two names at once are left for the check of the input to refuse.
 */
export function withRequestToken(raw: unknown, input: z.ZodType): unknown {
  if (typeof raw !== 'object' || raw === null || 'requestToken' in raw) return raw;
  const own = input instanceof Object && 'shape' in input ? (input.shape as object) : {};
  const sent = REQUEST_TOKEN_NAMES.filter((name) => name in raw && !(name in own));
  const [name] = sent;
  if (name === undefined || sent.length > 1) return raw;
  const { [name]: requestToken, ...rest } = raw as Record<string, unknown>;
  return { ...rest, requestToken };
}
