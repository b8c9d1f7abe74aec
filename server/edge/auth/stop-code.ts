import type { Vault } from '../../core/ports/vault.js';

const DIGITS = 16;

/**
 * The code by which a person stops a request without a log-in: `3f9a-…`, 64 bits. Made of the request under the server's secret,
 * so it is kept nowhere, and staff who see the request do not know it.
 */
export function stopCodeOf(vault: Pick<Vault, 'fingerprint'>, requestId: string): string {
  const mark = vault.fingerprint('login', `recovery/${requestId}`);
  const digits = Buffer.from(mark, 'base64url').toString('hex').slice(0, DIGITS);
  return digits.replace(/(.{4})(?=.)/g, '$1-');
}
