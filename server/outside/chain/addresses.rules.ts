import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base58check, base58xrp, bech32, bech32m } from '@scure/base';
import { secp256k1 } from '@noble/curves/secp256k1.js';

/**
 * How a network writes an address. `bech32`: BIP-173 and BIP-350 with this prefix, beside the older base58check versions.
 * `base58`: base58check with one of these version bytes, the first of them for our own. `evm`: EIP-55. `xrp`: base58check in
 * the alphabet of the XRP Ledger.
 */
export type AddressStyle =
  | { readonly kind: 'bech32'; readonly prefix: string; readonly versions: readonly number[] }
  | { readonly kind: 'base58'; readonly versions: readonly number[] }
  | { readonly kind: 'evm' }
  | { readonly kind: 'xrp' };

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{25,36}$/;
const EVM = /^0x[0-9a-fA-F]{40}$/;
const HASH_BYTES = 20;
const base58 = base58check(sha256);

/** `checksum`: it looks like an address of this style, but a character of it is wrong. */
export function styleProblem(style: AddressStyle, address: string): 'format' | 'checksum' | undefined {
  switch (style.kind) {
    case 'bech32':
      return looksLikeBech32(style.prefix, address)
        ? bech32Problem(style.prefix, address)
        : base58Problem(style.versions, address);
    case 'base58':
      return base58Problem(style.versions, address);
    case 'evm':
      if (!EVM.test(address)) return 'format';
      // Letters of one case carry no checksum (EIP-55).
      return address === checksummed(address) || isOneCase(address.slice(2)) ? undefined : 'checksum';
    case 'xrp':
      return xrpProblem(address);
  }
}

/** One address, one text: bech32 in small letters, EVM with its checksum. */
export function normalText(style: AddressStyle, address: string): string {
  if (style.kind === 'evm') return checksummed(address);
  return style.kind === 'bech32' && looksLikeBech32(style.prefix, address) ? address.toLowerCase() : address;
}

/** The address of a public key (33 bytes, compressed): P2WPKH, P2PKH or what the network has instead. */
export function addressOfKey(style: AddressStyle, publicKey: Uint8Array): string {
  if (style.kind === 'evm' || isTron(style)) {
    const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
    return addressOfHash(style, keccak_256(point.subarray(1)).subarray(-HASH_BYTES));
  }
  return addressOfHash(style, ripemd160(sha256(publicKey)));
}

/** The address of the last 20 bytes that any style is made of. */
export function addressOfHash(style: AddressStyle, hash: Uint8Array): string {
  switch (style.kind) {
    case 'bech32':
      return bech32.encode(style.prefix, [0, ...bech32.toWords(hash)]);
    case 'base58':
      return base58.encode(Uint8Array.of(style.versions[0] ?? 0, ...hash));
    case 'evm':
      return checksummed(`0x${bytesToHex(hash)}`);
    case 'xrp':
      return xrpText(Uint8Array.of(0, ...hash));
  }
}

/** EIP-55: a letter is a capital where the hash of the small text has a digit from 8 on. */
function checksummed(address: string): string {
  const small = address.slice(2).toLowerCase();
  const marks = bytesToHex(keccak_256(new TextEncoder().encode(small)));
  const letters = [...small].map((letter, at) => ((marks[at] ?? '0') >= '8' ? letter.toUpperCase() : letter));
  return `0x${letters.join('')}`;
}

const isOneCase = (text: string): boolean => text === text.toLowerCase() || text === text.toUpperCase();

const isTron = (style: AddressStyle): boolean => style.kind === 'base58' && style.versions[0] === 0x41;

const looksLikeBech32 = (prefix: string, address: string): boolean => address.toLowerCase().startsWith(`${prefix}1`);

function bech32Problem(prefix: string, address: string): 'format' | 'checksum' | undefined {
  const data = address.slice(prefix.length + 1);
  if (!isOneCase(address) || !/^[02-9ac-hj-np-z]{11,71}$/i.test(data)) return 'format';
  const coder = data[0]?.toLowerCase() === 'q' ? bech32 : bech32m;
  const decoded = coder.decodeUnsafe(address);
  if (!decoded) return 'checksum';
  const [version = 0, ...words] = decoded.words;
  const program = coder.fromWordsUnsafe(words);
  if (!program || version > 16 || program.length < 2 || program.length > 40) return 'format';
  return version > 0 || program.length === 20 || program.length === 32 ? undefined : 'format';
}

function base58Problem(versions: readonly number[], address: string): 'format' | 'checksum' | undefined {
  if (!BASE58.test(address)) return 'format';
  const bytes = decoded(() => base58.decode(address));
  if (bytes !== undefined)
    return bytes.length === HASH_BYTES + 1 && versions.includes(bytes[0] ?? -1) ? undefined : 'format';
  // The first characters of an address name its version, and so its network.
  const meant = versions.some((version) => firstCharacters(version).has(address[0] ?? ''));
  return meant ? 'checksum' : 'format';
}

/** Lowest and highest hash of a version begin alike but for some versions, so both count. */
function firstCharacters(version: number): Set<string> {
  const text = (fill: number): string => base58.encode(new Uint8Array(HASH_BYTES + 1).fill(fill).fill(version, 0, 1));
  return new Set([text(0)[0] ?? '', text(255)[0] ?? '']);
}

const CHECK_BYTES = 4;

function xrpText(payload: Uint8Array): string {
  return base58xrp.encode(Uint8Array.of(...payload, ...sha256(sha256(payload)).subarray(0, CHECK_BYTES)));
}

function xrpProblem(address: string): 'format' | 'checksum' | undefined {
  if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(address)) return 'format';
  const bytes = decoded(() => base58xrp.decode(address));
  if (bytes?.length !== HASH_BYTES + 1 + CHECK_BYTES || bytes[0] !== 0) return 'checksum';
  return xrpText(bytes.subarray(0, -CHECK_BYTES)) === address ? undefined : 'checksum';
}

function decoded(read: () => Uint8Array): Uint8Array | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A hash as the network writes it (`0x` before, capitals), or `undefined` for what is no hash of 32 bytes. */
export function hashText(style: AddressStyle, hash: string): string | undefined {
  const digits = hash.trim().replace(/^0x/i, '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(digits)) return undefined;
  if (style.kind === 'evm') return `0x${digits}`;
  return style.kind === 'xrp' ? digits.toUpperCase() : digits;
}

/** SHA-256 of the parts, each on a line of its own. */
export function digest(...parts: readonly (string | number)[]): Uint8Array {
  return sha256(new TextEncoder().encode(parts.join('\n')));
}
