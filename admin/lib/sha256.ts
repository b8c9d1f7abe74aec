/** Text or bytes, hashed by the browser itself. Throws where WebCrypto is missing: browsers want HTTPS or localhost for it. */
export async function sha256Hex(message: Uint8Array<ArrayBuffer>): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) throw new Error('console.check.insecure');
  const digest = await crypto.subtle.digest('SHA-256', message);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

/** A figure that was published beside the one that was computed here. */
export interface Check {
  computed: string;
  expected: string;
  equal: boolean;
}
