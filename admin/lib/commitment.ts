/** Recomputes what the market promised, in the reader's own browser: nothing but WebCrypto and the published figures. */

function fromHex(hex: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return undefined;
  return Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16));
}

function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function digest(label: string, seed: Uint8Array): Promise<string> {
  const prefix = new TextEncoder().encode(label);
  const message = new Uint8Array(prefix.length + seed.length);
  message.set(prefix);
  message.set(seed, prefix.length);
  return toHex(await crypto.subtle.digest('SHA-256', message));
}

export interface Check {
  computed: string;
  expected: string;
  equal: boolean;
}

async function check(label: string, seedHex: string, expected: string): Promise<Check> {
  const seed = fromHex(seedHex);
  const computed = seed === undefined ? '' : await digest(label, seed);
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
