import { hash } from 'node:crypto';
import type { z } from 'zod';

/**
 * Equal for two equal requests: the path and the checked input without the common fields. Always a hash, because passwords stand in
 * requests, and fingerprints are kept for long.
 */
export function fingerprintOf(path: string, input: object): string {
  // Undefined fields are left out of JSON; a replacer function would cost five times as much.
  const fields = JSON.stringify({ ...input, token: undefined, lang: undefined, requestToken: undefined });
  return hash('sha256', path + fields, 'base64url');
}

/** The specification gives the request token no name (section 7), so clients send it under these. */
const REQUEST_TOKEN_NAMES = ['requestToken', 'reqToken', 'request_token', 'random', 'nonce'] as const;

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
