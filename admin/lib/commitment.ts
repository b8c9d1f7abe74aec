import { sha256Hex, utf8, type Check } from './sha256.js';

/** Recomputes what the market promised, in the reader's own browser: nothing but WebCrypto and the published figures. */

function fromHex(hex: string): Uint8Array | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16));
}

async function check(label: string, seedHex: string, expected: string): Promise<Check> {
  const seed = fromHex(seedHex);
  const computed = seed === undefined ? '' : await sha256Hex(Uint8Array.of(...utf8(label), ...seed));
  return { computed, expected, equal: computed !== '' && computed === expected.toLowerCase() };
}

/** Whether the revealed seed is the one that was promised: SHA-256("glassbook/commit" || seed) against the commitment. */
export function checkCommitment(seedHex: string, commitment: string): Promise<Check> {
  return check('glassbook/commit', seedHex, commitment);
}

/** Whether two seeds are neighbours of the chain fixed at genesis: SHA-256("glassbook/chain" || seed) against the earlier one. */
export function checkSeedChain(seedHex: string, earlierSeedHex: string): Promise<Check> {
  return check('glassbook/chain', seedHex, earlierSeedHex);
}
