/** What recomputing a revealed seed said. `linked` is about the seed of the epoch before; `null` when that is not at hand. */
export interface SeedCheck {
  computed: string;
  kept: boolean;
  linked: boolean | null;
}

/** Browsers offer SHA-256 only over HTTPS and on localhost. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

/**
 * Recomputes, in this browser, what was published before an epoch from the seed that was revealed after it:
 * SHA-256("glassbook/commit" then the seed's 32 bytes). The seeds are one hash chain, so the seed must also lead to the one of
 * the epoch before: SHA-256("glassbook/chain" then the seed). Seeds and hashes are lower-case hex.
 */
export async function checkSeed(seed: string, commitment: string, seedBefore: string | null): Promise<SeedCheck> {
  const computed = await sha256('glassbook/commit', seed);
  const before = seedBefore === null ? null : await sha256('glassbook/chain', seed);
  return { computed, kept: computed === commitment, linked: before === null ? null : before === seedBefore };
}

async function sha256(label: string, hex: string): Promise<string> {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error('a seed is 32 bytes of lower-case hex');
  const seed = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const bytes = new Uint8Array([...new TextEncoder().encode(label), ...seed]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
