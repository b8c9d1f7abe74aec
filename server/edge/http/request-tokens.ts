import { hash } from 'node:crypto';

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
