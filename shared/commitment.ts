/** A figure that was published beside the one that was computed here. */
export interface Check {
  computed: string;
  expected: string;
  equal: boolean;
}

/** Browsers offer SHA-256 only over HTTPS and on localhost. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function sha256Hex(message: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
  return Array.from(digest, hexOf).join('');
}

/**
 * What is hashed of a seed, which is 32 bytes in lower-case hex. The hash of `commit` is published before an epoch, the seed
 * after it; the hash of `chain` is the seed of the epoch before, so that all seeds are fixed before the first epoch.
 */
export function seedMessage(purpose: 'commit' | 'chain', seed: string): Uint8Array<ArrayBuffer> {
  if (!SEED.test(seed)) throw new Error('a seed is 32 bytes of lower-case hex');
  const label = LABELS[purpose];
  const message = new Uint8Array(label.length + seed.length / 2);
  message.set(label);
  for (let at = 0; at < seed.length; at += 2) {
    message[label.length + at / 2] = Number.parseInt(seed.slice(at, at + 2), 16);
  }
  return message;
}

/** Whether the revealed seed is the one that was promised. */
export const checkCommitment = (seed: string, commitment: string): Promise<Check> => check('commit', seed, commitment);

/** Whether two seeds are neighbours of the chain that was fixed at genesis. */
export const checkSeedChain = (seed: string, seedBefore: string): Promise<Check> => check('chain', seed, seedBefore);

const SEED = /^[0-9a-f]{64}$/;
const LABELS = { commit: bytesOf('glassbook/commit'), chain: bytesOf('glassbook/chain') };

/** A seed that is none is not the promised one. */
async function check(purpose: 'commit' | 'chain', seed: string, expected: string): Promise<Check> {
  const computed = SEED.test(seed) ? await sha256Hex(seedMessage(purpose, seed)) : '';
  return { computed, expected, equal: computed !== '' && computed === expected.toLowerCase() };
}

function bytesOf(ascii: string): number[] {
  return Array.from(ascii, (letter) => letter.charCodeAt(0));
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
