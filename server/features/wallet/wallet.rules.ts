import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Instant } from '../../core/clock.js';

/** The fields of the signed message (EIP-4361). `domain` is the host that the browser showed. */
interface Challenge {
  readonly domain: string;
  readonly address: string;
  readonly statement: string;
  readonly uri: string;
  readonly nonce: string;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

/** The text that the wallet signs, line by line as EIP-4361 (Sign-In with Ethereum) has it; chain 1, nothing is sent to it. */
export function challengeText(challenge: Challenge): string {
  return [
    `${challenge.domain} wants you to sign in with your Ethereum account:`,
    checksummed(challenge.address),
    '',
    challenge.statement,
    '',
    `URI: ${challenge.uri}`,
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${challenge.nonce}`,
    `Issued At: ${new Date(challenge.issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(challenge.expiresAt).toISOString()}`,
  ].join('\n');
}

/**
 * The address whose key signed the text by `personal_sign` (EIP-191), in lower case, or `undefined` when the signature is none.
 * A signature has a twin with the other s; only the lower one counts (EIP-2), so that one text has one signature.
 */
export function signerOf(text: string, signature: string): string | undefined {
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const recovery = (bytes[64] ?? 0) - 27;
  if (bytes.length !== 65 || (recovery !== 0 && recovery !== 1)) return undefined;
  const recovered = Buffer.concat([Buffer.from([recovery]), bytes.subarray(0, 64)]);
  try {
    if (secp256k1.Signature.fromBytes(recovered, 'recovered').hasHighS()) return undefined;
    const key = secp256k1.recoverPublicKey(recovered, digestOf(text), { prehash: false });
    return addressOf(secp256k1.Point.fromBytes(key).toBytes(false));
  } catch {
    // Numbers outside the curve are no signature of anybody.
    return undefined;
  }
}

/** An address in EIP-55's mixed case, which carries a checksum. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  const mixed = [...digits].map((digit, at) => ((hash[at] as string) >= '8' ? digit.toUpperCase() : digit));
  return `0x${mixed.join('')}`;
}

/** Whether an address of mixed case carries the right checksum; one case alone carries none and is taken as it is. */
export function addressIsRight(address: string): boolean {
  const digits = address.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || checksummed(address) === address;
}

const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?$/;

/**
 * Whether this server answers under a host: that of its public address, or, where it is used on this machine only, a name of this
 * machine with its own port. A page elsewhere, or of another program here, can thus not have a message signed that would open
 * an account.
 */
export function domainIsOurs(domain: string, publicUrl: string | null, port: number): boolean {
  const known = publicUrl === null ? undefined : new URL(publicUrl).host;
  if (known === domain) return true;
  const domainPort = portHere(domain);
  const ports = known === undefined ? [port] : [port, portHere(known)];
  return domainPort !== undefined && !ports.includes(undefined) && ports.includes(domainPort);
}

/** The port of a host that names this machine. */
function portHere(host: string): number | undefined {
  const found = THIS_MACHINE.exec(host);
  return found === null ? undefined : Number.parseInt(found[1] ?? '80', 10);
}

function digestOf(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8');
  return keccak_256(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes]));
}

function addressOf(publicKey: Uint8Array): string {
  return `0x${Buffer.from(keccak_256(publicKey.subarray(1)))
    .subarray(12)
    .toString('hex')}`;
}
