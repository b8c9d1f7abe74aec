import { signedBy, type SignatureCheck } from '../engine/history/checkpoint-key.js';
import type { KeptCheckpoints } from './checkpoint.check.js';

/** How signatures of each known key are checked, by the key's id; with a trusted key, of that one alone. */
export function trustedKeys(
  keys: KeptCheckpoints['keys'],
  trustedKey: string | undefined,
): ReadonlyMap<string, SignatureCheck> {
  const trusted = keys.filter(({ publicKey }) => trustedKey === undefined || publicKey === trustedKey);
  return new Map(trusted.map(({ keyId, publicKey }) => [keyId, signedBy(Buffer.from(publicKey, 'hex'))]));
}
